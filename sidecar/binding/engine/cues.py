"""What stands around a number that says what is done to compute it: cue words, near and far."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from sidecar.binding.engine.columns import NumberSurroundings
from sidecar.binding.engine.lexicon import CUE_NAMES
from sidecar.binding.engine.reading import ROW, TextArrays

_CLOSE = 3  # tokens right before and right behind a number


class Cues(NamedTuple):
    """What is said around a number.

    Attributes:
        near: The cue classes of its clause, as places in ``CUE_NAMES``.
        beside: Those of the rest of its sentence.
        before, behind: Those right before and right behind it.
    """

    near: list[int]
    beside: list[int]
    before: list[int]
    behind: list[int]


def cues_of(reading: TextArrays, around: NumberSurroundings) -> Cues:
    """What is said around a number."""
    r, k, end = reading, around.first, around.end
    near = beside = before = behind = 0
    for t in range(around.low, around.high):
        if r.clause[t] == r.clause[k] or k <= t < end:
            near |= r.cue[t]
        else:
            beside |= r.cue[t]
    for t in _head_cell(r, k):
        near |= r.cue[t]
    for t in range(k - 1, max(around.low, k - _CLOSE) - 1, -1):
        if r.number[t] >= 0 or r.clause[t] != r.clause[k]:
            break
        before |= r.cue[t]
    for t in range(end, min(around.high, end + _CLOSE)):
        if r.number[t] >= 0 or r.clause[t] != r.clause[end - 1]:
            break
        behind |= r.cue[t]
    return Cues(_bits(near), _bits(beside & ~near), _bits(before), _bits(behind))


def _bits(cues: int) -> list[int]:
    return [j for j in range(len(CUE_NAMES)) if cues >> j & 1]


def _head_cell(r: TextArrays, k: int) -> Iterator[int]:
    """The tokens of the head of a number's column in a table of the text."""
    if r.kinds[r.block[k]] == ROW:
        head = r.head_row[r.block[k]]
        for t in range(bisect_left(r.block, head), bisect_right(r.block, head)):
            if r.cell[t] == r.cell[k]:
                yield t
