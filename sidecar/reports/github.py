"""Reports on GitHub: annotations in the log of a job, and its summary.

GitHub shows ten annotations of each kind for a step; the summary has every finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sidecar.model.report import Action, Decision, Detail, Finding, Report, Severity
from sidecar.model.text import Text
from sidecar.reports import markdown
from sidecar.reports.quoting import escape, find_position, format_table, is_about_response, sanitize
from sidecar.reports.repairs import describe_repair
from sidecar.reports.summary import (
    conclude,
    count_findings,
    list_failures,
    list_findings,
    summarize,
)

MAX_SUMMARY_BYTES = 1_000_000
"""GitHub refuses the summary of a step that is longer than 1 MiB."""

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}


@dataclass(frozen=True, slots=True)
class VerifiedReport:
    """A file that was to be verified.

    Attributes:
        path: Its name.
        report: What was found; None where it could not be verified.
        text: What it holds; None likewise.
        error: Why it could not be verified.
    """

    path: str
    report: Report | None = None
    text: Text | None = None
    error: str = ""

    @property
    def decision(self) -> Decision:
        """What is known of it: nothing, where there is no report."""
        return Decision.UNVERIFIED if self.report is None else self.report.decision


def find_worst(ended: Sequence[VerifiedReport]) -> Decision:
    """The decision on all of them together."""
    return max((one.decision for one in ended), default=Decision.UNVERIFIED)


def render(report: Report, text: Text, *, path: str, part: str = "") -> str:
    """Write the annotations of a report, and a line that says what it comes to.

    Args:
        report: What was found.
        text: The narrative.
        path: Its file.
        part: What of the file it is, where it is not the whole: no lines of the file are known.
    """
    lines = list(_annotate(report, text, path, part))
    if report.action is Action.HOLD and not any(line.startswith("::error") for line in lines):
        lines.append(annotate("error", path, conclude(report), report.decision.name))
    lines.append(
        f"verifyd: {sanitize(part or path)}: {report.decision.name}. {count_findings(report)}"
    )
    return "\n".join(lines) + "\n"


def annotate(level: str, path: str, message: str, title: str = "", place: str = "") -> str:
    """An annotation, as a workflow command."""
    about = f",title={_property(f'verifyd {title}')}" if title else ""
    return f"::{level} file={_property(path)}{place}{about}::{_data(message)}"


def _annotate(report: Report, text: Text, path: str, part: str) -> Iterator[str]:
    of_part = f"{part}: " if part else ""
    for check, failure in list_failures(report):
        message = f"{of_part}{check} could not finish: {failure.message}"
        yield annotate("error", path, message, failure.reason)
    for _, finding, severity in list_findings(report):
        if severity in _LEVELS:
            message = f"{of_part}{finding.message}"
            if finding.repair is not None:
                message += f" ({describe_repair(finding.repair, text)})"
            place = "" if part or is_about_response(finding) else _place(text, finding)
            yield annotate(_LEVELS[severity], path, message, finding.code, place)


def _place(text: Text, finding: Finding) -> str:
    """Lines and columns; GitHub takes columns of a single line only."""
    line, column = find_position(text, finding.span)
    last = text.line(finding.span.end - 1)
    if last > line:
        return f",line={line},endLine={last}"
    end = column + len(text.slice(finding.span))
    return f",line={line},col={column},endColumn={end}"


def _data(string: str) -> str:
    return sanitize(string).replace("%", "%25")


def _property(string: str) -> str:
    return _data(string).replace(":", "%3A").replace(",", "%2C")


def write_summary(ended: Sequence[VerifiedReport]) -> str:
    """Write the summary of a job as Markdown: a table of all files, then what was found in each."""
    head = ("Report", "Decision", "Errors", "Warnings", "Numbers supported")
    blocks = [f"# verifyd: {find_worst(ended).name}", format_table(head, map(_row, ended))]
    left, room = 0, MAX_SUMMARY_BYTES - sum(len(block.encode()) for block in blocks)
    for one in ended:
        section = _section(one)
        room -= len(section.encode())
        if room > 0:
            blocks += [section] if section else []
        else:
            left += 1
    if left:
        blocks.append(f"The findings of {left} more reports are too long for this summary.")
    return "\n\n".join(blocks) + "\n"


def _row(one: VerifiedReport) -> tuple[str, ...]:
    if one.report is None:
        return escape(one.path), one.decision.name, "", "", escape(one.error)
    severities = [severity for _, _, severity in list_findings(one.report)]
    counts = [str(severities.count(level)) for level in _LEVELS]
    summary = summarize(one.report)
    numbers = (
        ""
        if summary.claims_total is None
        else f"{summary.claims_matched} of {summary.claims_total}"
    )
    return escape(one.path), one.decision.name, *counts, numbers


def _section(one: VerifiedReport) -> str:
    """What was found in a file; "" where there is nothing to read."""
    if one.report is None or one.text is None or not _has_something(one.report):
        return ""
    found = markdown.render(one.report, one.text, detail=Detail.VERDICTS).rstrip("\n")
    return f"# {escape(one.path)}\n\n{found}"


def _has_something(report: Report) -> bool:
    return bool(list_findings(report) or list_failures(report))
