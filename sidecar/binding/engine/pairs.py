"""Row sets that differ in one dimension: a part and its whole, two periods, two others."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.evidence import Dimension, Evidence
from sidecar.binding.engine.grids import Grid
from sidecar.binding.engine.options import Codes

Ints = NDArray[np.int64]

WHOLE, EARLIER, OTHER = range(3)


class Pairs(NamedTuple):
    """Pairs of one kind, as places in a grid; each array has one entry a pair.

    Attributes:
        one: The row set that a number is of.
        other: What it is compared with.
        later: Whether the other one is the later of two periods.
    """

    one: Ints
    other: Ints
    later: NDArray[np.bool_]


def pairs(grid: Grid, evidence: Evidence) -> dict[int, Pairs]:
    """The pairs of the row sets of a grid, by kind."""
    told = _told(grid, evidence)
    unlike = told.key[: grid.main, None] != told.key[None]
    one, other = np.nonzero((unlike.sum(2) == 1) & ~unlike[:, :, 0])
    d = unlike[one, other].argmax(1) - 1
    mine, theirs = told.size[one, d], told.size[other, d]
    sets = [grid.sets[at] for at in grid.places.tolist()]
    is_whole = theirs == 0
    for at in np.flatnonzero((theirs > mine) & (mine > 0)).tolist():
        part, whole = (sets[each[at]].options[d[at]] or () for each in (one, other))
        is_whole[at] = {*part} < {*whole}
    is_dated = told.is_dated[one, d]
    kinds = np.select([mine == 0, is_whole, is_dated], [-1, WHOLE, EARLIER], OTHER)
    later = (kinds == EARLIER) & (told.last[other, d] >= told.last[one, d])
    found = {kind: np.flatnonzero(kinds == kind) for kind in (WHOLE, EARLIER, OTHER)}
    return {kind: Pairs(one[at], other[at], later[at]) for kind, at in found.items() if at.size}


class _Told(NamedTuple):
    """What tells row sets apart.

    Attributes:
        key: The view and, by dimension, a number for the values. Shape (sets, 1 + dimensions).
        size: How many values each dimension has; 0 for any. Shape (sets, dimensions).
        last: The place of the last one in time. Shape (sets, dimensions).
        is_dated: Whether the values are periods. Shape (sets, dimensions).
    """

    key: Ints
    size: Ints
    last: Ints
    is_dated: NDArray[np.bool_]


def _told(grid: Grid, evidence: Evidence) -> _Told:
    known: dict[object, int] = {}
    sets = [grid.sets[at] for at in grid.places.tolist()]
    width = max([1, *(len(one.options) for one in sets)])
    key = np.zeros((len(sets), 1 + width), np.int64)
    size, last = (np.zeros((len(sets), width), np.int64) for _ in range(2))
    is_dated = np.zeros((len(sets), width), np.bool_)
    for at, one in enumerate(sets):
        key[at, 0] = one.view
        dimensions = evidence.views[one.view].dimensions
        for d, (dimension, codes) in enumerate(zip(dimensions, one.options, strict=True)):
            key[at, d + 1] = known.setdefault(codes, len(known))
            if codes is not None:
                size[at, d] = len(codes)
                is_dated[at, d] = dimension.periods is not None
                last[at, d] = _last(dimension, codes) if is_dated[at, d] else 0
    return _Told(key, size, last, is_dated)


def _last(dimension: Dimension, codes: Codes) -> int:
    return max(dimension.rank.get(code, 0) for code in codes)
