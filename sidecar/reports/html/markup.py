"""HTML that cannot be forgotten to be escaped: a plain string becomes text, wherever it is put.

The narrative is somebody else's text. Control and format characters in it, which could reorder a
line or hide words, are shown as one replacement character each, as the other reports do.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path

from sidecar.reports.excerpt import printable

_VOID = frozenset(("input", "link", "meta"))


class Html(str):
    """Markup, to be written as it stands. Nothing but this module and static files makes it."""

    __slots__ = ()


def text(string: str) -> Html:
    """A string as text."""
    if not string.isprintable():
        lines = string.replace("\r\n", "\n").split("\n")
        string = "\n".join(map(printable, lines))
    return Html(escape(string))


def joined(*content: str) -> Html:
    """Several pieces, in a row."""
    return Html("".join(piece if isinstance(piece, Html) else text(piece) for piece in content))


def element(tag: str, *content: str, **attributes: str | bool | None) -> Html:
    """An element.

    Args:
        tag: Its name.
        content: Markup, or strings that become text.
        attributes: ``class_`` is ``class``, ``aria_label`` is ``aria-label``. True writes the name
            alone; None, False and the empty string leave it out.
    """
    written = "".join(
        f" {_name(key)}" if value is True else f' {_name(key)}="{text(value)}"'
        for key, value in attributes.items()
        if value
    )
    if tag in _VOID:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(*content)}</{tag}>")


def stacked(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """A table whose cells stand below each other, each after its heading, in a narrow window."""
    head = element("tr", *(element("th", one, scope="col") for one in heads))
    body = [
        element(
            "tr",
            *(element("td", cell, data_head=name) for name, cell in zip(heads, row, strict=True)),
        )
        for row in rows
    ]
    top = element("thead", head) if any(heads) else Html("")
    return element("table", top, element("tbody", *body), class_="stack")


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


# What every page is wrapped in: nothing is fetched, and nothing of what it shows can act.


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
