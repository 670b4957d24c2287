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
    later: Ints


def pairs(grid: Grid, evidence: Evidence) -> dict[int, Pairs]:
    """The pairs of the row sets of a grid, by kind."""
    found: dict[int, list[tuple[int, int, bool]]] = {WHOLE: [], EARLIER: [], OTHER: []}
    sets = [grid.sets[at] for at in grid.places.tolist()]
    for one, other, d in _differing(grid):
        mine, theirs = sets[one].options[d], sets[other].options[d]
        dimension = evidence.views[sets[one].view].dimensions[d]
        if mine is None:
            continue
        if theirs is None or (len(theirs) > len(mine) and {*mine} < {*theirs}):
            found[WHOLE].append((one, other, False))
        elif dimension.periods is None:
            found[OTHER].append((one, other, False))
        else:
            later = _last(dimension, theirs) >= _last(dimension, mine)
            found[EARLIER].append((one, other, later))
    return {
        kind: Pairs(*(np.array(each, np.int64) for each in zip(*told, strict=True)))
        for kind, told in found.items()
        if told
    }


def _differing(grid: Grid) -> list[tuple[int, int, int]]:
    """The main row sets with others that differ in one dimension, and that dimension."""
    known: dict[object, int] = {}
    sets = [grid.sets[at] for at in grid.places.tolist()]
    width = 1 + max([0, *(len(one.options) for one in sets)])
    told = np.zeros((len(sets), width), np.int64)
    for at, one in enumerate(sets):
        told[at, 0] = one.view
        for d, codes in enumerate(one.options, 1):
            told[at, d] = known.setdefault(codes, len(known))
    unlike = told[: grid.main, None] != told[None]
    ones, others = np.nonzero((unlike.sum(2) == 1) & ~unlike[:, :, 0])
    differs = unlike[ones, others].argmax(1) - 1
    return list(zip(ones.tolist(), others.tolist(), differs.tolist(), strict=True))


def _last(dimension: Dimension, codes: Codes) -> int:
    return max(dimension.rank.get(code, 0) for code in codes)
