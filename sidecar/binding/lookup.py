"""Many numbers against one table at once: the cells that agree best, in a few array operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.tolerance import AgreementInterval
from sidecar.binding.units import ColumnUnit, Scale, of_values, parse
from sidecar.binding.units import scales as scales_of
from sidecar.evidence.index import Match, TableIndex
from sidecar.model.number import Direction, Number, Quantity
from sidecar.work import check_abandoned

# How a number is looked up: in which columns, in which scales, with which sign.

Scales = Callable[[Quantity, ColumnUnit], Iterable[Scale]]
"""The scales in which a number is compared with the columns of a unit."""

_BY_UNIT: WeakKeyDictionary[TableIndex, dict[ColumnUnit, Mask]] = WeakKeyDictionary()


def by_unit(result: TableIndex) -> dict[ColumnUnit, Mask]:
    """The columns of a result that declare the same unit, or have it by their values."""
    known = _BY_UNIT.get(result)
    if known is None:
        columns = zip(result.table.columns, result.table.cells, strict=True)
        declared = [of_values(parse(column.unit), cells.values) for column, cells in columns]
        known = {unit: np.array([other == unit for other in declared]) for unit in declared}
        _BY_UNIT[result] = known
    return known


def find_asks(
    i: int,
    number: Number,
    interval: AgreementInterval,
    columns: dict[ColumnUnit, Mask],
    scales: Scales,
) -> Iterable[LookupRequest]:
    """Every way to look a number up in a result: one for each scale of its columns' units."""
    for unit, mask in columns.items():
        check_abandoned()
        for factor, at_most, code in scales(number, unit):
            if factor == 1:
                low, high, near = interval.low, interval.high, number.value
            else:
                low, high = sorted((interval.low / factor, interval.high / factor))
                near = number.value / factor
            if at_most is not None:
                low, high = max(low, -at_most), min(high, at_most)
            if low <= high:
                yield LookupRequest(i, factor, low, high, near, mask, code)


def supporting_asks(number: Quantity, unit: ColumnUnit) -> Iterable[Scale]:
    """The scales in which units agree; a fall may stand in the data as a negative change."""
    for scale in scales_of(number, unit):
        if not scale.code:
            yield scale
            if number.direction is Direction.DOWN_BY and not number.sign:
                yield scale._replace(factor=-scale.factor)


def refuting_asks(number: Quantity, unit: ColumnUnit) -> Iterable[Scale]:
    """The scales in which agreement is a mistake of the text: of its unit, or of its sign."""
    for scale in scales_of(number, unit):
        yield scale if scale.code else scale._replace(factor=-scale.factor, code="WRONG_SIGN")


Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]

_TIES = 8
_ULPS = 8 * float(np.finfo(np.float64).eps)


class LookupRequest(NamedTuple):
    """One way to look a number up.

    Attributes:
        claim: Which claim asks.
        factor: A cell times this is compared with the number; negative for the opposite sign.
        low: Least cell that agrees.
        high: Greatest cell that agrees.
        near: The cell that would agree best.
        columns: The columns to look in. Shape (columns,).
        code: What agreement says against the number; "" where it supports it.
    """

    claim: int
    factor: Decimal
    low: Decimal
    high: Decimal
    near: Decimal
    columns: Mask
    code: str = ""


class LookupHit(NamedTuple):
    """The best cell for an ask, in one column.

    Attributes:
        column: The column.
        cell: The position in its ``Cells``.
        value: The exact cell times the factor of the ask.
        agrees: Whether it lies between the borders of the ask.
    """

    column: int
    cell: int
    value: Decimal
    agrees: bool


def look_up(index: TableIndex, asks: Sequence[LookupRequest], most: int) -> list[list[LookupHit]]:
    """The best cells for each ask: those that agree before the others, then the nearest first.

    At most ``most`` for each ask, from different columns, and beside them those that floats cannot
    tell from the best (integers past 2**53): the caller compares exact values. Of equally near ones
    the first column comes first, and in it the first cell counts.
    """
    if not asks or not index.table.cells:
        return [[] for _ in asks]
    claims = [a.low for a in asks], [a.high for a in asks], [a.near for a in asks]
    possible = np.array([ask.columns for ask in asks])
    closest = index.closest(*claims, possible) if most == 1 else None
    if closest is not None:
        return [
            [_hit(ask, match)] if match is not None else []
            for ask, match in zip(asks, closest, strict=True)
        ]
    found = index.find_many(*claims)
    chosen = _ranked(asks, np.where(possible, found.distances, np.inf), found.agrees, most)
    return [
        [_hit(ask, match) for column in columns if (match := index.match(found, row, column))]
        for row, (ask, columns) in enumerate(zip(asks, chosen, strict=True))
    ]


def _ranked(
    asks: Sequence[LookupRequest], distances: Floats, agrees: Mask, most: int
) -> list[list[int]]:
    """The ``most`` best columns for each ask, and those that floats cannot tell from the best."""
    slack = _ULPS * np.array([abs(float(ask.near)) for ask in asks])
    order = np.lexsort((distances, ~agrees), axis=1)[:, : max(most, _TIES)]
    ranked = np.take_along_axis(distances, order, axis=1)
    wanted = np.isfinite(ranked)
    wanted[:, most:] &= ranked[:, most:] <= ranked[:, :1] + slack[:, None]
    return [columns[keep].tolist() for columns, keep in zip(order, wanted, strict=True)]


def _hit(ask: LookupRequest, match: Match) -> LookupHit:
    column, cell, value, agrees = match
    return LookupHit(column, cell, value if ask.factor == 1 else value * ask.factor, agrees)
