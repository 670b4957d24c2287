"""How many days a column of dates covers: what "over the next five days" counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

from sidecar.evidence.values import Coded
from sidecar.model.evidence import Table

MOST_DISTINCT = 100_000
"""Distinct values of a column past which its days are not counted: some ten milliseconds."""

_ISO_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ]|$)")


def covered(table: Table) -> dict[int, int]:
    """The number of distinct days in each column that holds nothing but dates, by column."""
    counts = {}
    for place, column in enumerate(table.data):
        if isinstance(column, Coded) and len(column.distinct) <= MOST_DISTINCT:
            days = _distinct(column.distinct)
            if days:
                counts[place] = days
    return counts


def _distinct(values: Sequence[object]) -> int:
    """How many days values are; 0 where one is none."""
    days = set()
    for value in values:
        day = _day(value)
        if day is not None:
            days.add(day)
        elif value is not None:
            return 0
    return len(days)


def _day(value: object) -> str | None:
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    match = _ISO_DAY.match(value) if isinstance(value, str) else None
    return match[1] if match else None
