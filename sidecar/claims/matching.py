"""Whether a number of a source bears out one of a claim.

The same digits are not enough: "45" is not borne out by "45 million", "45 %" or "fell by 45" where
the claim counts, or has it rise.
"""

from __future__ import annotations

from decimal import Decimal

from sidecar.claims.figures import Figure, Figures
from sidecar.claims.told import Held
from sidecar.model.closeness import near
from sidecar.model.number import Direction, Form, Number, Qualifier, Unit

_HUNDRED = Decimal(100)
_HEDGED = (Decimal("0.9"), Decimal("1.1"))
_LEAST = frozenset({Qualifier.OVER, Qualifier.AT_LEAST, Qualifier.JUST_OVER})
_MOST = frozenset({Qualifier.UNDER, Qualifier.AT_MOST, Qualifier.NEARLY})
_EITHER = frozenset({Qualifier.ABOUT, Qualifier.CLOSE_TO})


def bears_out(one: Held, figure: Figure, claimed: Figures, scales: frozenset[int]) -> bool:
    """Whether a number of a source is what a claim says.

    Args:
        one: The number of the source.
        figure: That of the claim.
        claimed: All of the claim.
        scales: Powers of ten that the header of a table may have.
    """
    number, said = one.number, figure.number
    alike = (number.form is Form.ORDINAL) is (said.form is Form.ORDINAL)
    return (
        alike
        and _same_movement(one, said, below_zero=claimed.below_zero)
        and _same_bound(number, said)
        and _same_size(one, said, scales)
    )


def _same_size(one: Held, said: Number, scales: frozenset[int]) -> bool:
    """Whether a number of the source would be written as the claim writes it, or as a share."""
    number, size = one.number, abs(one.number.value)
    low, high = _bounds(said)
    if _same_unit(one, said) and (
        _by_header(one, said, scales) or (low <= size <= high and not _is_scaled(one))
    ):
        return True
    if said.unit is Unit.PERCENT and number.unit is Unit.COUNT:  # 45 % is 0.45
        return size < 1 and low <= size * _HUNDRED <= high
    if said.form is Form.FRACTION and number.unit is Unit.PERCENT:
        return low <= size / _HUNDRED <= high
    return False


def _bounds(said: Number) -> tuple[Decimal, Decimal]:
    """Between what a claim says that a size is."""
    size, half = abs(said.value), (said.high - said.low) / 2
    close = near(said)
    if close is not None:
        return min(map(abs, close)), max(map(abs, close))
    if said.qualifier in _LEAST:
        return size, (size + half) * _HEDGED[1]
    if said.qualifier in _MOST:
        return (size - half) * _HEDGED[0], size
    if said.qualifier is Qualifier.ABOUT:
        return (size - half) * _HEDGED[0], (size + half) * _HEDGED[1]
    return size - half, size + half


def _by_header(one: Held, said: Number, scales: frozenset[int]) -> bool:
    """Whether a cell has the number in the scale that its header may name: "USD million".

    What the header of its own column says counts; else a scale that the source names somewhere, for
    a number that is written with that scale, or with a larger one.
    """
    if not one.in_row or one.number.scale:
        return False
    if one.scales is None:
        scales = frozenset(power for power in scales if power <= said.scale)
    else:
        scales = one.scales
    low, high = _bounds(said)
    powers = (Decimal(10) ** power for power in scales)
    return any(low / power <= abs(one.number.value) <= high / power for power in powers)


def _is_scaled(one: Held) -> bool:
    """Whether the header of its column says that a cell is a number of thousands, say."""
    return bool(one.scales) and not one.number.scale and one.number.unit is not Unit.PERCENT


def _same_unit(one: Held, said: Number) -> bool:
    """Whether both are of one kind; a cell's unit may stand in its header."""
    number = one.number
    if {number.symbol, said.symbol} == {"", "year"}:  # "aged 45", "45 years old"
        return number.unit is Unit.COUNT or said.unit is Unit.COUNT
    if number.unit is said.unit:
        return number.symbol == said.symbol or {number.symbol, said.symbol} <= _PARTS
    bare = number.unit is Unit.COUNT and not number.symbol
    if bare and one.in_row:
        return True
    return said.unit is Unit.COUNT and number.unit is Unit.CURRENCY  # "$40 million, then 45"


_PARTS = frozenset({"pp", "bps"})
"""Both are steps of a percentage, unlike "%"."""


def _same_movement(one: Held, said: Number, *, below_zero: bool) -> bool:
    """Whether neither says of a number that it rises, falls or is negative where the other not."""
    number = one.number
    if one.is_base and said.direction:
        return False
    if number.direction and said.direction and number.direction is not said.direction:
        return False
    negative = number.sign < 0 or one.in_brackets
    if said.sign < 0:
        return negative or _falls(number)
    if number.sign < 0:
        return below_zero or _falls(said)
    return True


def _falls(number: Number) -> bool:
    return number.direction in (Direction.DOWN_BY, Direction.DOWN_TO)


def _same_bound(number: Number, said: Number) -> bool:
    """Whether a bound of the source ("up to 45") is none that the claim does not have."""
    if number.qualifier in (Qualifier.UNDER, Qualifier.AT_MOST):
        return said.qualifier in _MOST or said.qualifier in _EITHER
    if number.qualifier in _LEAST:
        return said.qualifier not in _MOST
    return True
