"""The numbers of one column in ascending order, and which of them is closest to a claim.

Where the floats are exact, they are searched between borders that were decided in decimals
(``borders``). Otherwise the exact integers beside them are searched. Distances are compared as
floats where these can tell, and in decimals where they cannot.
"""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import sorted_index
from fastpath.sorted_index import SortedValues
from sidecar.evidence.borders import Borders
from sidecar.model.evidence import EXACT, Cells

Positions = NDArray[np.intp]
Integers = NDArray[np.int64] | NDArray[np.object_]

_INT64 = np.iinfo(np.int64)
_EPSILON = float(np.finfo(np.float64).eps)


class SortedColumn(NamedTuple):
    """One column, sorted.

    Attributes:
        ordered: Its floats, and the place of each in ``cells``; equal numbers in that order.
        exact: Its unscaled values in the order of ``ordered``, where floats are not exact.
        cells: The column.
    """

    ordered: SortedValues
    exact: Integers | None
    cells: Cells


def build(cells: Cells) -> SortedColumn:
    """Sort a column, by its exact values."""
    if cells.unscaled is None:
        return SortedColumn(sorted_index.build(cells.values), None, cells)
    order = np.argsort(cells.unscaled, kind="stable")
    ordered = SortedValues(cells.values[order], order.astype(np.uint32))
    return SortedColumn(ordered, cells.unscaled[order], cells)


def nbytes(cells: Cells) -> int:
    """Memory that the sorted column takes beside its cells."""
    per_number = 8 + 4 + (0 if cells.unscaled is None else 8)
    return int(cells.values.size) * per_number


def search(column: SortedColumn, claims: Borders) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Find, for each claim, the closest cell among those that agree, or else among all.

    Args:
        column: At least one number.
        claims: What is looked for.

    Returns:
        The place in ``cells`` of each, the first of equally close ones; and whether it agrees.
    """
    count = column.ordered.keys.size
    if column.exact is None:
        first, last = sorted_index.ranges(column.ordered, claims.least, claims.greatest)
        above = np.searchsorted(column.ordered.keys, claims.not_below)
    else:
        first, last, above = _exact_ranges(column.exact, column.cells.scale, claims)
    agrees = first < last
    start, stop = np.where(agrees, first, 0), np.where(agrees, last, count)
    chosen = _closest(column, claims, start, stop, np.clip(above, start, stop))
    return column.ordered.order[chosen].astype(np.int64), agrees


def _closest(
    column: SortedColumn, claims: Borders, start: Positions, stop: Positions, above: Positions
) -> Positions:
    """Choose between the neighbours of each claim: ``above``, and the key before it."""
    keys = column.ordered.keys
    has_upper, has_lower = above < stop, above > start
    upper, lower = np.minimum(above, stop - 1), np.maximum(above - 1, start)
    sorted_by = keys if column.exact is None else column.exact
    lower = np.searchsorted(sorted_by, sorted_by[lower])  # the first of its equals
    with np.errstate(over="ignore", invalid="ignore"):
        excess = (keys[upper] - claims.near) - (claims.near - keys[lower])
        error = _EPSILON * (np.abs(keys[upper]) + np.abs(keys[lower]) + np.abs(claims.near))
        decided = np.abs(excess) > 8 * error + 1e-300
    chosen = np.where(has_lower & ((excess > 0) | ~has_upper), lower, upper)
    for claim in np.flatnonzero(has_lower & has_upper & ~decided).tolist():
        near = claims.nears[claim]
        pair = (int(lower[claim]), int(upper[claim]))
        chosen[claim] = min(pair, key=partial(_distance, column, near))
    return chosen


def _distance(column: SortedColumn, near: Decimal, position: int) -> tuple[Decimal, int]:
    """How far a key is from a value, exactly, and where it stands in the column."""
    cell = int(column.ordered.order[position])
    return EXACT.subtract(column.cells.exact(cell), near).copy_abs(), cell


def _exact_ranges(
    keys: Integers, scale: int, claims: Borders
) -> tuple[Positions, Positions, Positions]:
    """The half-open range of keys that agree with each claim, and the first not below its value."""
    first = _rank(keys, [_ceiling(low, scale) for low in claims.lows])
    # The first key above ``high`` is the first that is at least one more than its floor.
    last = _rank(keys, [1 - _ceiling(-high, scale) for high in claims.highs])
    above = _rank(keys, [_ceiling(near, scale) for near in claims.nears])
    return first, np.maximum(first, last), above


def _ceiling(number: Decimal, scale: int) -> int:
    """The least integer that is not below ``number * 10**scale``."""
    numerator, denominator = number.as_integer_ratio()
    whole: int = 10**scale
    return -(-numerator * whole // denominator)


def _rank(keys: Integers, targets: list[int]) -> Positions:
    """The first position whose key is not below each target."""
    if keys.dtype == object:
        return np.searchsorted(keys, np.array(targets, object))
    inside = [min(max(target, _INT64.min), _INT64.max) for target in targets]
    ranks = np.searchsorted(keys, np.array(inside, np.int64))
    ranks[[target > _INT64.max for target in targets]] = keys.size
    return ranks
