"""Readings of a number as a difference, growth, share or multiple of two values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from sidecar.binding.context.operands import across_tables, restated, since, told
from sidecar.binding.context.operands.between import ends
from sidecar.binding.context.operands.compared import comparisons
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import Comparison, steps, written
from sidecar.binding.context.readings import two_tables
from sidecar.binding.context.readings.times import of_what
from sidecar.binding.context.said.cues import COMPARING, Cue
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import stem
from sidecar.binding.tables.columns import factor
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_RELATING = COMPARING | Cue.SHARE | Cue.RATIO | Cue.COMPOUND

_APART = frozenset({"period", "label", "column", "stated"})
"""What two values may differ in, of which one may have grown to the other."""

_MULTIPLES = frozenset({Kind.RATIO, Kind.GROWTH})

_MORE = frozenset(map(stem, one_of("higher more above ahead larger greater longer bigger")))
_LESS = frozenset(map(stem, one_of("lower fewer less below behind smaller shorter")))
"""What says of a difference which of two rows has more."""


def readings(question: Question, *, ranged: bool) -> Iterator[Candidate]:
    """What two linked values come to, as far as the words ask for a comparison.

    Args:
        question: The number.
        ranged: Whether it is one end of a range, and so no difference.
    """
    number = question.target.number
    relative = number.unit is Unit.PERCENT or number.form in (Form.FRACTION, Form.MULTIPLE)
    if not relative and (ranged or not question.cues & _RELATING):
        return
    between = question.target.steps and question.place.passage.once(ends).told
    for compared in _distinct(question):
        if question.target.steps and compared.over == "label":
            continue  # what rose did so over time
        told = of_what(question, compared) if relative else None
        if told:
            for one in _relative(question, compared):
                yield one._replace(explicit=one.kind in _MULTIPLES)
        elif relative and told is None:
            yield from _relative(question, compared)
        elif not relative:
            plainly = between and compared.over == "period" and compared.named
            for one in _absolute(question, compared):
                yield one._replace(explicit=plainly and one.kind is Kind.CHANGE)


def _distinct(question: Question) -> Iterable[Comparison]:
    """The values that may be compared; those that are found in several ways as best linked."""
    found: dict[tuple[str, int, int], Comparison] = {}
    for one in chain(
        comparisons(question),
        since.comparisons(question),
        restated.comparisons(question),
        told.comparisons(question),
        two_tables.comparisons(question),
        across_tables.comparisons(question),
    ):
        key = one.over, id(one.old.vector), id(one.new.vector)  # which the question keeps
        known = found.setdefault(key, one)
        if _linked(one) > _linked(known):
            found[key] = one
    return found.values()


def _linked(one: Comparison) -> tuple[float, bool, float]:
    """How well the values of a comparison are linked, and their columns."""
    return one.link, one.named, one.old.naming.strength + one.new.naming.strength


def _relative(question: Question, compared: Comparison) -> Iterator[Candidate]:
    cues, target = question.cues, question.target
    old, new = _value(compared.old), _value(compared.new)
    if compared.over == "period" and Cue.COMPOUND in cues and old > 0 and new > 0:
        yield from _compound(question, compared, old, new)
    if Cue.STEADY in question.cues:
        return
    parts = ("whole", "column", "label", *(("period",) if _is_part(question) else ()))
    if compared.over in parts and old and _has_share(target, compared) and not target.points:
        cue = bool(cues & (Cue.RATIO if target.number.form is Form.MULTIPLE else Cue.SHARE))
        scaled = new / old
        if compared.over == "column":
            scaled *= float(factor(compared.new.column) / factor(compared.old.column))
        kind = Kind.RATIO if target.number.form is Form.MULTIPLE else Kind.SHARE
        if kind is Kind.RATIO or (scaled > 1) is (target.number.value > _all(target)):
            yield _reading(question, compared, kind, "{new} / {old}", target.ratio(scaled), cue)
    if compared.over in _APART and old and _is_alike(compared) and not target.points:
        apart = compared.over != "period" or compared.named  # "18% more than in 2023"
        cue = bool(cues & (COMPARING if apart else Cue.CHANGE))
        growth = (new - old) / abs(old)
        yield _reading(
            question, compared, Kind.GROWTH, "{new} / {old} - 1", target.growth(growth), cue
        )
        if compared.over in ("period", "stated") and target.number.form is Form.MULTIPLE:
            yield _reading(
                question, compared, Kind.RATIO, "{new} / {old}", target.ratio(new / old), cue
            )
    if compared.over != "whole" and _is_rate(compared.old) and _is_rate(compared.new):
        points = target.linear(new - old, compared.new.column, change=True)
        cue = bool(cues & COMPARING)
        yield _reading(question, compared, Kind.CHANGE, "{new} - {old}", points, cue)


def _all(target: Target) -> int:
    """What a share of all is, as a number is written."""
    return 100 if target.number.unit is Unit.PERCENT else 1


def _is_rate(operand: Operand) -> bool:
    """Whether a value is a percentage, so that two of them differ by points."""
    return operand.column.fraction or operand.column.unit.kind is Unit.PERCENT


def _is_part(question: Question) -> bool:
    """Whether a number is said to be a part of what follows: "18% of its 2020 level"."""
    return question.place.words_after(1) == ["of"]


def _has_share(target: Target, compared: Comparison) -> bool:
    """Whether one value can be a part of another: rates and temperatures have no parts."""
    levels = compared.old.column.level or compared.new.column.level
    return target.number.form is Form.MULTIPLE or not levels


def _is_alike(compared: Comparison) -> bool:
    """Whether two values measure the same kind of thing, so that one may grow to the other."""
    old, new = compared.old.column, compared.new.column
    alike = old.unit.kind is new.unit.kind and not (old.level or new.level)
    if old is new or compared.over in ("period", "stated") or (alike and compared.named):
        return True
    return bool(old.period.known and new.period.known)  # one rate in two periods


def _compound(
    question: Question, compared: Comparison, old: float, new: float
) -> Iterator[Candidate]:
    count = steps(question, compared)
    if count and (count > 1 or Cue.STEADY in question.cues):
        growth = (new / old) ** (1 / count) - 1
        what = f"({{new}} / {{old}}) ^ (1/{count}) - 1"
        yield _reading(
            question, compared, Kind.GROWTH, what, question.target.growth(growth), cue=True
        )


def _absolute(question: Question, compared: Comparison) -> Iterator[Candidate]:
    cues, target = question.cues, question.target
    mean = Cue.MEAN in cues
    old, new = _value(compared.old, mean=mean), _value(compared.new, mean=mean)
    if compared.over == "whole":
        return
    kind = compared.new.column.unit.kind
    plain = kind is Unit.COUNT and compared.over == "period"  # ``actual_k`` may be in euros
    plain = plain and target.number.unit is Unit.CURRENCY
    if not (plain or kind in (None, target.number.unit) or target.number.unit is Unit.COUNT):
        return  # "fell for two years" is no difference of prices
    same = compared.over == "stated" or compared.old.column.unit.kind == kind
    if same and cues & COMPARING:
        cue = bool(cues & (Cue.CHANGE if compared.over == "period" else Cue.DIFFERENCE))
        way = _way(question, compared)
        found = target.linear((way or 1) * (new - old), compared.new.column, change=not way)
        if way is not None:
            yield _reading(question, compared, Kind.CHANGE, "{new} - {old}", found, cue)
    unit = compared.new.column.unit
    foreign = (
        unit.kind is target.number.unit is Unit.CURRENCY and unit.symbol != target.number.symbol
    )
    if compared.over == "column" and Cue.RATIO in cues and old and not foreign:
        scaled = new / old * float(factor(compared.new.column) / factor(compared.old.column))
        yield _reading(
            question, compared, Kind.RATIO, "{new} / {old}", target.plain(scaled), cue=True
        )


def _way(question: Question, compared: Comparison) -> int | None:
    """Which of two rows is said to have more: 1 the first one that is named, -1 the other.

    0 where nothing says it; None where the rows are compared the other way round.
    """
    after = frozenset(question.place.words_after(1))
    way = bool(after & _MORE) - bool(after & _LESS)
    starts = [
        max((choice.start for choice in operand.scope.choices if choice.dimension >= 0), default=-1)
        for operand in (compared.new, compared.old)
    ]
    place = question.place
    parted = min(starts) >= 0 and min(starts) < place.start < max(starts)
    if not way or not parted or compared.over != "label":
        return 0
    return way if starts[0] < starts[1] else None


def _value(operand: Operand, *, mean: bool = False) -> float:
    """The cell, or the sum of the cells; rates are averaged, and what a mean is asked of."""
    vector = operand.vector
    return vector.sum / vector.values.size if mean or operand.column.level else vector.sum


def _reading(
    question: Question, compared: Comparison, kind: Kind, what: str, agreement: Agreement, cue: bool
) -> Candidate:
    show = partial(_show, question, compared, what, agreement)
    rows = compared.new.scope.rows
    return Candidate(
        kind=kind,
        agreement=agreement,
        row=compared.link,
        column=(_named(compared.old, kind) + _named(compared.new, kind)) / 2,
        head=False,
        unit=0,
        cue=cue,
        period=_period(compared),
        share=1.0,
        table=compared.new.table,
        rows=() if rows is None or rows.size > 1 else tuple(rows.tolist()),
        columns=(compared.new.column.place,),
        show=show,
    )


def _period(compared: Comparison) -> float:
    """How well the periods fit: two that are named, or that of two rows' column."""
    told = compared.new.naming.period if compared.over == "label" else 0.0
    return told if told < 0 else 0.5 if compared.named else 0.0


def _named(operand: Operand, kind: Kind) -> float:
    """How strongly a column is named: the unit of a growth or a share is not that of its values."""
    of_unit = operand.naming.typed and kind is not Kind.CHANGE
    return 0.0 if of_unit else operand.naming.strength


def _show(question: Question, compared: Comparison, what: str, agreement: Agreement) -> Shown:
    formula = what.format(new=written(question, compared.new), old=written(question, compared.old))
    places = question.places(compared.new, 10) + question.places(compared.old, 10)
    return Shown(formula, agreement.value, formula, places)
