"""Shares in tables: columns and rows of percentages that are the parts of one whole.

A column counts as one where its header says so, or where its total is 100 %; rows count where most
of them add up to 100, so that those that do not stand out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from sidecar.consistency import shares
from sidecar.consistency.phrases import compiled
from sidecar.consistency.sums import Sum
from sidecar.consistency.tables import Row, Table
from sidecar.model.number import Number
from sidecar.model.text import Text

_COLUMN = "the percentages of this column"
_ROW = "the percentages of this row"
_BARE = compiled(r"\W*(?:%|in %|percent|per cent|pct\.?|percentages?)\W*")
_CLOSE = (Decimal(90), Decimal(110))


def table_shares(table: Table, text: Text, epsilon: Decimal) -> Iterator[Sum]:
    """The shares of a table."""
    if shares.OVERLAPPING.search(f"{table.around} {' '.join(row.label for row in table.rows)}"):
        return
    columns = [one for i in range(len(table.headers)) if (one := _column(table, i, text, epsilon))]
    yield from columns
    if not columns:
        yield from _rows(table, text, epsilon)


def _column(table: Table, index: int, text: Text, epsilon: Decimal) -> Sum | None:
    """The sum of a column, where it is one of shares."""
    parts: list[Number] = []
    whole: Number | None = None
    for row, cell in zip(table.rows, table.column(index), strict=True):
        number = cell.number
        if number is None:
            if not cell.blank and index:
                return None
            continue
        if not shares.is_share(number):
            return None
        if shares.TOTAL.match(row.label):
            if whole is not None and whole.value != shares.WHOLE:
                return None  # subtotals
            whole = number
        elif not shares.PART_OF_PART.match(row.label):
            parts.append(number)
    header = table.headers[index]
    if len(parts) < 2 or shares.RATED.search(header) or not _is_whole(table, header, parts, whole):
        return None
    return shares.judged(parts, text, epsilon, whole=whole, parts=_COLUMN)


def _is_whole(table: Table, header: str, parts: Sequence[Number], whole: Number | None) -> bool:
    """Whether a column's percentages are the parts of one whole."""
    if whole is not None and whole.value != shares.WHOLE:  # may well be a rate of all
        called = shares.SHARED.search(header) is not None
        return shares.holds(parts, Decimal(0), whole) or (
            called and shares.plausible(parts, whole.value)
        )
    if shares.INDEPENDENT.search(f"{table.lead} {header}") and whole is None:
        return False
    total = shares.total(parts)
    if shares.PARTIAL.search(f"{table.lead} {header}") and total < shares.WHOLE:
        return False
    if whole is not None or shares.SHARED.search(header):
        return shares.plausible(parts)
    named = _BARE.fullmatch(header) is not None or shares.SHARED.search(table.lead) is not None
    return named and len(parts) > 2 and _CLOSE[0] <= total <= _CLOSE[1]


def _rows(table: Table, text: Text, epsilon: Decimal) -> Iterator[Sum]:
    """The rows of shares, where most rows add up."""
    summed = [i for i, header in enumerate(table.headers) if shares.TOTAL.match(header)]
    groups = [group for row in table.rows if (group := _shares(row, summed))]
    if len(groups) < 2 or len({len(group) for group in groups}) > 1:
        return
    fitting = sum(shares.holds(group, epsilon) for group in groups)
    if fitting * 2 > len(groups) or (summed and fitting * 2 >= len(groups)):
        for group in groups:
            if shares.plausible(group):
                yield shares.judged(group, text, epsilon, parts=_ROW)


def _shares(row: Row, summed: Sequence[int]) -> list[Number]:
    """The shares of a row without its total; empty where one of its numbers is no share."""
    cells = [cell for i, cell in enumerate(row.cells) if i not in summed]
    numbers = [cell.number for cell in cells if cell.number is not None]
    alone = all(shares.is_share(number) for number in numbers)
    return numbers if alone and len(numbers) > 1 else []
