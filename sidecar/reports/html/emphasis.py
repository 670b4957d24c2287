"""Emphasis and code inside a block: what is marked with ``**``, ``_``, ``~~`` or backticks.

Only marks that belong together are left out of what is shown. A mark without its other half is a
character like any other, and so is one behind a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.model.text import Span, Text

_MARK = re.compile(r"(?<!\\)(?:`{1,2}|\*{1,3}|_{1,2}|~~)")
_TAGS = {
    "*": ("em",),
    "_": ("em",),
    "**": ("strong",),
    "__": ("strong",),
    "***": ("strong", "em"),
    "~~": ("s",),
    "`": ("code",),
    "``": ("code",),
}


class EmphasizedSpan(NamedTuple):
    """A part of the text that is shown in some way.

    Attributes:
        span: Where it stands.
        tags: The elements around it, the outer one first; None for a mark, which is not shown.
    """

    span: Span
    tags: Sequence[str] | None


def find_emphasis(text: Text, span: Span) -> Iterator[EmphasizedSpan]:
    """The stretches of a block that are emphasised, and their marks, in its order."""
    start, end = text.char_offset(span.start), text.char_offset(span.end)
    marks = list(_MARK.finditer(text.string, start, end))
    pairs = sorted(_pairs(marks, text.string))
    cuts = sorted({(at, kind, tags) for one in pairs for at, kind, tags in _cuts(one)})
    position, around = start, list[str]()
    for at, is_end, (size, tags) in cuts:
        if around and position < at:
            yield EmphasizedSpan(text.span(position, at), tuple(around))
        yield EmphasizedSpan(text.span(at, at + size), None)
        position = at + size
        if is_end:
            del around[len(around) - len(tags) :]
        else:
            around += tags


Pair = tuple[int, int, str]
"""Where the opening and the closing mark begin, and the mark."""


def _cuts(pair: Pair) -> Iterator[tuple[int, bool, tuple[int, tuple[str, ...]]]]:
    first, last, mark = pair
    yield first, False, (len(mark), _TAGS[mark])
    yield last, True, (len(mark), _TAGS[mark])


def _pairs(marks: Sequence[re.Match[str]], string: str) -> Iterator[Pair]:
    """The marks that belong together, one pair inside of another or beside it."""
    again: dict[int, int] = {}  # from a run of backticks to the next one of its length
    seen: dict[str, int] = {}
    for at in range(len(marks) - 1, -1, -1):
        mark = marks[at][0]
        again[at], seen[mark] = seen.get(mark, -1), at
    opened: list[tuple[str, int]] = []
    known: dict[str, int] = dict.fromkeys(_TAGS, 0)
    skip = -1
    for at, found in enumerate(marks):
        mark = found[0]
        if at <= skip:
            continue
        if mark[0] == "`":
            if again[at] >= 0:
                skip = again[at]
                yield found.start(), marks[skip].start(), mark
        elif known[mark] and _closes(found, string):
            while True:
                other, start = opened.pop()
                known[other] -= 1
                if other == mark:
                    break
            yield start, found.start(), mark
        elif _opens(found, string):
            opened.append((mark, found.start()))
            known[mark] += 1


def _opens(found: re.Match[str], string: str) -> bool:
    """Whether words follow a mark; an underscore in a name opens nothing."""
    after = string[found.end() : found.end() + 1]
    before = string[found.start() - 1 : found.start()] if found.start() else ""
    return bool(after.strip()) and not (found[0][0] == "_" and before.isalnum())


def _closes(found: re.Match[str], string: str) -> bool:
    """Whether words stand before a mark; an underscore in a name closes nothing."""
    after = string[found.end() : found.end() + 1]
    before = string[found.start() - 1 : found.start()] if found.start() else ""
    return bool(before.strip()) and not (found[0][0] == "_" and after.isalnum())
