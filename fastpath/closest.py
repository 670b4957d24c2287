"""Choosing between the neighbours of what is claimed: agreement first, then closeness.

For each claim, up to two cells inside its borders and two outside are given by their places. The
distances are compared as floats where these can tell; where they cannot, the claim is left
undecided, for decimals to decide. ``sorted_columns`` does the same with columns that are sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]
Flags = NDArray[np.uint8]

AGREES, UNDECIDED = 1, 2

_EPSILON = 8 * float(np.finfo(np.float64).eps)


class Chosen(NamedTuple):
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
    def empty(cls, *shape: int) -> Chosen:
        """Room for so many."""
        places, others = np.empty(shape, np.int64), np.empty(shape, np.int64)
        return cls(places, others, np.empty(shape, np.uint8), np.empty(shape, np.float64))

    def part(self, rows: slice) -> Chosen:
        """Some rows of it, one after the other."""
        places, others = self.places[rows].reshape(-1), self.others[rows].reshape(-1)
        return Chosen(
            places, others, self.flags[rows].reshape(-1), self.distances[rows].reshape(-1)
        )


def choose(
    values: Floats,
    outer: tuple[Positions, Positions],
    inner: tuple[Positions, Positions],
    borders: tuple[Floats, Floats],
    near: Floats,
) -> Chosen:
    """Choose a cell for each claim.

    Args:
        values: The cells.
        outer: The neighbours of each claim's value, below and above, -1 where there is none.
        inner: Those of the point between its borders that is closest to its value.
        borders: The least and the greatest float that agree with it.
        near: Its value.
    """
    chosen = Chosen.empty(near.size)
    places, others, flags, distances = chosen
    _choose(values, *outer, *inner, *borders, near, places, others, flags, distances)
    return chosen


def choose_twin(
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
    """See ``choose``."""

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


@kernel(
    "void(const float64[::1], const int64[::1], const int64[::1], const int64[::1],"
    " const int64[::1], const float64[::1], const float64[::1], const float64[::1],"
    " int64[::1], int64[::1], uint8[::1], float64[::1])",
    twin=choose_twin,
    brief=True,
)
def _choose(
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
    for i in range(near.size):
        lower = inside(values, inner_below[i], least[i], greatest[i])
        upper = inside(values, inner_above[i], least[i], greatest[i])
        flags[i] = AGREES
        if lower < 0 and upper < 0:
            lower, upper, flags[i] = below[i], above[i], 0
        take(values, lower, upper, near[i], i, places, others, flags, distances)


@helper
def inside(values: Floats, place: int, least: float, greatest: float) -> int:
    """A place whose value lies between the borders, else -1."""
    if place >= 0 and least <= values[place] <= greatest:
        return place
    return -1


@helper
def take(
    values: Floats,
    lower: int,
    upper: int,
    near: float,
    i: int,
    places: Positions,
    others: Positions,
    flags: Flags,
    distances: Floats,
) -> None:
    """Write down the closer one of a cell below and one above, -1 where there is none."""
    place, others[i] = max(lower, upper), -1
    if lower >= 0 and upper >= 0:
        low, high = values[lower], values[upper]
        excess = (high - near) - (near - low)
        place, other = (lower, upper) if excess > 0 else (upper, lower)
        if not abs(excess) > _EPSILON * (abs(high) + abs(low) + abs(near)) + 1e-300:
            flags[i] |= UNDECIDED
            others[i] = other
    places[i] = place
    distances[i] = abs(values[place] - near) if place >= 0 else np.inf
