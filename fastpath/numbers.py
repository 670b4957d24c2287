"""The plain numbers of a text with all that is known about them, in one compiled call.

The scan of the bytes reads them, the words around them tell how they are hedged, and what is left
is sorted out: numbers as columns and as floats, what is no quantity, and what needs judgement.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fastpath import hedges, holes, marks, scan, sorted_out, workspace
from fastpath import scan_columns as column
from fastpath._jit import kernel
from fastpath.marks import Places
from fastpath.scan_words import Bytes, Ints
from fastpath.sorted_out import FLOATS, PLACE, Floats

_NOT_SCANNED = -2
_KEPT, _PLACES, _SKIPPED = range(3)  # how many there are
_AT_ONCE = 64 * 1024
"""Bytes of a text that are read faster than it takes to let other threads run."""
_RECORDS = column.COLUMNS
_COLUMNS = _RECORDS + column.KEPT
_PLACE = _COLUMNS + PLACE
_WIDTH = _PLACE + holes.COLUMNS
"""Integers for each number, in four parts."""


class WordMeanings(NamedTuple):
    """What words mean to the pass.

    Attributes:
        words: In and beside numbers, from ``scan_words.table``; see there for what each may do.
        keys: Their spellings.
        hedges: Around numbers, the same; see ``hedges.hedge``.
        hedge_keys: Their spellings.
        pairs: What pairs of them say.
    """

    words: Ints
    keys: Bytes
    hedges: Ints
    hedge_keys: Bytes
    pairs: Ints


class NumberScan(NamedTuple):
    """What the pass found.

    Attributes:
        columns: The plain numbers. Shape (KEPT, numbers), with the columns of ``scan_columns``.
        floats: The same with the rows of ``sorted_out``. Shape (FLOATS, numbers).
        places: Where readers must look, see ``sorted_out.places``.
        skipped: Start, end and reason of what is no quantity.
    """

    columns: Ints
    floats: Floats
    places: Ints
    skipped: Ints


def read(data: bytes, known: Ints, vocabulary: WordMeanings, *, years: bool) -> NumberScan | None:
    """Read the plain numbers of a text in UTF-8.

    Args:
        data: The text.
        known: The places that hold no prose, with the columns of ``holes``.
        vocabulary: What words mean.
        years: Whether years are no quantities.

    Returns:
        None where no compiled form is to be had.
    """
    raw, known = np.frombuffer(data, np.uint8), known.reshape(-1)
    seen, starts = workspace.borrow_bytes(), workspace.places(raw.size + marks.SPARE)
    counts = np.empty(hedges.TOKENS + 3, np.int64)
    for room in (raw.size // 16 + 16, raw.size // 2 + 2):  # most texts, and all
        ints, floats = workspace.ints(room * _WIDTH), workspace.floats(room * FLOATS)
        done = _read(
            raw, data.isascii(), known, *vocabulary, years, seen, starts, room, ints, floats, counts
        )
        if done == _NOT_SCANNED:
            return None
        if done != scan.FULL:
            break
    kept, places, skipped = counts[:3].tolist()
    columns = ints[_RECORDS * room : _COLUMNS * room].reshape(column.KEPT, room)
    return NumberScan(
        columns[:, :kept].copy(),
        floats[: FLOATS * room].reshape(FLOATS, room)[:, :kept].copy(),
        ints[_COLUMNS * room :][: places * PLACE].reshape(-1, PLACE).copy(),
        ints[_PLACE * room :][: skipped * holes.COLUMNS].reshape(-1, holes.COLUMNS).copy(),
    )


def _not_read(
    data: Bytes,
    plain: int,
    known: Ints,
    words: Ints,
    keys: Bytes,
    said: Ints,
    said_keys: Bytes,
    pairs: Ints,
    years: int,
    seen: Bytes,
    starts: Places,
    room: int,
    ints: Ints,
    floats: Floats,
    counts: Ints,
) -> int:
    """Without a compiled form the caller's own readers are faster than this pass."""
    return _NOT_SCANNED


@kernel(
    "int64(const uint8[::1], int64, const int64[::1], const int64[::1], const uint8[::1], "
    "const int64[::1], const uint8[::1], const int64[::1], int64, uint8[::1], uint32[::1], "
    "int64, int64[::1], float64[::1], int64[::1])",
    twin=_not_read,
    brief_to=_AT_ONCE,
)
def _read(
    data: Bytes,
    plain: int,
    known: Ints,
    words: Ints,
    keys: Bytes,
    said: Ints,
    said_keys: Bytes,
    pairs: Ints,
    years: int,
    seen: Bytes,
    starts: Places,
    room: int,
    ints: Ints,
    floats: Floats,
    counts: Ints,
) -> int:
    """Fill everything; how much the scan found, or ``FULL``."""
    records, columns = ints[: _RECORDS * room], ints[_RECORDS * room : _COLUMNS * room]
    places, skipped = ints[_COLUMNS * room : _PLACE * room], ints[_PLACE * room :]
    found = scan.anchors(data, plain, known, words, keys, seen, starts, records, room)
    if found == scan.FULL:
        return found
    kept = 0
    tokens = counts[3:]
    for nth in range(found):
        record = records[nth * column.COLUMNS : (nth + 1) * column.COLUMNS]
        state = record[column.STATE]
        if state == column.DOUBTFUL or (state == column.YEAR and years):
            continue
        hedges.hedge(data, record, said, said_keys, pairs, tokens)
        sorted_out.keep(record, columns, floats, room, kept)
        kept += 1
    counts[_KEPT] = kept
    counts[_PLACES], counts[_SKIPPED] = sorted_out.places(
        data, known, records, found, years != 0, places, skipped
    )
    return found
