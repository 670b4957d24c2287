"""The years that the periods of a table lie in, where they do not tell them themselves.

The title may name one. And where the months of a table pass from December to January, its first row
begins its year: from April to March, "H1" is the spring and the summer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sidecar.binding.language.periods import Period, find
from sidecar.model.cached import kept_if_short


def fiscal(rows: Sequence[Period]) -> Sequence[Period]:
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


def _placed(period: Period, months: int) -> Period:
    """A month that is some months into its year."""
    return period._replace(half=1 + months // 6, quarter=1 + months // 3)


def dated(period: Period, title: str) -> Period:
    """A period without a year in the one year that the title of its table names."""
    year = _year_of(title) if period.known and period.year is None else None
    return period if year is None else period.merged(Period(year=year))


@kept_if_short(1024)
def _year_of(title: str) -> int | None:
    years = {found.year for _, _, found in find(title) if found.year is not None}
    return years.pop() if len(years) == 1 else None
