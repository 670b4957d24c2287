"""``Finding`` to its message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sidecar.model.report import Finding, Severity
from sidecar.wire import messages


def written(check: str, findings: Sequence[Finding], severities: Sequence[Severity]) -> bytes:
    """The findings of a check as they are sent."""
    message = messages.Findings()
    for finding, severity in zip(findings, severities, strict=True):
        _write(message, check, finding, severity)
    whole: bytes = message.SerializeToString(deterministic=True)
    return whole


def _write(message: Any, check: str, finding: Finding, severity: Severity) -> None:
    """Write a finding behind others."""
    written = message.findings.add(
        check=check,
        code=finding.code,
        severity=severity,
        verdict=finding.verdict,
        message=finding.message,
        confidence=finding.confidence,
    )
    details = written.details
    for name, value in finding.details.items():  # cheaper than handing them over together
        details[name] = value
    place = written.span
    place.start, place.end = finding.span
    if finding.repair is not None:
        written.repair.span.start, written.repair.span.end = finding.repair.span
        written.repair.replacement = finding.repair.replacement
