"""What a text consists of: blocks, sentences, what is worth a look, and where no prose is.

One compiled call for all of it, since each call costs more than a short text does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fastpath import blocks, blocks_lines, hints, holes, marks, sentences, workspace
from fastpath import blocks_state as block
from fastpath._jit import kernel
from fastpath.hints import ANYTHING
from fastpath.marks import Places
from fastpath.scan_words import Bytes, Ints

_NOT_SCANNED = -2
_UNSURE = blocks_lines.UNSURE
_CELLS, _SENTENCES, _ASKED, _HINTS, _ODD, _HOLES = range(block.STATE, block.STATE + 6)
_AT_ONCE = 64 * 1024
"""Bytes of a text that are read faster than it takes to let other threads run."""


class Layout(NamedTuple):
    """What the pass found, in bytes.

    Attributes:
        rows: One row for each block, with the columns of ``blocks_state``.
        cells: Start and end of the cells of all table rows.
        sentences: Start and end of each sentence, see ``sentences.cut``; None where there is no
            compiled form.
        asked: How many of them need judgement.
        hints: What may be where, see ``hints.note``; None the same.
        odd: What may be anywhere in the text, as flags of ``hints``.
        holes: The places without prose, with the columns of ``holes``; None where the pass cannot
            tell them.
    """

    rows: Ints
    cells: Ints
    sentences: Ints | None = None
    asked: int = 0
    hints: Ints | None = None
    odd: int = ANYTHING
    holes: Ints | None = None


def scan(data: bytes, words: Ints, keys: Bytes, known: Layout | None = None) -> Layout | None:
    """Find out what a text in UTF-8 consists of.

    Args:
        data: The text.
        words: What words do before and after a full stop, from ``scan_words.table``.
        keys: Their spellings.
        known: Its blocks, where the pass could not tell them.

    Returns:
        None where no compiled form is to be had, or the pass cannot tell the blocks.
    """
    raw = np.frombuffer(data, np.uint8)
    if known is None:
        # Memory that is not written to costs nothing; to count lines and bars would.
        rows = np.empty(block.COLUMNS * (raw.size // 2 + 1), np.int64)
        cells = np.empty(2 * (raw.size + 1), np.int64)
    else:
        rows, cells = known.rows.reshape(-1), known.cells.reshape(-1)
    seen, places = workspace.borrow_bytes(), workspace.places(raw.size + marks.SPARE)
    state = np.zeros(_HOLES + 1, np.int64)
    cut = np.empty(sentences.COLUMNS * (raw.size // 2 + 2), np.int64)
    noted = np.empty(hints.COLUMNS * (raw.size // 2 + 2), np.int64)
    empty = np.empty(holes.COLUMNS * (rows.size // block.COLUMNS + raw.size // 4 + 1), np.int64)
    given = -1 if known is None else rows.size // block.COLUMNS
    found = _scan(raw, given, words, keys, seen, places, state, rows, cells, cut, noted, empty)
    if found < 0:
        return None
    in_cells, many, asked, hinted, odd, without = state[_CELLS:].tolist()
    return Layout(
        rows[: found * block.COLUMNS].reshape(-1, block.COLUMNS),
        cells[: 2 * in_cells].reshape(-1, 2) if known is None else known.cells,
        cut[: many * sentences.COLUMNS].reshape(-1, sentences.COLUMNS),
        asked,
        noted[: hinted * hints.COLUMNS].reshape(-1, hints.COLUMNS),
        odd,
        None if without < 0 else empty[: without * holes.COLUMNS].reshape(-1, holes.COLUMNS),
    )


def _not_scanned(
    data: Bytes,
    known: int,
    words: Ints,
    keys: Bytes,
    seen: Bytes,
    places: Places,
    state: Ints,
    rows: Ints,
    cells: Ints,
    cut: Ints,
    noted: Ints,
    empty: Ints,
) -> int:
    """Without a compiled form the caller's own readers are faster than this pass."""
    return _NOT_SCANNED


@kernel(
    "int64(const uint8[::1], int64, const int64[::1], const uint8[::1], uint8[::1], uint32[::1], "
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])",
    twin=_not_scanned,
    brief_to=_AT_ONCE,
)
def _scan(
    data: Bytes,
    known: int,
    words: Ints,
    keys: Bytes,
    seen: Bytes,
    places: Places,
    state: Ints,
    rows: Ints,
    cells: Ints,
    cut: Ints,
    noted: Ints,
    empty: Ints,
) -> int:
    """Fill everything; how many blocks there are, or ``UNSURE``."""
    count = marks.find(data, seen, places)
    found = known
    if known < 0:
        found = blocks.outline(data, places, count, state, rows, cells)
        if found < 0:
            return _UNSURE
    state[_CELLS] = state[block.CELLS]
    many, asked = sentences.cut(data, places, count, rows, found, words, keys, cut)
    state[_SENTENCES], state[_ASKED] = many, asked
    hinted, odd = hints.note(data, places, count, noted)
    state[_HINTS], state[_ODD] = hinted, odd
    state[_HOLES] = holes.find(data, rows, found, noted, hinted, odd, empty)
    return found
