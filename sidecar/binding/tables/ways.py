"""In which scales a number may be compared with the cells of a column.

That depends on how the number is written and on what the column declares, not on any value: it is
worked out once for all numbers that are written alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from sidecar.binding.units import MISFIT, ColumnUnit, Scale, scales
from sidecar.model.number import Direction, Number, NumberForm, Qualifier, Unit
from sidecar.model.text import Span
from sidecar.text.numerals import EXACT

MONEY_SCALES = tuple(Decimal(10) ** power for power in (3, 6, 9))
_PERCENT = ColumnUnit(Unit.PERCENT, "%", Decimal(100))
_LARGE, _SMALL, _PART = Decimal(1000), Decimal(1), Decimal("0.5")
_HUNDRED = Decimal(100)
_HUNDREDTH = Decimal("0.01")
_MISFIT = "UNIT_MISMATCH"
SCALE_UNTOLD = "SCALE_UNTOLD"
"""The code of what agrees in a scale that nothing declares: no error, whatever weighs it."""


@dataclass(frozen=True, slots=True, eq=False)  # there is one of each: compared by identity
class Scaling:
    """What tells how numbers are compared with a column; columns of one kind share it.

    Attributes:
        unit: The unit of its cells; percent for fractions that a text writes as percent.
        change: Whether its cells are changes, so that a verb may carry their sign.
        signed: Whether some of its cells are less than nothing, which words may say.
        either: Whether its values alone tell that its cells are fractions: nothing declares it.
        never: The units of numbers that no cell of it is told by.
        percent: Whether its cells, though nothing declares it, are no fractions: a rate past one.
        per: Of how many its cells are counted ("cases per 1,000"); None where nothing says it.
    """

    unit: ColumnUnit
    change: bool
    signed: bool = False
    either: bool = False
    never: frozenset[Unit] = frozenset()
    percent: bool = False
    per: Decimal | None = None


@lru_cache(maxsize=4096)
def scaling(
    unit: ColumnUnit,
    *,
    fraction: bool,
    change: bool,
    signed: bool = False,
    never: frozenset[Unit] = frozenset(),
    percent: bool = False,
    per: Decimal | None = None,
) -> Scaling:
    """The one scaling of columns of a kind."""
    own = _PERCENT if fraction else unit
    return Scaling(own, change, signed, fraction, never, percent, None if fraction else per)


class ScaleChoice(NamedTuple):
    """A scale to compare in.

    Attributes:
        scale: The scale.
        factor: Its factor as a float.
        at_most: Its bound as a float.
        guessed: Whether nothing declares it.
    """

    scale: Scale
    factor: float
    at_most: float | None
    guessed: bool


def alike(number: Number) -> Number:
    """A number that is written as another is: all such have the same ways."""
    size = abs(number.value)
    part = 0 < size < 1 and number.form is NumberForm.DIGITS
    value = _PART if part else _LARGE if size >= _LARGE else _SMALL
    return Number(
        Span(0, 0), value, value, value, number.unit, number.symbol, number.scale, number.form,
        Qualifier.NONE, number.direction, number.sign,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def ways(number: Number, known: Scaling, *, falls: bool) -> tuple[ScaleChoice, ...]:
    """The ways to compare a number with a column, the declared ones first.

    Args:
        number: Any number that is written as it is.
        known: The kind of column.
        falls: Whether words near it tell of a fall, or of less than nothing.
    """
    return tuple(
        ScaleChoice(
            scale,
            float(scale.factor),
            None if scale.at_most is None else float(scale.at_most),
            guessed,
        )
        for found, guessed in (
            (_declared(number, known, falls=falls), False),
            (_guessed(number, known), True),
        )
        for scale in found
    )


def _declared(number: Number, known: Scaling, *, falls: bool) -> Iterator[Scale]:
    """The scales that the column allows, each with the signs that the text allows."""
    drops = number.direction is Direction.DOWN_BY and not number.sign
    moves = number.direction in (Direction.UP_BY, Direction.DOWN_BY) and not number.sign
    for scale in _fitting(number, known):
        opposite = scale._replace(factor=-scale.factor)
        if scale.code:
            yield scale
        elif drops and known.change:
            yield opposite
            yield scale._replace(code="WRONG_SIGN")
        else:
            yield scale
            told = falls and (known.change or known.signed)
            unsigned = drops or (told and not number.sign and not moves)
            yield opposite if unsigned else opposite._replace(code="WRONG_SIGN")


def _fitting(number: Number, known: Scaling) -> Sequence[Scale]:
    """The scales by the unit of the column, and by what it tells without one."""
    if number.unit in known.never:
        return MISFIT
    if number.unit is Unit.PERCENT and known.per is not None:
        return [Scale(EXACT.divide(_HUNDRED, known.per))]
    found = scales(number, known.unit)
    if number.unit is not Unit.PERCENT:
        return (*found, *_as_part(number, known))
    if known.either:
        return [found[0], Scale(code=SCALE_UNTOLD)]
    if known.unit.kind is None:
        code = _MISFIT if known.percent else SCALE_UNTOLD
        return [found[0], Scale(_PERCENT.factor, at_most=_SMALL, code=code)]
    return found


def _as_part(number: Number, known: Scaling) -> Iterator[Scale]:
    """The scale of a decimal fraction of a column in percent: ".625" of 62.5; no change is one."""
    plain = number.unit is Unit.COUNT and number.direction is Direction.NONE and not number.sign
    if plain and number.value == _PART and known.unit.kind is Unit.PERCENT:
        yield Scale(EXACT.divide(known.unit.factor, _HUNDRED))


def _guessed(number: Number, known: Scaling) -> Iterator[Scale]:
    """The scales that a column which declares nothing may have."""
    if known.unit.kind is not None or number.unit in known.never:
        return
    money = number.unit in (Unit.COUNT, Unit.CURRENCY)
    if money and (number.scale or abs(number.value) >= _LARGE):
        yield from map(Scale, MONEY_SCALES)
    if number.form is NumberForm.FRACTION:
        yield Scale(_HUNDREDTH)
