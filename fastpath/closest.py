"""Choosing between the neighbours of what is claimed: agreement first, then closeness.

For each claim, up to two cells inside its borders and two outside are given by their places. The
distances are compared as floats where these can tell; where they cannot, the claim is left
undecided, for decimals to decide. ``choose`` does it with numpy, ``sorted_columns`` and
``buckets_closest`` do the same in loops.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]
Flags = NDArray[np.uint8]

AGREES, UNDECIDED = 1, 2

_EPSILON = 8 * float(np.finfo(np.float64).eps)


class ClosestCells(NamedTuple):
    """A cell for each claim.

    Attributes:
        places: Where it stands; -1 where there is none.
        others: The other cell that may be as close, where that is undecided; else -1.
        flags: AGREES, and UNDECIDED where two are so equally far that floats cannot tell.
        distances: How far it is from the claim, as a float; infinite where there is none.
    """

    places: Positions
    others: Positions
    flags: Flags
    distances: Floats

    @classmethod
    def empty(cls, *shape: int) -> ClosestCells:
        """Room for so many."""
        places, others = np.empty((2, *shape), np.int64)
        return cls(places, others, np.empty(shape, np.uint8), np.empty(shape, np.float64))

    def part(self, claims: slice) -> ClosestCells:
        """A view of some of it."""
        places, others, flags, distances = self
        return ClosestCells(places[claims], others[claims], flags[claims], distances[claims])


def nothing(columns: Positions, chosen: ClosestCells) -> None:
    """Begin a choice among columns."""
    columns[:] = chosen.places[:] = chosen.others[:] = -1
    chosen.flags[:], chosen.distances[:] = 0, np.inf


def prefer(
    column: int,
    found: ClosestCells,
    wanted: NDArray[np.bool_],
    columns: Positions,
    chosen: ClosestCells,
) -> None:
    """Take the cells of a column where they are better than those of the columns before it.

    Args:
        column: Its number.
        found: Its cells.
        wanted: Which claims look in it.
        columns: The columns of what was chosen before, -1 for none.
        chosen: What was chosen.
    """
    agrees, before = found.flags & AGREES, chosen.flags & AGREES
    is_closer = (agrees == before) & (found.distances < chosen.distances)
    better = wanted & (found.places >= 0) & ((columns < 0) | (agrees > before) | is_closer)
    columns[better] = column
    chosen.places[better], chosen.others[better] = found.places[better], found.others[better]
    chosen.flags[better], chosen.distances[better] = found.flags[better], found.distances[better]


def choose(
    values: Floats,
    below: Positions,
    above: Positions,
    inner_below: Positions,
    inner_above: Positions,
    least: Floats,
    greatest: Floats,
    near: Floats,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    """Choose a cell for each claim, with numpy.

    Args:
        values: The cells.
        below: The neighbour below each claim's value, -1 where there is none.
        above: The one above, or equal to it.
        inner_below: Those of the point between the borders that is closest to the value.
        inner_above: The same.
        least: The least float that agrees with the claim.
        greatest: The greatest.
        near: Its value.
        places: Take what is chosen, with those that follow; see ``ClosestCells``.
        others: The same.
        flags: The same.
        distances: The same.
    """

    def inside(places: Positions) -> NDArray[np.bool_]:
        found = values[places]
        return (places >= 0) & (least <= found) & (found <= greatest)

    lower_agrees, upper_agrees = inside(inner_below), inside(inner_above)
    agrees = lower_agrees | upper_agrees
    lower = np.where(agrees, np.where(lower_agrees, inner_below, -1), below)
    upper = np.where(agrees, np.where(upper_agrees, inner_above, -1), above)
    with np.errstate(over="ignore", invalid="ignore"):
        excess = (values[upper] - near) - (near - values[lower])
        error = _EPSILON * (np.abs(values[upper]) + np.abs(values[lower]) + np.abs(near)) + 1e-300
        undecided = (lower >= 0) & (upper >= 0) & ~(np.abs(excess) > error)
        take_lower = (lower >= 0) & ((upper < 0) | (excess > 0))
        places[:] = np.where(take_lower, lower, upper)
        distances[:] = np.where(places >= 0, np.abs(values[places] - near), np.inf)
    others[:] = np.where(undecided, np.where(take_lower, upper, lower), -1)
    flags[:] = agrees * np.uint8(AGREES) + undecided * np.uint8(UNDECIDED)


@helper
def inside(values: Floats, place: int, least: float, greatest: float) -> int:
    """A place whose value lies between the borders, else -1."""
    if place >= 0 and least <= values[place] <= greatest:
        return place
    return -1


@helper
def closer(values: Floats, lower: int, upper: int, near: float) -> tuple[int, int, float]:
    """The closer one of a cell below and one above, either of which may be missing (-1).

    Returns:
        Its place, that of the other where floats cannot tell which is closer, and the distance.
    """
    place, other = upper if upper >= 0 else lower, -1
    if lower >= 0 and upper >= 0:
        low, high = values[lower], values[upper]
        excess = (high - near) - (near - low)
        if excess > 0:
            place = lower
        if not abs(excess) > _EPSILON * (abs(high) + abs(low) + abs(near)) + 1e-300:
            other = lower + upper - place
    return place, other, abs(values[place] - near) if place >= 0 else np.inf


@helper
def take_better(
    claim: int,
    column: int,
    agrees: int,
    place: int,
    other: int,
    distance: float,
    columns: Positions,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    """Take a cell of a column where it is better than those of the columns before it."""
    before = flags[claim] & AGREES
    is_closer = agrees == before and distance < distances[claim]
    if place >= 0 and (columns[claim] < 0 or agrees > before or is_closer):
        columns[claim], places[claim], others[claim] = column, place, other
        flags[claim], distances[claim] = agrees | (UNDECIDED * (other >= 0)), distance
