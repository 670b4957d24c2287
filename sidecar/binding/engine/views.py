"""Query results as views: rows that dimensions tell apart, and measures over them.

Columns that hold the same for different periods ("sales_2023", "sales_2024") become a view of their
own, with one row for each row and period.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.column_dimensions import dimensions_of, moments_of, period_label
from sidecar.binding.engine.dimensions import Dimension
from sidecar.binding.engine.measures import ViewMeasure, decimals_of, measures_of
from sidecar.binding.language import periods
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LEAST_TOTAL = 0.9  # of the sum of all others


@dataclass
class TableView:
    """A table as the engine sees it.

    Attributes:
        place: Its place among the views.
        table: The place of its query result.
        rows: How many rows it has.
        table_rows: The row of the query result that each row is. Shape (rows,).
        title: The stems of its title and query id.
        dimensions: What tells its rows apart.
        measures: Its columns of numbers.
        values: Those of all measures. Shape (measures, rows).
        aggregated: What these come to over all rows, once a text has asked; see ``Aggregates.of``.
    """

    place: int
    table: int
    rows: int
    table_rows: Ints
    title: frozenset[str]
    dimensions: list[Dimension]
    measures: list[ViewMeasure]
    values: Floats = field(default_factory=lambda: np.empty((0, 0)))
    aggregated: Floats | None = None


def views_of(table: int, catalog: Catalog) -> Iterator[TableView]:
    """The views of a query result: its plain columns, and those that are periods as rows.

    Args:
        table: The place of the query result.
        catalog: What is known of it.
    """
    rows = catalog.rows
    if not rows:
        return
    moments = moments_of(catalog)
    dims = dimensions_of(catalog, moments)
    dated = frozenset[int]() if moments is None else moments.columns
    measured = [
        c
        for c in catalog.measures
        if c.place not in dated and catalog.table.cells[c.place].values.size
    ]
    families = list(_families(catalog, measured))
    inside = {c.place for family in families for c in family}
    plain = [m for c in measured if c.place not in inside for m in measures_of(catalog, c)]
    _check_totals(dims, plain)
    if plain or not families:
        yield TableView(0, table, rows, np.arange(rows), catalog.title, dims, plain)
    if families:
        yield _unpivoted(table, catalog, dims, families)


def _check_totals(dims: Sequence[Dimension], measures: Sequence[ViewMeasure]) -> None:
    """Drop what is only called a total, as a project at all sites is: others come to more."""
    amounts = [np.nan_to_num(m.values) for m in measures if not m.is_level]
    for one in dims:
        is_total = np.isin(one.codes, list(one.totals))
        sums = [(values[is_total].sum(), values[~is_total].sum()) for values in amounts]
        less = sum(abs(total) < _LEAST_TOTAL * abs(others) for total, others in sums)
        if 2 * less > len(sums):
            one.totals = frozenset()


def _families(catalog: Catalog, measured: Sequence[ColumnFacts]) -> Iterator[Sequence[ColumnFacts]]:
    """The columns that hold the same for different periods."""
    known: set[int] = set()
    for column in measured:
        family = [c for c in catalog.family(column) if _is_like(c, column)]
        periods_ = {c.period for c in family}
        if column.place not in known and len(family) > 1 and len(periods_) == len(family):
            known |= {c.place for c in family}
            yield family


def _unpivoted(
    table: int,
    catalog: Catalog,
    dims: Sequence[Dimension],
    families: Sequence[Sequence[ColumnFacts]],
) -> TableView:
    """A view with one row for each row and period of columns that are called by periods."""
    distinct = dict.fromkeys(c.period for family in families for c in family)
    told = sorted(distinct, key=periods.order)  # weekdays in the order of their columns
    at = {period: place for place, period in enumerate(told)}
    rows, count = catalog.rows, len(told)
    from_row = np.repeat(np.arange(rows), count)
    turned = [replace(one, codes=one.codes[from_row]) for one in dims]
    labels = [period_label(period) for period in told]
    codes = np.tile(np.arange(count), rows)
    turned.append(Dimension(0, 0, ("period",), labels, codes, told, list(range(count))))
    made = []
    for family in families:
        each = [measures_of(catalog, column) for column in family]
        units = len(each[0]) if family[0].place in catalog.row_units else 1
        for unit in range(units):
            values = np.full(rows * count, np.nan)
            for column, measures in zip(family, each, strict=True):
                for one in measures[unit : unit + 1]:
                    values[at[column.period] :: count] = one.values
            first = each[0][unit]
            whole = bool((values[~np.isnan(values)] % 1 == 0).all())
            decimals = decimals_of(values[~np.isnan(values)])
            made.append(replace(first, values=values, is_whole=whole, decimals=decimals))
    return TableView(0, table, rows * count, from_row, catalog.title, turned, made)


def _is_like(one: ColumnFacts, other: ColumnFacts) -> bool:
    """Whether two columns hold the same kind of quantity."""
    return (one.unit, one.fraction, one.change) == (other.unit, other.fraction, other.change)
