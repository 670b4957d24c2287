"""The cells of a row of a Markdown table."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_words import Bytes, Ints
from fastpath.spaces import skipped, trimmed

_BACKSLASH = 92
_BAR = 124


@helper
def cut(data: Bytes, start: int, end: int, cells: Ints, known: int, most: int) -> int:
    """Cuts a row at the bars that are not escaped.

    Args:
        data: The text.
        start: Where the row begins.
        end: Where it ends.
        cells: Takes start and end of each cell, without its padding.
        known: How many cells it holds already.
        most: How many may be added; the others are counted only.

    Returns:
        How many cells the row has.
    """
    first = skipped(data, start, end)
    last = trimmed(data, first, end)
    count, left = 0, first
    for at in range(first, last):
        if data[at] == _BAR and not (at > first and data[at - 1] == _BACKSLASH):
            if at > first:
                _add(data, left, at, cells, known, count, most)
                count += 1
            left = at + 1
    if left < last:
        _add(data, left, last, cells, known, count, most)
        count += 1
    return count


@helper
def _add(
    data: Bytes, left: int, right: int, cells: Ints, known: int, count: int, most: int
) -> None:
    if count < most:
        start = skipped(data, left, right)
        cells[2 * (known + count)] = start
        cells[2 * (known + count) + 1] = trimmed(data, start, right)
