"""Cells and names that are a period as a whole: "2024-03-11 08:00", "202403", "Jan-Mar 2023".

What is no period inside a text may be one where nothing else stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime

from sidecar.binding.language.periods import (
    MONTHS,
    NOTHING,
    WEEKDAYS,
    Period,
    complete,
    find,
)
from sidecar.binding.language.ranges import months_spanned
from sidecar.model.cached import kept_if_short

_LONGEST = 40
_TIMED = re.compile(r"(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d")
_STAMP = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])?")
"""A month or day without marks: "202403", "20240311"."""

_SLASHED = re.compile(r"\s*(\d{1,2})/(\d{1,2})/(\d{4})\b")
_MONTHS_OF_YEAR = 12


@kept_if_short(65536)
def whole(string: str) -> Period:
    """The period that a cell or name is, as a whole; nothing where it is anything else."""
    string = string.strip()
    if len(string) > _LONGEST:
        return NOTHING
    timed = _TIMED.match(string)
    if timed:
        string = timed[1]
    for start, end, period in (*months_spanned(string), *find(string.replace("_", " "))):
        if start == 0 and end >= len(string):
            return period
    lower = string.lower().rstrip(".")
    if lower in MONTHS:
        return complete(None, MONTHS[lower], None)
    if lower in WEEKDAYS:
        return Period(weekday=WEEKDAYS[lower])
    return stamped(string)


def stamped(string: str) -> Period:
    """The month or day that a row of digits is; nothing where it is none."""
    stamp = _STAMP.fullmatch(string)
    if stamp is None:
        return NOTHING
    return complete(int(stamp[1]), int(stamp[2]), int(stamp[3]) if stamp[3] else None)


def of_value(value: object) -> Period:
    """The period of a cell; nothing where it is none."""
    if isinstance(value, datetime | date):
        return complete(value.year, value.month, value.day)
    if isinstance(value, str):
        return whole(value)
    return NOTHING


def day_first(cells: Sequence[object]) -> Sequence[object]:
    """The cells of a column, dates that put the month first ("10/04/2024") turned round.

    What a date alone does not tell, another one of its column does: "10/18/2024".
    """
    matches = [_SLASHED.match(cell) if isinstance(cell, str) else None for cell in cells]
    dates = [(int(m[1]), int(m[2])) for m in matches if m]
    first, second = (max(each) for each in zip(*dates, strict=True)) if dates else (0, 0)
    if not first <= _MONTHS_OF_YEAR < second:
        return cells
    return [
        f"{m[2]}/{m[1]}/{m[3]}{m.string[m.end() :]}" if m else cell
        for m, cell in zip(matches, cells, strict=True)
    ]
