"""The ways in which claims are looked up as floats: one lookup in each result for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.asks import Scales, by_unit
from sidecar.binding.units import Scale
from sidecar.evidence.index import Closest, Floats, Mask, Positions, TableIndex
from sidecar.model.number import Number
from sidecar.text.claims import Claims
from sidecar.text.figures import Figures


class Alike(NamedTuple):
    """Claims that are looked up alike: in the same results, units and scales.

    Attributes:
        number: The number of one of them.
        places: Where they stand among all claims.
        speaking: The positions of the query results that may speak for them.
    """

    number: Number
    places: Positions
    speaking: Sequence[int]


def kinds(claims: Claims) -> list[Positions]:
    """The places of claims that are alike."""
    kinds = claims.figures.kinds * len(claims.citations) + claims.cited
    order = np.argsort(kinds, kind="stable")
    borders = np.flatnonzero(np.diff(kinds[order])) + 1
    return np.split(order, borders) if order.size else []


class Way(NamedTuple):
    """Claims that are looked up in one way.

    Attributes:
        places: Where they stand among all claims.
        result: The position of the query result.
        columns: The columns to look in. Shape (columns,).
        scale: The scale to compare in.
        near: The cell that would agree best with each, as a float.
        least: The least cell within its reach.
        greatest: The greatest.
        asked: Whether there can be such a cell.
        open: Whether floats do not tell that.
    """

    places: Positions
    result: int
    columns: Mask
    scale: Scale
    near: Floats
    least: Floats
    greatest: Floats
    asked: Mask
    open: Mask

    def within(self, results: Sequence[TableIndex]) -> Way:
        """The same, where only what some number of the result may reach is asked."""
        low, high = results[self.result].bounds
        return self._replace(asked=self.asked & (self.least <= high) & (self.greatest >= low))


def ways(
    kind: Alike, scales: Scales, figures: Figures, reach: Floats, results: Sequence[TableIndex]
) -> Iterator[Way]:
    """The ways to look claims up.

    Args:
        kind: The claims.
        scales: In which scales.
        figures: The numbers of all claims.
        reach: How far a cell may be from each of them.
        results: The query results.
    """
    for position in kind.speaking:
        for unit, columns in by_unit(results[position]).items():
            for scale in scales(kind.number, unit):
                targets = _targets(kind.places, scale, figures, reach)
                yield Way(kind.places, position, columns, scale, *targets)


def _targets(
    places: Positions, scale: Scale, figures: Figures, reach: Floats
) -> tuple[Floats, Floats, Floats, Mask, Mask]:
    power = scale.factor.adjusted()
    near = (figures.scaled(-power) if power else figures.values)[places]
    around = reach[places] * 10.0**-power
    if scale.factor < 0:
        near = -near
    least, greatest = near - around, near + around
    is_open = np.isnan(near)
    if scale.at_most is not None:
        most = float(scale.at_most)
        least, greatest = np.maximum(least, -most), np.minimum(greatest, most)
        is_open |= (least <= greatest) & (np.abs(near) > most)
    return near, least, greatest, least <= greatest, is_open


def look_up(result: TableIndex, asked: Sequence[Way]) -> Iterator[Closest | None]:
    """What is closest to the claims of each way, its distance in the unit of the numbers.

    None where the floats of the result are not exact.
    """
    near, least, greatest = (
        np.nan_to_num(np.concatenate([way[field] for way in asked])) for field in (4, 5, 6)
    )
    wanted = np.concatenate([way.asked[:, None] & way.columns for way in asked])
    found = result.closest_floats(near, least, greatest, wanted)
    start = 0
    for way in asked:
        stop = start + way.places.size
        if found is None:
            yield None
        else:
            yield found.part(slice(start, stop), abs(float(way.scale.factor)))
        start = stop
