"""What the scan found, sorted out: numbers as columns, what is skipped, what needs judgement."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath import holes as hole
from fastpath import scan_columns as column
from fastpath._jit import helper
from fastpath.scan_words import Bytes, Ints, is_digit

Floats = NDArray[np.float64]

LOW, VALUE, HIGH = range(3)  # floats next to a number and the borders of what rounds to it
WIDTH = 3  # about how wide that is
FLOATS = 4
START, END, FLOOR, LIMIT = range(4)
PLACE = 4
IS_YEAR = 1  # the reason to skip one

_POWERS = np.array([float(10**power) for power in range(23)])
"""Those that are floats: what is multiplied or divided by one is rounded once."""


@helper
def keep(record: Ints, columns: Ints, floats: Floats, room: int, nth: int) -> None:
    """Writes a plain number into its place in every column."""
    record[column.STATE] = column.PLAIN
    record[column.ALIKE] = column.alike(
        record[column.UNIT_OF],
        record[column.SCALED],
        column.IN_DIGITS,
        record[column.DIRECTION],
        0,
    )
    for each in range(column.KEPT):
        columns[each * room + nth] = record[each]
    step, doubled = record[column.STEP], 2 * record[column.MANTISSA]
    power = _POWERS[abs(step)]
    for side in range(-1, 2):
        exact = (doubled + side) / power if step < 0 else (doubled + side) * power
        floats[(VALUE + side) * room + nth] = exact / 2
    floats[WIDTH * room + nth] = 1 / power if step < 0 else power


@helper
def places(
    data: Bytes, holes: Ints, records: Ints, count: int, years: bool, places: Ints, skipped: Ints
) -> tuple[int, int]:
    """Writes down where judgement is needed, and what is no quantity.

    Args:
        data: The text.
        holes: The places that hold no prose, with the columns of ``holes``.
        records: What the scan found.
        count: How much.
        years: Whether years are no quantities.
        places: Takes where readers must look: where digits or a word begin and end, where the
            number, year or hole before them ends (or 0), and where the next number or year begins.
        skipped: Takes start, end and reason of years and of the holes that hold digits, in order.

    Returns:
        How many there are of both.
    """
    found = others = following = before = 0
    at, held = 0, -1
    for nth in range(count):
        record = records[nth * column.COLUMNS : (nth + 1) * column.COLUMNS]
        start, end = record[column.START], record[column.END]
        if record[column.STATE] != column.DOUBTFUL:
            before = end
            if record[column.STATE] == column.YEAR and years:
                others = _skip(skipped, others, start, end, IS_YEAR)
            continue
        while at < holes.size and holes[at] <= start:
            at += hole.COLUMNS
        last = holes[at - hole.COLUMNS + hole.END] if at else 0
        if start < last:
            if held != at and is_digit(data[start]):
                held = at
                one = holes[at - hole.COLUMNS : at]
                others = _skip(skipped, others, one[0], one[hole.END], one[hole.REASON])
            before = 0
            continue
        following = max(following, nth + 1)
        while following < count and not records[following * column.COLUMNS + column.STATE]:
            following += 1
        places[found * PLACE + START] = start
        places[found * PLACE + END] = end
        places[found * PLACE + FLOOR] = max(before, last)
        limit = data.size + 1
        if following < count:
            limit = records[following * column.COLUMNS + column.START]
        places[found * PLACE + LIMIT] = limit
        found += 1
        before = 0
    return found, others


@helper
def _skip(skipped: Ints, count: int, start: int, end: int, reason: int) -> int:
    """Adds something that is no quantity; how many there are then."""
    skipped[count * hole.COLUMNS + hole.START] = start
    skipped[count * hole.COLUMNS + hole.END] = end
    skipped[count * hole.COLUMNS + hole.REASON] = reason
    return count + 1
