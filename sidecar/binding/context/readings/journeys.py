"""Readings as the first and the last value of a series: "the backlog climbed from 1,210 to 1,280".

Where a text names no period, what a value moved from is that of the first one in the data, and what
it moved to that of the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.language import moves
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown

_TWO = 2
_SCOPED = 0.5  # how strongly rows are linked that moved


def readings(question: Question) -> Iterator[Candidate]:
    """The ends of the series of each linked group, for a number that is an end of a move."""
    place = question.place
    reached = moves.before(place.passage.words, place.first) is not None
    if question.periods or not (place.is_left or reached):
        return
    for operand in question.operands:
        link = max(operand.scope.link, question.whole(operand.table))
        end = _end(question, operand, last=reached) if link >= _SCOPED else None
        many = 0 if end is None else end.vector.values.size
        if end is not None and not (end.column.level and many > 1):
            agreement = question.target.linear(end.vector.sum, end.column)
            kind = Kind.CELL if many == 1 else Kind.SUM
            show = partial(_show, question, end, agreement)
            yield question.derived(kind, agreement, end, True, show)._replace(row=link)


def _end(question: Question, operand: Operand, *, last: bool) -> Operand | None:
    """The numbers of the first, or of the last, period of a group; None where it has but one.

    Columns side by side are such a series of each single row.
    """
    known, scope, at = question.catalogs[operand.table], operand.scope, -1 if last else 0
    inside = known.periods_of(scope.rows) if known.has_periods else []
    if len(inside) > 1:
        rows = known.rows_at(inside[at], scope.rows)
        return question.operand(
            operand.table, operand.column, operand.naming, scope._replace(rows=rows)
        )
    family = known.family(operand.column)
    if len(family) < _TWO or operand.vector.values.size > 1:
        return None
    return question.operand(operand.table, family[at], operand.naming._replace(period=0.0), scope)


def _show(question: Question, end: Operand, agreement: Agreement) -> Shown:
    formula = written(question, end)
    places = question.places(end, 10)
    return Shown(formula, agreement.value, formula if len(places) > 1 else "", places)
