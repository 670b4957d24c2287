"""A report as one page for a browser: nothing is fetched, and nothing of the narrative can act.

The page carries its own style and script, and a content security policy that names them by their
digests and allows nothing else. Without the script, and on paper, all of it can still be read: each
number links to what is told about it below the text.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from sidecar.model.report import Detail, Report
from sidecar.model.text import Text
from sidecar.reports.html.anchors import anchors
from sidecar.reports.html.header import header
from sidecar.reports.html.markup import Html, element
from sidecar.reports.html.narrative import narrative
from sidecar.reports.html.sections import details, findings, footer


def render(report: Report, text: Text, *, path: str, detail: Detail) -> str:
    """Write a report as a page.

    Args:
        report: What was found.
        text: The narrative.
        path: Its name, for the title.
        detail: ``VERDICTS`` leaves out the sources; ``EXPLAIN`` adds what was weighed and skipped.
    """
    found = anchors(report)
    style, script = _static("page.css"), _static("page.js")
    policy = (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{report.decision.name}: {path}"),
        element("link", rel="icon", href="data:,"),  # else browsers ask for one
        element("style", style),
    )
    body = element(
        "body",
        header(report, path, found),
        element(
            "div",
            element("main", narrative(text, found), id="narrative", aria_label="Narrative"),
            findings(text, found),
            class_="columns",
        ),
        details(report, text, found, detail),
        footer(report),
        element("div", id="popover", role="dialog", tabindex="-1", hidden=True),
        element("script", script),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


@cache
def _static(name: str) -> Html:
    return Html((Path(__file__).parent / name).read_text("utf-8"))


def _digest(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
