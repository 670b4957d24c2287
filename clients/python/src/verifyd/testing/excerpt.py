"""Lines of an answer with a span underlined, for the message of a failed test.

The answer is somebody else's text: what could recolour or reorder a terminal is shown as one
replacement character, and marks stand under the columns that characters take there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from verifyd.results import Span

MAX_LINES = 6
AROUND = 60
"""Characters of a long line that are shown on each side of a span."""

_HIDDEN = "\N{REPLACEMENT CHARACTER}"
_CONTROLS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def place(text: str, span: Span) -> tuple[int, int]:
    """Line and column where a span begins, both from 1."""
    start = text.rfind("\n", 0, span.start) + 1
    return text.count("\n", 0, span.start) + 1, span.start - start + 1


def underlined(text: str, span: Span) -> Iterator[str]:
    """The lines that a span touches, at most ``MAX_LINES``, each with marks under what it covers.

    An empty span gets one mark: something is missing there.
    """
    number, _ = place(text, span)
    start = text.rfind("\n", 0, span.start) + 1
    lines = text[start : max(span.start, span.end)].count("\n") + 1
    gutter = len(str(number + lines - 1))
    for offset, line in enumerate(text[start:].split("\n")[: min(lines, MAX_LINES)]):
        first = max(0, span.start - start)
        last = min(len(line), max(first, span.end - start))
        shown, marks = _marked(line, first, last)
        yield f"  {number + offset:>{gutter}} | {shown}"
        yield f"  {'':>{gutter}} | {marks}"
        start += len(line) + 1


def printable(string: str) -> str:
    """The string on one line, without characters that would act on a terminal."""
    return "".join(map(_shown, string))


def _marked(line: str, first: int, last: int) -> tuple[str, str]:
    begin = first - AROUND if first > AROUND + 1 else 0
    end = last + AROUND if len(line) > last + AROUND + 1 else len(line)
    before = ("…" if begin else "") + printable(line[begin:first])
    covered = printable(line[first:last])
    after = printable(line[last:end]) + ("…" if end < len(line) else "")
    marks = " " * _width(before) + "^" * max(1, _width(covered))
    return (before + covered + after).rstrip(), marks


def _shown(char: str) -> str:
    if char in "\n\t":
        return " "
    hidden = unicodedata.category(char) in _CONTROLS and char != "\N{ZERO WIDTH JOINER}"
    return _HIDDEN if hidden else char


def _width(string: str) -> int:
    """Columns of a terminal: a Chinese character takes two, a combining accent none."""
    return sum(
        2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in string
        if unicodedata.category(char) not in {"Mn", "Me", "Cf"}
    )
