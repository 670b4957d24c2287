"""What floats tell about claims, in compiled steps over all of them.

    take       what was found in one way: a column's unit and scale, in one result
    conclude   which claims are settled: equal to a cell, or near none

``aiming`` is what comes before the lookups.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fastpath._jit import helper, kernel
from fastpath.aiming import Begun, Floats, Positions
from fastpath.closest import AGREES, UNDECIDED, Chosen, Flags

OPEN, EQUAL, SEVERAL, ABSENT = 0, 1, 2, 3
"""Not settled; one result has a cell that equals the claim; several have; nothing agrees."""

CELL_BITS = 32
NOWHERE = 2**62
_CELL_MASK = 2**CELL_BITS - 1
_SLACK = 1e-9
"""Far more than what rounding does to a distance, relative to what that was made from."""


class State(NamedTuple):
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
    def of(cls, claims: int, results: int) -> State:
        """Nothing was found yet."""
        distances = np.empty((2, claims))
        distances.fill(np.inf)
        first, where = np.empty((results, claims), np.int64), np.empty((3, claims), np.int64)
        first.fill(NOWHERE)
        where.fill(-1)
        return cls(np.zeros(claims, np.uint8), distances[0], distances[1], first, where)


def take(
    state: State,
    told: Flags,
    places: Positions,
    cells: tuple[Positions, Chosen],
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
    agrees, nearest, second, first, where = state
    firsts, ways = first[result], where.reshape(-1)
    _take(
        places,
        columns,
        stand,
        flags,
        far,
        unit,
        number,
        told,
        agrees,
        nearest,
        second,
        firsts,
        ways,
    )


def conclude(state: State, begun: Begun, values: Floats) -> Flags:
    """Tell which claims are settled, and how; see ``OPEN`` and its like."""
    outcomes = np.empty(values.size, np.uint8)
    told, reached, off = begun
    agrees, nearest, second, first, where = state
    firsts, ways = first.reshape(-1), where.reshape(-1)
    _conclude(values, told, reached, off, agrees, nearest, second, firsts, ways, outcomes)
    return outcomes


def _take_twin(
    places: Positions,
    columns: Positions,
    cells: Positions,
    flags: Flags,
    distances: Floats,
    unit: float,
    number: int,
    told: Flags,
    agrees: Flags,
    nearest: Floats,
    second: Floats,
    first: Positions,
    where: Positions,
) -> None:
    agreeing = flags & AGREES != 0
    told[places] &= flags & UNDECIDED == 0
    agrees[places] |= agreeing
    equals = np.where(agreeing & (distances == 0), columns << CELL_BITS | cells, NOWHERE)
    first[places] = np.minimum(first[places], equals)
    far, before = distances * unit, nearest[places]
    closer = far < before
    second[places] = np.where(closer, before, np.minimum(second[places], far))
    nearest[places] = np.where(closer, far, before)
    here = np.full(places.size, number), columns, cells
    each = where.reshape(3, -1)
    each[:, places] = np.where(closer, here, each[:, places])


@kernel(
    "void(const int64[::1], const int64[::1], const int64[::1], const uint8[::1],"
    " const float64[::1], float64, int64, uint8[::1], uint8[::1], float64[::1], float64[::1],"
    " int64[::1], int64[::1])",
    twin=_take_twin,
    brief=True,
)
def _take(
    places: Positions,
    columns: Positions,
    cells: Positions,
    flags: Flags,
    distances: Floats,
    unit: float,
    number: int,
    told: Flags,
    agrees: Flags,
    nearest: Floats,
    second: Floats,
    first: Positions,
    where: Positions,
) -> None:
    take_all(
        places, columns, cells, flags, distances, unit, number, told, agrees, nearest, second,
        first, where,
    )  # fmt: skip


@helper
def take_all(
    places: Positions,
    columns: Positions,
    cells: Positions,
    flags: Flags,
    distances: Floats,
    unit: float,
    number: int,
    told: Flags,
    agrees: Flags,
    nearest: Floats,
    second: Floats,
    first: Positions,
    where: Positions,
) -> None:
    """See ``take``."""
    claims = told.size
    for nth in range(places.size):
        i, far = places[nth], distances[nth] * unit
        if flags[nth] & UNDECIDED:
            told[i] = 0
        if flags[nth] & AGREES:
            agrees[i] = 1
            if distances[nth] == 0:
                first[i] = min(first[i], columns[nth] << CELL_BITS | cells[nth])
        if far < nearest[i]:
            second[i], nearest[i] = nearest[i], far
            where[i], where[claims + i], where[2 * claims + i] = number, columns[nth], cells[nth]
        else:
            second[i] = min(second[i], far)


def _conclude_twin(
    values: Floats,
    told: Flags,
    reached: Floats,
    off: Floats,
    agrees: Flags,
    nearest: Floats,
    second: Floats,
    first: Positions,
    where: Positions,
    outcomes: Flags,
) -> None:
    if not values.size:
        return
    firsts = first.reshape(-1, values.size)
    held = firsts != NOWHERE
    several = held.sum(axis=0)
    with np.errstate(invalid="ignore"):
        clear = second > nearest + _SLACK * (nearest + np.abs(values))
    absent = (agrees == 0) & (off > reached) & (np.isinf(nearest) | clear)
    outcomes[:] = np.where(several > 1, SEVERAL, EQUAL)
    outcomes[several == 0] = np.where(absent, ABSENT, OPEN)[several == 0]
    outcomes[told == 0] = OPEN
    equal = np.flatnonzero((outcomes == EQUAL) | (outcomes == SEVERAL))
    results = held.argmax(axis=0)[equal]
    keys = firsts[results, equal]
    where.reshape(3, -1)[:, equal] = results, keys >> CELL_BITS, keys & _CELL_MASK


@kernel(
    "void(const float64[::1], const uint8[::1], const float64[::1], const float64[::1],"
    " const uint8[::1], const float64[::1], const float64[::1], const int64[::1], int64[::1],"
    " uint8[::1])",
    twin=_conclude_twin,
    brief=True,
)
def _conclude(
    values: Floats,
    told: Flags,
    reached: Floats,
    off: Floats,
    agrees: Flags,
    nearest: Floats,
    second: Floats,
    first: Positions,
    where: Positions,
    outcomes: Flags,
) -> None:
    claims = values.size
    for i in range(claims):
        outcomes[i] = OPEN
        if not told[i]:
            continue
        for place in range(first.size - claims + i, -1, -claims):
            if first[place] != NOWHERE:
                outcomes[i] = EQUAL if outcomes[i] == OPEN else SEVERAL
                where[i] = place // claims
                where[claims + i] = first[place] >> CELL_BITS
                where[2 * claims + i] = first[place] & _CELL_MASK
        if outcomes[i] == OPEN and not agrees[i] and off[i] > reached[i]:
            far = nearest[i]
            if far == np.inf or second[i] > far + _SLACK * (far + abs(values[i])):
                outcomes[i] = ABSENT
