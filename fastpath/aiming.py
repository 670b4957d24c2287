"""What claims are looked up by, in compiled steps over all of them.

    begin   how far a cell may be from each claim of a kind
    aim     the cells that are asked for, in one way: a column's unit and scale, in one result

Each works on the claims at some places among all; ``settling`` goes on from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel
from fastpath.closest import Flags

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]

_ROUNDED = 1e-12  # more than floats lose


class Begun(NamedTuple):
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
    def of(cls, claims: int) -> Begun:
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


def begin(
    places: Positions,
    claimed: tuple[Floats, Floats, Flags],
    counts: Floats,
    tolerances: tuple[float, float],
    begun: Begun,
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
    told, reached, off = begun
    _begin(places, *claimed, counts, *tolerances, told, reached, off)


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
        reached: See ``State``.
        scale: What a cell is to be multiplied by before it is compared, 1 or -1; what one in the
            unit of the claims is in that of the cells; and the greatest size of a cell.
        bounds: What no cell lies beyond.
        columns: Which columns to look in.
        told: Is cleared where floats cannot tell.

    Returns:
        Whether there is anything to look up.
    """
    return (
        _aim(places, near, reached, *scale, *bounds, columns, *aims[:3], aims[3].reshape(-1), told)
        > 0
    )


def _begin_twin(
    places: Positions,
    values: Floats,
    steps: Floats,
    short: Flags,
    counts: Floats,
    allowed: float,
    share: float,
    told: Flags,
    reached: Floats,
    off: Floats,
) -> None:
    here = values[places]
    sizes = np.abs(here)
    widest = np.maximum(sizes * share, np.maximum(steps[places], allowed))
    reached[places] = widest * (1 + _ROUNDED) + sizes * _ROUNDED
    if counts.size:
        off[places] = np.abs(here[:, None] - counts).min(axis=1)
    told[places] = (short[places] != 0) & (here != 0) & (off[places] > 0)


@kernel(
    "void(const int64[::1], const float64[::1], const float64[::1], const uint8[::1],"
    " const float64[::1], float64, float64, uint8[::1], float64[::1], float64[::1])",
    twin=_begin_twin,
    brief=True,
)
def _begin(
    places: Positions,
    values: Floats,
    steps: Floats,
    short: Flags,
    counts: Floats,
    allowed: float,
    share: float,
    told: Flags,
    reached: Floats,
    off: Floats,
) -> None:
    for i in places:
        size = abs(values[i])
        widest = max(size * share, steps[i], allowed)
        reached[i] = widest * (1 + _ROUNDED) + size * _ROUNDED
        for each in range(counts.size):
            distance = abs(values[i] - counts[each])
            if each == 0 or distance < off[i]:
                off[i] = distance
        told[i] = short[i] != 0 and size > 0 and off[i] > 0


def _aim_twin(
    places: Positions,
    near: Floats,
    reached: Floats,
    sign: float,
    unit: float,
    most: float,
    low: float,
    high: float,
    columns: Flags,
    nears: Floats,
    least: Floats,
    greatest: Floats,
    wanted: Flags,
    told: Flags,
) -> int:
    here, around = near[places], reached[places] * unit
    known = ~np.isnan(here)
    nears[:] = np.where(known, here * sign, 0)
    least[:] = np.maximum(nears - around, -most)
    greatest[:] = np.minimum(nears + around, most)
    told[places] &= known & ((least > greatest) | (np.abs(nears) <= most))
    asked = (least <= greatest) & (told[places] != 0) & (least <= high) & (greatest >= low)
    wanted[:] = (asked[:, None] & (columns != 0)).reshape(-1)
    return int(asked.sum())


@kernel(
    "int64(const int64[::1], const float64[::1], const float64[::1], float64, float64, float64,"
    " float64, float64, const uint8[::1], float64[::1], float64[::1], float64[::1], uint8[::1],"
    " uint8[::1])",
    twin=_aim_twin,
    brief=True,
)
def _aim(
    places: Positions,
    near: Floats,
    reached: Floats,
    sign: float,
    unit: float,
    most: float,
    low: float,
    high: float,
    columns: Flags,
    nears: Floats,
    least: Floats,
    greatest: Floats,
    wanted: Flags,
    told: Flags,
) -> int:
    return aim_all(
        places, near, reached, sign, unit, most, low, high, columns, nears, least, greatest, wanted,
        told,
    )  # fmt: skip


@helper
def aim_all(
    places: Positions,
    near: Floats,
    reached: Floats,
    sign: float,
    unit: float,
    most: float,
    low: float,
    high: float,
    columns: Flags,
    nears: Floats,
    least: Floats,
    greatest: Floats,
    wanted: Flags,
    told: Flags,
) -> int:
    """See ``aim``; how many claims are to be looked up."""
    count = 0
    for nth in range(places.size):
        i = places[nth]
        value, around = near[i] * sign, reached[i] * unit
        known = value == value  # noqa: PLR0124 - NaN does not
        if not known:
            value = 0.0
        nears[nth] = value
        least[nth], greatest[nth] = max(value - around, -most), min(value + around, most)
        empty = least[nth] > greatest[nth]
        if not known or not (empty or abs(value) <= most):
            told[i] = 0
        asked = told[i] != 0 and not empty and least[nth] <= high and greatest[nth] >= low
        count += asked
        for column in range(columns.size):
            wanted[nth * columns.size + column] = asked and columns[column] != 0
    return count
