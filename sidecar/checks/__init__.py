"""The checks, in the order in which reports hold them, and the codes of all their findings."""

from __future__ import annotations

from sidecar.checks.arguments import ArgumentsCheck
from sidecar.checks.base import Check, CheckError, CheckSubject, Code
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
    "arguments": ArgumentsCheck,
}

CODES: dict[str, Code] = {code.code: code for check in CHECKS.values() for code in check.codes}
"""Codes never change their meaning: ``verifyd explain CODE``, ``ListChecks`` and ``docs/codes.md``
print what stands beside each check."""

__all__ = ["CHECKS", "CODES", "Check", "CheckError", "CheckSubject", "Code"]
