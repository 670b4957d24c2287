"""The codes of the ``claims`` check, and the sentences of its findings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sidecar.checks.base import Code
from sidecar.model.claim import ClaimVerdict, ClaimVerification, VerificationResult
from sidecar.model.report import Finding, Repair, Severity, Verdict
from sidecar.model.text import Span, Text

CLAIMS_CODES = (
    Code(
        "CLAIM_UNSUPPORTED",
        "claims",
        Severity.ERROR,
        "The sources that the claim cites do not say it.",
        "Remove the claim, or cite a source that says it.",
        "The judge read all of each source and found nothing that supports the claim.",
    ),
    Code(
        "CLAIM_CONTRADICTED",
        "claims",
        Severity.ERROR,
        "A source that the claim cites contradicts it.",
        "Correct the claim by the quote.",
        "The quote of the finding is in the source.",
    ),
    Code(
        "CLAIM_PARTIAL",
        "claims",
        Severity.WARNING,
        "The source supports only a part of the claim, or supports it less exactly.",
        "Say only what the source says.",
        "The quote of the finding is in the source; the reasoning says what is missing, such as"
        " a year that is not in it.",
    ),
    Code(
        "CLAIM_UNCERTAIN",
        "claims",
        Severity.WARNING,
        "The claim is supported, but with less confidence than the settings require.",
        "Look at the quote, or ask a better model (`claims.second_model`).",
        "The confidence is under claims.confidence_threshold.",
    ),
    Code(
        "CLAIM_SOURCES_DISAGREE",
        "claims",
        Severity.WARNING,
        "One of the claim's sources supports it, and another contradicts it.",
        "Say which source says what, or cite the one that is right.",
    ),
    Code(
        "CLAIM_QUOTE_NOT_FOUND",
        "claims",
        Severity.ERROR,
        "The judge's verdict has no quote that is in the source and is about the claim.",
        "Look at the source; ask a better model (`claims.second_model`).",
        "Case, punctuation and white space of a quote may differ, its words may not; it must hold"
        " claims.min_quote_overlap of the claim's words, and neither speak to the judge nor say no"
        " where the claim does not. Words that the claim has in quotation marks must be in the"
        " source. Hidden parts of HTML are not part of it. `judged` has the judge's own verdict,"
        " which does not count.",
    ),
    Code(
        "CLAIM_NUMBER_NOT_QUOTED",
        "claims",
        Severity.ERROR,
        "A number of the claim is not in the quotes that should support it.",
        "Correct the number by the quote, or quote the place that has it.",
        "Numbers are compared at the precision they are written with, and with their scale, unit"
        " and direction, in sentences that share a word with the claim. A date is missing where the"
        " quotes have others. `judged` has the judge's own verdict, which does not count.",
    ),
    Code(
        "CLAIM_NAME_NOT_QUOTED",
        "claims",
        Severity.ERROR,
        "A name of the claim is not in the quotes that should support it.",
        "Correct the name by the quote, or quote the place that has it.",
        "Names must be in the quoted sentences, the title of the source or the headings above them:"
        " inflected, as an acronym, or by a part of the name where the whole name is elsewhere"
        " in the source. Where the quoted sentences name no one else, the whole source is searched."
        " `judged` has the judge's own verdict, which does not count.",
    ),
    Code(
        "CLAIM_NUMBER_CONTRADICTED",
        "claims",
        Severity.ERROR,
        "A table of the source has another number for what the claim names.",
        "Correct the number by the table.",
        "The numbers of the claim were bound to the tables in the source's text as `numeric` binds"
        " those of a text to query results: the number is that of another row, column or period.",
    ),
    Code(
        "CLAIM_NOT_JUDGED",
        "claims",
        Severity.ERROR,
        "The judge gave no readable verdict on the claim.",
        "Send the request again; look at the reasoning.",
        "Another claim of the text was judged; where none could be, the check fails instead. The"
        " verdict is INCONCLUSIVE.",
    ),
    Code(
        "SOURCE_UNAVAILABLE",
        "claims",
        Severity.ERROR,
        "The text of a source that the claim cites is not available.",
        "Send its text, upload it in advance (`PutSource`), or allow its host"
        " (`sources.allowed_hosts`).",
        "The claim is UNSUPPORTED. `reason` says why there is no text: docs/sources.md lists the"
        " reasons; `SOURCE_UNKNOWN` is a citation that points at nothing of the request.",
    ),
)

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


def make_claim_finding(
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
