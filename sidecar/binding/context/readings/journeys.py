"""Readings as two values of a series: "the backlog climbed from 1,210 to 1,280".

Where a text names no period, what a value moved from is that of the first one in the data, and what
it moved to that of the last; or they are those of two periods that have both, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sidecar.binding.context.operands import restated
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language import moves
from sidecar.binding.language.periods import Period
from sidecar.binding.tables.columns import ColumnFacts

_TWO = 2
_SCOPED = 0.5  # how strongly rows are linked that moved


def readings(question: Question) -> Iterator[Candidate]:
    """The ends of a move in the series of each linked group, for a number that is one of them."""
    place = question.place
    moved = moves.before(place.passage.words, place.first) is not None
    reached = moved or question.once(restated.moved_from) is not None
    if question.periods or not (place.is_left or reached):
        return
    unknown = (-1 if moved else None) if reached else 0
    for operand in question.operands:
        link = max(operand.scope.link, question.whole(operand.table))
        end = _end(question, operand, unknown) if link >= _SCOPED else None
        many = 0 if end is None else end.vector.values.size
        if end is not None and not (end.column.level and many > 1):
            agreement = question.target.linear(end.vector.sum, end.column)
            kind = Kind.CELL if many == 1 else Kind.SUM
            show = partial(_show, question, end, agreement)
            yield question.derived(kind, agreement, end, True, show)._replace(row=link)


def _end(question: Question, operand: Operand, unknown: int | None) -> Operand | None:
    """The numbers of one end of a move of a group; None where it has but one period.

    Columns side by side are such a series of each single row.

    Args:
        question: The number that is the end.
        operand: The group.
        unknown: The place of the period where none has it: the first, the last, or none.
    """
    known, scope, table = question.catalogs[operand.table], operand.scope, operand.table
    inside = known.periods_of(scope.rows) if known.has_periods else []
    if len(inside) > 1:
        at = _at(question, partial(_in_rows, question, operand, inside), unknown)
        if at is None:
            return None
        rows = known.rows_at(inside[at], scope.rows)
        return question.operand(table, operand.column, operand.naming, scope._replace(rows=rows))
    family = known.family(operand.column)
    if len(family) < _TWO or operand.vector.values.size > 1:
        return None
    at = _at(question, partial(_in_columns, question, operand, family), unknown)
    if at is None:
        return None
    return question.operand(table, family[at], operand.naming._replace(period=0.0), scope)


def _at(
    question: Question, places: Callable[[Stated], Sequence[int]], unknown: int | None
) -> int | None:
    """The place of the period in a series that one end of a move is of.

    Args:
        question: The number that is the end.
        places: The places of the periods that have what a number states.
        unknown: The place where no two periods have both ends, in their order.
    """
    others = [at for each in restated.neighbours(question) for at in places(each)]
    own = places(Stated(question.place, question.target)) if others else ()
    if unknown == 0:  # what the value moved from
        return min((at for at in own if at < max(others)), default=unknown)
    return max((at for at in own if at > min(others)), default=unknown)


def _in_rows(
    question: Question, operand: Operand, inside: Sequence[Period], stated: Stated
) -> list[int]:
    """The periods in whose row a series has what a number states."""
    own = operand.vector.rows.tolist()
    if len(own) != len(inside):
        return []  # several rows of one period
    known = question.catalogs[operand.table]
    rows = {*restated.rows(question, stated, operand.table, operand.column.place)}
    found = {known.row_periods[row] for row in rows.intersection(own)}
    return [at for at, period in enumerate(inside) if period in found]


def _in_columns(
    question: Question, operand: Operand, family: Sequence[ColumnFacts], stated: Stated
) -> list[int]:
    """The periods in whose column a row has what a number states."""
    row = int(operand.vector.rows[0])
    return [
        at
        for at, column in enumerate(family)
        if row in restated.rows(question, stated, operand.table, column.place)
    ]


def _show(question: Question, end: Operand, agreement: Agreement) -> Shown:
    formula = written(question, end)
    places = question.places(end, 10)
    return Shown(formula, agreement.value, formula if len(places) > 1 else "", places)
