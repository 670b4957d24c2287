"""Tables as grids of numbers.

A cell is blank, a number or something that nobody can add ("n/a", "<5", two numbers in one column
and one in the next): what cannot be read is never taken for nothing. A percent sign in the header
counts for bare cells below it, and an amount in brackets is negative, as accountants write it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.consistency import shares
from sidecar.consistency.reading import compile_caseless
from sidecar.consistency.sums import Sum, is_bounded
from sidecar.model.number import Number, Unit
from sidecar.model.text import Span, Text
from sidecar.text.block import Block, BlockKind

# Shares in tables: columns and rows of percentages that are the parts of one whole.

_COLUMN = "the percentages of this column"
_ROW = "the percentages of this row"
_BARE = compile_caseless(r"\W*(?:%|in %|percent|per cent|pct\.?|percentages?)\W*")
_CLOSE = (Decimal(90), Decimal(110))


def find_table_shares(table: NumberTable, text: Text, epsilon: Decimal) -> Iterator[Sum]:
    """The shares of a table."""
    if shares.OVERLAPPING.search(f"{table.around} {' '.join(row.label for row in table.rows)}"):
        return
    columns = [one for i in range(len(table.headers)) if (one := _column(table, i, text, epsilon))]
    yield from columns
    if not columns:
        yield from _rows(table, text, epsilon)


def _column(table: NumberTable, index: int, text: Text, epsilon: Decimal) -> Sum | None:
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
    return shares.judge_shares(parts, text, epsilon, whole=whole, parts=_COLUMN)


def _is_whole(
    table: NumberTable, header: str, parts: Sequence[Number], whole: Number | None
) -> bool:
    """Whether a column's percentages are the parts of one whole."""
    if whole is not None and whole.value != shares.WHOLE:  # may well be a rate of all
        called = shares.SHARED.search(header) is not None
        return shares.is_whole_sum(parts, Decimal(0), whole) or (
            called and shares.may_be_complete(parts, whole.value)
        )
    if shares.INDEPENDENT.search(f"{table.lead} {header}") and whole is None:
        return False
    total = shares.add_up(parts)
    if shares.PARTIAL.search(f"{table.lead} {header}") and total < shares.WHOLE:
        return False
    if whole is not None or shares.SHARED.search(header):
        return shares.may_be_complete(parts)
    named = _BARE.fullmatch(header) is not None or shares.SHARED.search(table.lead) is not None
    return named and len(parts) > 2 and _CLOSE[0] <= total <= _CLOSE[1]


def _rows(table: NumberTable, text: Text, epsilon: Decimal) -> Iterator[Sum]:
    """The rows of shares, where most rows add up."""
    summed = [i for i, header in enumerate(table.headers) if shares.TOTAL.match(header)]
    groups = [group for row in table.rows if (group := _shares(row, summed))]
    if len(groups) < 2 or len({len(group) for group in groups}) > 1:
        return
    fitting = sum(shares.is_whole_sum(group, epsilon) for group in groups)
    if fitting * 2 > len(groups) or (summed and fitting * 2 >= len(groups)):
        for group in groups:
            if shares.may_be_complete(group):
                yield shares.judge_shares(group, text, epsilon, parts=_ROW)


def _shares(row: NumberRow, summed: Sequence[int]) -> list[Number]:
    """The shares of a row without its total; empty where one of its numbers is no share."""
    cells = [cell for i, cell in enumerate(row.cells) if i not in summed]
    numbers = [cell.number for cell in cells if cell.number is not None]
    alone = all(shares.is_share(number) for number in numbers)
    return numbers if alone and len(numbers) > 1 else []


_DELIMITER = re.compile(rb"[^\n]*\n[ \t>]*\|?[ \t]*:?-+[-:| \t]*(?:\r?\n|$)")
_BLANK = re.compile(r"[\s*_~`]*(?:[-–—−.·]{0,3}|nil|none|&nbsp;)[\s*_~`]*", re.IGNORECASE)
_YEAR_LIKE = re.compile(r"[\s*_]*(\d{4})[\s*_]*")
_BRACKETED = re.compile(r"[\s*_]*\([^()%]*\)[\s*_]*")
_PERCENT_HEADER = re.compile(r"%|\bpercent|\bper cent|\bpct\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{2}")
_MARKUP = re.compile(r"^[\s*_`~>]+|[\s*_`~:]+$")
UNKNOWN = None
"""What stands for a cell that holds something else than one number."""


