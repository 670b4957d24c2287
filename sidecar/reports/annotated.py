"""The narrative itself, with a mark behind each flagged claim and the verification appendix."""

from __future__ import annotations

from sidecar.model.claim import ClaimVerification
from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.reports.appendix import appendix
from sidecar.reports.summary import failures
from sidecar.reports.verification import claims_of, sign


def render(report: Report, text: Text, *, detail: Detail) -> str:
    """Write the narrative as it was written, its flagged claims marked.

    Args:
        report: What was found. Where no claim was judged, the appendix says why.
        text: The narrative; what is Markdown in it stays so.
        detail: How much the appendix holds.
    """
    found = claims_of(report)
    if found is None:
        return f"{text.string.rstrip()}\n\n---\n\n# Verification Report\n\n{_why_none(report)}\n"
    pieces, position = [], 0
    flagged = [one for one in found.claims if one.flagged]
    marks = sorted((_end(one), at, one) for at, one in enumerate(flagged, 1))
    for end, ordinal, one in marks:
        mark = f" **[{sign(one.verdict, flagged=True)} Claim {ordinal}: {one.verdict.name}]**"
        pieces += [text.data[position:end], mark.encode()]
        position = end
    pieces.append(text.data[position:])
    body = b"".join(pieces).decode().rstrip()
    return "\n\n".join([body, "---", *appendix(found, text, detail)]) + "\n"


def _end(one: ClaimVerification) -> int:
    """Behind a claim and its citations."""
    return max([one.claim.span.end, *(marker.end for marker in one.claim.markers)])


def _why_none(report: Report) -> str:
    for check, failure in failures(report):
        if check == "claims":
            return f"No claim was verified: {failure.message} ({failure.reason})."
    return "No claim was verified: the text has none that cites a source."
