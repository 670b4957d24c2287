"""Readings of a number as a sum, mean, median or spread of a group of cells."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.grouped import groups
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.typed import SHARES
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.passages.weighted import Weighting, asks_median, weighting
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.binding.tables.vectors import Vector
from sidecar.model.evidence import EXACT
from sidecar.model.number import Unit

_EXACT = ("sum", "mean")
_MOST_EXACT = 10_000  # numbers of a sum that floats do not hold
_SHOWN = 20
_HARDLY = -2.5  # for a plain mean where words say that it is weighted
_LESS, _MORE, _NAMED = -0.5, 0.5, 1.0  # for means that are weighted, or not, as the words say
_NEAR = 0.01  # how near to all the parts of a whole come
_UNSAID = 0.5  # how well all rows are linked where nothing says that they are meant
_LEVEL = Cue.MEAN | Cue.TOTAL
_UNASKED = -1.0  # of a sum over time that neither a period nor a word asks for


class _Asked(NamedTuple):
    """What the words at a number ask of groups.

    Attributes:
        percent: Whether for a percentage.
        total: Whether for a sum.
        mean: Whether for a mean.
        median: Whether for a median.
        level: Whether for what rates come to together.
        ranged: Whether for a range.
        spread: Whether for the distance of two values; no range goes up or down.
        weighted: How a mean is said to be taken.
    """

    percent: bool
    total: bool
    mean: bool
    median: bool
    level: bool
    ranged: bool
    spread: bool
    weighted: Weighting | None


def readings(question: Question) -> Iterator[Candidate]:
    """What a group of cells comes to, as far as the words ask for it."""
    asked = _asked(question)
    for operand in groups(question):
        unlike = asked.percent and question.target.fits(operand.column) is False
        if operand.vector.values.size > 1 and not unlike:
            yield from _of(question, operand, operand.vector, asked)


def _asked(question: Question) -> _Asked:
    cues, number = question.cues, question.target.number
    median = asks_median(question.place)
    return _Asked(
        percent=number.unit is Unit.PERCENT,
        total=Cue.TOTAL in cues,
        mean=Cue.MEAN in cues and not median,
        median=Cue.MEDIAN in cues and median is not False,
        level=not median and bool(cues & _LEVEL),
        ranged=Cue.RANGE in cues,
        spread=Cue.DIFFERENCE in cues and not (number.sign or question.target.steps),
        weighted=None if median else weighting(question.place),
    )


def _of(question: Question, operand: Operand, vector: Vector, asked: _Asked) -> Iterator[Candidate]:
    column, said = operand.column, asked.weighted
    if (_adds_up(question, operand) and asked.total) or not (column.level or asked.ranged):
        party = not asked.mean and any(choice.is_party for choice in operand.scope.choices)
        one = _reading(question, operand, Kind.SUM, "sum", vector.sum, asked.total or party)
        if operand.scope.rows is None and not one.cue:
            one = one._replace(row=_UNSAID * operand.scope.link)
        unasked = operand.across and not asked.total and not operand.spans
        yield one._replace(bonus=_UNASKED) if unasked else one
    if asked.mean and (said is None or said.plain or not column.level):
        mean = vector.sum / vector.values.size
        one = _reading(question, operand, Kind.MEAN, "mean", mean, cue=True)
        weighs = column.level or said is not None
        yield one._replace(bonus=_bonus(said, plain=True)) if weighs else one
    elif column.level and said is None and not asked.median and _is_kind(question, operand):
        mean = vector.sum / vector.values.size  # "urban clinics wait 6 days"
        yield _reading(question, operand, Kind.MEAN, "mean", mean, cue=False)
    if (column.level and asked.level) or (said is not None and not said.plain):
        yield from _weighted(question, operand, vector, said)
    if asked.median:
        yield _reading(
            question, operand, Kind.MEAN, "median", float(np.median(vector.values)), cue=True
        )
    if asked.spread:
        spread = vector.most - vector.least
        yield _reading(question, operand, Kind.CHANGE, "range", spread, asked.ranged)


def _is_kind(question: Question, operand: Operand) -> bool:
    """Whether rows are those of one kind, or that a text picks, in a table with one for each."""
    known = question.catalogs[operand.table]
    column = None if known.entities.labels is None else known.entities.labels.column
    return not (column is None or known.has_periods or not operand.scope.choices) and all(
        choice.is_party or choice.dimension not in (column, PERIODS)
        for choice in operand.scope.choices
    )


def _adds_up(question: Question, operand: Operand) -> bool:
    """Whether values may be summed: of percentages those that are parts of one whole."""
    column = operand.column
    if not (column.fraction or column.unit.kind is Unit.PERCENT):
        return not column.level
    scale = float(factor(column)) / 100
    if operand.vector.sum * scale > 1 + _NEAR:
        return False
    if any(not SHARES.isdisjoint(phrase.words) for phrase in column.phrases):
        return True
    whole = question.vector(operand.table, column.place, None)
    times = 0.0 if whole is None else whole.sum * scale
    return round(times) > 0 and abs(times / round(times) - 1) <= _NEAR


def _weights(question: Question, operand: Operand) -> Iterator[tuple[ColumnFacts, Vector]]:
    """The columns of counts or amounts beside a rate."""
    for column in question.catalogs[operand.table].measures:
        rate = column.unit.kind is Unit.PERCENT or column.fraction
        if column.place != operand.column.place and not rate:
            vector = question.vector(operand.table, column.place, operand.scope.rows)
            if vector is not None:
                yield column, vector


def _weighted(
    question: Question, operand: Operand, vector: Vector, said: Weighting | None
) -> Iterator[Candidate]:
    """Means of rates, weighted by each column of counts or amounts, or by the one that is named."""
    if said is not None and said.plain:
        return
    named = frozenset() if said is None else said.named(operand.table) - {operand.column.place}
    for weight, by in _weights(question, operand):
        if named and weight.place not in named:
            continue
        if by.values.size == vector.values.size and by.sum and (by.rows == vector.rows).all():
            mean = float((vector.values * by.values).sum() / by.sum)
            name = question.name(operand.table, weight)
            one = _reading(question, operand, Kind.MEAN, f"mean by {name}", mean, cue=True)
            yield one._replace(bonus=_NAMED if named else _bonus(said, plain=False))


def _bonus(said: Weighting | None, *, plain: bool) -> float:
    """What the words say for a mean that is plain, or weighted."""
    if said is None:
        return 0.0 if plain else _LESS
    if plain and not said.plain:
        return _HARDLY
    return _MORE if said.plain is plain else _LESS


def _reading(
    question: Question, operand: Operand, kind: Kind, what: str, value: float, cue: bool
) -> Candidate:
    exact = _exact(question, operand, what)
    target, column = question.target, operand.column
    agreement = target.linear(value, column) if exact is None else target.exactly(exact, column)
    return question.derived(
        kind, agreement, operand, cue, partial(_show, question, operand, what, agreement, value)
    )


def _exact(question: Question, operand: Operand, what: str) -> Decimal | None:
    """A sum or mean of numbers that floats do not hold; None where they do."""
    known = question.catalogs[operand.table]
    cells, rows = known.table.cells[operand.column.place], operand.vector.rows
    if what not in _EXACT or operand.across or cells.unscaled is None or rows.size > _MOST_EXACT:
        return None
    places = known.cells.of(operand.column.place, rows.astype(np.int64))
    total = Decimal(sum(int(cells.unscaled[place]) for place in places.tolist()))
    total = total.scaleb(-cells.scale, EXACT)
    return total if what == "sum" else EXACT.divide(total, Decimal(rows.size))


def _show(
    question: Question, operand: Operand, what: str, agreement: Agreement, value: float
) -> Shown:
    places = question.places(operand, _SHOWN)
    formula = f"{what}({question.range_of(operand)})"
    return Shown(
        formula, agreement.value if agreement.value is not None else rounded(value), formula, places
    )
