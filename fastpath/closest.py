"""Choosing between the neighbours of what is claimed: agreement first, then closeness.

For each claim, up to two cells inside its borders and two outside are given by their places. The
distances are compared as floats where these can tell; where they cannot, the claim is left
undecided, for decimals to decide.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]
Flags = NDArray[np.uint8]

AGREES, UNDECIDED = 1, 2

_EPSILON = 8 * float(np.finfo(np.float64).eps)


def choose(
    values: Floats,
    outer: tuple[Positions, Positions],
    inner: tuple[Positions, Positions],
    borders: tuple[Floats, Floats],
    near: Floats,
) -> tuple[Positions, Flags]:
    """Choose a cell for each claim.

    Args:
        values: The cells.
        outer: The neighbours of each claim's value, below and above, -1 where there is none.
        inner: Those of the point between its borders that is closest to its value.
        borders: The least and the greatest float that agree with it.
        near: Its value.

    Returns:
        The place of each cell, and its flags: AGREES, and UNDECIDED where two are so equally far
        that floats cannot tell which is closer.
    """
    chosen, flags = np.empty(near.size, np.int64), np.empty(near.size, np.uint8)
    _choose(values, *outer, *inner, *borders, near, chosen, flags)
    return chosen, flags


def _choose_twin(
    values: Floats,
    below: Positions,
    above: Positions,
    inner_below: Positions,
    inner_above: Positions,
    least: Floats,
    greatest: Floats,
    near: Floats,
    chosen: Positions,
    flags: Flags,
) -> None:
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
    chosen[:] = np.where((lower >= 0) & ((upper < 0) | (excess > 0)), lower, upper)
    flags[:] = agrees * np.uint8(AGREES) + undecided * np.uint8(UNDECIDED)


@kernel(
    "void(const float64[::1], const int64[::1], const int64[::1], const int64[::1],"
    " const int64[::1], const float64[::1], const float64[::1], const float64[::1],"
    " int64[::1], uint8[::1])",
    twin=_choose_twin,
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
    chosen: Positions,
    flags: Flags,
) -> None:
    for i in range(near.size):
        lower = _inside(values, inner_below[i], least[i], greatest[i])
        upper = _inside(values, inner_above[i], least[i], greatest[i])
        agrees = lower >= 0 or upper >= 0
        if not agrees:
            lower, upper = below[i], above[i]
        undecided = False
        if lower >= 0 and upper >= 0:
            low, high = values[lower], values[upper]
            excess = (high - near[i]) - (near[i] - low)
            error = _EPSILON * (abs(high) + abs(low) + abs(near[i])) + 1e-300
            undecided = not abs(excess) > error
            chosen[i] = lower if excess > 0 else upper
        else:
            chosen[i] = lower if upper < 0 else upper
        flags[i] = (AGREES if agrees else 0) + (UNDECIDED if undecided else 0)


@helper
def _inside(values: Floats, place: int, least: float, greatest: float) -> int:
    """A place whose value lies between the borders, else -1."""
    if place >= 0 and least <= values[place] <= greatest:
        return place
    return -1
