"""What floats tell about claims, for all of them at once.

begin      how far a cell may be from each claim of a kind
aim        the cells that are asked for, in one way: a column's unit and scale, in one result
take       what was found in one way
seek       these two, and the lookup in sorted columns between them
conclude   which claims are settled: equal to a cell, or near none
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import sorted_columns
from fastpath.closest import AGREES, UNDECIDED, ClosestCells, Flags
from fastpath.sorted_columns import SortedColumns

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]

OPEN, EQUAL, SEVERAL, ABSENT = 0, 1, 2, 3
"""Not settled; one result has a cell that equals the claim; several have; nothing agrees."""

CELL_BITS = 32
NOWHERE = 2**62
_CELL_MASK = 2**CELL_BITS - 1
_SLACK = 1e-9
"""Far more than what rounding does to a distance, relative to what that was made from."""
_ROUNDED = 1e-12  # more than floats lose
_AT_ONCE = 65536
"""Searches that keep the interpreter to themselves: some ten milliseconds."""


class PreparedClaims(NamedTuple):
    """What is known about each claim before it is looked up.

    Attributes:
        told: Whether floats can tell, so far.
        reached: How far a cell may be from it.
        off: How far the nearest count of rows is; 0 where it is not asked about, or may be counted
            in another way.
    """

    told: Flags
    reached: Floats
    off: Floats

    @classmethod
    def of(cls, claims: int) -> PreparedClaims:
        """Of claims that are not asked about."""
        return cls(np.zeros(claims, np.uint8), *np.zeros((2, claims)))


class Aims(NamedTuple):
    """What claims are looked up by.

    Attributes:
        near: The cell that would agree best, as a float. Shape (asked,).
        least: The least cell within reach.
        greatest: The greatest.
        wanted: The columns to look in. Shape (asked, columns).
    """

    near: Floats
    least: Floats
    greatest: Floats
    wanted: Flags

    @classmethod
    def empty(cls, asked: int, columns: int) -> Aims:
        """Room for so many."""
        near, least, greatest = np.empty((3, asked))
        return cls(near, least, greatest, np.empty((asked, columns), np.uint8))

    def part(self, asked: slice) -> Aims:
        """A view of some of them."""
        near, least, greatest, wanted = self
        return Aims(near[asked], least[asked], greatest[asked], wanted[asked])


class SettlingState(NamedTuple):
    """What was found for each claim.

    Attributes:
        agrees: Whether a cell lies within reach.
        nearest: The distance of the nearest cell.
        second: That of the nearest in any other way.
        first: In each result the first cell that equals it: column and place. Shape (results,
            claims).
        where: Of its nearest cell the number of its way, its column and place, and once it is
            settled and equal to a cell, that one's result, column and place. Shape (3, claims).
    """

    agrees: Flags
    nearest: Floats
    second: Floats
    first: Positions
    where: Positions

    @classmethod
    def of(cls, claims: int, results: int) -> SettlingState:
        """Nothing was found yet."""
        distances = np.empty((2, claims))
        distances.fill(np.inf)
        first, where = np.empty((results, claims), np.int64), np.empty((3, claims), np.int64)
        first.fill(NOWHERE)
        where.fill(-1)
        return cls(np.zeros(claims, np.uint8), distances[0], distances[1], first, where)


def begin(
    places: Positions,
    claimed: tuple[Floats, Floats, Flags],
    counts: Floats,
    tolerances: tuple[float, float],
    begun: PreparedClaims,
) -> None:
    """Begin with the claims of one kind.

    Args:
        places: Where the claims stand among all.
        claimed: The value of each claim, the width of its written precision, and whether it has so
            few digits that its float stands for no other decimal.
        counts: Of rows, in the results that may speak for them; none where they may be counted in
            another way.
        tolerances: What may be off at most, absolutely and as a share of the value.
        begun: Takes what is known.
    """
    values, steps, short = (each[places] for each in claimed)
    allowed, share = tolerances
    told, reached, off = begun
    sizes = np.abs(values)
    widest = np.maximum(sizes * share, np.maximum(steps, allowed))
    reached[places] = widest * (1 + _ROUNDED) + sizes * _ROUNDED
    if counts.size:
        off[places] = np.abs(values[:, None] - counts).min(axis=1)
    told[places] = (short != 0) & (values != 0) & (off[places] > 0)


def aim(
    aims: Aims,
    places: Positions,
    near: Floats,
    reached: Floats,
    scale: tuple[float, float, float],
    bounds: tuple[float, float],
    columns: Flags,
    told: Flags,
) -> bool:
    """Work out what claims are looked up by in one way.

    Args:
        aims: Takes it.
        places: Where the claims stand among all.
        near: The value of each claim in this scale, NaN where that cannot be told.
        reached: See ``PreparedClaims``.
        scale: What a cell is to be multiplied by before it is compared, 1 or -1; what one in the
            unit of the claims is in that of the cells; and the greatest size of a cell.
        bounds: What no cell lies beyond.
        columns: Which columns to look in.
        told: Is cleared where floats cannot tell.

    Returns:
        Whether there is anything to look up.
    """
    (sign, unit, most), (low, high) = scale, bounds
    nears, least, greatest, wanted = aims
    here, around = near[places], reached[places] * unit
    known = ~np.isnan(here)
    nears[:] = np.where(known, here * sign, 0)
    np.maximum(nears - around, -most, out=least)
    np.minimum(nears + around, most, out=greatest)
    reachable = least <= greatest
    told[places] &= known & (~reachable | (np.abs(nears) <= most))
    asked = reachable & (told[places] != 0) & (least <= high) & (greatest >= low)
    wanted[:] = asked[:, None] & (columns != 0)
    return bool(asked.any())


def take(
    state: SettlingState,
    told: Flags,
    places: Positions,
    cells: tuple[Positions, ClosestCells],
    unit: float,
    way: tuple[int, int],
) -> None:
    """Take what was found in one way.

    Args:
        state: Takes it.
        told: Is cleared where floats cannot tell.
        places: Where the claims stand among all.
        cells: The column of the closest cell to each, -1 where there is none; and the cells.
        unit: What one in the unit of the cells is in that of the claims.
        way: The number of the way, and its result.
    """
    number, result = way
    columns, (stand, _, flags, far) = cells
    agreeing = flags & AGREES != 0
    told[places] &= flags & UNDECIDED == 0
    state.agrees[places] |= agreeing
    equals = np.where(agreeing & (far == 0), columns << CELL_BITS | stand, NOWHERE)
    first = state.first[result]
    first[places] = np.minimum(first[places], equals)
    distances, before = far * unit, state.nearest[places]
    closer = distances < before
    state.second[places] = np.where(closer, before, np.minimum(state.second[places], distances))
    state.nearest[places] = np.where(closer, distances, before)
    here = np.full(places.size, number), columns, stand
    state.where[:, places] = np.where(closer, here, state.where[:, places])


def seek(
    index: SortedColumns,
    names: Positions,
    places: Positions,
    near: Floats,
    scale: tuple[float, float, float],
    columns: Flags,
    worth: float,
    way: tuple[int, int],
    known: tuple[SettlingState, PreparedClaims],
) -> None:
    """Look claims up in sorted columns, in one way.

    Args:
        index: The columns.
        names: Their numbers in the table.
        places: Where the claims stand among all.
        near: The value of each claim in this scale, NaN where that cannot be told.
        scale: See ``aim``.
        columns: Which of the columns to look in.
        worth: What one in the unit of the cells is in that of the claims.
        way: The number of the way, and its result.
        known: Takes what is found, and what floats cannot tell.
    """
    state, (told, reached, _) = known
    anywhere, step = (-np.inf, np.inf), max(1, _AT_ONCE // index.starts.size)
    for start in range(0, places.size, step):
        some = places[start : start + step]
        aims = Aims.empty(some.size, index.starts.size - 1)
        if not aim(aims, some, near, reached, scale, anywhere, columns, told):
            continue
        pivots, least, greatest, wanted = aims
        found, chosen = sorted_columns.closest(index, pivots, (least, greatest), pivots, wanted)
        take(state, told, some, (names[found], chosen), worth, way)


def conclude(state: SettlingState, begun: PreparedClaims, values: Floats) -> Flags:
    """Tell which claims are settled, and how; see ``OPEN`` and its like."""
    outcomes = np.empty(values.size, np.uint8)
    if not values.size:
        return outcomes
    told, reached, off = begun
    agrees, nearest, second, first, where = state
    holding = first != NOWHERE
    several = holding.sum(axis=0)
    with np.errstate(invalid="ignore"):
        clear = second > nearest + _SLACK * (nearest + np.abs(values))
    absent = (agrees == 0) & (off > reached) & (np.isinf(nearest) | clear)
    outcomes[:] = np.where(several > 1, SEVERAL, EQUAL)
    outcomes[several == 0] = np.where(absent, ABSENT, OPEN)[several == 0]
    outcomes[told == 0] = OPEN
    equal = np.flatnonzero((outcomes == EQUAL) | (outcomes == SEVERAL))
    results = holding.argmax(axis=0)[equal]
    keys = first[results, equal]
    where[:, equal] = results, keys >> CELL_BITS, keys & _CELL_MASK
    return outcomes
