"""Looking claims up in sorted columns, in one way and one compiled call.

It is what ``aiming.aim``, ``sorted_columns.closest`` and ``settling.take`` do one after the other,
with nothing allocated between them.
"""

from __future__ import annotations

import numpy as np

from fastpath import aiming, settling, sorted_columns, workspace
from fastpath._jit import kernel
from fastpath.aiming import Begun, Floats, Positions
from fastpath.closest import Flags
from fastpath.settling import State
from fastpath.sorted_columns import SortedColumns
from fastpath.sorted_index import Places

_AT_ONCE = 65536
"""Searches that keep the interpreter to themselves: some ten milliseconds."""
_WORK = 4
"""Floats, and integers, to work with for each claim."""


def seek(
    index: SortedColumns,
    names: Positions,
    places: Positions,
    near: Floats,
    scale: tuple[float, float, float],
    columns: Flags,
    worth: float,
    way: tuple[int, int],
    known: tuple[State, Begun],
) -> None:
    """Look claims up.

    Args:
        index: The columns.
        names: Their numbers in the table.
        places: Where the claims stand among all.
        near: The value of each claim in this scale, NaN where that cannot be told.
        scale: See ``aiming.aim``.
        columns: Which of the columns to look in.
        worth: What one in the unit of the cells is in that of the claims.
        way: The number of the way, and its result.
        known: Takes what is found, and what floats cannot tell.
    """
    number, result = way
    (agrees, nearest, second, first, where), (told, reached, _) = known
    found, step = where.reshape(-1), max(1, _AT_ONCE // index.starts.size)
    for start in range(0, places.size, step):
        some = places[start : start + step]
        floats, ints = workspace.floats(some.size * _WORK), workspace.ints(some.size * _WORK)
        flags = np.empty(some.size * index.starts.size, np.uint8)
        _seek(
            *index, names, some, near, *scale, columns, worth, number, told, reached, agrees,
            nearest, second, first[result], found, floats, ints, flags,
        )  # fmt: skip


def _seek_twin(
    keys: Floats,
    order: Places,
    starts: Positions,
    tops: Floats,
    blocks: Positions,
    names: Positions,
    places: Positions,
    near: Floats,
    sign: float,
    unit: float,
    most: float,
    columns: Flags,
    worth: float,
    number: int,
    told: Flags,
    reached: Floats,
    agrees: Flags,
    nearest: Floats,
    second: Floats,
    first: Positions,
    where: Positions,
    floats: Floats,
    ints: Positions,
    flags: Flags,
) -> None:
    aims = aiming.Aims.empty(places.size, starts.size - 1)
    scale, anywhere = (sign, unit, most), (-np.inf, np.inf)
    if not aiming.aim(aims, places, near, reached, scale, anywhere, columns, told):
        return
    index = SortedColumns(keys, order, starts, tops, blocks)
    pivots, least, greatest, wanted = aims
    found, chosen = sorted_columns.closest(index, pivots, (least, greatest), pivots, wanted)
    state = State(agrees, nearest, second, first.reshape(1, -1), where.reshape(3, -1))
    settling.take(state, told, places, (names[found], chosen), worth, (number, 0))


@kernel(
    "void(const float64[::1], const uint32[::1], const int64[::1], const float64[::1],"
    " const int64[::1], const int64[::1], const int64[::1], const float64[::1], float64, float64,"
    " float64, const uint8[::1], float64, int64, uint8[::1], const float64[::1], uint8[::1],"
    " float64[::1], float64[::1], int64[::1], int64[::1], float64[::1], int64[::1], uint8[::1])",
    twin=_seek_twin,
    brief=True,
)
def _seek(
    keys: Floats,
    order: Places,
    starts: Positions,
    tops: Floats,
    blocks: Positions,
    names: Positions,
    places: Positions,
    near: Floats,
    sign: float,
    unit: float,
    most: float,
    columns: Flags,
    worth: float,
    number: int,
    told: Flags,
    reached: Floats,
    agrees: Flags,
    nearest: Floats,
    second: Floats,
    first: Positions,
    where: Positions,
    floats: Floats,
    ints: Positions,
    flags: Flags,
) -> None:
    size, held = places.size, starts.size - 1
    pivots, least, greatest = floats[:size], floats[size : 2 * size], floats[2 * size : 3 * size]
    far, ranks, at = floats[3 * size : 4 * size], ints[:size], ints[size : 2 * size]
    cells, others = ints[2 * size : 3 * size], ints[3 * size : 4 * size]
    wanted, found = flags[: size * held], flags[size * held : size * (held + 1)]
    asked = aiming.aim_all(
        places, near, reached, sign, unit, most, -np.inf, np.inf, columns, pivots, least, greatest,
        wanted, told,
    )  # fmt: skip
    if asked == 0:
        return
    sorted_columns.closest_all(
        keys, order, starts, tops, blocks, pivots, least, greatest, pivots, wanted, ranks, at,
        cells, others, found, far,
    )  # fmt: skip
    for i in range(size):
        at[i] = names[at[i]] if at[i] >= 0 else -1
    settling.take_all(
        places, at, cells, found, far, worth, number, told, agrees, nearest, second, first, where
    )
