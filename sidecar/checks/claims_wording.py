"""The findings of the ``claims`` check; every value in a message stands in its details too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sidecar.model.claim import ClaimVerdict, ClaimVerification, VerificationResult
from sidecar.model.report import Finding, Repair, Verdict
from sidecar.model.text import Span, Text

UNAVAILABLE = "SOURCE_UNAVAILABLE"
_LONGEST = 1000  # characters of a replacement
_MARKS = {
    ClaimVerdict.UNSUPPORTED: " [unsupported]",
    ClaimVerdict.CONTRADICTED: " [contradicted]",
    ClaimVerdict.NOT_JUDGED: " [not judged]",
}
"""What is written behind a claim that is marked. The claims that filters are for have one."""

_BEFORE = re.compile(rb"[ \t>]*(?:[-*+]|\d+[.)])?[ \t|]*")
_AFTER = re.compile(rb"[ \t|.!?;\r]*")
_VERDICTS = {
    ClaimVerdict.SUPPORTED: Verdict.SUPPORTED,
    ClaimVerdict.PARTIAL: Verdict.UNSUPPORTED,
    ClaimVerdict.UNSUPPORTED: Verdict.UNSUPPORTED,
    ClaimVerdict.CONTRADICTED: Verdict.CONTRADICTED,
    ClaimVerdict.NOT_JUDGED: Verdict.INCONCLUSIVE,
}
_SAYS = {
    ClaimVerdict.SUPPORTED: "says it, with low confidence",
    ClaimVerdict.PARTIAL: "says it in part",
    ClaimVerdict.UNSUPPORTED: "does not say it",
    ClaimVerdict.CONTRADICTED: "says otherwise",
    ClaimVerdict.NOT_JUDGED: "was not judged against it",
}


def flagged(
    one: ClaimVerification, text: Text, way: str, unavailable: Mapping[str, str]
) -> Finding:
    """What there is to say of a claim that is flagged.

    Args:
        one: The claim.
        text: The text that it stands in.
        way: What its repair does: ``claims.filter``.
        unavailable: By the id of a source, why it has no text.
    """
    result = one.telling
    source = result.source
    details = {
        "source_id": source.id,
        "verdict": one.verdict.name,
        "confidence": "" if one.confidence is None else f"{one.confidence:.2f}",
        "reasoning": result.reasoning,
        "quote": result.evidence,
        "judged": result.judged.name if result.judged else "",
        "url": source.url,
        "reason": unavailable.get(source.id, ""),
    }
    return Finding(
        code=one.code,
        verdict=_VERDICTS[one.verdict],
        span=one.claim.span,
        message=_message(result),
        details={name: value for name, value in details.items() if value},
        repair=_repair(one, text, way) if one.verdict in _MARKS else None,
        confidence=one.confidence,
    )


def _message(result: VerificationResult) -> str:
    if result.code == UNAVAILABLE:
        return f"{result.reasoning} ({result.source.id})"
    return f"{result.source.id} {_SAYS[result.verdict]}: {result.reasoning}".rstrip(": ")


def _repair(one: ClaimVerification, text: Text, way: str) -> Repair | None:
    """What takes the claim, or its citations, out of the text, or marks it.

    A claim that a source contradicts is no better without its citation: it is marked instead.
    """
    claim = one.claim
    if way == "remove_citation" and one.verdict is ClaimVerdict.CONTRADICTED:
        way = "mark"
    end = max([claim.span.end, *(marker.end for marker in claim.markers)])
    match way:
        case "mark":
            return Repair(Span(end, end), _MARKS[one.verdict])
        case "remove_claim":
            return Repair(_sentence(text, Span(claim.span.start, end)), "")
        case "remove_citation" if claim.markers:
            return _without(text, claim.markers)
    return None


def _without(text: Text, markers: Sequence[Span]) -> Repair | None:
    """A text without some citations, from the blank before the first of them."""
    start, end = min(markers).start, max(one.end for one in markers)
    start -= len(text.data[:start]) - len(text.data[:start].rstrip(b" "))
    pieces, at = [], start
    for marker in sorted(markers):
        pieces.append(text.slice(Span(at, max(at, marker.start))).rstrip(" "))
        at = max(at, marker.end)
    kept = "".join(pieces).rstrip()
    return Repair(Span(start, end), kept) if len(kept) <= _LONGEST else None


def _sentence(text: Text, span: Span) -> Span:
    """A place with what must not be left over: its stop and a blank, or the whole of its lines."""
    first, last = text.line_span(text.line(span.start)), text.line_span(text.line(span.end))
    before, after = text.data[first.start : span.start], text.data[span.end : last.end]
    if _BEFORE.fullmatch(before) and _AFTER.fullmatch(after):
        return Span(first.start, min(last.end + 1, len(text.data)))
    end = span.end
    while end < len(text.data) and text.data[end : end + 1] in (b".", b"!", b"?", b";"):
        end += 1
    while end < len(text.data) and text.data[end : end + 1] == b" ":
        end += 1
    return Span(span.start, end)
