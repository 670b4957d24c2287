"""What every page is wrapped in: nothing is fetched, and nothing of what it shows can act.

A page carries its own style and script, and a content security policy that names them by their
digests and allows nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from sidecar.reports.html.markup import Html, element, joined


def page(title: str, *body: str, style: Html, script: Html | None = None) -> str:
    """A whole page.

    Args:
        title: Of the window.
        body: What it shows, from top to bottom.
        style: Its style sheet.
        script: Its script, if it has one.
    """
    scripts = f" script-src {_digest(script)};" if script else ""
    policy = (
        f"default-src 'none'; style-src {_digest(style)};{scripts}"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href="data:,"),  # else browsers ask for one
        element("style", style),
    )
    content = joined(*body) if script is None else joined(*body, element("script", script))
    return f"<!doctype html>\n{element('html', head, element('body', content), lang='en')}\n"


@cache
def static(file: Path) -> Html:
    """A style sheet or a script that ships with the package."""
    return Html(file.read_text("utf-8"))


def _digest(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
