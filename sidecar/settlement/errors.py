"""What is refused about amounts, before anything is measured."""

from __future__ import annotations

from typing import ClassVar

from sidecar.errors import VerifydError


class AmountInvalid(VerifydError):
    """An amount is missing, below 0, too large, or none."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "AMOUNT_INVALID"


class CurrencyInvalid(VerifydError):
    """A currency is not three capital letters."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CURRENCY_INVALID"


class CurrencyMixed(VerifydError):
    """Amounts of one settlement are in several currencies."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CURRENCY_MIXED"
