"""How a number is looked up: in which columns, in which scales, with which sign."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from sidecar.binding.lookup import Ask, Mask
from sidecar.binding.tolerance import Interval
from sidecar.binding.units import ColumnUnit, Scale, parse
from sidecar.binding.units import scales as scales_of
from sidecar.evidence.index import TableIndex
from sidecar.model.number import Direction, Number

Scales = Callable[[Number, ColumnUnit], Iterable[Scale]]
"""The scales in which a number is compared with the columns of a unit."""


def by_unit(result: TableIndex) -> dict[ColumnUnit, Mask]:
    """The columns of a result that declare the same unit."""
    declared = [parse(column.unit) for column in result.table.columns]
    return {unit: np.array([other == unit for other in declared]) for unit in declared}


def asks(
    i: int,
    number: Number,
    interval: Interval,
    columns: dict[ColumnUnit, Mask],
    scales: Scales,
) -> Iterable[Ask]:
    """Every way to look a number up in a result: one for each scale of its columns' units."""
    for unit, mask in columns.items():
        for scale in scales(number, unit):
            low, high = sorted((interval.low / scale.factor, interval.high / scale.factor))
            if scale.at_most is not None:
                low, high = max(low, -scale.at_most), min(high, scale.at_most)
            if low <= high:
                yield Ask(i, scale.factor, low, high, number.value / scale.factor, mask)


def fitting(number: Number, unit: ColumnUnit) -> Iterable[Scale]:
    """The scales in which units agree; a fall may stand in the data as a negative change."""
    for scale in scales_of(number, unit):
        if scale.fits:
            yield scale
            if number.direction is Direction.DOWN_BY and not number.sign:
                yield scale._replace(factor=-scale.factor)


def misfitting(number: Number, unit: ColumnUnit) -> Iterable[Scale]:
    """The scales in which units contradict each other."""
    return (scale for scale in scales_of(number, unit) if not scale.fits)


def opposite(number: Number, unit: ColumnUnit) -> Iterable[Scale]:
    """The fitting scales, for cells of the opposite sign."""
    for scale in fitting(number, unit):
        yield scale._replace(factor=-scale.factor)
