"""What is agreed on for a task and what it comes to, as plain data; why one is not settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import ClassVar

from sidecar.errors import VerifydError
from sidecar.model.outcome import OutcomeFault

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


def join(units: int, nanos: int) -> Decimal:
    """The amount of so many units and billionths of one."""
    with localcontext(EXACT):
        return units + Decimal(nanos).scaleb(-PLACES)


# The smallest unit of a currency, and amounts written and rounded by it.

USUAL_PLACES = 2

CURRENCY_PLACES: Mapping[str, int] = {
    code: places
    for places, codes in {
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
        3: "BHD IQD JOD KWD LYD OMR TND",
        4: "CLF UYW",
    }.items()
    for code in codes.split()
}
"""Decimal places of amounts in the currencies of ISO 4217 that have not two."""


def count_decimal_places(currency: str) -> int:
    """How many decimal places amounts in a currency have."""
    return CURRENCY_PLACES.get(currency, USUAL_PLACES)


def round_to_unit(amount: Decimal, currency: str) -> Decimal:
    """An amount in whole smallest units of its currency, half to even."""
    with localcontext(EXACT):
        return amount.quantize(find_smallest_unit(currency), ROUND_HALF_EVEN)


def find_smallest_unit(currency: str) -> Decimal:
    """The amount that one smallest unit is, such as 0.01."""
    return Decimal(1).scaleb(-count_decimal_places(currency))


def format_amount(amount: Decimal, currency: str) -> str:
    """An exact amount as text, with the places of its currency at least: ``1.50``, ``0.0044``."""
    if not amount:  # as most parts of a total are; and never -0
        return f"{ZERO:.{count_decimal_places(currency)}f}"
    with localcontext(EXACT):
        places = max(count_decimal_places(currency), -int(amount.normalize().as_tuple().exponent))
        return f"{amount:.{places}f}"


# Why a task is not settled: its amounts, the key, the parties, or governance.


class AmountInvalid(VerifydError):
    """An amount is missing, below 0, too large, or none."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "AMOUNT_INVALID"


class CurrencyInvalid(VerifydError):
    """A currency is no code of ISO 4217 that is money."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CURRENCY_INVALID"


class CurrencyMixed(VerifydError):
    """Amounts of one settlement are in several currencies."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CURRENCY_MIXED"


class KeyInvalid(VerifydError):
    """A key is missing, too long or not printable."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "KEY_INVALID"


class PartyMissing(VerifydError):
    """Nobody says for what contract, who did the work, or who pays."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "PARTY_MISSING"


class PeriodInvalid(VerifydError):
    """A period lacks its start or its end, or does not end after it starts."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "PERIOD_INVALID"


class StatementTooLarge(VerifydError):
    """An amount of a statement is larger than a message can hold."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "STATEMENT_TOO_LARGE"


class TermsMisplaced(VerifydError):
    """The outcome of a request to settle has terms of its own."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TERMS_MISPLACED"


class OutcomeOpen(VerifydError):
    """Verifyd, or what it asks, is at fault, so that nobody knows what is to be paid.

    Args:
        faults: What left the outcome open; the first gives its reason.
    """

    code: ClassVar[str] = "UNAVAILABLE"

    def __init__(self, faults: Sequence[OutcomeFault]) -> None:
        metrics = dict.fromkeys(fault.metric for fault in faults if fault.metric)
        details = dict.fromkeys(fault.detail for fault in faults)
        super().__init__(
            f"nothing was settled: {'; '.join(dict.fromkeys(fault.message for fault in faults))}",
            faults=len(faults),
            metrics=",".join(metrics),
            details=",".join(details),
        )
        self.reason = faults[0].reason  # type: ignore[misc]  # each row of the table has its own
        # All must be past: what has to be installed first is waited for longest.
        self.retry_after_s = max(fault.retry_s for fault in faults)
