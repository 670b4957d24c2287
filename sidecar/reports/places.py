"""Where a finding is: a line of the narrative, or a place in a response that is apart from it."""

from __future__ import annotations

from sidecar.model.report import Finding
from sidecar.model.text import Text
from sidecar.reports.excerpt import place, printable


def elsewhere(finding: Finding) -> bool:
    """Whether a finding is about something else than the narrative."""
    return finding.span.start == finding.span.end


def named(text: Text, finding: Finding) -> str:
    """``3:33`` for line and column, or ``response /citations/0``."""
    if elsewhere(finding):
        return printable(f"response {finding.details.get('path', '')}".rstrip())
    line, column = place(text, finding.span)
    return f"{line}:{column}"
