"""Columns that tell moments as numbers: seconds, milliseconds or days since 1970."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import numpy as np

from sidecar.binding.language.periods import NOTHING, Period, complete
from sidecar.binding.language.words import name_words, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, Role

_START = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH, _DAYS = stem("epoch"), stem("day")
_NAMES = frozenset(map(stem, ("epoch", "timestamp", "ts", "unix", "time")))
_FIRST, _LAST = 9_000, 30_000  # days: 1994 to 2052
_UNITS = (("seconds", 86_400), ("milliseconds", 86_400_000))


class Moments(NamedTuple):
    """The moments of rows.

    Attributes:
        columns: The columns that are moments.
        periods: The day of each row by the first of these.
        times: Its time of day, "02:45"; empty where that is not told or always the same.
    """

    columns: frozenset[int]
    periods: Sequence[Period]
    times: Sequence[str]


def moments_of(catalog: Catalog) -> Moments | None:
    """The moments of the rows of a query result, if a column tells them."""
    found = [(c, unit) for c in catalog.columns if (unit := _unit(catalog, c)) is not None]
    if not found:
        return None
    first, unit = found[0]
    cells = catalog.table.cells[first.place]
    days, times = [NOTHING] * catalog.rows, [""] * catalog.rows
    for row, value in zip(cells.rows.tolist(), cells.values.tolist(), strict=True):
        moment = _START + timedelta(**{unit: value})
        days[row] = complete(moment.year, moment.month, moment.day)
        times[row] = f"{moment:%H:%M}"
    timed = times if len(set(times)) > 1 else [""] * catalog.rows
    return Moments(frozenset(column.place for column, _ in found), days, timed)


def _unit(catalog: Catalog, facts: ColumnFacts) -> str | None:
    """What the numbers of a column count since 1970, where they are moments."""
    cells = catalog.table.cells[facts.place]
    words = name_words(catalog.table.columns[facts.place].name)
    if facts.role is not Role.MEASURE or cells.ordinals is not None or not cells.values.size:
        return None
    if _NAMES.isdisjoint(words) or not (cells.values % 1 == 0).all():
        return None
    if _EPOCH in words and _DAYS in words and _within(cells.values, 1):
        return "days"
    return next((unit for unit, a_day in _UNITS if _within(cells.values, a_day)), None)


def _within(values: np.ndarray, a_day: int) -> bool:
    return bool(values.min() >= _FIRST * a_day and values.max() <= _LAST * a_day)
