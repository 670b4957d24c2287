"""What is agreed on for a task, and what it comes to, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, fields
from decimal import Context, Decimal, localcontext

ZERO = Decimal(0)

PLACES = 9
"""Decimal places of all amounts, as ``google.type.Money`` has them: none needs more."""

EXACT = Context(prec=60)
"""In which nothing here is rounded: a thousand amounts of 10^15 with nine places have 28 digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is agreed on. All amounts are from 0, exact, in one currency, with at most nine places.

    Attributes:
        currency: Three capital letters.
        base: What the work costs by itself.
        max_bonus: Most that all bonuses add; None for no bound.
        max_penalty: Most that all penalties take off.
        max_total: Most that is paid.
    """

    currency: str
    base: Decimal
    max_bonus: Decimal | None = None
    max_penalty: Decimal | None = None
    max_total: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """How a total comes about: exact, signed amounts in one currency that add up to it.

    Attributes:
        base: What the work costs by itself.
        bonus: All bonuses.
        bonus_capped: What their cap takes off; at most 0.
        penalty: All penalties; at most 0.
        penalty_capped: What their cap gives back; from 0.
        floor: What lifts a total below 0 to 0.
        total_capped: What the cap of the total takes off; at most 0.
        rounding: What rounding each settlement adds; 0 where statements are rounded instead.
    """

    base: Decimal
    bonus: Decimal = ZERO
    bonus_capped: Decimal = ZERO
    penalty: Decimal = ZERO
    penalty_capped: Decimal = ZERO
    floor: Decimal = ZERO
    total_capped: Decimal = ZERO
    rounding: Decimal = ZERO

    @property
    def total(self) -> Decimal:
        """What the task costs."""
        with localcontext(EXACT):
            return sum((getattr(self, name) for name in AMOUNTS), ZERO)

    def reversed(self) -> Breakdown:
        """What takes it back."""
        with localcontext(EXACT):
            return Breakdown(**{name: ZERO - getattr(self, name) for name in AMOUNTS})


AMOUNTS = tuple(field.name for field in fields(Breakdown))
"""The names of the amounts that add up."""


def split(amount: Decimal) -> tuple[int, int]:
    """An amount as whole units and billionths of one, both with its sign.

    Raises:
        ValueError: If it has more than nine decimal places.
    """
    if not amount:  # as most parts of a total are
        return 0, 0
    with localcontext(EXACT):
        nanos = amount.scaleb(PLACES)
        if nanos != nanos.to_integral_value():
            raise ValueError(f"{amount:f} has more than {PLACES} decimal places")
        units, rest = divmod(abs(int(nanos)), 10**PLACES)
    return (-units, -rest) if nanos < 0 else (units, rest)


def joined(units: int, nanos: int) -> Decimal:
    """The amount of so many units and billionths of one."""
    with localcontext(EXACT):
        return units + Decimal(nanos).scaleb(-PLACES)
