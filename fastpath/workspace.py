"""Memory to work with that each thread keeps.

Memory that is fetched anew for a text is zeroed by the system page by page as it is touched, which
takes a quarter of the time of what is done in it.
"""

from __future__ import annotations

import threading

import numpy as np

from fastpath.marks import CHUNK, Places
from fastpath.scan_words import Bytes, Ints
from fastpath.sorted_out import Floats

MOST = 1 << 19
"""Items of one sort that are kept; whoever needs more gets them anew."""


class _Workspace(threading.local):
    """What a thread has."""

    def __init__(self) -> None:
        self.seen = np.empty(CHUNK, np.uint8)
        self.places = np.empty(CHUNK, np.uint32)
        self.ints = np.empty(CHUNK, np.int64)
        self.floats = np.empty(CHUNK)


_own = _Workspace()


def borrow_bytes(size: int = CHUNK) -> Bytes:
    """So many bytes or more, until this is asked for again."""
    if size > _own.seen.size:
        _own.seen = np.empty(size, np.uint8)
    return _own.seen[:size]


def places(size: int) -> Places:
    """So many places or more, until this is asked for again."""
    if size > MOST:
        return np.empty(size, np.uint32)
    if size > _own.places.size:
        _own.places = np.empty(size, np.uint32)
    return _own.places


def ints(size: int) -> Ints:
    """So many integers or more, until this is asked for again."""
    if size > MOST:
        return np.empty(size, np.int64)
    if size > _own.ints.size:
        _own.ints = np.empty(size, np.int64)
    return _own.ints


def floats(size: int) -> Floats:
    """So many floats or more, until this is asked for again."""
    if size > MOST:
        return np.empty(size)
    if size > _own.floats.size:
        _own.floats = np.empty(size)
    return _own.floats
