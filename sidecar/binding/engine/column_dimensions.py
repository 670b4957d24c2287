"""Which columns of a query result are dimensions: labels, ids, periods, repeated small numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.dimensions import TOTALS, Dimension, label_words, merged
from sidecar.binding.language import periods
from sidecar.binding.language.periods import NOTHING, TimePeriod, complete
from sidecar.binding.language.words import STOP, name_words, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.evidence import values
from sidecar.work import unless_abandoned

# Columns that tell moments as numbers: seconds, milliseconds or days since 1970.

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
    periods: Sequence[TimePeriod]
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


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LISTED = ","  # between the variables of a column: "unit,geo" of "PC,BE"
_TIME = stem("time")
_MOST_NUMBERED, _MOST_REPEATED = 100, 31
_LEAST_YEAR, _LAST_YEAR = 1_900, 2_100


def dimensions_of(catalog: Catalog, moments: Moments | None) -> list[Dimension]:
    """What tells the rows of a query result apart, its periods last."""
    told = moments.columns if moments is not None else ()
    columns = [c for c in catalog.columns if c.place not in told]
    found = merged([d for c in columns for d in _of_column(catalog, c)])
    dated = _row_periods(catalog)
    if dated is None and moments is not None:
        if any(moments.times):
            labels, codes = _coded(moments.times)
            found.append(Dimension(0, 0, (_TIME,), labels, codes, None, [], is_number=True))
        dated = _dated((_TIME,), *values.factorize_values(moments.periods))
    dated = dated or _row_years(catalog)
    return found if dated is None else [*found, dated]


def _of_column(catalog: Catalog, facts: ColumnFacts) -> Iterator[Dimension]:
    """The dimensions that a column is: one, several where its name and labels list as many."""
    table, column = catalog.table, catalog.table.columns[facts.place]
    is_repeated = _is_repeated(catalog, facts) and _whole(catalog, facts)[0] < _LEAST_YEAR
    named = facts.role in (Role.LABEL, Role.IDENTIFIER) or _is_numbering(catalog, facts)
    if not named and not is_repeated:
        return
    labels, codes = _coded(table.data[facts.place])
    names = column.name.split(_LISTED)
    parts = [label.split(_LISTED) for label in unless_abandoned(labels)]
    if not (len(names) > 1 and labels and all(len(each) == len(names) for each in parts)):
        names, parts = [f"{column.name} {column.label}"], [[label] for label in labels]
    for name, told in zip(names, zip(*parts, strict=True), strict=False):
        distinct = {label: code for code, label in enumerate(unless_abandoned(dict.fromkeys(told)))}
        of_label = np.array([distinct[label] for label in unless_abandoned(told)] + [-1])
        one = _dimension(name, list(distinct), of_label[codes])
        one.is_number = is_repeated and not named
        yield one


def _dimension(name: str, labels: list[str], codes: Ints) -> Dimension:
    """A dimension of labels."""
    words = tuple(w for w in name_words(name) if w not in STOP)
    totals = frozenset(
        c for c, label in enumerate(unless_abandoned(labels)) if TOTALS & {*label_words(label)}
    )
    if len(totals) == len(labels):
        totals = frozenset()
    return Dimension(0, 0, words, labels, codes, None, [], totals=totals)


def _coded(data: Sequence[Any]) -> tuple[list[str], Ints]:
    """The distinct values of a column, and the place of each row's among them."""
    seen: dict[Any, int] = {}
    codes = np.full(len(data), -1, np.int64)
    for row, value in enumerate(unless_abandoned(data)):
        if value is not None and value != "":
            codes[row] = seen.setdefault(value, len(seen))
    return [_shown(value) for value in unless_abandoned(seen)], codes


def _row_periods(catalog: Catalog) -> Dimension | None:
    """The dimension that all columns of periods together are, if there are any."""
    columns = [c for c in catalog.columns if c.role is Role.PERIOD]
    if not columns:
        return None
    name = tuple(w for c in columns for w in name_words(catalog.table.columns[c.place].name))
    found = _dated(name, *catalog.row_periods)
    if found is not None:
        _add_total(found, [catalog.table.data[c.place] for c in columns])
    return found


def _add_total(one: Dimension, columns: Sequence[Sequence[Any]]) -> None:
    """Make a value of rows that stand for all periods together."""
    rows = [
        row
        for row in np.flatnonzero(one.codes < 0).tolist()
        if any(
            isinstance(data[row], str) and TOTALS & {*label_words(data[row])} for data in columns
        )
    ]
    if rows and one.periods is not None:
        code = len(one.labels)
        one.labels.append(str(next((data[rows[0]] for data in columns if data[rows[0]]), "")))
        one.periods.append(NOTHING)
        one.codes[rows] = code
        one.totals = frozenset([code])


def _dated(
    name: tuple[str, ...], told: Sequence[TimePeriod], of_rows: values.Codes
) -> Dimension | None:
    """The dimension that the periods of rows are, if any is known."""
    distinct = [period for period in told if period.known]
    if not distinct:
        return None
    place = {period: at for at, period in enumerate(distinct)}
    codes = np.array([place.get(period, -1) for period in told], np.int64)[of_rows]
    order = sorted(range(len(distinct)), key=lambda c: periods.order(distinct[c]))
    return Dimension(0, 0, name, [period_label(p) for p in distinct], codes, distinct, order)


def _row_years(catalog: Catalog) -> Dimension | None:
    """The dimension of a column of years that is not called so: cycles, vintages."""
    for facts in catalog.columns:
        if _is_repeated(catalog, facts) and _whole(catalog, facts)[0] >= _LEAST_YEAR:
            distinct, codes = np.unique(_whole(catalog, facts), return_inverse=True)
            told = [TimePeriod(year=int(year)) for year in distinct]
            name = name_words(catalog.table.columns[facts.place].name)
            order = list(range(len(told)))
            return Dimension(
                0, 0, name, [period_label(p) for p in told], codes.astype(np.int64), told, order
            )
    return None


def _is_numbering(catalog: Catalog, facts: ColumnFacts) -> bool:
    """Whether numbers of a first column name its rows: hours, grades, "0-1, 2, 3, 4+"."""
    if facts.place or facts.role is not Role.MEASURE or not 1 < catalog.rows <= _MOST_NUMBERED:
        return False
    data = catalog.table.data[facts.place]
    if any(isinstance(cell, str) for cell in data):
        return len({*data}) == catalog.rows
    values = _whole(catalog, facts)
    return 1 < len(np.unique(values)) == values.size


def _is_repeated(catalog: Catalog, facts: ColumnFacts) -> bool:
    """Whether few whole numbers come again and again: screens, levels, cycles."""
    values = _whole(catalog, facts)
    few = 1 < len(np.unique(values)) <= min(_MOST_REPEATED, values.size // 2)
    return few and facts.unit.kind is None and values.size == catalog.rows


def _whole(catalog: Catalog, facts: ColumnFacts) -> Floats:
    """The values of a column of small whole numbers, or of years; none of another's."""
    cells = catalog.table.cells[facts.place]
    values = cells.values
    if facts.role is not Role.MEASURE or cells.ordinals is not None or not values.size:
        return values[:0]
    low, high = values.min(), values.max()
    fits = (low >= 0 and high < _LEAST_YEAR // 2) or (low >= _LEAST_YEAR and high <= _LAST_YEAR)
    return values if fits and (values % 1 == 0).all() else values[:0]


def period_label(period: TimePeriod) -> str:
    """How a period is called that stands for rows: "2024-3"."""
    return "-".join(str(part) for part in period if part is not None)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
