"""What floats alone tell about many claims at once.

A number that a cell equals has no better reading: nothing else that may agree, tolerably or in
another unit, need be asked for. And where no cell comes near one, by a reach that is no shorter
than any tolerance and in no scale that could speak against it, nothing agrees. That settles most
numbers of most texts without a decimal. Left to exact lookups are the others: what agrees tolerably
or may be a count, long numbers, zero (which may be written -0.0), and what is as near to two cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sidecar.binding.asks import refuting, supporting
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import reach
from sidecar.binding.units import Scale
from sidecar.binding.ways import Alike, Way, look_up, ways
from sidecar.evidence.index import Closest, Floats, Mask, Positions, TableIndex
from sidecar.text.figures import Figures

_SLACK = 1e-9
"""Far more than what rounding does to a distance, relative to what that was made from."""

_NOWHERE = 2**62
_CELL_BITS = 32
_CELL_MASK = 2**_CELL_BITS - 1


class Place(NamedTuple):
    """A cell: the position of its query result, its column, and its place in the ``Cells``."""

    result: int
    column: int
    cell: int


@dataclass(frozen=True)
class Settled:
    """What floats tell.

    Attributes:
        equal: Whether a cell equals each claim.
        absent: Whether nothing agrees with it.
        first: The first cell of each result that equals it. Shape (results, claims).
        nearest: Which way leads to the nearest cell, its column and its place.
        ways: All ways.
    """

    equal: Mask
    absent: Mask
    first: Positions
    nearest: Positions
    ways: Sequence[Way]

    @cached_property
    def cells(self) -> tuple[Positions, Positions, Positions]:
        """The result, column and place of the first cell that equals each claim."""
        results = (self.first != _NOWHERE).argmax(axis=0)
        keys = self.first[results, np.arange(results.size)]
        return results, keys >> _CELL_BITS, keys & _CELL_MASK

    @cached_property
    def single(self) -> Mask:
        """Which claims are settled, and not by cells of several results."""
        several: Mask = (self.first != _NOWHERE).sum(axis=0) > 1
        return self.absent | (self.equal & ~several)

    def several(self) -> dict[int, list[int]]:
        """The claims that cells of several results equal, and these results."""
        found = np.flatnonzero(self.equal & ~self.single).tolist()
        return {c: np.flatnonzero(self.first[:, c] != _NOWHERE).tolist() for c in found}

    def places(self, claims: Sequence[int]) -> Iterator[Place]:
        """The first cell that equals each of some claims."""
        return map(Place, *(each[claims].tolist() for each in self.cells))

    def closest(self, claim: int) -> tuple[Place, Scale] | None:
        """The nearest cell and the scale in which it is, where there is one."""
        way, column, cell = self.nearest[:, claim].tolist()
        if way < 0:
            return None
        return Place(self.ways[way].result, column, cell), self.ways[way].scale


def settle(
    kinds: Sequence[Alike],
    figures: Figures,
    results: Sequence[TableIndex],
    settings: NumericSettings,
) -> Settled:
    """Settle what can be.

    Args:
        kinds: The claims that are asked about.
        figures: The numbers of all claims.
        results: The query results.
        settings: Tolerances.
    """
    values = figures.values
    reached, off = _reached(kinds, figures, results, settings)
    told, agrees = figures.short & (values != 0) & (off > 0), np.zeros(values.size, np.bool_)
    first = np.full((max(1, len(results)), values.size), _NOWHERE)  # a row at least
    (distances, second), nearest = np.full((2, values.size), np.inf), np.full((3, values.size), -1)
    asked = [way for kind in kinds for way in ways(kind, supporting, figures, reached, results)]
    for way in asked:
        told[way.places] &= way.told
    for number, way, found in _looked_up(asked, results):
        at = way.places
        if found is None:
            told[at] = False
            continue
        columns, cells, far, agreeing, undecided = found
        told[at] &= ~undecided
        agrees[at] |= agreeing
        equals = np.where(agreeing & (far == 0), columns << _CELL_BITS | cells, _NOWHERE)
        first[way.result, at] = np.minimum(first[way.result, at], equals)
        before = distances[at]
        closer = far < before
        second[at] = np.where(closer, before, np.minimum(second[at], far))
        distances[at] = np.where(closer, far, before)
        here = np.full(at.size, number), columns, cells
        nearest[:, at] = np.where(closer, here, nearest[:, at])
    equal = told & (first != _NOWHERE).any(axis=0)
    clear = np.isinf(distances) | (second > distances + _SLACK * (distances + np.abs(values)))
    absent = told & ~agrees & (off > reached) & clear
    if absent.any():
        left = [kind._replace(places=kind.places[absent[kind.places]]) for kind in kinds]
        against = [way for kind in left for way in ways(kind, refuting, figures, reached, results)]
        for way in against:
            absent[way.places] &= way.told
        for _, way, found in _looked_up([way.within(results) for way in against], results):
            absent[way.places] &= found is not None and ~found.agrees
    return Settled(equal, absent, first, nearest, asked)


def _reached(
    kinds: Sequence[Alike],
    figures: Figures,
    results: Sequence[TableIndex],
    settings: NumericSettings,
) -> tuple[Floats, Floats]:
    """How far a cell may be from each claim, and how far the nearest count of rows is.

    That is 0 for claims that are not asked about, and for what is counted in another way.
    """
    reached, off = np.zeros((2, len(figures)))
    sizes = np.abs(figures.values)
    for number, places, speaking in kinds:
        reached[places] = reach(number, sizes[places], figures.steps[places], settings)
        if speaking and number.symbol != "day":  # there may be as many days
            counts = np.array([[results[position].table.row_count] for position in speaking])
            off[places] = np.abs(figures.values[places] - counts).min(axis=0)
    return reached, off


def _looked_up(
    asked: Sequence[Way], results: Sequence[TableIndex]
) -> Iterator[tuple[int, Way, Closest | None]]:
    """What is found in each way, which has its number; one lookup in each result."""
    for position, result in enumerate(results):
        here = [(number, way) for number, way in enumerate(asked) if way.result == position]
        if any(way.asked.any() for _, way in here):
            found = look_up(result, [way for _, way in here])
            for (number, way), each in zip(here, found, strict=True):
                yield number, way, each
