"""The verification appendix of seed 002, in Markdown: summary, flagged claims, every source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.model.claim import (
    ClaimsDetail,
    ClaimVerdict,
    ClaimVerification,
    SourceAnalysis,
    VerificationResult,
)
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.reports.marked import at, escape, table
from sidecar.reports.verification import name, no_quote, origin, percent, sign, supported, sure

_COUNTED = (
    (ClaimVerdict.SUPPORTED, "Fully Supported"),
    (ClaimVerdict.PARTIAL, "Partially Supported"),
    (ClaimVerdict.UNSUPPORTED, "Unsupported"),
    (ClaimVerdict.CONTRADICTED, "Contradicted"),
    (ClaimVerdict.NOT_JUDGED, "Not Judged"),
)
_OPEN, _CLOSE = '"“„«', '"”“»'


def appendix(detail: ClaimsDetail, text: Text, level: Detail) -> Iterator[str]:
    """The blocks of the appendix.

    Args:
        detail: What was found about the claims.
        text: The narrative.
        level: ``VERDICTS`` has the summary alone; ``EXPLAIN`` adds the claims that are not flagged
            and the statements that were passed over.
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
    if level is Detail.EXPLAIN:
        yield from _rest(detail, text)


def _summary(detail: ClaimsDetail) -> Iterator[str]:
    total, counts = len(detail.claims), detail.verdicts
    yield f"- **Total Claims**: {total}"
    for verdict, title in _COUNTED:
        count = counts.get(verdict, 0)
        yield f"- **{title}**: {count} ({percent(count, total)})"
    yield f"- **Average Confidence**: {sure(detail.avg_confidence)}"
    yield f"- **Flagged**: {detail.flagged}"


def _flagged(ordinal: int, one: ClaimVerification, text: Text) -> Iterator[str]:
    telling = one.telling
    yield f"### {sign(one.verdict, flagged=True)} Claim {ordinal}: {one.verdict.name}"
    yield f"**Claim**: {_quoted(one.claim.text)}"
    lines = [
        f"- **Source**: {escape(name(telling.source))}",
        f"- **Confidence**: {sure(one.confidence)}",
        f"- **Reasoning**: {escape(telling.reasoning) or 'none given'}",
        f"- **Evidence**: {_evidence(telling)}",
        f"- **Place**: {at(text, one.claim.span)}",
        f"- **Code**: `{one.code}`",
    ]
    if telling.judged is not None:
        lines.append(f"- **The Judge's Own Verdict**: {telling.judged.name.lower()}")
    others = [each for each in one.results if each is not telling]
    lines += [f"- **Other Source**: {_other(each)}" for each in others]
    yield "\n".join(lines)


def _evidence(result: VerificationResult) -> str:
    return _quoted(result.evidence) if result.evidence else no_quote(result)


def _quoted(words: str) -> str:
    """Words between quotation marks, unless they have their own."""
    whole = len(words) > 1 and words[0] in _OPEN and words[-1] in _CLOSE
    return escape(words) if whole else f'"{escape(words)}"'


def _other(result: VerificationResult) -> str:
    verdict = result.verdict.name.lower().replace("_", " ")
    return f"{escape(name(result.source))} ({verdict}, {sure(result.confidence, 'no confidence')})"


def _analysis(one: SourceAnalysis) -> str:
    good = supported(one)
    lines = [
        f"**Source**: {escape(name(one.source))}",
        f"- Claims verified: {one.claims}",
        f"- Supported: {good} ({percent(good, one.claims)})",
        f"- Flagged: {one.flagged}",
        f"- Avg confidence: {sure(one.avg_confidence)}",
        f"- Text: {origin(one)}",
    ]
    return "\n".join(lines)


def _rest(detail: ClaimsDetail, text: Text) -> Iterator[str]:
    """What needs no attention: the other claims, and statements that are none."""
    rows: Sequence[Sequence[str]] = [
        (
            at(text, one.claim.span),
            escape(one.claim.text),
            escape(name(one.telling.source)),
            sure(one.confidence),
            escape(one.telling.evidence),
        )
        for one in detail.claims
        if not one.flagged
    ]
    if rows:
        yield "## Supported Claims"
        yield table(("Place", "Claim", "Source", "Confidence", "Evidence"), rows)
    rows = [
        (at(text, span), escape(text.slice(span)), escape(reason))
        for span, reason in detail.skipped
    ]
    if rows:
        yield "## Cited Statements Not Judged"
        yield table(("Place", "Text", "Reason"), rows)
