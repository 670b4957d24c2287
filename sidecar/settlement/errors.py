"""Why a task is not settled: its amounts, the key, who is meant, or governance."""

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


class GovernanceUnavailable(VerifydError):
    """Governance gave no answer, so that nobody knows what is to be paid."""

    code: ClassVar[str] = "UNAVAILABLE"
    reason: ClassVar[str] = "GOVERNANCE_UNAVAILABLE"
    retry_after_s = 0.5
