"""HTML that cannot be forgotten to be escaped: a plain string becomes text, wherever it is put.

The narrative is somebody else's text. Control and format characters in it, which could reorder a
line or hide words, are shown as one replacement character each, as the other reports do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

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
