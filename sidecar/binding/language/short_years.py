"""Years of two digits at the end of the names of columns: ``offers_23``, ``offers_24``.

Two digits alone may be anything. They are years where several columns are called the same but for
years that lie close together; then they are years in the other columns of that table as well.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from sidecar.binding.language.periods import NOTHING, Period

_NAME = re.compile(r"(.*[A-Za-z].*?)[ _'’.-]+(\d\d)")
_FIRST, _LAST = 10, 49
_APART = 3  # years between two columns that are called the same


def short_year(names: Sequence[str], place: int) -> Period:
    """The year that a column's name ends with; nothing where it ends with none.

    Args:
        names: The names of all columns of its table.
        place: Its place among them.
    """
    years = _years(tuple(names))
    match = _NAME.fullmatch(names[place])
    year = int(match[2]) if match is not None else 0
    return Period(2000 + year) if year in years else NOTHING


@lru_cache(maxsize=64)
def _years(names: tuple[str, ...]) -> frozenset[int]:
    """The two digits that are years, by the columns that are called the same."""
    alike: defaultdict[str, set[int]] = defaultdict(set)
    for name in names:
        match = _NAME.fullmatch(name)
        if match is not None and _FIRST <= int(match[2]) <= _LAST:
            alike[match[1].lower()].add(int(match[2]))
    return frozenset(
        year
        for years in alike.values()
        for year in years
        if any(0 < abs(year - other) <= _APART for other in years)
    )
