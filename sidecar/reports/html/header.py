"""The top of the page: the decision, what to do, the counts, and what the marks mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sidecar.model.report import Report
from sidecar.reports.html import claims
from sidecar.reports.html.anchors import Anchors
from sidecar.reports.html.cards import VERDICTS
from sidecar.reports.html.markup import Html, element
from sidecar.reports.overview import overview
from sidecar.reports.summary import conclusion, failures, share, summarize

_LONGEST = 12
"""Characters of a figure."""
_ACTIONS = {"HOLD": "Hold it back.", "RELEASE": "It may be released."}


def header(report: Report, path: str, found: Anchors, question: str = "") -> Html:
    """All of it; with a question, that is the title."""
    decision = report.decision.name
    mode = " (observed only)" if report.mode.name == "OBSERVE" else ""
    sentence = f"{conclusion(report)} {_ACTIONS[report.action.name]}{mode}"
    tiles = [
        element(
            "div",
            element("dt", name),
            element("dd", value, element("small", note), class_=_size(value)),
        )
        for name, value, note in _tiles(report, found)
    ]
    return element(
        "header",
        element("p", "Answer" if question else "Result verification", class_="kicker"),
        element("h1", question or path, dir="auto"),
        element("p", path, class_="place") if question else Html(),
        element(
            "p",
            element("strong", decision, class_=f"decision {decision.lower()}"),
            element("span", sentence),
            class_="verdict-line",
        ),
        *(
            element(
                "p",
                f"The check {check} could not finish ({failure.reason}): {failure.message}",
                class_="failure",
                role="alert",
            )
            for check, failure in failures(report)
        ),
        element("dl", *tiles, class_="tiles"),
        _legend(found),
    )


def _size(value: str) -> str | None:
    """Words in the place of a figure are smaller."""
    return "words" if len(value) > _LONGEST else None


def _tiles(report: Report, found: Anchors) -> Iterator[tuple[str, str, str]]:
    """The counts on top: name, number, and a note."""
    counts = summarize(report)
    if counts.claims_total is None or counts.claims_matched is None:
        yield "Numbers", "–", "not checked"
    else:
        yield "Numbers checked", str(counts.claims_total), ""
        matched = share(counts.claims_matched, counts.claims_total)
        yield "Supported", str(counts.claims_matched), f" {matched}"
        if counts.claims_uncovered:
            uncovered = share(counts.claims_uncovered, counts.claims_total)
            yield "Not covered", str(counts.claims_uncovered), f" {uncovered}"
    severities = Counter(remark.severity.name.lower() for remark in found.remarks)
    notes = ", ".join(
        f"{count} {name}{'s' if count > 1 and name != 'info' else ''}"
        for name in ("error", "warning", "info")
        if (count := severities[name])
    )
    yield "Findings", str(len(found.remarks)), f" {notes}" if notes else ""
    if counts.math_passed is None or counts.math_failed is None:
        yield "Math checks", "–", "not checked"
    else:
        total = counts.math_passed + counts.math_failed
        yield (
            "Math checks",
            str(total),
            f" {counts.math_passed} passed, {counts.math_failed} failed",
        )
    for line in overview(report):
        yield line.title, line.figure, f" {line.note}" if line.note else ""


def _legend(found: Anchors) -> Html:
    numbers = Counter(number.style for number in found.numbers)
    cited = Counter(claim.style for claim in found.claims)
    shown = [
        element("li", element("span", VERDICTS[style], class_=f"n {style}"), f" {numbers[style]}")
        for style in VERDICTS
        if numbers[style]
    ]
    shown += [
        element("li", _example(style), f" {cited[style]}")
        for style in claims.VERDICTS
        if cited[style]
    ]
    return element("ul", *shown, class_="legend", aria_label="Marks") if shown else Html()


def _example(style: str) -> Html:
    """How a claim is marked."""
    sign = element("span", class_=f"flag claim {style}", aria_hidden="true")
    words = f"Claim: {claims.VERDICTS[style]}"
    return element("span", sign, words, class_=f"passage claim {style}")
