"""How a number is looked up: in which columns, in which scales, with which sign."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

import numpy as np

from sidecar.binding.lookup import Ask, Mask
from sidecar.binding.tolerance import Interval
from sidecar.binding.units import ColumnUnit, Scale, of_values, parse
from sidecar.binding.units import scales as scales_of
from sidecar.evidence.index import TableIndex
from sidecar.model.number import Direction, Number, Quantity

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


def asks(
    i: int,
    number: Number,
    interval: Interval,
    columns: dict[ColumnUnit, Mask],
    scales: Scales,
) -> Iterable[Ask]:
    """Every way to look a number up in a result: one for each scale of its columns' units."""
    for unit, mask in columns.items():
        for factor, at_most, code in scales(number, unit):
            if factor == 1:
                low, high, near = interval.low, interval.high, number.value
            else:
                low, high = sorted((interval.low / factor, interval.high / factor))
                near = number.value / factor
            if at_most is not None:
                low, high = max(low, -at_most), min(high, at_most)
            if low <= high:
                yield Ask(i, factor, low, high, near, mask, code)


def supporting(number: Quantity, unit: ColumnUnit) -> Iterable[Scale]:
    """The scales in which units agree; a fall may stand in the data as a negative change."""
    for scale in scales_of(number, unit):
        if not scale.code:
            yield scale
            if number.direction is Direction.DOWN_BY and not number.sign:
                yield scale._replace(factor=-scale.factor)


def refuting(number: Quantity, unit: ColumnUnit) -> Iterable[Scale]:
    """The scales in which agreement is a mistake of the text: of its unit, or of its sign."""
    for scale in scales_of(number, unit):
        yield scale if scale.code else scale._replace(factor=-scale.factor, code="WRONG_SIGN")
