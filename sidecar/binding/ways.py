"""The ways in which claims are looked up as floats: one lookup in each result for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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
    if (kinds == kinds[:1]).all():  # as in most texts
        return [np.arange(kinds.size)] if kinds.size else []
    order = np.argsort(kinds, kind="stable")
    borders = np.flatnonzero(np.diff(kinds[order])) + 1
    return np.split(order, borders)


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
        told: Whether floats tell that, for each or for all.
    """

    places: Positions
    result: int
    columns: Mask
    scale: Scale
    near: Floats
    least: Floats
    greatest: Floats
    asked: Mask
    told: Mask | bool

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
) -> tuple[Floats, Floats, Floats, Mask, Mask | bool]:
    power, most = scale.factor.adjusted(), scale.at_most
    near, around = figures.values[places], reach[places]
    told: Mask | bool = True
    if power:
        near, around = figures.scaled(-power)[places], around * 10.0**-power
        told = ~np.isnan(near)
        near = np.where(told, near, 0)
    if scale.factor < 0:
        near = -near
    least, greatest = near - around, near + around
    if most is not None:
        least, greatest = np.maximum(least, -float(most)), np.minimum(greatest, float(most))
        told &= (least > greatest) | (np.abs(near) <= float(most))
    return near, least, greatest, (least <= greatest) & told, told


def look_up(result: TableIndex, asked: Sequence[Way]) -> Iterator[Closest | None]:
    """What is closest to the claims of each way, its distance in the unit of the numbers.

    None where the floats of the result are not exact.
    """
    near = _joined([way.near for way in asked])
    least, greatest = (
        _joined([way.least for way in asked]),
        _joined([way.greatest for way in asked]),
    )
    wanted = _joined([way.asked[:, None] & way.columns for way in asked])
    found = result.closest_floats(near, least, greatest, wanted)
    start = 0
    for way in asked:
        stop = start + way.places.size
        if found is None:
            yield None
        else:
            yield found.part(slice(start, stop), abs(float(way.scale.factor)))
        start = stop


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)
