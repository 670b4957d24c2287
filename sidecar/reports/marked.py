"""Pieces of Markdown in which nothing of somebody else's text acts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sidecar.model.text import Span, Text
from sidecar.reports.excerpt import place, printable

# What acts inside a table cell, and what GitHub would turn into a link by itself.
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9./?#%=&+,;:_~-]{0,2000}")
_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&$@]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def escape(string: str) -> str:
    """The string as one line of plain Markdown text, whatever it holds.

    The narrative is somebody else's text: nothing in it may become a link, an image or HTML on the
    page that shows the report.
    """
    line = " ".join(printable(string).split())
    return _SPECIAL.sub(r"\\\g<0>", line)


def source_link(name: str, url: str) -> str:
    """A source by its name, with its address as a link where nothing in that can act."""
    if not _PLAIN_URL.fullmatch(url):
        return escape(name)
    return f"<{url}>" if name == url else f"{escape(name)} (<{url}>)"


def at(text: Text, span: Span) -> str:
    """Where a span begins: ``3:33`` for line and column."""
    line, column = place(text, span)
    return f"{line}:{column}"


def fenced(content: str, language: str) -> str:
    """Text as a block of code that nothing in it can end."""
    lines = "\n".join(map(printable, content.split("\n")))
    longest = max(map(len, re.findall("`+", lines)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{lines}\n{fence}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows of cells that are escaped already."""
    names = list(head)
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
