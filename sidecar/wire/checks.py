"""The table of checks as ``CheckInfo`` messages."""

from __future__ import annotations

from verifyd.v1 import verify_pb2

from sidecar.checks import CHECKS, CODES, Code
from sidecar.model.report import Severity
from sidecar.policy import mode_of
from sidecar.settings.policy import PolicySettings


def check_infos(policy: PolicySettings) -> list[verify_pb2.CheckInfo]:
    """Every check of this server, with the severities that its settings give."""
    return [
        verify_pb2.CheckInfo(
            name=name,
            summary=check.summary,
            required=name not in policy.optional_checks,
            mode=mode_of(name, policy),
            codes=[_code(code, policy) for code in CODES.values() if code.given_by(name)],
        )
        for name, check in CHECKS.items()
    ]


def _code(code: Code, policy: PolicySettings) -> verify_pb2.CodeInfo:
    changed = policy.severities.get(code.code)
    severity = Severity[changed.upper()] if changed else code.severity
    return verify_pb2.CodeInfo(
        code=code.code, severity=severity.value, summary=code.summary, remedy=code.remedy
    )
