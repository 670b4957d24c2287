"""Which rows a number speaks of: the labels and periods that its words name, joined per table.

Each label column that is named, and the periods, are dimensions. A scope is one choice for some of
them: the rows that all chosen labels share. Nearer words count more; what the sentence does not
name itself is carried over from its row in a table, the line that leads a list, the sentences
before and the headings.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from sidecar.binding.context.passages.choices import PERIODS, Choice, dimensions
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.row_sets import Rows, common, row_key
from sidecar.binding.tables.catalog import Catalog

_ALTERNATIVES = 4  # of one dimension
_MOST = 24  # scopes of one table
_TRIED = 4 * _MOST  # choices together
_FAINT = 0.25  # how strongly a part of a name is linked that is stated somewhere else
ONLY_ROW = 0.8  # how well a table of one row is linked by itself


class Scope(NamedTuple):
    """Rows of one table that a number may speak of.

    Attributes:
        table: Its place among the query results.
        rows: Its rows, ascending; None for all.
        link: How strongly it is linked: that of its choices together.
        choices: What restricts it.
    """

    table: int
    rows: Rows | None
    link: float
    choices: tuple[Choice, ...]

    @property
    def vague(self) -> bool:
        """Whether a period is all that the sentence tells of its rows, and hardly names the rest.

        "We moved 25.9 million tonnes in 2025", below a line that speaks of the plains.
        """
        dated = any(c.dimension == PERIODS for c in self.choices)
        return dated and any(
            c.dimension >= 0 and c.start < 0 and c.link < _FAINT for c in self.choices
        )

    def size(self, known: Catalog) -> int:
        """How many rows it has, those that sum up others not counted."""
        rows = known.totals.left_out(self.rows)
        return known.rows if rows is None else int(rows.size)


def scopes(place: Place, table: int, known: Catalog, parties: Sequence[Choice] = ()) -> list[Scope]:
    """The scopes of one table, most strongly linked first; the whole table is the last one."""
    named = list(dimensions(place, table, known, parties).values())
    if not named:
        return [Scope(table, None, ONLY_ROW if known.rows == 1 else 0.0, ())]
    found: dict[bytes | None, Scope] = {}
    for choices in _combinations(named):
        if parties and _is_narrowed(choices):
            continue
        rows, link = _joined(choices, known)
        if choices and (rows is None or not rows.size):
            continue
        if known.rows == 1:
            link = max(link, ONLY_ROW)
        own = None if known.rows == 1 else row_key(rows)
        if own not in found or found[own].link < link:
            found[own] = Scope(table, rows, link, choices)
    ranked = sorted(found.values(), key=lambda s: (-s.link, s.size(known)))
    return ranked[:_MOST]


def _is_narrowed(choices: Sequence[Choice]) -> bool:
    """Whether what a sentence before names narrows a group that a sentence picks of all rows."""
    party = any(choice.is_party for choice in choices)
    return party and any(c.dimension >= 0 and c.start < 0 for c in choices)


def _combinations(dimensions: Sequence[Sequence[Choice]]) -> Iterator[tuple[Choice, ...]]:
    """The choices that may be made together; of very many those that share rows."""
    options = [[*choices[:_ALTERNATIVES], None] for choices in dimensions]
    if math.prod(map(len, options)) <= _TRIED:
        for picked in product(*options):
            yield tuple(choice for choice in picked if choice is not None)
    else:
        yield from _grown(dimensions)


def _grown(dimensions: Sequence[Sequence[Choice]]) -> Iterator[tuple[Choice, ...]]:
    """The choices that share rows, dimension by dimension; the most strongly linked are kept."""
    found: list[tuple[float, Rows | None, tuple[Choice, ...]]] = [(0.0, None, ())]
    for choices in dimensions:
        for link, rows, picked in found.copy():
            for choice in choices[:_ALTERNATIVES]:
                both = choice.rows if rows is None else common(rows, choice.rows)
                if both.size:
                    found.append((link + choice.link, both, (*picked, choice)))
        found = sorted(found, key=lambda each: -each[0])[:_TRIED]
    yield from (picked for _, _, picked in found if picked)
    yield ()


def shared(choices: Sequence[Choice]) -> Rows | None:
    """The rows that all choices have; None for all rows where there is no choice."""
    if not choices:
        return None
    rows = choices[0].rows
    for choice in choices[1:]:
        rows = common(rows, choice.rows)
    return rows


def _joined(choices: Sequence[Choice], known: Catalog) -> tuple[Rows | None, float]:
    """The rows that all choices have, and how strongly those that narrow them are linked."""
    rows: Rows | None = None
    link = 0.0
    for choice in sorted(choices, key=lambda c: -c.link) if len(choices) > 1 else choices:
        size = known.rows if rows is None else rows.size
        both = choice.rows if rows is None else common(rows, choice.rows)
        if both.size < size or choice.dimension == PERIODS:
            link += choice.link
        rows = both
    return rows, link
