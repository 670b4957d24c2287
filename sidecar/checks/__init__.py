"""The table of checks, in the order in which reports hold them."""

from __future__ import annotations

from sidecar.checks.base import Check, CheckError, Subject
from sidecar.checks.citations import CitationsCheck
from sidecar.checks.claims import ClaimsCheck
from sidecar.checks.consistency import ConsistencyCheck
from sidecar.checks.numeric import NumericCheck
from sidecar.checks.structure import StructureCheck
from sidecar.checks.support import SupportCheck

CHECKS: dict[str, type[Check]] = {
    "numeric": NumericCheck,
    "consistency": ConsistencyCheck,
    "citations": CitationsCheck,
    "structure": StructureCheck,
    "support": SupportCheck,
    "claims": ClaimsCheck,
}

__all__ = ["CHECKS", "Check", "CheckError", "Subject"]
