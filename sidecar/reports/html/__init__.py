"""A report as one page for a browser.

Without the script, and on paper, all of it can still be read: each number links to what is said
about it below the text.
"""

from __future__ import annotations

from pathlib import Path

from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.reports.html.anchors import anchors
from sidecar.reports.html.header import header
from sidecar.reports.html.markup import element, page, static
from sidecar.reports.html.narrative import narrative
from sidecar.reports.html.sections import details, findings, footer

FOLDER = Path(__file__).parent
"""Of the style sheet and the script."""


def render(report: Report, text: Text, *, path: str, detail: Detail, question: str = "") -> str:
    """Write a report as a page.

    Args:
        report: What was found.
        text: The narrative.
        path: Its name, for the title.
        question: What the narrative answers, where that is known.
        detail: ``VERDICTS`` leaves out the sources; ``EXPLAIN`` adds what was weighed and skipped.
    """
    found = anchors(report)
    return page(
        f"{report.decision.name}: {path}",
        header(report, path, found, question),
        element(
            "div",
            element("main", narrative(text, found), id="narrative", aria_label="Narrative"),
            findings(text, found),
            class_="columns",
        ),
        details(report, text, found, detail),
        footer(report),
        element("div", id="popover", role="dialog", tabindex="-1", hidden=True),
        style=static(FOLDER / "page.css"),
        script=static(FOLDER / "page.js"),
    )
