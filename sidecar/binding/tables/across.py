"""Columns of one thing for several periods, taken together: a year of quarters, "since 2021".

What a pivoted table has side by side, other tables have as rows: sums, means and extremes over
time are made of both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sidecar.binding.language.periods import Period
from sidecar.binding.language.ranges import meet
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts

Columns = tuple[ColumnFacts, ...]

_FEW = 4  # periods that are added up where they are named one by one


def together(
    family: Sequence[ColumnFacts],
    named: Sequence[Period],
    ranges: Sequence[tuple[Period, Period]],
) -> Iterator[Columns]:
    """The columns of a family that are taken together: all, those of a year, those of a range.

    Args:
        family: The columns, earliest first.
        named: The periods that the words name.
        ranges: The ranges of periods that they name.
    """
    if not family:
        return
    found: dict[Columns, None] = {}
    for first, last in ranges:
        found.setdefault(_between(family, first, last))
    wholes = [*named, *(Period(year=year) for year in years(family))]
    for period in wholes:
        found.setdefault(tuple(c for c in family if period.covers(c.period)))
    if 1 < len(named) <= _FEW:  # "services of 2022 and 2023"
        found.setdefault(tuple(c for c in family if any(p.covers(c.period) for p in named)))
    found.setdefault(tuple(family))
    yield from (columns for columns in found if len(columns) > 1)


def newest(known: Catalog) -> list[ColumnFacts]:
    """The measures of a table; where one of them is there for many periods, its newest alone."""
    one = bool(known.pivoted) and known.family(known.pivoted[0]) == known.pivoted
    return [c for c in known.measures if not one or c not in known.pivoted[:-1]]


def years(family: Sequence[ColumnFacts]) -> list[int]:
    """The years that several columns of a family lie in, earliest first."""
    count = Counter(c.period.year for c in family if c.period.year is not None)
    return sorted(year for year, columns in count.items() if columns > 1)


def _between(family: Sequence[ColumnFacts], first: Period, last: Period) -> Columns:
    begin = [i for i, c in enumerate(family) if meet(first, c.period)]
    end = [i for i, c in enumerate(family) if meet(last, c.period)]
    return tuple(family[begin[0] : end[-1] + 1]) if begin and end else ()


def spans(
    columns: Columns, named: Sequence[Period], ranges: Sequence[tuple[Period, Period]]
) -> bool:
    """Whether columns are those of a period, or of a range of periods, that is named."""
    return any(all(period.covers(c.period) for c in columns) for period in named) or any(
        meet(first, columns[0].period) and meet(last, columns[-1].period) for first, last in ranges
    )
