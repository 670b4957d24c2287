"""The description of the claims of the text and about the sources that they cite."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.model.claim import ClaimsDetail, VerificationResult
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.reports.html.anchors import ClaimAnchor
from sidecar.reports.html.cards import advised, located
from sidecar.reports.html.markup import Html, element, joined
from sidecar.reports.verification import name, no_quote, origin, percent, supported, sure

VERDICTS = {
    "supported": "Supported",
    "tolerated": "In part, or doubtful",
    "contradicted": "Contradicted",
    "unsupported": "Not supported",
    "inconclusive": "Not judged",
}


def claim_card(claim: ClaimAnchor, text: Text, detail: Detail) -> Html:
    """A claim: its verdict, what was found, and what each of its sources says."""
    one = claim.verified
    head = element(
        "h3",
        element("span", _verdict(one.verdict.name), class_="verdict"),
        element("q", one.claim.text, dir="auto"),
    )
    results = [] if detail is Detail.VERDICTS else [_result(each) for each in one.results]
    facts = element(
        "dl",
        _row("Confidence", sure(one.confidence)),
        _row("Kind", one.claim.claim_type.name.lower()),
        _row("Place", located(text, one.claim.span)),
    )
    return element(
        "article",
        head,
        *(advised(remark, text) for remark in claim.remarks),
        *results,
        facts,
        class_=f"card {claim.style}",
        id=claim.card,
    )


def _result(result: VerificationResult) -> Html:
    """What one source says, with its words."""
    quote = element("q", result.evidence, dir="auto")
    rows = [
        _row("Source", name(result.source)),
        _row(
            "Says", f"{_verdict(result.verdict.name)} ({sure(result.confidence, 'no confidence')})"
        ),
        _row("Quote", quote if result.evidence else no_quote(result)),
    ]
    if result.reasoning:
        rows.append(_row("Why", result.reasoning))
    if result.judged is not None:
        rows.append(_row("Judge said", _verdict(result.judged.name)))
    if result.model:
        rows.append(_row("Judge", element("code", result.model)))
    return element("dl", *rows, class_="source")


def sources(detail: ClaimsDetail) -> Iterator[tuple[str, ...]]:
    """A row for each source: its claims, counted."""
    for one in detail.by_source:
        good = supported(one)
        yield (
            name(one.source),
            str(one.claims),
            f"{good} ({percent(good, one.claims)})",
            str(one.flagged),
            sure(one.avg_confidence),
            origin(one),
        )


def _row(title: str, content: str) -> Html:
    return joined(element("dt", title), element("dd", content))


def _verdict(name: str) -> str:
    return name.capitalize().replace("_", " ")
