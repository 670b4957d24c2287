"""Periods given as numbers: years, weeks, months as 202403, and a month beside its year."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language import dated_cells, periods
from sidecar.binding.language.periods import TimePeriod, find
from sidecar.binding.language.words import name_words, stem
from sidecar.model.cached import cache_if_short
from sidecar.model.evidence import Table
from sidecar.text.vocabulary import one_of

# The years that the periods of a table lie in, where they do not tell them themselves.


def fiscal(rows: Sequence[TimePeriod]) -> Sequence[TimePeriod]:
    """The periods of rows, with the halves and quarters of the year that their order tells.

    Of periods that come back the first row will do.

    Those that name their years are stated by the calendar.
    """
    months = list(dict.fromkeys(period.month for period in rows))
    first = months[0] if months else None
    if first is None or any(p.month is None or p.year is not None or p.day for p in rows):
        return rows
    follow = all(b is not None and a is not None and b == a % 12 + 1 for a, b in pairwise(months))
    if not follow or 1 not in months[1:]:
        return rows
    return [_placed(period, (period.month - first) % 12) for period in rows if period.month]


def _placed(period: TimePeriod, months: int) -> TimePeriod:
    """A month that is some months into its year."""
    return period._replace(half=1 + months // 6, quarter=1 + months // 3)


def dated(period: TimePeriod, title: str) -> TimePeriod:
    """A period without a year in the one year that the title of its table names."""
    year = _year_of(title) if period.known and period.year is None else None
    return period if year is None else period.merged(TimePeriod(year=year))


@cache_if_short(1024)
def _year_of(title: str) -> int | None:
    years = {found.year for _, _, found in find(title) if found.year is not None}
    return years.pop() if len(years) == 1 else None


_SAMPLE = 200
_FIRST_YEAR, _LAST_YEAR = 1950, 2050
_FIRST_NAMED, _LAST_NAMED = 1500, 2100
_SERIES = 3  # years without a gap that tell a column of years, whatever it is called
_WEEKS = range(1, 54)
_STAMPED = frozenset(map(stem, one_of("month date day period yyyymm yearmonth yyyymmdd ym dt")))
_YEARS = frozenset({"year", "season", "fy", "period"})


def _of_half(value: int) -> TimePeriod:
    return dated_cells.whole(f"H{value}")


def _of_quarter(value: int) -> TimePeriod:
    return dated_cells.whole(f"Q{value}")


def _of_month(value: int) -> TimePeriod:
    return periods.complete(None, value, None)


_PARTS: Mapping[str, tuple[int, Callable[[int], TimePeriod]]] = {
    stem("half"): (2, _of_half),
    stem("quarter"): (4, _of_quarter),
    stem("month"): (12, _of_month),
}
"""Parts of a year, by the last word of a column's name: how many there are, and each of them."""


def are_periods(table: Table, place: int) -> bool:
    """Whether the numbers of a column are periods."""
    values, name = table.cells[place].values, table.columns[place].name
    if not (values % 1 == 0).all():
        return False
    words = name_words(name)
    if _are_years(values, named=not _YEARS.isdisjoint(words)):
        return True
    if not _STAMPED.isdisjoint(words) and _are_stamps(values):
        return True
    if _is_week(name) and np.isin(values, _WEEKS).all():
        return True
    return are_parts(values, name) and (bool(values.min() < values.max()) or _has_years(table))


def are_parts(values: NDArray[np.float64], name: str) -> bool:
    """Whether numbers in a column of some name are months, quarters or halves of a year."""
    most = _PARTS.get((name_words(name) or ("",))[-1], (0, None))[0]
    return bool(values.size and values.min() >= 1 and values.max() <= most)


def of_cells(name: str) -> Callable[[object], TimePeriod]:
    """What tells the period of a cell in a column: a date, or a number as the name says."""
    most, of = _PARTS.get((name_words(name) or ("",))[-1], (0, _numbered))
    week = _is_week(name)

    def period(value: object) -> TimePeriod:
        if not isinstance(value, int | float) or value % 1:
            return dated_cells.of_value(value)
        number = int(value)
        if week:
            return periods.in_week(None, number)
        return of(number) if number <= most else _numbered(number)

    return period


def _numbered(value: int) -> TimePeriod:
    stamp = dated_cells.stamped(str(value))
    return stamp if stamp.known else TimePeriod(value)


def _has_years(table: Table) -> bool:
    """Whether a column of a table tells the years of its rows."""
    return any(
        not _YEARS.isdisjoint(name_words(column.name)) and _are_years(cells.values, named=True)
        for column, cells in zip(table.columns, table.cells, strict=True)
        if cells.values.size
    )


def _is_week(name: str) -> bool:
    """Whether a column of that name numbers the weeks of a year."""
    return name_words(name)[-1:] == ("week",) and not name.lower().endswith("s")


def _are_stamps(values: NDArray[np.float64]) -> bool:
    """Whether whole numbers are months or days: 202403, 20240311."""
    distinct = np.unique(values)[:_SAMPLE]
    return all(dated_cells.stamped(f"{each:.0f}").known for each in distinct.tolist())


def _are_years(values: NDArray[np.float64], *, named: bool) -> bool:
    """Whether whole numbers are years: all of them could be, and they are called so or a series."""
    least, most = values.min(), values.max()
    if named:
        return bool(least >= _FIRST_NAMED and most <= _LAST_NAMED)
    distinct = np.unique(values) if least >= _FIRST_YEAR and most <= _LAST_YEAR else ()
    return bool(_SERIES <= len(distinct) == most - least + 1)
