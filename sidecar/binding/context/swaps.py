"""A wrong name: several numbers of a sentence fit another row than the one that is named.

Each of them alone looks wrong; together they are right, and the name is not. That is one finding,
on the name. It needs two numbers at least (a pair such as "32-18" is one) that disagree with the
row that is named and agree with another one in the same columns, few numbers that do not, and
little chance that any row would agree with all of them. A name whose row has no value in any of the
columns is wrong as well: which name belongs there may then be unknown, and its numbers stay open.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.binding.language.labels import Mention
from sidecar.binding.swap import Swap
from sidecar.binding.tables.catalog import Catalog
from sidecar.evidence.location import location
from sidecar.model.report import Grade, Reading

_LEAST = 2  # numbers that must fit the other row
_MOST_CHANCE = 0.05
_MOST_LEFT = 0.25  # of the numbers attributed to a name, that need not fit the other row
_MOST_ROWS = 5000  # of a table past which any few numbers fit some row
_ROW, _COLUMN = 0.5, 0.5  # how well row and column must be linked


class Told(NamedTuple):
    """One number of a sentence with its readings."""

    place: Place
    target: Target
    weighed: Weighed


class _Meant(NamedTuple):
    """The cell that a number is asked to be, by its column."""

    number: int
    column: int
    agrees: bool
    empty: bool


def find(told: Sequence[Told], catalogs: Sequence[Catalog]) -> Iterator[Swap]:
    """The wrong names of one sentence."""
    named: defaultdict[tuple[int, int, int], list[_Meant]] = defaultdict(list)
    mentions: dict[tuple[int, int, int], Mention] = {}
    for number, one in enumerate(told):
        best = next((c for _, c in one.weighed.ranked if _is_explicit(c)), None)
        if best is None:
            continue
        mention = _mention(one.place, best, catalogs[best.table])
        if mention is not None:
            key = best.table, int(mention.rows[0]), mention.start
            named[key].append(_Meant(number, best.columns[0], best.agrees, not best.rows))
            mentions[key] = mention
    for key, meant in named.items():
        (table, row, _), mention = key, mentions[key]
        known = catalogs[table]
        if (
            _count(told, (one for one in meant if not one.agrees)) < _LEAST
            or known.rows > _MOST_ROWS
        ):
            continue
        swap = _swap(told, known, row, meant, mention)
        if swap is None and all(one.empty for one in meant):
            swap = _found(told, known, mention, "", meant, {})
        if swap is not None:
            yield swap


def _count(told: Sequence[Told], meant: Iterable[_Meant]) -> int:
    """How many numbers there are, those that are written as a pair taken for one."""
    groups = [told[one.number].target.number.group for one in meant]
    return groups.count(0) + len({group for group in groups if group})


def _is_explicit(one: Candidate) -> bool:
    """Whether a reading is one cell, or the lack of one, whose row and column are named."""
    return (
        one.kind in (Kind.CELL, Kind.PAIR)
        and len(one.rows) <= len(one.columns) == 1
        and one.row >= _ROW
        and (one.column >= _COLUMN or (one.kind is Kind.PAIR and one.cue))
    )


def _mention(place: Place, one: Candidate, known: Catalog) -> Mention | None:
    """Where the sentence names the row of a reading by a label of its own; the nearest before."""
    found = [
        labelled.mention
        for labelled in place.passage.labels
        if labelled.table == one.table
        and labelled.mention.rows.size == 1
        and (not one.rows or labelled.mention.rows[0] == one.rows[0])
        and labelled.mention.end <= place.first
        and known.labels_of(labelled.mention.column).identifying
    ]
    return found[-1] if found else None


def _swap(
    told: Sequence[Told], known: Catalog, row: int, meant: Sequence[_Meant], mention: Mention
) -> Swap | None:
    """The other row that the numbers fit as a whole; None where none does, or several do."""
    fitting = {one: rows(told[one.number].target, known, one.column) for one in meant}
    count = Counter(other for fit in fitting.values() for other in fit if other != row)
    ranked = count.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        return None
    other = ranked[0][0]
    wrong = [one for one, fit in fitting.items() if other in fit and not one.agrees]
    others = max(1, known.rows - 1)
    chance = float(others)
    for one in wrong:
        chance *= max(told[one.number].weighed.chance, (len(fitting[one]) - 1) / others)
    enough = count[other] >= (1 - _MOST_LEFT) * len(meant)
    own = sum(one.agrees for one in meant)
    right = known.table.data[mention.column][other]
    if _count(told, wrong) < _LEAST or count[other] <= own or not enough or chance > _MOST_CHANCE:
        return None
    if not isinstance(right, str):
        return None
    readings = {one.number: fitting[one][other] for one in fitting if other in fitting[one]}
    return _found(told, known, mention, right, meant, readings)


def _found(
    told: Sequence[Told],
    known: Catalog,
    mention: Mention,
    right: str,
    meant: Sequence[_Meant],
    readings: Mapping[int, Reading],
) -> Swap:
    words = told[meant[0].number].place.passage.words
    start, end = words[mention.start].start, words[mention.end - 1].end
    numbers = [one.number for one in meant]
    return Swap(start, end, right, known.table.query_id, numbers, readings)


def rows(target: Target, known: Catalog, column: int) -> dict[int, Reading]:
    """The rows whose cell in a column agrees with a number."""
    facts, cells = known.columns[column], known.table.cells[column]
    found: dict[int, Reading] = {}
    for place in target.near(cells.values, facts).tolist():
        agreement = target.cell(float(cells.values[place]), partial(cells.exact, place), facts)
        if agreement.grade is not Grade.NONE:
            found[int(cells.rows[place])] = Reading(
                known.table.query_id,
                location(known.table, column, place),
                target.truth(cells.exact(place), facts),
                agreement.grade,
            )
    return found
