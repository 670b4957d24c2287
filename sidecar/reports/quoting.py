"""Somebody else's words in a report: nothing in them acts, in a terminal or on a page of Markdown.

Control and format characters, which could recolour a terminal or reorder a line, are shown as one
replacement character each. Lines are quoted with a span underlined, in columns of a terminal, which
are neither bytes nor code points: a tab is several, a Chinese character two, a combining accent
none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from sidecar.model.report import Finding
from sidecar.model.text import Span, Text

# Where a finding is: a line of the narrative, or a place in a response that is apart from it.


def is_about_response(finding: Finding) -> bool:
    """Whether a finding is about something else than the narrative."""
    return finding.span.start == finding.span.end


def describe_place(text: Text, finding: Finding) -> str:
    """``3:33`` for line and column, or ``response /citations/0``."""
    if is_about_response(finding):
        return sanitize(f"response {finding.details.get('path', '')}".rstrip())
    line, column = find_position(text, finding.span)
    return f"{line}:{column}"


TAB = 4
MAX_LINES = 6
_CLIP = 96  # columns of a line that are shown around a span
_BEFORE = 32  # columns of context that are kept before the span of a clipped line
_ELLIPSIS = "…"
_HIDDEN = "\N{REPLACEMENT CHARACTER}"


class MarkedLine(NamedTuple):
    """A line as it is shown, and the marks that stand under it."""

    number: int
    source: str
    marks: str


def find_position(text: Text, span: Span) -> tuple[int, int]:
    """Line and column where a span begins, both from 1; columns count code points."""
    line = text.line(span.start)
    start = text.line_span(line).start
    return line, text.char_offset(span.start) - text.char_offset(start) + 1


def quote_lines(text: Text, span: Span) -> list[MarkedLine]:
    """The lines of a span, at most ``MAX_LINES`` of them, with marks under what it covers."""
    first = text.line(span.start)
    last = text.line(max(span.start, span.end - 1))
    return [_mark(text, span, line) for line in range(first, min(last, first + MAX_LINES - 1) + 1)]


def sanitize(string: str) -> str:
    """The string on one line, without characters that would act on a terminal."""
    return "".join(_shown(char) for char in string)


def _mark(text: Text, span: Span, line: int) -> MarkedLine:
    whole = text.line_span(line)
    start = max(span.start, whole.start)
    end = max(start, min(span.end, whole.end))
    before, covered, after = (
        _expand(text.slice(Span(*part)))
        for part in ((whole.start, start), (start, end), (end, whole.end))
    )
    if count_columns(before) + count_columns(covered) + count_columns(after) > _CLIP:
        before = _keep_end(before, _BEFORE)
        after = _keep_start(after, max(0, _CLIP - count_columns(before) - count_columns(covered)))
    # An empty span still deserves a mark: something is missing there.
    marks = " " * count_columns(before) + "^" * max(1, count_columns(covered))
    return MarkedLine(line, (before + covered + after).rstrip(), marks)


def _expand(string: str) -> str:
    return "".join(" " * TAB if char == "\t" else _shown(char) for char in string.rstrip("\r"))


def _shown(char: str) -> str:
    if char in "\n\t":
        return " "
    # Cc, Cf, Cs, Zl and Zp: controls, direction marks, surrogates, line and paragraph separators.
    # The zero-width joiner stays, since it holds emoji together.
    category = unicodedata.category(char)
    hidden = category in {"Cc", "Cf", "Cs", "Zl", "Zp"} and char != "\N{ZERO WIDTH JOINER}"
    return _HIDDEN if hidden else char


def count_columns(string: str) -> int:
    """How many columns of a terminal a string takes."""
    return sum(_columns(char) for char in string)


def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _keep_end(string: str, columns: int) -> str:
    if count_columns(string) <= columns:
        return string
    kept = string[-columns:]
    while count_columns(kept) >= columns:
        kept = kept[1:]
    return _ELLIPSIS + kept


def _keep_start(string: str, columns: int) -> str:
    if count_columns(string) <= columns:
        return string
    kept = string[:columns]
    while kept and count_columns(kept) >= columns:
        kept = kept[:-1]
    return kept + _ELLIPSIS


# Pieces of Markdown in which nothing of somebody else's text acts.

# What acts inside a table cell, and what GitHub would turn into a link by itself.
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9./?#%=&+,;:_~-]{0,2000}")
_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&$@]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def escape(string: str) -> str:
    """The string as one line of plain Markdown text, whatever it holds.

    The narrative is somebody else's text: nothing in it may become a link, an image or HTML on the
    page that shows the report.
    """
    line = " ".join(sanitize(string).split())
    return _SPECIAL.sub(r"\\\g<0>", line)


def format_link(name: str, url: str) -> str:
    """A source by its name, with its address as a link where nothing in that can act."""
    if not _PLAIN_URL.fullmatch(url):
        return escape(name)
    return f"<{url}>" if name == url else f"{escape(name)} (<{url}>)"


def format_position(text: Text, span: Span) -> str:
    """Where a span begins: ``3:33`` for line and column."""
    line, column = find_position(text, span)
    return f"{line}:{column}"


def format_code(content: str, language: str) -> str:
    """Text as a block of code that nothing in it can end."""
    lines = "\n".join(map(sanitize, content.split("\n")))
    longest = max(map(len, re.findall("`+", lines)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{lines}\n{fence}"


def format_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows of cells that are escaped already."""
    names = list(head)
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
