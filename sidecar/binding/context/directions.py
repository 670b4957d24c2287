"""Whether a value moved the way that the text says: "fell to 1,350" of what was 1,200 before.

The value itself is right, so that no reading speaks against it; its row and column in the period
before do. That is the one with the value that the sentence says it moved from, or the one that the
sentence names beside the value's own, or else the one before it or the same part of the year
before: where either agrees, the text may mean that one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.binding.bound import Bound
from sidecar.binding.context.operands import restated
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.refused import CELLS, reading
from sidecar.binding.context.weighing.candidate import Candidate
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.binding.language import periods
from sidecar.binding.language.periods import Period
from sidecar.binding.tables.catalog import Catalog
from sidecar.evidence.location import location
from sidecar.model.number import Direction, Form, Number
from sidecar.model.report import Grade, Reading, Verdict
from sidecar.text.vocabulary import one_of

_WAYS = {Direction.UP_TO: 1, Direction.DOWN_TO: -1}
_UNSURE = one_of(
    "improved improve improves improvement advanced advance lost lose loses losing loss added "
    "adding contracted contraction"
)
"""Words of a direction that tell of good or bad news, of games or of contracts as well."""

_OPEN = one_of(
    "not never no if would could should might will rank ranked ranks position place places "
    "expected forecast projected target likely"
)
"""Words that leave open whether the value moved, or say that ranks did."""

_REACH = 10  # words before a number


class _Cell(NamedTuple):
    """A cell: its query result, row and column."""

    known: Catalog
    row: int
    column: int


def judged(found: Bound, question: Question, weighed: Weighed) -> Bound:
    """What a number was bound to; contradicted where its value moved the other way.

    Args:
        found: The number as it was bound.
        question: What is linked with it.
        weighed: Its readings.
    """
    number, place = question.target.number, question.place
    way = _WAYS.get(number.direction, 0)
    if not way or found.binding.verdict is not Verdict.SUPPORTED or not _is_plain(number, place):
        return found
    cell = _cell(found, question, weighed)
    if cell is None:
        return found
    before = list(_left(cell, question)) or list(_before(cell, question))
    if not before or not all(_moved(one, cell) == -way for one in before):
        return found
    binding = found.binding._replace(verdict=Verdict.CONTRADICTED, grade=Grade.NONE)
    return Bound(binding, ("WRONG_DIRECTION",), _shown(before[0]), named=found.named)


def _is_plain(number: Number, place: Place) -> bool:
    """Whether a verb says outright that a value moved."""
    words = place.passage.words[max(0, place.first - _REACH) : place.first]
    said = frozenset(word.word for word in words)
    return number.form is not Form.ORDINAL and said.isdisjoint(_UNSURE | _OPEN)


def _cell(found: Bound, question: Question, weighed: Weighed) -> _Cell | None:
    """The cell that a number was bound to, if it is one."""
    for _, one in weighed.ranked:
        if one.agrees and one.kind in CELLS and _is_single(one):
            shown = reading(one, question.catalogs)
            if shown is not None and _is_same(shown, found.binding.reading):
                return _Cell(question.catalogs[one.table], one.rows[0], one.columns[0])
    return None


def _is_single(one: Candidate) -> bool:
    return len(one.rows) == 1 and len(one.columns) == 1


def _is_same(one: Reading, other: Reading | None) -> bool:
    told = None if other is None else (other.query_id, other.location)
    return told == (one.query_id, one.location)


def _left(cell: _Cell, question: Question) -> Iterator[_Cell]:
    """The earlier cells of the same row, or of its labels, with what the value moved from.

    Where periods are named, what it moved from is that of one of them.
    """
    known, own = cell.known, _period(cell)
    left = question.once(restated.moved_from)
    if left is None or question.periods or not own.known:
        return
    columns = known.family(known.columns[cell.column]) or [known.columns[cell.column]]
    table = question.catalogs.index(known)
    for column in columns:
        for row in restated.rows(question, left, table, column.place):
            one = cell._replace(row=row, column=column.place)
            if periods.order(_period(one)) < periods.order(own) and _has_labels_of(cell, row):
                yield one


def _period(cell: _Cell) -> Period:
    """The period of a cell: that of its column, or else of its row."""
    period = cell.known.columns[cell.column].period
    dated = not period.known and cell.known.has_periods
    return cell.known.row_periods[cell.row] if dated else period


def _before(cell: _Cell, question: Question) -> Iterator[_Cell]:
    """The same row and column in the periods that the value may be compared with."""
    own = cell.known.columns[cell.column].period
    if own.known:  # the periods stand side by side
        family = cell.known.family(cell.known.columns[cell.column])
        columns = {each.period: each.place for each in family}
        for period in _baselines(own, list(columns), question):
            yield cell._replace(column=columns[period])
    elif cell.known.has_periods:
        own = cell.known.row_periods[cell.row]
        for period in _baselines(own, cell.known.period_order, question):
            rows = cell.known.rows_at(period, None).tolist()
            alike = [row for row in rows if _has_labels_of(cell, row)]
            if len(alike) == 1:
                yield cell._replace(row=alike[0])


def _baselines(own: Period, known: Sequence[Period], question: Question) -> Iterator[Period]:
    """The periods before one that a value of it is compared with."""
    grain = _grain(own)
    order = periods.order(own)
    earlier = [each for each in known if _grain(each) == grain and periods.order(each) < order]
    others = [each for each, _ in question.periods if not each.covers(own)]
    named = [each for each in earlier if any(other.covers(each) for other in others)]
    if named or not earlier:
        yield from named
        return
    last = max(earlier, key=periods.order)
    yield last
    year_before = None if own.year is None else own._replace(year=own.year - 1, weekday=None)
    yield from (
        each for each in earlier if each != last and each._replace(weekday=None) == year_before
    )


def _grain(period: Period) -> tuple[bool, ...]:
    """Which parts of a period are known."""
    return tuple(part is not None for part in period)


def _has_labels_of(cell: _Cell, row: int) -> bool:
    """Whether a row has the same labels as that of a cell."""
    data = cell.known.table.data
    labels = (data[labels.column] for labels in cell.known.labels)
    return all(column[row] == column[cell.row] for column in labels)


def _moved(before: _Cell, after: _Cell) -> int:
    """Which way a value went: 1 up, -1 down, 0 where it did not or has none before."""
    old, new = _value(before), _value(after)
    return 0 if old is None or new is None else (new > old) - (new < old)


def _value(cell: _Cell) -> float | None:
    at = cell.known.cells.at(cell.column, cell.row)
    return None if at is None else float(cell.known.table.cells[cell.column].values[at])


def _shown(cell: _Cell) -> Reading | None:
    """A cell as the report shows it."""
    at = cell.known.cells.at(cell.column, cell.row)
    if at is None:
        return None
    table = cell.known.table
    value = table.cells[cell.column].exact(at)
    return Reading(table.query_id, location(table, cell.column, at), value, Grade.NONE)
