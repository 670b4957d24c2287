"""A report for a terminal: each finding with its source lines underlined, then the summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sidecar.model.claim import VerificationResult
from sidecar.model.formatting import format_plain
from sidecar.model.report import ClaimBinding, Considered, Detail, Finding, Report, Severity
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Span, Text
from sidecar.reports import why
from sidecar.reports.overview import describe_use, summarize_checks
from sidecar.reports.quoting import (
    count_columns,
    describe_place,
    find_position,
    is_about_response,
    quote_lines,
    sanitize,
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
from sidecar.reports.verification import (
    count_supported,
    find_claims,
    format_confidence,
    format_percent,
    name_source,
)

# Claims and their sources for a terminal.

_LONGEST = 300
"""Characters of a quote that are shown."""


def write_quote(finding: Finding) -> Iterator[str]:
    """The words of the source that a finding about a claim goes by."""
    quote = finding.details.get("quote", "")
    if quote:
        yield f"  the source: {_shortened(quote)}"


def write_sources(report: Report) -> Iterator[str]:
    """The claims of each source, counted: one line for each."""
    found = find_claims(report)
    if found is None or not found.by_source:
        return
    yield "sources:"
    names = [sanitize(name_source(one.source)) for one in found.by_source]
    longest = max(map(count_columns, names))
    for called, one in zip(names, found.by_source, strict=True):
        pad = " " * (longest - count_columns(called))
        good = count_supported(one)
        noun = "claim" if one.claims == 1 else "claims"
        yield (
            f"  {called}{pad}  {one.claims} {noun}, {good} supported"
            f" ({format_percent(good, one.claims)}), {one.flagged} flagged,"
            f" confidence {format_confidence(one.avg_confidence)}"
            + (f", no text: {one.unavailable}" if one.unavailable else "")
        )


def write_verdicts(report: Report, text: Text, path: str) -> Iterator[str]:
    """What each source says about each claim, and the statements that were passed over."""
    found = find_claims(report)
    if found is None:
        return
    for one in found.claims:
        line, column = find_position(text, one.claim.span)
        confidence = format_confidence(one.confidence, "no confidence")
        said = f"{one.verdict.words} ({confidence})"
        yield f"{path}:{line}:{column}: {_shortened(one.claim.text)}: {said}"
        for result in one.results:
            yield from _told(result)
    for span, reason in found.skipped:
        line, column = find_position(text, span)
        yield f"{path}:{line}:{column}: {_shortened(text.slice(span))}: not judged, {reason}"


def _told(result: VerificationResult) -> Iterator[str]:
    verdict = result.verdict.words
    by = f", {sanitize(result.model)}" if result.model else ""
    why = f": {sanitize(result.reasoning)}" if result.reasoning else ""
    sure_of = format_confidence(result.confidence, "no confidence")
    yield f"  {sanitize(name_source(result.source))}: {verdict} ({sure_of}{by}){why}"
    if result.evidence:
        yield f"    the source: {_shortened(result.evidence)}"


def _shortened(words: str) -> str:
    shown = words if len(words) <= _LONGEST else words[:_LONGEST] + "…"
    return f"“{sanitize(shown)}”"


_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
_BOLD = "1"

Paint = Callable[[str, str], str]


def render(report: Report, text: Text, *, path: str, color: bool, detail: Detail) -> str:
    """Write a report for a terminal.

    Args:
        report: What was found.
        text: The narrative.
        path: Its name, as it stands before each line number.
        color: Whether to write ANSI colours.
        detail: With ``EXPLAIN``, every number is listed with the readings that were weighed.
    """
    blocks = render_findings(report, text, path=path, color=color)
    if detail is Detail.EXPLAIN:
        blocks += ["\n".join(_numbers(report, text, path))]
        blocks += ["\n".join(write_verdicts(report, text, path))]
    if detail is not Detail.VERDICTS:
        blocks += ["\n".join(write_sources(report))]
        blocks += _structure(report)
    lines = [f"**{line.title}**: {line}" for line in summarize_checks(report)]
    blocks += ["\n".join([summarize(report).section(), *lines]), count_findings(report)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def render_findings(report: Report, text: Text, *, path: str, color: bool) -> list[str]:
    """Write each finding, and each check that could not finish."""
    paint = _painted if color else _plain
    found = [
        "\n".join(_finding(text, path, finding, severity, paint))
        for _, finding, severity in list_findings(report)
    ]
    failed = [
        f"{paint(f'{path}: check {check} could not finish', _COLORS[Severity.ERROR])}"
        f" {failure.reason}: {sanitize(failure.message)}"
        for check, failure in list_failures(report)
    ]
    return [*found, *failed]


def underline(text: Text, span: Span, paint: Paint | None = None, style: str = "") -> list[str]:
    """The lines of a span, each with its number and marks under what the span covers."""
    marked = quote_lines(text, span)
    gutter = len(str(marked[-1].number))
    lines = []
    for number, source, marks in marked:
        lines.append(f"  {number:>{gutter}} | {source}")
        lines.append(f"  {'':>{gutter}} | {paint(marks, style) if paint else marks}")
    return lines


def write_binding(binding: ClaimBinding, text: Text, path: str, names: why.Names) -> str:
    """One number with its verdict and the cell that it was bound to, in a line."""
    span, reading = binding.claim.number.span, binding.reading
    line, column = find_position(text, span)
    written = sanitize(text.slice(span))
    where = "" if reading is None else f" {sanitize(why.describe_reading(reading, names))}"
    value = "" if reading is None else f" = {format_plain(reading.value)}"
    return f"{path}:{line}:{column}: {written}: {why.describe_verdict(binding)}{where}{value}"


def _finding(
    text: Text, path: str, finding: Finding, severity: Severity, paint: Paint
) -> Iterator[str]:
    style = _COLORS[severity]
    label = f"{paint(severity.name.lower(), style)} {paint(finding.code, _BOLD)}"
    where = "response" if is_about_response(finding) else f"{path}:{describe_place(text, finding)}"
    sure = "" if finding.confidence is None else f" ({finding.confidence:.0%} sure)"
    yield f"{where}: {label}: {sanitize(finding.message)}{sure}"
    if not is_about_response(finding):
        yield from underline(text, finding.span, paint, style)
    yield from write_quote(finding)
    if finding.repair is not None:
        yield f"  {sanitize(describe_repair(finding.repair, text))}"


def _numbers(report: Report, text: Text, path: str) -> Iterator[str]:
    names = partial(name_reading, report)
    for binding in list_bindings(report):
        yield write_binding(binding, text, path, names)
        if binding.use is not None:
            query = sanitize(binding.use.formula.query)
            yield f"  formula {query!r}: {sanitize(describe_use(binding.use))}"
        yield from write_explanation(binding, text, names)
    for span, reason in list_skipped(report):
        line, column = find_position(text, span)
        written = sanitize(text.slice(span))
        yield f"{path}:{line}:{column}: {written}: not judged, {reason.name.lower()}"


def _structure(report: Report) -> Iterator[str]:
    """The corrected response, and what to ask the model again."""
    detail = find_detail(report, StructureDetail)
    if detail is None:
        return
    for title, content in (
        ("corrected response", detail.corrected),
        ("to ask the model again", detail.retry_hint),
    ):
        if content:
            lines = (f"  {sanitize(line)}" for line in content.split("\n"))
            yield "\n".join([f"{title}:", *lines])


def _plain(string: str, style: str) -> str:
    del style
    return string


def _painted(string: str, style: str) -> str:
    return f"\x1b[{style}m{string}\x1b[0m"


# What was weighed for one number.

_SHOWN = 6
_HEAD = ("weight", "value", "agrees", "reading")


def write_explanation(binding: ClaimBinding, text: Text, names: why.Names) -> Iterator[str]:
    """The lines that explain a number, indented by two.

    Args:
        binding: The number, with the readings that were weighed.
        text: The narrative.
        names: Gives the words for the place of a reading; "" where it has none.
    """
    if binding.considered:
        yield from _table(binding.considered[:_SHOWN], names)
        more = len(binding.considered) - _SHOWN
        if more > 0:
            yield f"  and {more} more"
    verdict, *links = why.explain_choice(binding, text)
    yield f"  {sanitize(verdict)}"
    yield from (f"    - {sanitize(link)}" for link in links)
    first = binding.considered[0].why if binding.considered else None
    if first is not None:
        yield f"    - features, log odds: {why.format_reasons(first)}"
    if binding.odds is not None:
        yield f"  Weighed against chance: {why.format_odds(binding)}."
    if binding.hints:
        yield "  If that is wrong, this would fix it:"
        yield from (f"    - {sanitize(hint.message)}" for hint in binding.hints)


def _table(considered: Sequence[Considered], names: why.Names) -> Iterator[str]:
    """The readings, weight and value at the right of their columns."""
    rows = [
        _HEAD,
        *(tuple(map(sanitize, why.tabulate(one, names))) for one in considered),
    ]
    weights, values, agrees, _ = (
        max(map(count_columns, cells)) for cells in zip(*rows, strict=True)
    )
    for weight, value, agree, what in rows:
        yield f"  {weight:>{weights}}  {value:>{values}}  {agree:<{agrees}}  {what}"
