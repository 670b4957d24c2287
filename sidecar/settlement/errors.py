"""Why a task is not settled: its amounts, the key, the parties, or governance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sidecar.errors import VerifydError
from sidecar.model.outcome import OutcomeFault


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
