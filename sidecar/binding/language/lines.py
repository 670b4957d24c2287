"""Lines of a paragraph that are each stated by itself: "Orders 2,105", "Delivered 1,730".

A paragraph may be wrapped anywhere; but where its lines end early, anyone who wrote them ended
them.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.model.text import Span

_SHORT = 48
"""Code points of a line that was not wrapped."""


def own_lines(string: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines of a sentence where all but the last one are short, or else all of it."""
    last = start + len(string[start:end].rstrip()) - 1
    breaks = [at for at in _breaks(string, start, end) if at < last]
    if not breaks or not all(_is_short(string, at) for at in breaks):
        yield start, end
        return
    for at in breaks:
        if string[start:at].strip():
            yield start, at
        start = at + 1
    yield start, end


def first_line(string: str, block: Span, char: int) -> tuple[int, int] | None:
    """The first line of a paragraph in which a later line stands, where it leads such lines.

    It tells no figure itself.
    """
    first = string.find("\n", block.start, block.end)
    if not block.start < first < char or not _is_short(string, first):
        return None
    leads = not any(each.isdigit() for each in string[block.start : first])
    return (block.start, first) if leads else None


def _breaks(string: str, start: int, end: int) -> Iterator[int]:
    at = string.find("\n", start, end)
    while at >= 0:
        yield at
        at = string.find("\n", at + 1, end)


def _is_short(string: str, end: int) -> bool:
    """Whether the line that ends there is short."""
    return end - string.rfind("\n", 0, end) - 1 <= _SHORT
