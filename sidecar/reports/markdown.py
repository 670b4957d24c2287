"""A report as Markdown: the summary section, the findings, and the sources."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.model.check_details import CitationsDetail
from sidecar.model.formatting import format_plain
from sidecar.model.report import Detail, Reading, Report
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Text
from sidecar.reports import why
from sidecar.reports.appendix import write_appendix
from sidecar.reports.overview import BY, describe_use, summarize_checks
from sidecar.reports.quoting import (
    describe_place,
    escape,
    format_code,
    format_position,
    format_table,
)
from sidecar.reports.repairs import describe_repair
from sidecar.reports.summary import (
    count_findings,
    find_detail,
    list_bindings,
    list_failures,
    list_findings,
    list_skipped,
    name_reading,
    summarize,
)
from sidecar.reports.verification import find_claims, find_remedy


def render(report: Report, text: Text, *, detail: Detail) -> str:
    """Write a report as Markdown.

    Args:
        report: What was found.
        text: The narrative.
        detail: ``VERDICTS`` leaves out the sources; ``EXPLAIN`` adds what was weighed and what
            was not judged.
    """
    lines = [f"**{line.title}**: {line}" for line in summarize_checks(report)]
    summary = "\n".join([summarize(report).section(), *lines])
    blocks = [summary, count_findings(report), *write_findings(report, text)]
    if detail is not Detail.VERDICTS:
        blocks += _sources(report, text)
        blocks += _formulas(report, text)
        blocks += _citations(report, text)
        blocks += _structure(report)
    if detail is Detail.EXPLAIN:
        blocks += _readings(report, text)
        blocks += _skipped(report, text)
    found = find_claims(report)
    if found is not None:
        blocks += write_appendix(found, text, detail)
    return "\n\n".join(blocks) + "\n"


def write_findings(report: Report, text: Text) -> Iterator[str]:
    """Each check that could not finish, and a table of the findings."""
    for check, failure in list_failures(report):
        yield f"**{check} could not finish**: {escape(failure.message)} ({failure.reason})"
    rows = []
    for _, finding, severity in list_findings(report):
        advice = find_remedy(finding.code)
        if finding.repair is not None:
            mend = describe_repair(finding.repair, text)
            advice = f"{mend[0].upper()}{mend[1:]}. {advice}"
        rows.append(
            (
                escape(describe_place(text, finding)),
                severity.name.lower(),
                f"`{finding.code}`",
                escape(text.slice(finding.span)),
                escape(finding.message),
                escape(advice),
            )
        )
    if rows:
        head = ("Place", "Severity", "Code", "Text", "What was found", "What to do")
        yield f"### Findings\n\n{format_table(head, rows)}"


def _sources(report: Report, text: Text) -> Iterator[str]:
    rows = [
        (
            format_position(text, binding.claim.number.span),
            escape(text.slice(binding.claim.number.span)),
            why.describe_verdict(binding),
            "" if binding.reading is None else escape(binding.reading.query_id),
            "" if binding.reading is None else _location(report, binding.reading),
            "" if binding.reading is None else escape(format_plain(binding.reading.value)),
            binding.grade.name.lower(),
            BY[binding.settled_by],
        )
        for binding in list_bindings(report)
    ]
    if rows:
        cell = ("Query result", "Location", "Value", "Grade", "Settled by")
        head = ("Place", "Number", "Verdict", *cell)
        yield f"### Sources\n\n{format_table(head, rows)}"


def _location(report: Report, reading: Reading) -> str:
    """Where a value lies, behind its row and column in words."""
    named = name_reading(report, reading)
    return escape(f"{named} ({reading.location})" if named else reading.location)


def _formulas(report: Report, text: Text) -> Iterator[str]:
    """The formulas of the numbers, and what came of each."""
    rows = [
        (
            format_position(text, binding.claim.number.span),
            escape(text.slice(binding.claim.number.span)),
            escape(use.formula.query),
            escape(describe_use(use)),
            escape(", ".join(use.reads)),
        )
        for binding in list_bindings(report)
        if (use := binding.use) is not None
    ]
    if rows:
        head = ("Place", "Number", "Formula", "Result", "Reads")
        yield f"### Formulas\n\n{format_table(head, rows)}"


def _readings(report: Report, text: Text) -> Iterator[str]:
    """What was weighed for each number, why one reading won, and what would fix a mistake."""
    names = partial(name_reading, report)
    for binding in list_bindings(report):
        if not binding.considered:
            continue
        span = binding.claim.number.span
        rows = [map(escape, why.tabulate(one, names)) for one in binding.considered]
        lines = [*why.explain_choice(binding, text), *(hint.message for hint in binding.hints)]
        blocks = [
            f"### Why {format_position(text, span)} {escape(text.slice(span))}",
            format_table(("Weight", "Value", "Agrees", "Reading"), rows),
            "\n".join(f"- {escape(line)}" for line in lines),
        ]
        yield "\n\n".join(blocks)


def _citations(report: Report, text: Text) -> Iterator[str]:
    detail = find_detail(report, CitationsDetail) or CitationsDetail()
    rows = [
        (
            format_position(text, citation.marker.span),
            escape(text.slice(citation.marker.span)),
            escape(", ".join(citation.evidence_ids)) or "not found",
            escape(citation.snippet),
        )
        for citation in detail.citations
    ]
    if rows:
        yield f"### Citations\n\n{format_table(('Place', 'Citation', 'Points at', 'Begins'), rows)}"


def _structure(report: Report) -> Iterator[str]:
    """Departures of the response from its shape, the corrected response, and what to ask again."""
    detail = find_detail(report, StructureDetail)
    if detail is None or detail.valid:
        return
    rows = [
        (
            escape(error.path or "all of it"),
            escape(error.keyword),
            escape(error.message),
            "yes" if error.repaired else "no",
        )
        for error in detail.errors
    ]
    if rows:
        yield f"### Response\n\n{format_table(('Place', 'Keyword', 'Problem', 'Repaired'), rows)}"
    if detail.corrected:
        yield f"Corrected response:\n\n{format_code(detail.corrected, 'json')}"
    yield f"To ask the model again:\n\n{format_code(detail.retry_hint, 'text')}"


def _skipped(report: Report, text: Text) -> Iterator[str]:
    rows = [
        (format_position(text, span), escape(text.slice(span)), reason.name.lower())
        for span, reason in list_skipped(report)
    ]
    if rows:
        yield f"### Not judged\n\n{format_table(('Place', 'Text', 'Reason'), rows)}"
