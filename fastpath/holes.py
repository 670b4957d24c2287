"""The places of a text that hold no prose: code, the markers of lists, query ids.

What else holds none, or may not, is left to a reader that can judge it.
"""

from __future__ import annotations

import numpy as np

from fastpath import blocks_state as block
from fastpath._jit import helper
from fastpath.hints import COLUMNS as HINT
from fastpath.hints import CONFIDENCE, QUERY, SOURCE, TICKS
from fastpath.scan_words import Bytes, Ints, byte_at, is_digit, is_letter, is_one_of
from fastpath.spaces import is_space

START, END, REASON = range(3)
COLUMNS = 3
LIST_MARKER, IDENTIFIER, CODE = 4, 6, 9  # reasons
UNSURE = -1

_MARK = 4  # bytes of "QID:"
_JOINTS = np.frombuffer(b"_.:/@+-", np.uint8)
_TRAILING = np.frombuffer(b".,;:!?)]}'\"*_", np.uint8)  # of the sentence around an id


@helper
def find(
    data: Bytes, blocks: Ints, many: int, hints: Ints, hinted: int, odd: int, holes: Ints
) -> int:
    """Fill in start, end and reason of the places, in order and apart.

    Args:
        data: The text.
        blocks: Its blocks, with the columns of ``blocks_state``.
        many: How many there are.
        hints: What is worth a look, see ``hints.note``.
        hinted: How many of these there are.
        odd: What may be anywhere in the text.
        holes: Takes the places.

    Returns:
        How many there are, or ``UNSURE``.
    """
    ids = hints[hinted * HINT :]  # what is left of the array is free
    many_ids = _ids(data, hints, hinted, ids)
    if odd & TICKS or many_ids == UNSURE:
        return UNSURE
    found = nth = 0
    for at in range(0, many * block.COLUMNS, block.COLUMNS):
        kind, start, end = blocks[at + block.KIND], blocks[at + block.START], blocks[at + block.END]
        if kind == block.HEADING:
            if start < end and (is_digit(data[start]) or data[start] >= 128):
                return UNSURE
            continue
        if kind != block.CODE:
            start, end = blocks[at + block.MARKER], blocks[at + block.MARKER_END]
            if start < 0:
                continue
        while nth < many_ids and _is_before(ids[2 * nth], ids[2 * nth + 1], start, end):
            found = _add(holes, found, ids[2 * nth], ids[2 * nth + 1], IDENTIFIER)
            nth += 1
        found = _add(holes, found, start, end, CODE if kind == block.CODE else LIST_MARKER)
    while nth < many_ids:
        found = _add(holes, found, ids[2 * nth], ids[2 * nth + 1], IDENTIFIER)
        nth += 1
    return found


@helper
def _is_before(start: int, end: int, other: int, other_end: int) -> bool:
    return start < other or (start == other and end < other_end)


@helper
def _add(holes: Ints, found: int, start: int, end: int, reason: int) -> int:
    """Adds a place, if it is apart from those before it; how many there are then."""
    if found and start < holes[(found - 1) * COLUMNS + END]:
        return found
    holes[found * COLUMNS + START] = start
    holes[found * COLUMNS + END] = end
    holes[found * COLUMNS + REASON] = reason
    return found + 1


@helper
def _ids(data: Bytes, hints: Ints, hinted: int, ids: Ints) -> int:
    """Fill in start and end of the query ids; how many there are, or ``UNSURE``."""
    found = searched = 0
    for hint in range(hinted):
        what, start = hints[hint * HINT], hints[hint * HINT + 1]
        if what == SOURCE or (start < searched and what != CONFIDENCE):
            continue
        if what != QUERY:
            return UNSURE
        at = start + _MARK
        at += is_space(byte_at(data, at)) and at < data.size
        end = at
        while end < data.size and in_id(data[end]):
            end += 1
        if end < data.size and data[end] >= 128:
            return UNSURE
        if end == at:
            continue
        searched = end
        while end > start and is_one_of(data[end - 1], _TRAILING):
            end -= 1
        ids[2 * found] = start
        ids[2 * found + 1] = end
        found += 1
    return found


@helper
def in_id(byte: int) -> bool:
    """Whether a byte may stand in a query id."""
    return is_letter(byte) or is_digit(byte) or is_one_of(byte, _JOINTS)
