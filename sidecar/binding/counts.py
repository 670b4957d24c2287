"""What a query result counts by itself: its rows, and the days that its dates cover."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sidecar.evidence.index import TableIndex
from sidecar.model.number import Form, Number, Unit, is_integral

_PERIODS = frozenset({"h", "day", "week", "month", "year"})
"""Units of which a row may be one: "over five days" is supported by five rows."""


class Count(NamedTuple):
    """A count of a query result.

    Attributes:
        location: ``row_count``, or ``days(COLUMN)`` for distinct days of a column of dates.
        value: The count.
    """

    location: str
    value: Decimal


def counts(number: Number, result: TableIndex) -> Iterator[Count]:
    """The counts of a result that a number could speak of, the likelier first.

    None for a weight, or a decimal.
    """
    counted = number.unit is Unit.COUNT or number.symbol in _PERIODS
    if not counted or number.form not in (Form.DIGITS, Form.WORDS) or not is_integral(number.value):
        return
    if number.symbol == "day":
        for column, days in result.days.items():
            yield Count(f"days({result.table.columns[column].name})", Decimal(days))
    yield Count("row_count", Decimal(result.table.row_count))
