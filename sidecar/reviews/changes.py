"""Decisions on a text: which of them get in each other's way, and the text that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sidecar.model.text import Span

_BLANKS = (b" ", b"\t")
_ENDS = (b"", b"\r", b"\n")
_MARKER = re.compile(rb"[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+)*(?:[-*+>][ \t]*)?")
"""What may stand on a line before its words: it says nothing without them."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a decision changes.

    Attributes:
        item_id: Of the item that it decides.
        span: What it takes away.
        replacement: What comes in its place; None where it takes out whole sentences.
    """

    item_id: int
    span: Span
    replacement: bytes | None


def conflict(changes: Iterable[Change]) -> tuple[int, int] | None:
    """The items of two changes to one place; removals agree with each other."""
    farthest: dict[bool, Change] = {}
    for change in sorted(changes, key=lambda one: (one.span, one.item_id)):
        removes = change.replacement is None
        for other_removes, other in farthest.items():
            if change.span.overlaps(other.span) and not (removes and other_removes):
                return other.item_id, change.item_id
        reached = farthest.get(removes)
        if reached is None or change.span.end > reached.span.end:
            farthest[removes] = change
    return None


def applied(text: bytes, changes: Sequence[Change]) -> bytes:
    """The text with changes that do not get in each other's way.

    Where a sentence is taken out, so are the spaces that it leaves, and its line where nothing but
    a marker is left of that.
    """
    edits = [(one.span, one.replacement) for one in changes if one.replacement is not None]
    removed = _merged([one.span for one in changes if one.replacement is None], text)
    edits += [(_widened(span, text), b"") for span in removed]
    parts, done = [], 0
    for span, replacement in sorted(edits):
        start = max(span.start, done)
        parts += [text[done:start], replacement]
        done = max(span.end, start)
    return b"".join([*parts, text[done:]])


def _merged(spans: Iterable[Span], text: bytes) -> Iterator[Span]:
    """Removals that only spaces part are one."""
    whole: Span | None = None
    for span in sorted(spans):
        if whole is not None and not text[whole.end : span.start].strip(b" \t"):
            whole = Span(whole.start, max(whole.end, span.end))
            continue
        if whole is not None:
            yield whole
        whole = span
    if whole is not None:
        yield whole


def _widened(span: Span, text: bytes) -> Span:
    """A removal with the spaces, and the line, that it would leave behind."""
    start, end = span
    while text[end : end + 1] in _BLANKS:
        end += 1
    if text[end : end + 1] not in _ENDS:
        return Span(start, end)
    line = text.rfind(b"\n", 0, start) + 1
    if _MARKER.fullmatch(text, line, start):
        return _lines(line, end, text)
    return Span(line + len(text[line:start].rstrip(b" \t")), end)


def _lines(start: int, end: int, text: bytes) -> Span:
    """Whole lines with their ends, and with the empty line that would follow another one."""
    end = _after_break(end, text)
    if end == len(text):  # which ends as it did before
        return Span(len(text[:start].rstrip(b"\r\n")), len(text.rstrip(b"\r\n")))
    if start == 0 or text[:start].endswith((b"\n\n", b"\n\r\n")):
        return Span(start, _after_break(end, text))
    return Span(start, end)


def _after_break(at: int, text: bytes) -> int:
    """Past a line break, if one stands at a place."""
    for mark in (b"\r\n", b"\n"):
        if text.startswith(mark, at):
            return at + len(mark)
    return at
