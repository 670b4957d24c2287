"""Numbers that stand in the query results just as they are written.

No reading of a number is better than a cell that equals it: nothing else that may agree, tolerably
or in another unit, need be asked for. Most numbers of most texts are settled here, by floats alone,
many at a time. Left to others is what floats cannot tell: long numbers, zero (which may be written
-0.0), and what may be a count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.asks import by_unit, supporting
from sidecar.binding.units import Scale
from sidecar.evidence.borders import is_short
from sidecar.evidence.index import Floats, Positions, TableIndex
from sidecar.model.number import Number, NumericClaim

_NOWHERE = 2**62
"""A column after all others."""


class Place(NamedTuple):
    """A cell: the position of its query result, its column, and its place in the ``Cells``."""

    result: int
    column: int
    cell: int


def find(
    claims: Sequence[NumericClaim],
    selected: Mapping[int, Sequence[int]],
    results: Sequence[TableIndex],
) -> dict[int, list[Place]]:
    """The first cell of each query result that equals a claim, for the claims that have one.

    Args:
        claims: All claims.
        selected: The query results that may speak for each that is asked about.
        results: The query results.
    """
    places: dict[int, list[Place]] = {}
    row_counts = frozenset(float(result.table.row_count) for result in results)
    for alike, floats in _alike(claims, selected, row_counts):
        numbers = [claims[i].number for i in alike]
        values = np.array(floats, np.float64)
        found = {
            position: _first(results[position], numbers, values) for position in selected[alike[0]]
        }
        told = {position: cells for position, cells in found.items() if cells is not None}
        if len(told) < len(found):
            continue  # what cannot be told now may be as good
        for position, (columns, cells) in told.items():
            for i, column, cell in zip(alike, columns.tolist(), cells.tolist(), strict=True):
                if column != _NOWHERE:
                    places.setdefault(i, []).append(Place(position, column, cell))
    return places


def _alike(
    claims: Sequence[NumericClaim],
    selected: Mapping[int, Sequence[int]],
    row_counts: frozenset[float],
) -> Iterable[tuple[list[int], list[float]]]:
    """The claims that floats can settle, and their values as floats.

    Those lie together that are looked up in the same results, in the same units and scales.
    """
    kinds: dict[object, tuple[list[int], list[float]]] = {}
    for i, results in selected.items():
        _, exact, _, _, unit, symbol, scale, form, _, direction, sign, _ = claims[i].number
        value = float(exact)
        if value and value not in row_counts and symbol != "day" and is_short(exact):
            kind = (results, unit, symbol, scale, form, direction, sign)
            alike = kinds.get(kind)
            if alike is None:
                alike = kinds[kind] = [], []
            alike[0].append(i)
            alike[1].append(value)
    return kinds.values()


def _first(
    result: TableIndex, numbers: Sequence[Number], values: Floats
) -> tuple[Positions, Positions] | None:
    """The first cell of a result, by column, that is equal in any unit and scale.

    None where that cannot be told quickly.
    """
    none = np.full(values.size, _NOWHERE, np.int64)
    found = none, none
    for unit, mask in by_unit(result).items():
        for scale in supporting(numbers[0], unit):
            equals = result.equals(_targets(numbers, values, scale), mask)
            if equals is None:
                return None
            columns, cells = equals
            columns[columns < 0] = _NOWHERE
            before = (columns < found[0]) | ((columns == found[0]) & (cells < found[1]))
            found = np.where(before, columns, found[0]), np.where(before, cells, found[1])
    return found


def _targets(numbers: Sequence[Number], values: Floats, scale: Scale) -> Floats:
    """What cells must be to equal numbers in a scale; NaN where a cell cannot be that."""
    if scale.factor != 1:
        values = np.array([float(number.value / scale.factor) for number in numbers], np.float64)
    if scale.at_most is not None:
        values = np.where(np.abs(values) <= float(scale.at_most), values, np.nan)
    return values