class NumberCell(NamedTuple):
    """A cell of a column.

    Attributes:
        span: Its place.
        number: Its number; None where it is blank or holds something else.
        blank: Whether nothing stands there, which counts as nothing.
    """

    span: Span
    number: Number | None
    blank: bool = False


class NumberRow(NamedTuple):
    """A row of a table: its span, its label without markup, its cells."""

    span: Span
    label: str
    cells: tuple[NumberCell, ...]


class NumberTable(NamedTuple):
    """A table.

    Attributes:
        headers: The words over its columns.
        rows: The rows below the header.
        lead: The words of the block before it.
        around: Those and the words of the block after it.
    """

    headers: tuple[str, ...]
    rows: tuple[NumberRow, ...]
    lead: str
    around: str

    def column(self, index: int) -> list[NumberCell]:
        """The cells of a column; short rows end in blank cells."""
        end = NumberCell(Span(0, 0), None, blank=True)
        return [row.cells[index] if index < len(row.cells) else end for row in self.rows]


def read_tables(
    text: Text, blocks: Sequence[Block], numbers: Sequence[Number]
) -> Iterator[NumberTable]:
    """The tables of a text, in its order."""
    start = 0
    while start < len(blocks):
        if blocks[start].kind is not BlockKind.TABLE_ROW:
            start += 1
            continue
        end = start + 1
        while end < len(blocks) and _continues(text, blocks, end):
            end += 1
        if end - start > 2:
            yield _table(text, blocks, start, end, numbers)
        start = end


def _continues(text: Text, blocks: Sequence[Block], index: int) -> bool:
    """Whether a block is a row of the table of the block before, and not the next one's header."""
    block = blocks[index]
    if block.kind is not BlockKind.TABLE_ROW:
        return False
    return _DELIMITER.match(text.data, block.span.end) is None


def _table(
    text: Text, blocks: Sequence[Block], start: int, end: int, numbers: Sequence[Number]
) -> NumberTable:
    headers = tuple(text.slice(cell) for cell in blocks[start].cells)
    percents = tuple(_PERCENT_HEADER.search(header) is not None for header in headers)
    rows = tuple(_row(text, block, numbers, percents) for block in blocks[start + 1 : end])
    lead = text.slice(blocks[start - 1].span) if start else ""
    after = text.slice(blocks[end].span) if end < len(blocks) else ""
    return NumberTable(headers, rows, lead, f"{lead} {after}")


def _row(
    text: Text, block: Block, numbers: Sequence[Number], percents: Sequence[bool]
) -> NumberRow:
    cells = tuple(
        _cell(text, span, numbers, percent=percent)
        for span, percent in zip(block.cells, percents, strict=False)
    )
    label = next(
        (words for cell in cells if _WORDS.search(words := _MARKUP.sub("", text.slice(cell.span)))),
        "",
    )
    return NumberRow(block.span, label, cells)


def _cell(text: Text, span: Span, numbers: Sequence[Number], *, percent: bool) -> NumberCell:
    words = text.slice(span)
    if not words or _BLANK.fullmatch(words):
        return NumberCell(span, None, blank=True)
    found = _inside(numbers, span)
    if year := _YEAR_LIKE.fullmatch(words):  # prose skips it, a table of counts does not
        found = found or [_count(span, Decimal(year[1]))]
    if len(found) != 1 or is_bounded(found[0]) or found[0].group:
        return NumberCell(span, UNKNOWN)
    number = found[0]
    if percent and number.unit is Unit.COUNT and not number.symbol:
        number = number._replace(unit=Unit.PERCENT, symbol="%")
    if number.value > 0 and _BRACKETED.fullmatch(words):
        number = number._replace(value=-number.value, low=-number.high, high=-number.low)
    return NumberCell(span, number)


def _count(span: Span, value: Decimal) -> Number:
    half = Decimal("0.5")
    return Number(span, value, value - half, value + half)


def _inside(numbers: Sequence[Number], span: Span) -> list[Number]:
    start = bisect_left(numbers, span.start, key=lambda number: number.span.start)
    stop = bisect_left(numbers, span.end, lo=start, key=lambda number: number.span.start)
    return list(numbers[start:stop])
