"""The verification appendix of a research report, in Markdown: summary, flagged claims, sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.model.claim import (
    CitedSource,
    ClaimsDetail,
    ClaimVerdict,
    ClaimVerification,
    SourceAnalysis,
    VerificationResult,
)
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.reports.quoting import escape, format_link, format_position, format_table
from sidecar.reports.verification import (
    FOR_READERS,
    choose_sign,
    count_supported,
    describe_origin,
    describe_state,
    explain_missing_quote,
    format_confidence,
    format_percent,
    name_source,
)

_COUNTED = (
    (ClaimVerdict.SUPPORTED, "Fully Supported"),
    (ClaimVerdict.PARTIAL, "Partially Supported"),
    (ClaimVerdict.UNSUPPORTED, "Unsupported"),
    (ClaimVerdict.CONTRADICTED, "Contradicted"),
    (ClaimVerdict.NOT_JUDGED, "Not Judged"),
)
_OPEN, _CLOSE = '"“„«', '"”“»'


def write_appendix(detail: ClaimsDetail, text: Text, level: Detail) -> Iterator[str]:
    """The blocks of the appendix.

    Args:
        detail: What was found about the claims.
        text: The narrative.
        level: ``VERDICTS`` has only the summary; ``EXPLAIN`` adds the statements that were passed
            over.
    """
    yield "# Verification Report"
    yield "\n".join(["## Summary", *_summary(detail)])
    if level is Detail.VERDICTS:
        return
    flagged = [one for one in detail.claims if one.flagged]
    if flagged:
        yield "## Flagged Claims"
        verb = "claim requires" if len(flagged) == 1 else "claims require"
        yield f"The following {len(flagged)} {verb} attention:"
        for ordinal, one in enumerate(flagged, 1):
            yield from _flagged(ordinal, one, text)
    if detail.by_source:
        yield "## By-Source Analysis"
        yield from map(_analysis, detail.by_source)
    yield from _supported(detail, text)
    if level is Detail.EXPLAIN:
        yield from _not_judged(detail, text)


def _summary(detail: ClaimsDetail) -> Iterator[str]:
    total, counts = len(detail.claims), detail.verdicts
    yield f"- **Total Claims**: {total}"
    for verdict, title in _COUNTED:
        count = counts.get(verdict, 0)
        yield f"- **{title}**: {count} ({format_percent(count, total)})"
    yield f"- **Average Confidence**: {format_confidence(detail.avg_confidence)}"
    yield f"- **Flagged**: {detail.flagged}"


def _flagged(ordinal: int, one: ClaimVerification, text: Text) -> Iterator[str]:
    telling = one.telling
    yield f"### {choose_sign(one.verdict, flagged=True)} Claim {ordinal}: {describe_state(one)}"
    yield f"**Claim**: {_quoted(one.claim.text)}"
    lines = [
        f"- **Source**: {_source(telling.source)}",
        f"- **Confidence**: {format_confidence(one.confidence)}",
        f"- **Reasoning**: {escape(telling.reasoning) or 'none given'}",
        f"- **Evidence**: {_evidence(telling)}",
        *([f"- **What to do**: {FOR_READERS[one.code]}"] if one.code in FOR_READERS else ()),
        f"- **Place**: {format_position(text, one.claim.span)}",
        f"- **Code**: `{one.code}`",
    ]
    if telling.judged is not None:
        lines.append(f"- **The Judge's Own Verdict**: {telling.judged.name.lower()}")
    others = [each for each in one.results if each is not telling]
    lines += [f"- **Other Source**: {_other(each)}" for each in others]
    yield "\n".join(lines)


def _source(source: CitedSource) -> str:
    return format_link(name_source(source), source.url if source.known else "")


def _evidence(result: VerificationResult) -> str:
    return _quoted(result.evidence) if result.evidence else explain_missing_quote(result)


def _quoted(words: str) -> str:
    """Words between quotation marks, unless they have their own."""
    whole = len(words) > 1 and words[0] in _OPEN and words[-1] in _CLOSE
    return escape(words) if whole else f'"{escape(words)}"'


def _other(result: VerificationResult) -> str:
    confidence = format_confidence(result.confidence, "no confidence")
    return f"{_source(result.source)} ({result.verdict.words}, {confidence})"


def _analysis(one: SourceAnalysis) -> str:
    good = count_supported(one)
    lines = [
        f"**Source**: {_source(one.source)}",
        f"- Claims verified: {one.claims}",
        f"- Supported: {good} ({format_percent(good, one.claims)})",
        f"- Flagged: {one.flagged}",
        f"- Avg confidence: {format_confidence(one.avg_confidence)}",
        f"- Text: {describe_origin(one)}",
    ]
    return "\n".join(lines)


def _supported(detail: ClaimsDetail, text: Text) -> Iterator[str]:
    """The claims that need no attention, with their quotes, folded."""
    rows: Sequence[Sequence[str]] = [
        (
            format_position(text, one.claim.span),
            escape(one.claim.text),
            _source(one.telling.source),
            format_confidence(one.confidence),
            escape(one.telling.evidence),
        )
        for one in detail.claims
        if not one.flagged
    ]
    if rows:
        noun = "claim" if len(rows) == 1 else "claims"
        yield "## Supported Claims"
        yield f"<details>\n<summary>{len(rows)} {noun} with quotes</summary>"
        yield format_table(("Place", "Claim", "Source", "Confidence", "Quote"), rows)
        yield "</details>"


def _not_judged(detail: ClaimsDetail, text: Text) -> Iterator[str]:
    """Cited statements that are no claims."""
    rows = [
        (format_position(text, span), escape(text.slice(span)), escape(reason))
        for span, reason in detail.skipped
    ]
    if rows:
        yield "## Cited Statements Not Judged"
        yield format_table(("Place", "Text", "Reason"), rows)
