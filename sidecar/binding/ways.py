"""The ways in which claims are looked up as floats: one lookup in each result for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fastpath import settling
from fastpath.closest import ClosestCells, Flags
from fastpath.settling import Aims, PreparedClaims, SettlingState, aim
from sidecar.binding.lookup import Scales, by_unit
from sidecar.binding.units import Scale
from sidecar.evidence.index import Floats, Mask, Positions, TableIndex
from sidecar.model.number import Quantity
from sidecar.text.claims import TextClaims
from sidecar.text.figures import NumberArrays


class ClaimGroup(NamedTuple):
    """Claims that are looked up alike: in the same results, units and scales.

    Attributes:
        number: One of them, or what it has in common with the others.
        places: Where they stand among all claims.
        speaking: The positions of the query results that may speak for them.
    """

    number: Quantity
    places: Positions
    speaking: Sequence[int]


def kinds(claims: TextClaims) -> list[Positions]:
    """The places of claims that are alike."""
    kinds = claims.figures.kinds
    if len(claims.citations) > 1:
        kinds = kinds * len(claims.citations) + claims.cited
    if not np.count_nonzero(kinds != kinds[:1]):  # as in most texts
        return [np.arange(kinds.size)] if kinds.size else []
    order = np.argsort(kinds, kind="stable")
    borders = np.flatnonzero(np.diff(kinds[order])) + 1
    return np.split(order, borders)


class LookupGroup(NamedTuple):
    """Claims that are looked up in one way.

    Attributes:
        places: Where they stand among all claims.
        result: The position of the query result.
        columns: The columns to look in. Shape (columns,).
        scale: The scale to compare in.
    """

    places: Positions
    result: int
    columns: Mask
    scale: Scale

    def aimed(self, figures: NumberArrays) -> tuple[Floats, tuple[float, float, float]]:
        """All numbers in the scale of the cells, and the scale as ``settling.aim`` wants it."""
        factor, most, _ = self.scale
        power = factor.adjusted()
        near = figures.scaled(-power) if power else figures.values
        sign = 1.0 if factor > 0 else -1.0
        return near, (sign, 10.0**-power, np.inf if most is None else float(most))


def ways(kind: ClaimGroup, scales: Scales, results: Sequence[TableIndex]) -> Iterator[LookupGroup]:
    """The ways to look claims up, in some scales."""
    for position in kind.speaking:
        for unit, columns in by_unit(results[position]).items():
            for scale in scales(kind.number, unit):
                yield LookupGroup(kind.places, position, columns, scale)


class ClosestMatches(NamedTuple):
    """What is closest to the claims of a way.

    Attributes:
        nth: Which of the ways.
        way: The way.
        cells: The column of each cell, -1 where there is none, and the cells; None where the floats
            of the result are not exact.
    """

    nth: int
    way: LookupGroup
    cells: tuple[Positions, ClosestCells] | None


def look_up(
    asked: Sequence[tuple[int, LookupGroup]],
    figures: NumberArrays,
    result: TableIndex,
    reached: Floats,
    told: Flags,
    *,
    bounds: tuple[float, float] = (-np.inf, np.inf),
) -> Iterator[ClosestMatches]:
    """Look claims up in one result in some ways: one lookup for all of them.

    Args:
        asked: The ways, numbered.
        figures: The numbers of all claims.
        result: The query result.
        reached: How far a cell may be from each claim.
        told: Which claims to look up; cleared where floats cannot tell.
        bounds: What no cell lies beyond: only what may reach one is asked.
    """
    aims = Aims.empty(sum(way.places.size for _, way in asked), len(result.table.columns))
    start, parts, any_asked = 0, [], False
    for _, way in asked:
        near, scale = way.aimed(figures)
        parts.append(slice(start, start + way.places.size))
        start = parts[-1].stop
        columns = way.columns.view(np.uint8)
        here = aims.part(parts[-1])
        any_asked |= aim(here, way.places, near, reached, scale, bounds, columns, told)
    if any_asked:
        found = result.closest_floats(*aims)
        for (nth, way), part in zip(asked, parts, strict=True):
            yield ClosestMatches(
                nth, way, None if found is None else (found[0][part], found[1].part(part))
            )


def seek(
    asked: Sequence[tuple[int, LookupGroup]],
    figures: NumberArrays,
    result: TableIndex,
    known: tuple[SettlingState, PreparedClaims],
) -> bool:
    """Look claims up in one result whose columns are sorted, and take what is found.

    Args:
        asked: The ways, numbered.
        figures: The numbers of all claims.
        result: The query result.
        known: Takes what is found, and what floats cannot tell.

    Returns:
        Whether it has such columns.
    """
    ordered = result.sorted_floats
    if ordered is None:
        return False
    for nth, way in asked:
        near, scale = way.aimed(figures)
        columns, worth = result.filled(way.columns.view(np.uint8)), abs(float(way.scale.factor))
        settling.seek(*ordered, way.places, near, scale, columns, worth, (nth, way.result), known)
    return True
