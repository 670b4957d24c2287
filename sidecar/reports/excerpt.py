"""Lines of the narrative with a span underlined, as a terminal shows them.

A column of a terminal is neither a byte nor a code point: a tab is several, a Chinese character
two, a combining accent none. And the narrative is somebody else's text: control and format
characters, which could recolour the terminal or reorder the line, are shown as one replacement
character each.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from sidecar.model.report import Finding
from sidecar.model.text import Span, Text

# Where a finding is: a line of the narrative, or a place in a response that is apart from it.


def elsewhere(finding: Finding) -> bool:
    """Whether a finding is about something else than the narrative."""
    return finding.span.start == finding.span.end


def named(text: Text, finding: Finding) -> str:
    """``3:33`` for line and column, or ``response /citations/0``."""
    if elsewhere(finding):
        return printable(f"response {finding.details.get('path', '')}".rstrip())
    line, column = place(text, finding.span)
    return f"{line}:{column}"


TAB = 4
MAX_LINES = 6
_CLIP = 96  # columns of a line that are shown around a span
_BEFORE = 32  # columns of context that are kept before the span of a clipped line
_ELLIPSIS = "…"
_HIDDEN = "\N{REPLACEMENT CHARACTER}"


class Marked(NamedTuple):
    """A line as it is shown, and the marks that stand under it."""

    number: int
    source: str
    marks: str


def place(text: Text, span: Span) -> tuple[int, int]:
    """Line and column where a span begins, both from 1; columns count code points."""
    line = text.line(span.start)
    start = text.line_span(line).start
    return line, text.char_offset(span.start) - text.char_offset(start) + 1


def excerpt(text: Text, span: Span) -> list[Marked]:
    """The lines of a span, at most ``MAX_LINES`` of them, with marks under what it covers."""
    first = text.line(span.start)
    last = text.line(max(span.start, span.end - 1))
    return [_mark(text, span, line) for line in range(first, min(last, first + MAX_LINES - 1) + 1)]


def printable(string: str) -> str:
    """The string on one line, without characters that would act on a terminal."""
    return "".join(_shown(char) for char in string)


def _mark(text: Text, span: Span, line: int) -> Marked:
    whole = text.line_span(line)
    start = max(span.start, whole.start)
    end = max(start, min(span.end, whole.end))
    before, covered, after = (
        _expand(text.slice(Span(*part)))
        for part in ((whole.start, start), (start, end), (end, whole.end))
    )
    if width(before) + width(covered) + width(after) > _CLIP:
        before = _keep_end(before, _BEFORE)
        after = _keep_start(after, max(0, _CLIP - width(before) - width(covered)))
    # An empty span still deserves a mark: something is missing there.
    marks = " " * width(before) + "^" * max(1, width(covered))
    return Marked(line, (before + covered + after).rstrip(), marks)


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


def width(string: str) -> int:
    """How many columns of a terminal a string takes."""
    return sum(_columns(char) for char in string)


def _columns(char: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def _keep_end(string: str, columns: int) -> str:
    if width(string) <= columns:
        return string
    kept = string[-columns:]
    while width(kept) >= columns:
        kept = kept[1:]
    return _ELLIPSIS + kept


def _keep_start(string: str, columns: int) -> str:
    if width(string) <= columns:
        return string
    kept = string[:columns]
    while kept and width(kept) >= columns:
        kept = kept[:-1]
    return kept + _ELLIPSIS
