"""Rows of a table, ascending: what they share, what tells them apart, and large ones held once."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from sidecar.model import memory

Rows = NDArray[np.int64]

_SMALL = 200  # rows of which the common ones are kept
_FEW = 64  # rows that are their own key, and are not worth being shared
_KEY = 20  # bytes of other keys: no whole number of rows


def common(one: Rows, other: Rows) -> Rows:
    """The rows, ascending, that are among both; of few ones that is asked again and again."""
    if one.size + other.size > _SMALL:
        few, many = sorted((one, other), key=len)
        return few[_among(few, many)]
    return _common(one.tobytes(), other.tobytes())


def meets(one: Rows, other: Rows) -> bool:
    """Whether any row, of some that ascend, is among others that do."""
    few, many = sorted((one, other), key=len)
    return bool(_among(few, many).any())


def _among(few: Rows, many: Rows) -> NDArray[np.bool_]:
    """Which of some rows are among others, in which a search is shorter than sorting them."""
    if not many.size:
        return np.zeros(few.size, np.bool_)
    among: NDArray[np.bool_] = many[np.minimum(many.searchsorted(few), many.size - 1)] == few
    return among


@lru_cache(maxsize=4096)
def _common(one: bytes, other: bytes) -> Rows:
    a, b = np.frombuffer(one, np.int64), np.frombuffer(other, np.int64)
    return np.intersect1d(a, b, assume_unique=True)


def row_key(rows: Rows | None) -> bytes | None:
    """What tells some rows (None: all) from others, without holding them."""
    if rows is None:
        return None
    if rows.size <= _FEW:
        return rows.tobytes()
    return blake2b(np.ascontiguousarray(rows).data, digest_size=_KEY).digest()


class RowSets:
    """The rows that the numbers of one text speak of, as long as any of them needs them."""

    def __init__(self) -> None:
        self._kept: WeakValueDictionary[bytes | None, Rows] = WeakValueDictionary()

    def of(self, rows: Rows) -> Rows:
        """The same rows, in one array for all who ask for them."""
        if rows.size <= _FEW:
            return rows
        own = row_key(rows)
        kept = self._kept.get(own)
        if kept is None:
            memory.hold(rows)
            kept = self._kept[own] = rows
        return kept
