"""A report as one page for a browser.

Without the script, and on paper, all of it can still be read: each number links to what is said
about it below the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from sidecar.model.check_details import CitationsDetail
from sidecar.model.formatting import format_grouped, format_plain
from sidecar.model.report import Detail, Grade, Report
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Span, Text
from sidecar.model.why import describe_missing
from sidecar.reports import why
from sidecar.reports.html.anchors import Anchors, find_anchors
from sidecar.reports.html.narrative import read_narrative
from sidecar.reports.html.template import render_page
from sidecar.reports.overview import BY, describe_use, summarize_checks
from sidecar.reports.quoting import describe_place, find_position
from sidecar.reports.summary import (
    conclude,
    find_detail,
    format_share,
    list_failures,
    list_math_checks,
    list_skipped,
    summarize,
)
from sidecar.reports.verification import (
    count_supported,
    describe_origin,
    explain_missing_quote,
    find_claims,
    find_remedy,
    format_confidence,
    format_percent,
    name_source,
)

FOLDER = Path(__file__).parent
"""Of the style sheet and the script."""

_NUMBER_VERDICTS = {
    "supported": "Supported",
    "tolerated": "Supported, not exactly",
    "contradicted": "Contradicted",
    "unsupported": "Not supported",
    "uncovered": "Not covered by the data",
    "inconclusive": "Inconclusive",
}
_CLAIM_VERDICTS = {
    "supported": "Supported",
    "tolerated": "In part, or doubtful",
    "contradicted": "Contradicted",
    "unsupported": "Not supported",
    "inconclusive": "Not judged",
}
_WORDS = {
    "number_verdicts": _NUMBER_VERDICTS,
    "grades": {
        Grade.EXACT: "exactly, as precisely as it is written",
        Grade.TOLERATED: "inside the tolerances only",
        Grade.NONE: "not",
    },
    "settled_by": BY,
    "came": describe_use,
    "format_grouped": format_grouped,
    "format_plain": format_plain,
    "describe_missing": describe_missing,
    "no_quote": explain_missing_quote,
    "remedy": find_remedy,
    "source_name": name_source,
    "sure": format_confidence,
    "why": why,
}
"""What templates say by themselves, and the functions that they write values with."""

_ACTIONS = {"HOLD": "Hold it back.", "RELEASE": "It may be released."}
_LONGEST = 120
"""Characters of the text that the list of findings quotes."""

_Table = tuple[str, Sequence[str], list[tuple[str, ...]]]
"""Its title, its heads and its rows."""


def render(report: Report, text: Text, *, path: str, detail: Detail, question: str = "") -> str:
    """Write a report as a page.

    Args:
        report: What was found.
        text: The narrative.
        path: Its name, for the title.
        question: What the narrative answers, where that is known.
        detail: ``VERDICTS`` leaves out the sources; ``EXPLAIN`` adds what was weighed and skipped.
    """
    found = find_anchors(report)
    observed = " (observed only)" if report.mode.name == "OBSERVE" else ""
    sourced, explain = detail is not Detail.VERDICTS, detail is Detail.EXPLAIN
    structure = find_detail(report, StructureDetail) if sourced else None
    return render_page(
        "reports/html/report.html.j2",
        styles=[FOLDER / "page.css"],
        script=FOLDER / "page.js",
        **_WORDS,
        report=report,
        text=text,
        path=path,
        question=question,
        found=found,
        judged=find_claims(report) is not None,
        conclusion=f"{conclude(report)} {_ACTIONS[report.action.name]}{observed}",
        failures=list_failures(report),
        tiles=list(_tiles(report, found)),
        number_legend=_legend(_NUMBER_VERDICTS, Counter(one.style for one in found.numbers)),
        claim_legend=_legend(_CLAIM_VERDICTS, Counter(one.style for one in found.claims)),
        narrative=list(read_narrative(text, found)),
        tables=[table for table in _tables(report, text) if table[2]] if sourced else [],
        structure=None if structure is None or structure.valid else structure,
        not_judged=_not_judged(report, text) if explain else [],
        sourced=sourced,
        explain=explain,
        located=partial(_located, text),
        quoted=partial(_quoted, text),
        place_in_response=partial(describe_place, text),
    )


def _legend(verdicts: Mapping[str, str], counts: Counter[str]) -> list[tuple[str, str, int]]:
    """The style of each mark, its verdict, and how many of them there are."""
    return [(style, words, counts[style]) for style, words in verdicts.items() if counts[style]]


def _located(text: Text, span: Span) -> str:
    """Where a span begins, for people."""
    line, column = find_position(text, span)
    return f"line {line}, column {column}"


def _quoted(text: Text, span: Span) -> str:
    words = text.slice(span)
    return words if len(words) <= _LONGEST else words[:_LONGEST] + "…"


def _tiles(report: Report, found: Anchors) -> Iterator[tuple[str, str, str]]:
    """The counts on top: name, number, and a note."""
    counts = summarize(report)
    if counts.claims_total is None or counts.claims_matched is None:
        yield "Numbers", "–", "not checked"
    else:
        total, matched, uncovered = (
            counts.claims_total,
            counts.claims_matched,
            counts.claims_uncovered,
        )
        yield "Numbers checked", str(total), ""
        yield "Supported", str(matched), format_share(matched, total)
        if uncovered:
            yield "Not covered", str(uncovered), format_share(uncovered, total)
    levels = Counter(remark.level for remark in found.remarks)
    notes = ", ".join(
        f"{count} {level}{'s' if count > 1 and level != 'info' else ''}"
        for level in ("error", "warning", "info")
        if (count := levels[level])
    )
    yield "Findings", str(len(found.remarks)), notes
    if counts.math_passed is None or counts.math_failed is None:
        yield "Math checks", "–", "not checked"
    else:
        passed, failed = counts.math_passed, counts.math_failed
        yield "Math checks", str(passed + failed), f"{passed} passed, {failed} failed"
    for line in summarize_checks(report):
        yield line.title, line.figure, line.note


def _tables(report: Report, text: Text) -> Iterator[_Table]:
    """What is folded away as a table: sums, sources, citations, and errors of the response."""
    claims = find_claims(report)
    yield (
        "Math checks",
        ("Check", "Result", "Is", "Should be", "Would fix it"),
        [
            (
                check.name,
                "passed" if check.passed else "failed",
                format_grouped(check.total),
                format_grouped(check.expected),
                "" if check.mend is None else format_grouped(check.mend),
            )
            for check in list_math_checks(report)
        ],
    )
    yield (
        "Sources",
        ("Source", "Claims", "Supported", "Flagged", "Confidence", "Text"),
        [
            (
                name_source(one.source),
                str(one.claims),
                f"{(good := count_supported(one))} ({format_percent(good, one.claims)})",
                str(one.flagged),
                format_confidence(one.avg_confidence),
                describe_origin(one),
            )
            for one in (claims.by_source if claims else ())
        ],
    )
    citations = find_detail(report, CitationsDetail) or CitationsDetail()
    yield (
        "Citations",
        ("Place", "Citation", "Points at", "Begins"),
        [
            (
                f"line {text.line(one.marker.span.start)}",
                text.slice(one.marker.span),
                ", ".join(one.evidence_ids) or "not found",
                one.snippet,
            )
            for one in citations.citations
        ],
    )
    structure = find_detail(report, StructureDetail)
    yield (
        "Errors of the response",
        ("Place", "Keyword", "Problem", "Repaired"),
        [
            (one.path or "all of it", one.keyword, one.message, "yes" if one.repaired else "no")
            for one in (structure.errors if structure and not structure.valid else ())
        ],
    )


def _not_judged(report: Report, text: Text) -> list[tuple[str, str, str]]:
    """Numbers and cited statements that were not judged: place, words and reason."""
    claims = find_claims(report)
    reasons = [(span, reason.name.lower()) for span, reason in list_skipped(report)]
    reasons += claims.skipped if claims else ()
    return [
        (f"line {text.line(span.start)}", text.slice(span), reason)
        for span, reason in sorted(reasons)
    ]
