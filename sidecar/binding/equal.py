"""Numbers that stand in the query results just as they are written.

No reading of a number is better than a cell that equals it: nothing else that may agree, tolerably
or in another unit, need be asked for. Most numbers of most texts are settled here, by floats alone,
many at a time. Left to others is what floats cannot tell: long numbers, zero (which may be written
-0.0), and what may be a count.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidecar.binding.asks import by_unit, supporting
from sidecar.binding.units import Scale
from sidecar.evidence.index import Floats, Positions, TableIndex
from sidecar.model.number import Number
from sidecar.text.claims import Claims
from sidecar.text.figures import Figures

NOWHERE = 2**62
"""A column after all others."""


def kinds(claims: Claims) -> list[Positions]:
    """The places of claims that are looked up alike: in the same results, units and scales."""
    kinds = claims.figures.kinds * len(claims.citations) + claims.cited
    order = np.argsort(kinds, kind="stable")
    borders = np.flatnonzero(np.diff(kinds[order])) + 1
    return np.split(order, borders) if order.size else []


class Alike:
    """Numbers that are looked up alike.

    Args:
        number: One of them.
        figures: All numbers.
        places: Where they stand among these.

    Attributes:
        places: Where they stand.
    """

    def __init__(self, number: Number, figures: Figures, places: Positions) -> None:
        self._number, self._figures, self.places = number, figures, places

    def find(self, results: Sequence[TableIndex]) -> tuple[Positions, Positions] | None:
        """The first cell of each query result that equals each number.

        Returns:
            Columns, NOWHERE where no cell is equal, and places in their ``Cells``: each of shape
            (results, numbers). None where that cannot be told quickly.
        """
        if self._number.symbol == "day":  # there may be as many days
            return None
        values = self._figures.values[self.places]
        told = self._figures.short[self.places] & (values != 0)
        for result in results:
            told &= values != result.table.row_count
        found = [self._first(result, np.where(told, values, np.nan)) for result in results]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            return None  # what cannot be told now may be as good
        columns, cells = np.stack(known, axis=1)
        return columns, cells

    def _first(self, result: TableIndex, values: Floats) -> Positions | None:
        """The first cell of a result, by column, that equals each number in any unit and scale."""
        first = np.full((2, values.size), NOWHERE)
        for unit, mask in by_unit(result).items():
            for scale in supporting(self._number, unit):
                found = result.equals(self._targets(values, scale), mask)
                if found is None:
                    return None
                columns = np.where(found[0] < 0, NOWHERE, found[0])
                before = (columns < first[0]) | ((columns == first[0]) & (found[1] < first[1]))
                first = np.where(before, (columns, found[1]), first)
        return first

    def _targets(self, values: Floats, scale: Scale) -> Floats:
        """What cells must be to equal the numbers in a scale; NaN where no cell can tell that."""
        power = scale.factor.adjusted()
        if power:
            scaled = self._figures.scaled(-power)[self.places]
            values = np.where(np.isnan(values), np.nan, scaled)
        if scale.factor < 0:
            values = -values
        if scale.at_most is not None:
            values = np.where(np.abs(values) <= float(scale.at_most), values, np.nan)
        return values
