"""``Finding`` to its message: from arrays where no object is made of it, else one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import Any

from verifyd.v1 import report_pb2

from fastpath.message_steps import OWN, SLICE, Step
from sidecar.model import plain_bindings as column
from sidecar.model.later_findings import Alike, LaterFindings
from sidecar.model.plain_bindings import Alike as Number
from sidecar.model.report import Finding, Severity, Verdict
from sidecar.wire import messages, programs
from sidecar.wire.plain_bindings import PLACE, VALUE
from sidecar.wire.programs import Texts, field, span, tag

_FINDINGS = tag(report_pb2.Findings, "findings")
_SPAN, _MESSAGE, _DETAILS = (
    tag(report_pb2.Finding, name) for name in ("span", "message", "details")
)
_KEY, _VALUE = (tag(report_pb2.Finding.DetailsEntry, name) for name in ("key", "value"))
_AS_THEY_ARE = b"0123456789.,"
"""What stands between quotes as it is written."""
_SINGLE = -1


def written(check: str, findings: Sequence[Finding], severities: Sequence[Severity]) -> bytes:
    """The findings of a check as they are sent."""

    def single(place: int) -> bytes:
        message = messages.Findings()
        _write(message, check, findings[place], severities[place])
        whole: bytes = message.SerializeToString(deterministic=True)
        return whole

    if isinstance(findings, LaterFindings):
        return _from_arrays(check, findings, severities, single)
    message = messages.Findings()
    for finding, severity in zip(findings, severities, strict=True):
        _write(message, check, finding, severity)
    whole: bytes = message.SerializeToString(deterministic=True)
    return whole


def _from_arrays(
    check: str,
    findings: LaterFindings,
    severities: Sequence[Severity],
    single: Callable[[int], bytes],
) -> bytes:
    """The findings that are not made, each from the row of its number; the others one by one."""
    plain, places = findings.plain(), findings.places
    rows = plain.rows[places]
    spans = rows[:, column.START : column.END + 1].tolist()
    for at, (start, end) in enumerate(spans):
        if places[at] < 0 or findings.data[start:end].strip(_AS_THEY_ARE):
            rows[at, column.ALIKE] = _SINGLE
    texts = Texts(plain.texts)
    texts.all[0] = findings.data
    severity = max(each for each, at in zip(severities, places, strict=True) if at >= 0)
    head = report_pb2.Finding(
        check=check,
        code=findings.alike.code,
        severity=severity,
        verdict=Verdict.INCONCLUSIVE,
    ).SerializeToString()
    kinds = [
        _program(texts.step(head), findings.alike, each, texts) if each.likely else []
        for each in plain.alike
    ]
    return programs.written(rows, kinds, texts, single)


def _program(head: Iterable[Step], said: Alike, number: Number, texts: Texts) -> list[Step]:
    """Writes a finding."""
    pieces = {
        "text": [(SLICE, column.START, 0)],
        "value": VALUE,
        "closest": VALUE,
        "query_id": texts.step((number.query_id or "").encode()),
        "location": PLACE,
        "chance": [(OWN, column.SHOWN, 0)],
    }
    message: list[Step] = []
    for literal, name, _, conversion in Formatter().parse(said.message):
        quote = "'" if conversion == "r" else ""
        message += texts.step(f"{literal}{quote}".encode())
        if name is not None:
            message += [*pieces[name], *texts.step(quote.encode())]
    details = (
        field(_DETAILS, field(_KEY, texts.step(name.encode())), field(_VALUE, pieces[name]))
        for name in sorted(said.details)
    )
    return field(_FINDINGS, head, span(_SPAN, column.START), field(_MESSAGE, message), *details)


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
