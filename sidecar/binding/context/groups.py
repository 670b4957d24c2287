"""Readings of a number as a sum, mean, median or spread of a group of cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from sidecar.binding.context.agreement import Agreement, rounded
from sidecar.binding.context.candidate import Candidate, Kind, Shown
from sidecar.binding.context.cues import Cue
from sidecar.binding.context.operands import Operand, Question
from sidecar.binding.context.vectors import Vector

_SHOWN = 20


def readings(question: Question) -> Iterator[Candidate]:
    """What a group of cells comes to, as far as the words ask for it."""
    for operand in question.groups:
        vector = operand.vector
        if vector.values.size < 2:
            continue
        yield from _of(question, operand, vector)


def _of(question: Question, operand: Operand, vector: Vector) -> Iterator[Candidate]:
    cues, column = question.cues, operand.column
    if Cue.TOTAL in cues or not (column.level or Cue.RANGE in cues):
        yield _reading(question, operand, Kind.SUM, "sum", vector.sum, Cue.TOTAL in cues)
    if Cue.MEAN in cues:
        mean = vector.sum / vector.values.size
        yield _reading(question, operand, Kind.MEAN, "mean", mean, cue=True)
        if column.level:
            yield from _weighted(question, operand, vector)
    elif column.level and Cue.TOTAL in cues:
        yield from _weighted(question, operand, vector)
    if Cue.MEDIAN in cues:
        yield _reading(
            question, operand, Kind.MEAN, "median", float(np.median(vector.values)), cue=True
        )
    if Cue.DIFFERENCE in cues:
        spread = vector.most - vector.least
        yield _reading(question, operand, Kind.CHANGE, "range", spread, Cue.RANGE in cues)


def _weighted(question: Question, operand: Operand, vector: Vector) -> Iterator[Candidate]:
    """Means of rates, weighted by each column of counts or amounts."""
    for weight, by in question.weights(operand):
        if by.values.size == vector.values.size and by.sum and (by.rows == vector.rows).all():
            mean = float((vector.values * by.values).sum() / by.sum)
            name = question.name(operand.table, weight)
            one = _reading(question, operand, Kind.MEAN, f"mean by {name}", mean, cue=True)
            yield one._replace(bonus=-0.5)


def _reading(
    question: Question, operand: Operand, kind: Kind, what: str, value: float, cue: bool
) -> Candidate:
    agreement = question.target.linear(value, operand.column)
    return question.derived(
        kind, agreement, operand, cue, partial(_show, question, operand, what, agreement, value)
    )


def _show(
    question: Question, operand: Operand, what: str, agreement: Agreement, value: float
) -> Shown:
    places = question.places(operand, _SHOWN)
    formula = f"{what}({question.range_of(operand)})"
    return Shown(
        formula, agreement.value if agreement.value is not None else rounded(value), formula, places
    )
