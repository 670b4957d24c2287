"""The sentence of each number of a text, and the sources of that sentence that govern it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fastpath import hints, sources
from fastpath._jit import helper, kernel
from fastpath.scan_words import Bytes, Ints

START, END, GROUP = range(3)
COLUMNS = 3
PREFIX, QUERY_ID, STRAYS = range(3)
NONE = -1

_NOT_FOUND = -2
_AT_ONCE = 64 * 1024
"""Bytes of a text that are read faster than it takes to let other threads run."""


class GovernedScan(NamedTuple):
    """What the pass found.

    Attributes:
        sentences: Start and end of the sentence of each number, and the number of the group that
            governs it. The start is ``NONE`` between sentences. Shape (COLUMNS, numbers).
        groups: Which prefix and which query id govern numbers together, or ``NONE``; the first of
            them are none.
        prefixes: The prefixes, with the columns of ``sources``.
        ids: The query ids.
        strays: How many numbers stand between sentences.
    """

    sentences: Ints
    groups: Ints
    prefixes: Ints
    ids: Ints
    strays: int


def find(data: bytes, places: Ints, bounds: Ints, known: Ints) -> GovernedScan | None:
    """Find sentences and sources.

    Args:
        data: The text in UTF-8.
        places: Where the numbers begin, ascending.
        bounds: Start and end of all sentences, ascending.
        known: What is worth a look, see ``hints.note``.

    Returns:
        None where no compiled form is to be had, or the pass cannot tell.
    """
    raw, many = np.frombuffer(data, np.uint8), len(known)
    sentences = np.empty(COLUMNS * places.size, np.int64)
    groups = np.empty(2 * places.size + 4, np.int64)
    rows, counts = np.empty(2 * sources.COLUMNS * many, np.int64), np.zeros(3, np.int64)
    found = _find(
        raw, places, bounds.reshape(-1), known.reshape(-1), sentences, groups, rows, counts
    )
    if found < 0:
        return None
    prefixes, ids, strays = counts.tolist()
    named = rows.reshape(2, many, sources.COLUMNS)
    return GovernedScan(
        sentences.reshape(COLUMNS, -1),
        groups[: 2 * found].reshape(-1, 2),
        named[PREFIX, :prefixes],
        named[QUERY_ID, :ids],
        strays,
    )


def _not_found(
    data: Bytes,
    places: Ints,
    bounds: Ints,
    known: Ints,
    sentences: Ints,
    groups: Ints,
    rows: Ints,
    counts: Ints,
) -> int:
    """Without a compiled form the caller finds them by other means."""
    return _NOT_FOUND


@kernel(
    "int64(const uint8[::1], const int64[::1], const int64[::1], const int64[::1], int64[::1], "
    "int64[::1], int64[::1], int64[::1])",
    twin=_not_found,
    brief_to=_AT_ONCE,
)
def _find(
    data: Bytes,
    places: Ints,
    bounds: Ints,
    known: Ints,
    sentences: Ints,
    groups: Ints,
    rows: Ints,
    counts: Ints,
) -> int:
    """Fill everything; how many groups there are, or ``sources.UNSURE``."""
    prefixes, ids = rows[: rows.size // 2], rows[rows.size // 2 :]
    groups[0] = groups[1] = NONE
    found, nth, at, hint = 1, 0, 0, 0
    while nth < places.size:
        while at + 2 < bounds.size and bounds[at + 2] <= places[nth]:
            at += 2
        start, end = NONE, places[nth] + 1
        if at < bounds.size and bounds[at] <= places[nth] and places[nth] < bounds[at + 1]:
            start, end = bounds[at], bounds[at + 1]
        counts[STRAYS] += start == NONE
        while hint < known.size and known[hint + 1] < start:
            hint += hints.COLUMNS
        prefix, query_id = counts[PREFIX], counts[QUERY_ID]
        while hint < known.size and known[hint + 1] < end and start != NONE:
            if not _note(data, start, end, known[hint : hint + 2], prefixes, ids, counts):
                return sources.UNSURE
            hint += hints.COLUMNS
        while nth < places.size and places[nth] < end:
            last = counts[PREFIX] - 1
            while prefix < last and _of(prefixes, prefix + 1, sources.END) <= places[nth]:
                prefix += 1
            last_id = counts[QUERY_ID] - 1
            while query_id < last_id and _of(ids, query_id, sources.START) < places[nth]:
                query_id += 1
            groups[2 * found] = prefix if prefix <= last else NONE
            groups[2 * found + 1] = query_id if query_id <= last_id else NONE
            group = _known(groups, found)
            sentences[START * places.size + nth] = start
            sentences[END * places.size + nth] = end
            sentences[GROUP * places.size + nth] = group
            found = max(found, group + 1)
            nth += 1
    return found


@helper
def _known(groups: Ints, new: int) -> int:
    """The number of a group: the one before it, or that of nothing, if it is the same."""
    for group in (0, new - 1):
        same = groups[2 * group] == groups[2 * new]
        if same and groups[2 * group + 1] == groups[2 * new + 1]:
            return group
    return new


@helper
def _of(rows: Ints, nth: int, column: int) -> int:
    """What one of some rows says."""
    return rows[nth * sources.COLUMNS + column]  # type: ignore[no-any-return]


@helper
def _note(
    data: Bytes, start: int, end: int, hint: Ints, prefixes: Ints, ids: Ints, counts: Ints
) -> bool:
    """Adds the source that a hint of a sentence may be; whether that can be told."""
    done = 0
    if hint[0] == hints.SOURCE:
        row = prefixes[counts[PREFIX] * sources.COLUMNS :]
        done = sources.prefix(data, start, hint[1], end, row)
        counts[PREFIX] += done > 0
    elif hint[0] == hints.QUERY:
        row = ids[counts[QUERY_ID] * sources.COLUMNS :]
        done = sources.query_id(data, hint[1], end, row)
        counts[QUERY_ID] += done > 0
    return done >= 0
