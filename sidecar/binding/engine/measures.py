"""Measures: the numbers of a column, or of one part of its cells, and how they are compared."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.binding.tables.ways import Scaling
from sidecar.model.number import Unit

Floats = NDArray[np.float64]

NO_UNIT, COUNTED, PERCENT, CURRENCY, MEASURED = range(5)
_UNITS = {
    None: NO_UNIT,
    Unit.COUNT: COUNTED,
    Unit.PERCENT: PERCENT,
    Unit.CURRENCY: CURRENCY,
    Unit.MEASURE: MEASURED,
}
_MOST_ORDINALS = 8  # numbers of a text cell
_MOST_DECIMALS = 6
_EXACT = 1e-6  # of the last decimal


@dataclass
class ViewMeasure:
    """A column of numbers of a view.

    Attributes:
        place: Its place among all measures.
        view: The view that it belongs to.
        column: Its place in the table (of several, the first).
        names: How a text may call it, each with its worth.
        values: Shape (rows,), NaN where there is none.
        unit: NO_UNIT, COUNTED, PERCENT, CURRENCY or MEASURED.
        symbol: Its symbol; empty where there is none.
        factor: What a value is multiplied by to be in the base of its unit.
        is_level: Whether sums of it mean nothing.
        is_whole: Whether all its values are whole.
        is_change: Whether its values are changes.
        scaling: How numbers are compared with it.
        decimals: How many decimals its values have.
    """

    place: int
    view: int
    column: int
    names: list[tuple[tuple[str, ...], float]]
    values: Floats
    unit: int
    symbol: str
    factor: float
    is_level: bool
    is_whole: bool
    is_change: bool
    scaling: Scaling
    decimals: int = 0


def measures_of(catalog: Catalog, facts: ColumnFacts) -> list[ViewMeasure]:
    """The measures that a column is: one, or one for each unit that its rows have."""
    by_unit = catalog.row_units.get(facts.place)
    if by_unit is None:
        return _of_column(catalog, facts)
    made = []
    for one, rows in by_unit:
        for each in _of_column(catalog, one)[:1]:
            values = np.where(rows, each.values, np.nan)
            good = values[~np.isnan(values)]
            whole = bool((good % 1 == 0).all())
            made.append(replace(each, values=values, is_whole=whole, decimals=decimals_of(good)))
    return made


def _of_column(catalog: Catalog, facts: ColumnFacts) -> list[ViewMeasure]:
    """The measures that a column is: one, or one for each number that its texts hold."""
    cells = catalog.table.cells[facts.place]
    ordinals = cells.ordinals
    names = [(p.words, p.weight) for p in facts.phrases]
    made = []
    several = 1 if ordinals is None else int(ordinals.max(initial=0))
    for ordinal in range(1, min(several, _MOST_ORDINALS) + 1):
        # a cell that is a number stands with the first numbers of texts: "1,204" and 98
        picked = slice(None) if ordinals is None else np.maximum(ordinals, 1) == ordinal
        values = np.full(catalog.rows, np.nan)
        values[cells.rows[picked]] = cells.values[picked]
        good = values[~np.isnan(values)]
        if not good.size:
            continue
        unit = PERCENT if facts.fraction else _UNITS.get(facts.unit.kind, NO_UNIT)
        made.append(
            ViewMeasure(
                0, 0, facts.place, names, values, unit, facts.unit.symbol or "",
                float(factor(facts)), facts.level or several > 1,
                bool((good % 1 == 0).all()), facts.change, facts.scaling, decimals_of(good),
            )
        )  # fmt: skip
    return made


def decimals_of(values: Floats) -> int:
    """How many decimals values have."""
    for decimals in range(_MOST_DECIMALS):
        scaled = values * 10.0**decimals
        if (np.abs(scaled - np.round(scaled)) <= _EXACT * np.maximum(1.0, np.abs(scaled))).all():
            return decimals
    return _MOST_DECIMALS
