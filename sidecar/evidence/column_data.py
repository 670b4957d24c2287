"""One decoded column: its numbers as ``Cells``, and all other values held once each.

A float64 stands for its shortest decimal, so 0.1 is one tenth and 45.0 is 45. Where that decimal is
the exact value for the whole column, nothing else is kept. Otherwise the exact values lie beside
the floats as integers times a power of ten.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from sys import getsizeof
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.values import CodedValues
from sidecar.model.evidence import EXACT, Cells
from sidecar.text import numerals
from sidecar.text.cells import read_cell_numbers
from sidecar.text.options import Locale, TooManyNumbers
from sidecar.work import check_abandoned, unless_abandoned

Integers = NDArray[np.int64] | NDArray[np.uint64] | NDArray[np.object_]
Rows = NDArray[np.uint32]

NONE = Cells(np.empty(0, np.float64), np.empty(0, np.uint32))
"""A column without numbers."""

MAX_DIGITS = 76  # what the widest Arrow decimal holds
_INT64 = range(-(2**63), 2**63)


def can_hold(number: Decimal) -> bool:
    """Whether a number can be a cell: at most 76 digits, and in the range of float64."""
    value = float(number)
    lost = not math.isfinite(value) or (value == 0 and number != 0)
    return not lost and len(number.as_tuple().digits) <= MAX_DIGITS


def cells_from_floats(values: NDArray[np.float64], rows: Rows) -> Cells:
    """Take the finite ones: NaN and the infinities are no numbers."""
    finite = np.isfinite(values)
    if finite.all():
        return Cells(values, rows)
    return Cells(values[finite], rows[finite])


def cells_from_scaled(unscaled: Integers, scale: int, rows: Rows, budget: Budget) -> Cells:
    """Take integers that stand for themselves divided by ``10**scale``."""
    if unscaled.size == 0:
        return NONE
    bound = max(-int(unscaled.min()), int(unscaled.max()))
    budget.spend(8 * unscaled.size)
    if unscaled.dtype != object and (scale == 0 or (0 < scale <= 22 and bound <= 2**53)):
        # One rounding at most: both are exact as floats, and division rounds correctly.
        values = unscaled / np.float64(10**scale)
    else:
        values = np.array([_quotient(number, scale) for number in unscaled.tolist()], np.float64)
    # Integers up to 2**53 and decimals of up to 15 digits come back from their float unchanged.
    if bound <= (2**53 if scale == 0 else 10**15) and 0 <= scale <= 22:
        return Cells(values, rows)
    return Cells(values, rows, None, _narrow(unscaled, bound, budget), scale)


def cells_from_decimals(numbers: Sequence[Decimal], budget: Budget) -> Cells:
    """Take decimals that ``can_hold`` lets in; the place of each is its row."""
    rows = np.arange(len(numbers), dtype=np.uint32)
    floats = [float(number) for number in numbers]
    values = np.array(floats, np.float64)
    if all(Decimal(repr(value)) == number for value, number in zip(floats, numbers, strict=True)):
        return Cells(values, rows)
    scale = max(0, *(-int(number.as_tuple().exponent) for number in numbers))
    # A Python integer takes 28 bytes and 4 for every nine digits; all may need all places.
    budget.fits(len(numbers) * (28 + (MAX_DIGITS + scale) // 2))
    unscaled = np.array([int(number.scaleb(scale, EXACT)) for number in numbers], object)
    bound = max(map(abs, unscaled))
    return Cells(values, rows, None, _narrow(unscaled, bound, budget), scale)


def _quotient(unscaled: int, scale: int) -> float:
    """Divide with one rounding: Python divides integers of any size correctly."""
    return unscaled / 10**scale if scale >= 0 else float(unscaled * 10**-scale)


def _narrow(
    unscaled: Integers, bound: int, budget: Budget
) -> NDArray[np.int64] | NDArray[np.object_]:
    """Keep exact values in 64 bits where they fit."""
    if bound in _INT64:
        budget.spend(8 * unscaled.size)
        return unscaled.astype(np.int64, copy=False)
    budget.spend(unscaled.size * (36 + bound.bit_length() // 7))
    return unscaled.astype(object)


# Columns whose distinct values are held once: strings, dates, truth values, and mixtures.
#
# The numbers inside a string are read once per distinct string, whatever the number of rows.

FLAT = (str, int, float, bool, Decimal, date, datetime, time)
"""The types of a cell, None aside."""

_AMOUNT = re.compile(r"(?:[A-Z]{0,3}[$€£¥]\s?|[A-Z]{3}\s)?\d[\d.,'’ ]*%?")
_BRACKETED = re.compile(rf"\({_AMOUNT.pattern}\)")
_DIGITS = re.compile(r"\d+")
_TELLING = 1000  # values of a column that tell how its numbers are written
_FAR = 290
"""Powers of ten well inside the range of float64."""


class ColumnData(NamedTuple):
    """One decoded column: its values row by row, and the numbers in them."""

    data: Sequence[object]
    cells: Cells


def make_coded_column(
    distinct: Sequence[object], codes: NDArray[np.int32], budget: Budget
) -> ColumnData:
    """Make a column of its distinct values and, for each row, the position of its value."""
    budget.spend(codes.nbytes + sum(map(getsizeof, unless_abandoned(distinct))) + 8 * len(distinct))
    return ColumnData(CodedValues(distinct, codes), _cells(distinct, codes, budget))


def _cells(distinct: Sequence[object], codes: NDArray[np.int32], budget: Budget) -> Cells:
    """Read the numbers of each distinct value, then deal them out to the rows."""
    locale = _locale(distinct, budget.limits.locale)
    found = [_numbers_of(value, budget, locale) for value in distinct]
    if any(map(_is_amount, unless_abandoned(distinct))):
        found = [
            [-number for number in each] if _is_in_brackets(value) else each
            for value, each in unless_abandoned(zip(distinct, found, strict=True))
        ]
    per_value = np.array([len(each) for each in found], np.int64)
    if not per_value.any():
        return NONE
    per_row = per_value[codes]
    total = int(per_row.sum())
    budget.spend(total * (8 + 4 + 2))  # a float, a row and an ordinal each

    once = cells_from_decimals([number for each in found for number in each], budget)
    rows = np.repeat(np.arange(codes.size, dtype=np.uint32), per_row)
    within = np.arange(total) - np.repeat(np.cumsum(per_row) - per_row, per_row)
    source = (np.cumsum(per_value) - per_value)[codes][rows] + within
    ordinals = _ordinals(distinct, codes, rows, within)
    if once.unscaled is None:
        return Cells(once.values[source], rows, ordinals)
    budget.spend(8 * total)
    return replace(
        once,
        values=once.values[source],
        rows=rows,
        ordinals=ordinals,
        unscaled=once.unscaled[source],
    )


def _locale(distinct: Sequence[object], own: Locale) -> Locale:
    """How a column writes numbers: as its cells tell ("12,5 kg"), or else as is set."""
    told = numerals.detect_locale("\n".join(v for v in distinct[:_TELLING] if isinstance(v, str)))
    return own if told == "auto" else told


def _is_in_brackets(value: object) -> bool:
    """Whether a cell is an amount below zero as accountants write it: "(1,204)"."""
    return isinstance(value, str) and _BRACKETED.fullmatch(value.strip()) is not None


def _is_amount(value: object) -> bool:
    """Whether a cell is an amount without brackets: beside none, "(1)" and "(2)" are labels."""
    if isinstance(value, str):
        return _AMOUNT.fullmatch(value.strip()) is not None
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _numbers_of(value: object, budget: Budget, locale: Locale) -> list[Decimal]:
    check_abandoned()
    if isinstance(value, str):
        _check_text(value, budget)
        budget.text(len(_DIGITS.findall(value)))
        try:
            found = read_cell_numbers(value, locale)
        except TooManyNumbers as error:
            raise budget.passed("max_numbers_per_cell", error.limit + 1, error.limit) from None
        # What a short string holds has few digits; its exponent alone may be too large.
        short = len(value) <= MAX_DIGITS
        return [
            number
            for number, _ in found
            if (short and -_FAR < number.adjusted() < _FAR) or can_hold(number)
        ]
    if isinstance(value, bool):
        return []
    if isinstance(value, float):
        return [Decimal(repr(value))]
    if not isinstance(value, int | Decimal):
        return []
    number = Decimal(value)
    if not can_hold(number):
        raise EvidenceMalformed(
            f"query result {budget.header.query_id} has a number of more than "
            f"{MAX_DIGITS} digits or outside the range of float64",
            query_id=budget.header.query_id,
            format=budget.header.format,
        )
    return [number]


def _ordinals(
    distinct: Sequence[object],
    codes: NDArray[np.int32],
    rows: NDArray[np.uint32],
    within: NDArray[np.int64],
) -> NDArray[np.uint16] | None:
    """Count the numbers of a string from 1; 0 where the cell itself is the number."""
    is_text = np.array([isinstance(value, str) for value in unless_abandoned(distinct)])
    from_text = is_text[codes][rows]
    if not from_text.any():
        return None
    return np.where(from_text, within + 1, 0).astype(np.uint16)


def _check_text(value: str, budget: Budget) -> None:
    """Refuse a string that is too long, or that cannot be written as UTF-8."""
    if value.isascii():
        budget.cell(len(value))
        return
    try:
        budget.cell(len(value.encode()))
    except UnicodeEncodeError:
        raise EvidenceMalformed(
            f"query result {budget.header.query_id} has a string that is not valid Unicode",
            query_id=budget.header.query_id,
            format=budget.header.format,
        ) from None
