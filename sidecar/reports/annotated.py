"""The narrative itself, with a mark behind what is flagged, and the verification appendix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from sidecar.model.claim import ClaimVerification
from sidecar.model.report import Detail, Finding, Report, Severity
from sidecar.model.text import Text
from sidecar.model.why import UNCOVERED
from sidecar.reports.appendix import write_appendix
from sidecar.reports.quoting import escape, format_position, is_about_response
from sidecar.reports.repairs import describe_repair
from sidecar.reports.summary import count_findings, list_failures, list_findings
from sidecar.reports.verification import choose_sign, find_claims

_SIGNS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️"}
_UNCOVERED = "❔"
"""Neither right nor wrong can be known: whatever its severity, that is no error of the text."""

_Marked = tuple[Finding, Severity]
_Mark = tuple[int, str]  # the byte that it stands before, and its words


def render(report: Report, text: Text, *, detail: Detail) -> str:
    """Write the narrative as it was written, its flagged claims and wrong numbers marked.

    Args:
        report: What was found. Where no claim was judged, the appendix says why.
        text: The narrative; what is Markdown in it stays so.
        detail: How much the appendix holds.
    """
    found = find_claims(report)
    flagged = [one for one in found.claims if one.flagged] if found else []
    findings = _findings(report, judged=bool(flagged))
    body = _marked([*_of_claims(flagged), *_of_findings(findings)], text)
    blocks = [body, "---"]
    if found is None:
        blocks += ["# Verification Report", count_findings(report), _why_none(report)]
    else:
        blocks += write_appendix(found, text, detail)
    if findings:
        blocks += ["## Findings", "\n".join(_listed(findings, text))]
    return "\n\n".join(blocks) + "\n"


def _findings(report: Report, *, judged: bool) -> Sequence[_Marked]:
    """What is wrong or doubtful at places of the text, beside the claims that have marks."""
    return [
        (finding, severity)
        for check, finding, severity in list_findings(report)
        if severity in _SIGNS
        and finding.span.end > finding.span.start
        and not is_about_response(finding)
        and not (judged and check == "claims")
    ]


def _marked(marks: Sequence[_Mark], text: Text) -> str:
    """The text with its marks, those of one place behind each other."""
    pieces, position = [], 0
    for end, words in sorted(marks, key=lambda mark: mark[0]):
        pieces += [text.data[position:end], f" **[{words}]**".encode()]
        position = end
    pieces.append(text.data[position:])
    return b"".join(pieces).decode().rstrip()


def _of_claims(flagged: Sequence[ClaimVerification]) -> Iterator[_Mark]:
    for ordinal, one in enumerate(flagged, 1):
        sign = choose_sign(one.verdict, flagged=True)
        yield _end(one), f"{sign} Claim {ordinal}: {one.verdict.name}"


def _of_findings(findings: Sequence[_Marked]) -> Iterator[_Mark]:
    """A mark for each place: its worst sign, and the number of each finding there."""
    ordered = sorted(enumerate(findings, 1), key=lambda one: one[1][0].span.end)
    for end, group in groupby(ordered, key=lambda one: one[1][0].span.end):
        here = list(group)
        worst = max((found for _, found in here), key=itemgetter(1))
        names = ", ".join(f"Finding {ordinal}: {finding.code}" for ordinal, (finding, _) in here)
        yield end, f"{_sign(*worst)} {names}"


def _sign(finding: Finding, severity: Severity) -> str:
    return _UNCOVERED if finding.code == UNCOVERED else _SIGNS[severity]


def _listed(findings: Sequence[_Marked], text: Text) -> Iterator[str]:
    for ordinal, (finding, severity) in enumerate(findings, 1):
        words = text.slice(finding.span)
        said = finding.message if repr(words) in finding.message else f"{words}: {finding.message}"
        repair = finding.repair
        mending = "" if repair is None else f". To fix it, {describe_repair(repair, text)}"
        place = format_position(text, finding.span)
        yield f"{ordinal}. {_sign(finding, severity)} {place}: {escape(said)}{escape(mending)}"


def _end(one: ClaimVerification) -> int:
    """Behind a claim and its citations."""
    return max([one.claim.span.end, *(marker.end for marker in one.claim.markers)])


def _why_none(report: Report) -> str:
    for check, failure in list_failures(report):
        if check == "claims":
            return f"No claim was verified: {failure.message} ({failure.reason})."
    return "No claim was verified: the text has none that cites a source."
