"""A wrong name: several numbers of a sentence fit another row than the one that is named.

Each of them alone looks wrong; together they are right, and the name is not. That is one finding,
on the name. It needs two numbers at least that disagree with the row that is named and agree with
another one in the same columns, few numbers that do not, and little chance that any row would agree
with all of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sidecar.binding.context.agreement import Target
from sidecar.binding.context.candidate import Candidate, Kind
from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.labels import Mention
from sidecar.binding.context.place import Place
from sidecar.binding.context.weigh import Weighed
from sidecar.evidence.location import location
from sidecar.model.report import Grade, Reading

_LEAST = 2  # numbers that must fit the other row
_MOST_CHANCE = 0.05
_MOST_LEFT = 0.25  # of the numbers told of a name, that need not fit the other row
_MOST_ROWS = 5000  # of a table past which any few numbers fit some row
_ROW, _COLUMN = 0.5, 0.5  # how well row and column must be linked


class Told(NamedTuple):
    """One number of a sentence with its readings."""

    place: Place
    target: Target
    weighed: Weighed


class Swap(NamedTuple):
    """A name that should be another.

    Attributes:
        start: Where the name starts, in code points.
        end: Where it ends.
        right: The label that belongs there.
        query_id: The query result that says so.
        readings: The cells of the numbers that fit, by their place in the sentence's numbers.
    """

    start: int
    end: int
    right: str
    query_id: str
    readings: Mapping[int, Reading]


class _Meant(NamedTuple):
    """The cell that a number is told to be, by its column."""

    number: int
    column: int
    agrees: bool


def find(told: Sequence[Told], catalogs: Sequence[Catalog]) -> Iterator[Swap]:
    """The wrong names of one sentence."""
    rows: defaultdict[tuple[int, int], list[_Meant]] = defaultdict(list)
    for number, one in enumerate(told):
        best = next((c for _, c in one.weighed.ranked if _is_explicit(c)), None)
        if best is not None:
            cell = _Meant(number, best.columns[0], best.agrees)
            rows[best.table, best.rows[0]].append(cell)
    for (table, row), meant in rows.items():
        if sum(not one.agrees for one in meant) < _LEAST or catalogs[table].rows > _MOST_ROWS:
            continue
        mention = _mention(told[meant[0].number].place, table, row, catalogs[table])
        if mention is not None:
            yield from _swap(told, table, catalogs[table], row, meant, mention)


def _is_explicit(one: Candidate) -> bool:
    """Whether a reading is one cell whose row and column are named."""
    return (
        one.kind in (Kind.CELL, Kind.PAIR)
        and len(one.rows) == len(one.columns) == 1
        and one.row >= _ROW
        and (one.column >= _COLUMN or (one.kind is Kind.PAIR and one.cue))
    )


def _mention(place: Place, table: int, row: int, known: Catalog) -> Mention | None:
    """Where the sentence names a row by a label that only this row has; the nearest before."""
    found = [
        labelled.mention
        for labelled in place.passage.labels
        if labelled.table == table
        and labelled.mention.rows.tolist() == [row]
        and labelled.mention.end <= place.first
        and known.labels_of(labelled.mention.column).identifying
    ]
    return found[-1] if found else None


def _swap(
    told: Sequence[Told],
    table: int,
    known: Catalog,
    row: int,
    meant: Sequence[_Meant],
    mention: Mention,
) -> Iterator[Swap]:
    fitting = {one: _rows(told[one.number].target, known, one.column) for one in meant}
    count = Counter(other for rows in fitting.values() for other in rows if other != row)
    ranked = count.most_common(2)
    label = known.table.data[mention.column]
    if not ranked or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        return  # no row, or none alone
    other = ranked[0][0]
    wrong = [one for one, rows in fitting.items() if other in rows and not one.agrees]
    chance = float(known.rows)
    for one in wrong:
        chance *= len(fitting[one]) / known.rows
    enough = count[other] >= (1 - _MOST_LEFT) * len(meant)
    own = sum(one.agrees for one in meant)
    right = label[other]
    if len(wrong) < _LEAST or count[other] <= own or not enough or chance > _MOST_CHANCE:
        return
    if not isinstance(right, str):
        return
    words = told[meant[0].number].place.passage.words
    readings = {one.number: fitting[one][other] for one in fitting if other in fitting[one]}
    start, end = words[mention.start].start, words[mention.end - 1].end
    yield Swap(start, end, right, known.table.query_id, readings)


def _rows(target: Target, known: Catalog, column: int) -> dict[int, Reading]:
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
