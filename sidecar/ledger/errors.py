"""What is refused about settlements, each with its status and reason."""

from __future__ import annotations

from typing import ClassVar

from sidecar.errors import VerifydError
from sidecar.store.errors import StoreUnavailable


class KeyReused(VerifydError):
    """The key was used for this contract with another request."""

    code: ClassVar[str] = "ALREADY_EXISTS"
    reason: ClassVar[str] = "KEY_REUSED"


class SettlementNotFound(VerifydError):
    """There is no such settlement of this tenant, or not of this contract."""

    code: ClassVar[str] = "NOT_FOUND"
    reason: ClassVar[str] = "SETTLEMENT_NOT_FOUND"


class SettlementAmbiguous(VerifydError):
    """A shortened id is the beginning of several."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "SETTLEMENT_AMBIGUOUS"


class PartyUnknown(VerifydError):
    """The tenant has no entry of an agent or a consumer."""

    code: ClassVar[str] = "NOT_FOUND"
    reason: ClassVar[str] = "PARTY_UNKNOWN"


class OutputDelivered(StoreUnavailable):
    """The output was settled for another contract since the outcome was judged: judge it again."""


class AlreadyReversed(VerifydError):
    """The settlement is taken back already."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "ALREADY_REVERSED"


class NotReversible(VerifydError):
    """What shall be taken back is a reversal."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "NOT_REVERSIBLE"
