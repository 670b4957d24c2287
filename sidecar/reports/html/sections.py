"""What stands beside and below the narrative: findings, every number and claim, the footer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.model.check_details import CitationsDetail
from sidecar.model.formatting import format_grouped
from sidecar.model.report import Detail, Report
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Text
from sidecar.reports.html.anchors import Anchors
from sidecar.reports.html.cards import finding_card, number_card
from sidecar.reports.html.claims import claim_card, sources
from sidecar.reports.html.markup import Html, element, joined, stacked
from sidecar.reports.summary import detail_of, math_checks, skipped
from sidecar.reports.verification import claims_of


def findings(text: Text, found: Anchors) -> Html:
    """The list of all findings, in the order of the text."""
    cards = [element("li", finding_card(remark, text, found)) for remark in found.remarks]
    if not cards:
        return element("aside", element("h2", "Findings"), element("p", "None."))
    steps = element(
        "div",
        element("button", "↑", type="button", id="previous", aria_label="Previous finding"),
        element("span", id="position", role="status"),
        element("button", "↓", type="button", id="next", aria_label="Next finding"),
        class_="steps",
    )
    head = element("div", element("h2", f"Findings ({len(cards)})"), steps, class_="head")
    return element("aside", head, element("ol", *cards), id="findings", aria_label="Findings")


def details(report: Report, text: Text, found: Anchors, detail: Detail) -> Html:
    """What is folded away: every number, claim, source and sum, and what was not judged."""
    parts = [
        element("details", element("summary", element("h2", title)), content)
        for title, content in _folded(report, text, found, detail)
    ]
    return element("section", *parts, class_="details", aria_label="Details")


def _folded(
    report: Report, text: Text, found: Anchors, detail: Detail
) -> Iterator[tuple[str, Html]]:
    if found.numbers:
        cards = [number_card(number, text, detail) for number in found.numbers]
        yield f"Every number ({len(cards)})", element("div", *cards, class_="cards")
    if found.claims:
        cards = [claim_card(claim, text, detail) for claim in found.claims]
        yield f"Every claim ({len(cards)})", element("div", *cards, class_="cards")
    sums = math_checks(report) if detail is not Detail.VERDICTS else ()
    if sums:
        rows = [
            (
                check.name,
                "passed" if check.passed else "failed",
                format_grouped(check.total),
                format_grouped(check.expected),
                "" if check.mend is None else format_grouped(check.mend),
            )
            for check in sums
        ]
        names = ("Check", "Result", "Is", "Should be", "Would fix it")
        yield f"Math checks ({len(rows)})", _table(names, rows)
    if detail is not Detail.VERDICTS:
        yield from _sources(report)
        yield from _citations(report, text)
        yield from _structure(report)
    if detail is Detail.EXPLAIN:
        yield from _passed_over(report, text)


def _passed_over(report: Report, text: Text) -> Iterator[tuple[str, Html]]:
    """Numbers and cited statements that were not judged."""
    claims = claims_of(report)
    reasons = [(span, reason.name.lower()) for span, reason in skipped(report)]
    reasons += claims.skipped if claims else ()
    words = [
        (f"line {text.line(span.start)}", text.slice(span), reason)
        for span, reason in sorted(reasons)
    ]
    if words:
        yield f"Not judged ({len(words)})", _table(("Place", "Text", "Reason"), words)


def _sources(report: Report) -> Iterator[tuple[str, Html]]:
    """The sources that claims cite."""
    found = claims_of(report)
    rows = list(sources(found)) if found else []
    if rows:
        names = ("Source", "Claims", "Supported", "Flagged", "Confidence", "Text")
        yield f"Sources ({len(rows)})", _table(names, rows)


def _citations(report: Report, text: Text) -> Iterator[tuple[str, Html]]:
    found = detail_of(report, CitationsDetail) or CitationsDetail()
    rows = [
        (
            f"line {text.line(citation.marker.span.start)}",
            text.slice(citation.marker.span),
            ", ".join(citation.evidence_ids) or "not found",
            citation.snippet,
        )
        for citation in found.citations
    ]
    if rows:
        names = ("Place", "Citation", "Points at", "Begins")
        yield f"Citations ({len(rows)})", _table(names, rows)


def _structure(report: Report) -> Iterator[tuple[str, Html]]:
    found = detail_of(report, StructureDetail)
    if found is None or found.valid:
        return
    rows = [
        (error.path or "all of it", error.keyword, error.message, "yes" if error.repaired else "no")
        for error in found.errors
    ]
    if rows:
        names = ("Place", "Keyword", "Problem", "Repaired")
        yield f"Errors of the response ({len(rows)})", _table(names, rows)
    if found.corrected:
        yield "Corrected response", element("pre", element("code", found.corrected))
    yield "To ask the model again", element("pre", element("code", found.retry_hint))


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    return element("div", stacked(names, rows), class_="scroll")


def footer(report: Report) -> Html:
    """What the page was made of and by."""
    digests = (
        ("Text", report.text_digest),
        ("Evidence", report.evidence_digest),
        ("Settings", report.settings_digest),
    )
    rows = [joined(element("dt", name), element("dd", element("code", d))) for name, d in digests]
    judged = ", settings and answers of the judge" if claims_of(report) else " and settings"
    made = f"verifyd {report.engine_version}. The same text, evidence{judged} give this page."
    return element("footer", element("p", made), element("dl", *rows))
