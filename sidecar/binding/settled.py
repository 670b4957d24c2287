"""What floats alone tell about many claims at once.

A number that a cell equals has no better reading: nothing else that may agree, tolerably or in
another unit, need be asked for. And where no cell comes near one, by a reach that is no shorter
than any tolerance and in no scale that could speak against it, nothing agrees. That settles most
numbers of most texts without a decimal. Left to exact lookups are the others: what agrees tolerably
or may be a count, long numbers, zero (which may be written -0.0), and what is as near to two cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fastpath.closest import AGREES, Flags
from fastpath.settling import (
    ABSENT,
    NOWHERE,
    OPEN,
    PreparedClaims,
    SettlingState,
    begin,
    conclude,
    take,
)
from sidecar.binding.lookup import refuting_asks, supporting_asks
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import reach
from sidecar.binding.units import Scale
from sidecar.binding.ways import ClaimGroup, LookupGroup, look_up, seek, ways
from sidecar.evidence.index import Floats, Positions, TableIndex
from sidecar.text.figures import NumberArrays
from sidecar.work import check_abandoned


class CellPlace(NamedTuple):
    """A cell: the position of its query result, its column, and its place in the ``Cells``."""

    result: int
    column: int
    cell: int


class SettledNumbers(NamedTuple):
    """What floats tell.

    Attributes:
        outcomes: How each claim is settled, as in ``fastpath.settling``.
        first: The first cell of each result that equals it. Shape (results, claims).
        where: The result, column and place of the cell that equals it; where nothing agrees the
            number of the way that leads to the nearest, its column and place. Shape (3, claims).
        ways: All ways.
    """

    outcomes: Flags
    first: Positions
    where: Positions
    ways: Sequence[LookupGroup]

    def holding(self, claim: int) -> list[int]:
        """The results that have a cell that equals a claim."""
        return np.flatnonzero(self.first[:, claim] != NOWHERE).tolist()

    def places(self, claims: Sequence[int]) -> Iterator[CellPlace]:
        """The first cell that equals each of some claims."""
        return map(CellPlace, *self.where[:, claims].tolist())

    def closest(self, claim: int) -> tuple[CellPlace, Scale] | None:
        """The nearest cell to a claim that nothing agrees with, and the scale in which it is."""
        number, column, cell = self.where[:, claim].tolist()
        if number < 0:
            return None
        way = self.ways[number]
        return CellPlace(way.result, column, cell), way.scale


def settle(
    kinds: Sequence[ClaimGroup],
    figures: NumberArrays,
    results: Sequence[TableIndex],
    settings: NumericSettings,
) -> SettledNumbers:
    """Settle what can be.

    Args:
        kinds: The claims that are asked about.
        figures: The numbers of all claims.
        results: The query results.
        settings: Tolerances.
    """
    state, begun = (
        SettlingState.of(len(figures), max(1, len(results))),
        PreparedClaims.of(len(figures)),
    )
    claimed = figures.values, figures.steps, figures.short.view(np.uint8)
    for number, places, speaking in kinds:
        check_abandoned()
        # There may be as many days as claimed, whatever the rows.
        counted = speaking if number.symbol != "day" else ()
        counts = np.array([float(results[each].table.row_count) for each in counted])
        begin(places, claimed, counts, reach(number, settings), begun)
    asked = [*enumerate(way for kind in kinds for way in ways(kind, supporting_asks, results))]
    for position, result in enumerate(results):
        check_abandoned()
        here = [(nth, way) for nth, way in asked if way.result == position]
        if not seek(here, figures, result, (state, begun)):
            _pass_over(here, figures, result, (state, begun))
    outcomes = conclude(state, begun, figures.values)
    if np.count_nonzero(outcomes == ABSENT):
        _doubt(outcomes, kinds, figures, results, begun.reached)
    return SettledNumbers(outcomes, state.first, state.where, [way for _, way in asked])


def _pass_over(
    asked: Sequence[tuple[int, LookupGroup]],
    figures: NumberArrays,
    result: TableIndex,
    known: tuple[SettlingState, PreparedClaims],
) -> None:
    """Look claims up in one result, whatever its columns are, and take what is found."""
    state, (told, reached, _) = known
    for nth, way, cells in look_up(asked, figures, result, reached, told):
        check_abandoned()
        if cells is None:
            told[way.places] = 0
        else:
            unit = abs(float(way.scale.factor))
            take(state, told, way.places, cells, unit, (nth, way.result))


def _doubt(
    outcomes: Flags,
    kinds: Sequence[ClaimGroup],
    figures: NumberArrays,
    results: Sequence[TableIndex],
    reached: Floats,
) -> None:
    """Leave open what no cell is near, where one would be if the text were mistaken."""
    absent = outcomes == ABSENT
    left = [
        ClaimGroup(each.number, each.places[absent[each.places]], each.speaking) for each in kinds
    ]
    against = [*enumerate(way for kind in left for way in ways(kind, refuting_asks, results))]
    doubted = absent.view(np.uint8)
    for position, result in enumerate(results):
        check_abandoned()
        here = [(nth, way) for nth, way in against if way.result == position]
        for _, way, cells in look_up(here, figures, result, reached, doubted, bounds=result.bounds):
            absent[way.places] &= cells is not None and cells[1].flags & AGREES == 0
    np.putmask(outcomes, (outcomes == ABSENT) & ~absent, OPEN)
