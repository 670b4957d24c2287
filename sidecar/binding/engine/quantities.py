"""A number as it is compared, and how the unit of a measure suits it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.formulas import FORMULAS, EngineFormula, Quantity
from sidecar.binding.engine.measures import (
    COUNTED,
    CURRENCY,
    MEASURED,
    NO_UNIT,
    PERCENT,
    ViewMeasure,
)
from sidecar.binding.settings import NumericSettings
from sidecar.binding.sizes import step
from sidecar.binding.tolerance import tolerated
from sidecar.model.number import Direction, Number, NumberForm, Qualifier, Unit
from sidecar.work import check_abandoned


class Shape(IntEnum):
    """How a number is written, as far as its unit goes."""

    BARE = 0
    PERCENT = 1
    POINTS = 2
    CURRENCY = 3
    MEASURE = 4
    MULTIPLE = 5
    ORDINAL = 6


class Fit(IntEnum):
    """How a unit suits a number."""

    SAME = 0  # both tell the same unit
    NEITHER = 1  # neither tells one
    VALUE_ONLY = 2  # the data alone tell one
    TEXT_ONLY = 3  # the text alone tells one
    OTHER = 4  # another unit of measurement
    CLASH = 5
    CONVERTED = 6  # another size of the same unit


_SHAPES = {
    Unit.COUNT: Shape.BARE,
    Unit.PERCENT: Shape.PERCENT,
    Unit.CURRENCY: Shape.CURRENCY,
    Unit.MEASURE: Shape.MEASURE,
}


class Target(NamedTuple):
    """A number that is looked for.

    Attributes:
        shape: How it is written.
        symbol: Its unit's.
        value: Its value, as a float.
        low, high: What would round to it, hedges included.
        sign: That of its direction, or as it is written: -1, 0, 1.
        is_whole: Whether it has no decimals.
        scale: The power of ten of its scale word.
        forms: What tells of its form, for features.
        group: Shared by the parts of a range.
        place: The power of ten of its last digit as it is written; None where it is no digits.
    """

    shape: Shape
    symbol: str
    value: float
    low: float
    high: float
    sign: int
    is_whole: bool
    scale: int
    forms: tuple[str, ...]
    group: int
    place: int | None = None

    @property
    def may_count(self) -> bool:
        """Whether it may be a count of rows, or a rank: no count is written "3.0"."""
        return self.is_whole and (self.place is None or self.place >= 0)


FORMS = (
    "percent", "points", "currency", "measure", "multiple", "ordinal", "fraction", "decimal",
    "word", "digit", "large", "signed", "by", "to", "group", "hedged",
)  # fmt: skip


def target_of(number: Number, settings: NumericSettings) -> Target:
    """A number as it is looked for."""
    check_abandoned()
    reach = tolerated(number, settings)
    value, low, high = float(number.value), float(reach.low), float(reach.high)
    shape = _shape(number)
    if shape is Shape.PERCENT and number.unit is Unit.COUNT:  # a fraction
        value, low, high = value * 100, low * 100, high * 100
    sign = number.sign
    if not sign and number.direction in _BY:
        sign = 1 if number.direction is Direction.UP_BY else -1
    return Target(
        shape, number.symbol, value, low, high, sign, value == round(value), number.scale,
        tuple(_forms(number, shape, value)), number.group, _place(number),
    )  # fmt: skip


_BY = (Direction.UP_BY, Direction.DOWN_BY)
_WRITTEN = {NumberForm.MULTIPLE: Shape.MULTIPLE, NumberForm.ORDINAL: Shape.ORDINAL}


def _shape(number: Number) -> Shape:
    if number.form is NumberForm.FRACTION and number.unit is Unit.COUNT:
        return Shape.PERCENT
    if number.symbol in ("pp", "bps"):
        return Shape.POINTS
    return _WRITTEN.get(number.form, _SHAPES[number.unit])


def _place(number: Number) -> int | None:
    """The power of ten of the last digit that is written."""
    return (number.high - number.low).adjusted() if number.form is NumberForm.DIGITS else None


_SMALL = 20  # numbers below it are often written as words


def _forms(number: Number, shape: Shape, value: float) -> Iterator[str]:
    """What tells of the form of a number."""
    if number.form is NumberForm.FRACTION and number.unit is Unit.COUNT:
        yield "fraction"
    if shape is not Shape.BARE:
        yield shape.name.lower()
    elif value != round(value):
        yield "decimal"
    elif abs(value) >= _SMALL:
        yield "large"
    else:
        yield "word" if number.form is NumberForm.WORDS else "digit"
    if number.sign:
        yield "signed"
    if number.direction is not Direction.NONE:
        yield "by" if number.direction in _BY else "to"
    if number.group:
        yield "group"
    if number.qualifier not in (Qualifier.NONE, Qualifier.EXACTLY):
        yield "hedged"


_FITS: Mapping[tuple[Quantity, Shape], Fit] = {
    (Quantity.PERCENT, Shape.PERCENT): Fit.SAME,
    (Quantity.PERCENT, Shape.BARE): Fit.VALUE_ONLY,
    (Quantity.MULTIPLE, Shape.MULTIPLE): Fit.SAME,
    (Quantity.MULTIPLE, Shape.BARE): Fit.NEITHER,
    (Quantity.COUNT, Shape.BARE): Fit.SAME,
    (Quantity.COUNT, Shape.MEASURE): Fit.OTHER,
    (Quantity.QUOTIENT, Shape.CURRENCY): Fit.TEXT_ONLY,
    (Quantity.QUOTIENT, Shape.BARE): Fit.NEITHER,
    (Quantity.QUOTIENT, Shape.MEASURE): Fit.NEITHER,
    (Quantity.QUOTIENT, Shape.MULTIPLE): Fit.NEITHER,
}
"""How results suit numbers by their kinds; what is not here clashes."""

_VALUE_FITS: Mapping[tuple[Shape, int], Fit] = {
    (Shape.BARE, NO_UNIT): Fit.NEITHER,
    (Shape.BARE, COUNTED): Fit.NEITHER,
    (Shape.BARE, PERCENT): Fit.VALUE_ONLY,
    (Shape.BARE, CURRENCY): Fit.VALUE_ONLY,
    (Shape.BARE, MEASURED): Fit.VALUE_ONLY,
    (Shape.PERCENT, PERCENT): Fit.SAME,
    (Shape.PERCENT, NO_UNIT): Fit.TEXT_ONLY,
    (Shape.POINTS, PERCENT): Fit.SAME,
    (Shape.POINTS, NO_UNIT): Fit.TEXT_ONLY,
    (Shape.CURRENCY, CURRENCY): Fit.SAME,
    (Shape.CURRENCY, NO_UNIT): Fit.TEXT_ONLY,
    (Shape.CURRENCY, COUNTED): Fit.TEXT_ONLY,
    (Shape.MEASURE, MEASURED): Fit.SAME,
    (Shape.MEASURE, NO_UNIT): Fit.TEXT_ONLY,
    (Shape.MEASURE, COUNTED): Fit.TEXT_ONLY,
    (Shape.MULTIPLE, NO_UNIT): Fit.TEXT_ONLY,
    (Shape.ORDINAL, NO_UNIT): Fit.NEITHER,
}
"""How values in the unit of a measure suit numbers; what is not here clashes."""

_IN_PARTS = (Shape.PERCENT, Shape.POINTS)


class Suitability(NamedTuple):
    """How a result suits a number: the fit, its factor, and another factor (0 for none)."""

    fit: Fit
    factor: float = 1.0
    other: float = 0.0


CLASH = Suitability(Fit.CLASH)


def fit(target: Target, formula: EngineFormula, measure: ViewMeasure | None) -> Suitability:
    """How what a formula gives suits a number."""
    shape, quantity = target.shape, formula.quantity
    if quantity is Quantity.VALUE:
        return CLASH if measure is None else _fit_value(target, formula, measure)
    if quantity is Quantity.COUNT and shape is Shape.ORDINAL and formula.family == "rank":
        return Suitability(Fit.SAME)
    found = _FITS.get((quantity, shape), Fit.CLASH)
    if quantity is not Quantity.QUOTIENT or measure is None:
        return CLASH if quantity is Quantity.QUOTIENT else Suitability(found)
    if shape is Shape.CURRENCY:
        return Suitability(Fit.SAME if measure.unit == CURRENCY else found, measure.factor)
    return Suitability(found, measure.factor, 1.0)


def _fit_value(target: Target, formula: EngineFormula, m: ViewMeasure) -> Suitability:
    shape = target.shape
    found = _VALUE_FITS.get((shape, m.unit), Fit.CLASH)
    if _cannot_be(shape, formula, m):
        return CLASH
    if shape in _IN_PARTS:
        return Suitability(found, m.factor) if found is Fit.SAME else Suitability(found, 1.0, 100.0)
    if found is Fit.SAME and m.symbol != target.symbol and (m.symbol or shape is Shape.MEASURE):
        size = step(m.symbol, target.symbol)
        if size is not None:
            return Suitability(Fit.CONVERTED, m.factor * float(size))
        found = Fit.OTHER
    return Suitability(found, m.factor, 0.0 if found is Fit.SAME else _unstated(target, m))


def _unstated(target: Target, m: ViewMeasure) -> float:
    """The factor of a scale that the column, or the number, does not state; 0 for none."""
    if m.factor != 1.0:
        return 1.0
    return 10.0**target.scale if target.scale else 0.0


def _cannot_be(shape: Shape, formula: EngineFormula, m: ViewMeasure) -> bool:
    """Whether values of a measure are never written so."""
    if shape is Shape.POINTS:
        return not (formula.is_change or formula.name == "spread")
    if shape is Shape.ORDINAL:
        return not m.is_whole
    if shape is Shape.PERCENT and m.is_change:
        return False
    return shape in (Shape.PERCENT, Shape.MULTIPLE) and m.is_whole and m.unit == NO_UNIT


class FormulaSuitability(NamedTuple):
    """How the results of formulas over measures suit a number. Each of shape (formulas, measures).

    Attributes:
        fit: As in ``Fit``.
        factor: What results are multiplied by.
        other: The same where the scale is not stated, else NaN.
        flags: Decimals that a result would not have, or should have: see ``candidates.FLAGS``.
    """

    fit: NDArray[np.int64]
    factor: NDArray[np.float64]
    other: NDArray[np.float64]
    flags: NDArray[np.int64]


def suitable(target: Target, measures: Sequence[ViewMeasure]) -> FormulaSuitability:
    """How all formulas over measures, and behind these over none, suit a number."""
    told = [
        [fit(target, formula, None if formula.quantity is Quantity.COUNT else m) for m in measures]
        + [fit(target, formula, None)]
        for formula in _DISTINCT
    ]
    flags = [
        [
            0 if suits.fit is Fit.CONVERTED else _decimals(target, formula, m)
            for m, suits in zip(measures, each, strict=False)
        ]
        + [0]
        for formula, each in zip(_DISTINCT, told, strict=True)
    ]
    other = np.array([[one.other for one in each] for each in told])
    return FormulaSuitability(
        np.array([[int(one.fit) for one in each] for each in told])[_AS_DISTINCT],
        np.array([[one.factor for one in each] for each in told])[_AS_DISTINCT],
        np.where(other != 0, other, np.nan)[_AS_DISTINCT],
        np.array(flags)[_AS_DISTINCT],
    )


DECIMALS, WHOLE = 4, 8  # bits of flags
_ROUNDED = ("mean", "median")  # values with decimals of whole numbers


def _decimals(target: Target, formula: EngineFormula, measure: ViewMeasure) -> int:
    """Flags of decimals that a value would not have, or should have."""
    is_value = formula.quantity is Quantity.VALUE
    if not is_value or formula.name in _ROUNDED or measure.factor != 1:
        return 0
    if measure.is_whole and not target.is_whole:
        return DECIMALS
    rounds = formula.is_change or formula.name == "spread"
    return WHOLE if target.is_whole and not measure.is_whole and not rounds else 0


def _kind(formula: EngineFormula) -> tuple[object, ...]:
    """What formulas share that suit the same numbers."""
    named = formula.name if formula.name in (*_ROUNDED, "spread") else ""
    return formula.quantity, formula.family == "rank", formula.is_change, named


_KINDS = [_kind(one) for one in FORMULAS]
_DISTINCT = [FORMULAS[_KINDS.index(kind)] for kind in dict.fromkeys(_KINDS)]
_AS_DISTINCT = np.array([[*dict.fromkeys(_KINDS)].index(kind) for kind in _KINDS])
