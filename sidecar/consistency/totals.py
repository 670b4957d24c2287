"""Totals of tables: rows and columns that are called a total should be the sum of their parts.

Many a "Total" is an average, a rate or a maximum, many a table shows some of the rows only, and a
row "of which" is contained in another. So every sum that the layout allows is tried, and a total is
wrong only where none fits and nothing else explains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from sidecar.consistency import shares
from sidecar.consistency.reading import compile_caseless
from sidecar.consistency.sums import (
    Sum,
    ValueInterval,
    is_whole,
    make_sum,
    point_interval,
    written_interval,
)
from sidecar.consistency.tables import NumberCell, NumberRow, NumberTable
from sidecar.model.evidence import EXACT
from sidecar.model.number import Number, Qualifier, Unit
from sidecar.model.text import Text

KIND = "table_total"

_SUBTOTAL = compile_caseless(r"\W*sub-? ?totals?\b")
_NO_SUM = compile_caseless(
    r"\b(?:rates?|average|avg|mean|median|per|ratio|index|price|score|rank|ranking|age|growth|margin"
    r"|years?|founded|percentile|density|intensity|yield|max(?:imum)?|min(?:imum)?|speed|rating|"
    r"temperature|gpa|probability|id|no|cagr|change|latency|duration|p\d\d|cumulative|running)\b|%"
)
_NOT_ADDED = compile_caseless(
    r"\W*(?:average|avg|mean|median|max(?:imum)?|min(?:imum)?|std|change|growth|"
    r"of (?:which|whom)|thereof|memo|note|source|share|rank|incl)\b"
)
_SCALED = compile_caseless(
    r"\b(?:millions?|billions?|thousands?|mn|bn|mln|rounded|rounding)\b|'000|’000|"
    r"000s|[$€£¥%]|\b(?:QAR|USD|EUR|GBP|index|km|kg|tonnes?|hours?|kwh|mwh|gwh|ha|km2|litres?)\b"
    r"|\([mk]\)"
)
_NEAR = Decimal("0.05")
_MOST_CELLS = 200_000  # totals times cells: no table that a person reads comes near


def find_table_totals(table: NumberTable, text: Text) -> Iterator[Sum]:
    """The totals of a table, below its columns and beside its rows."""
    totals = [i for i, row in enumerate(table.rows) if shares.TOTAL.match(row.label)]
    columns = [i for i, header in enumerate(table.headers) if shares.TOTAL.match(header)]
    work = (len(totals) + len(columns)) * len(table.rows) * len(table.headers)
    if not work or work > _MOST_CELLS:
        return
    rounded = _SCALED.search(f"{table.lead} {' '.join(table.headers)}") is not None
    yield from _below(table, text, totals, rounded=rounded)
    yield from _beside(table, text, columns, rounded=rounded)


def _below(
    table: NumberTable, text: Text, totals: Sequence[int], *, rounded: bool
) -> Iterator[Sum]:
    """The rows that are called a total, column by column."""
    columns = [table.column(index) for index in range(len(table.headers))]
    for place in totals:
        for header, cells in zip(table.headers, columns, strict=True):
            total = cells[place].number
            if total is None or total.unit is Unit.PERCENT or _NO_SUM.search(header):
                continue  # shares are judged as shares, rates do not add up
            tried = _above(table, cells, place, totals)
            yield from _judge(total, tried, table, text, rounded=rounded)


def _above(
    table: NumberTable, cells: Sequence[NumberCell], place: int, totals: Sequence[int]
) -> list[list[NumberCell]]:
    """The groups of cells that a total may sum up, the most natural first."""
    earlier = [i for i in totals if i < place]
    nested = [i for i in range(place) if i not in totals]
    plain = _added(table, range(place), totals)
    if not plain:  # the total stands above its parts
        return [[cells[i] for i in _added(table, range(place + 1, len(cells)), totals)]]
    since = [i for i in plain if not earlier or i > earlier[-1]]
    groups = _groups(table, place, earlier, (plain, since, nested))
    return [[cells[i] for i in group] for group in groups if len(group) > 1 or group is since]


def _added(table: NumberTable, places: Iterable[int], totals: Sequence[int]) -> list[int]:
    """The rows among some that are added up."""
    return [i for i in places if i not in totals and not _skipped(table.rows[i])]


def _groups(
    table: NumberTable, place: int, earlier: list[int], rows: tuple[list[int], list[int], list[int]]
) -> list[list[int]]:
    """The groups of rows above a total, the most natural first.

    Args:
        table: The table.
        place: The row of the total.
        earlier: The totals above it.
        rows: Those above it that are added, of these those since the last total, and all.
    """
    plain, since, nested = rows
    subtotals = [i for i in earlier if _SUBTOTAL.match(table.rows[i].label)] or earlier
    groups = [since, plain] if _SUBTOTAL.match(table.rows[place].label) else [plain, since]
    return [*groups, subtotals, [*subtotals, *since], nested, earlier[-1:] + since]


def _skipped(row: NumberRow) -> bool:
    return _NOT_ADDED.match(row.label) is not None


def _beside(
    table: NumberTable, text: Text, columns: Sequence[int], *, rounded: bool
) -> Iterator[Sum]:
    """The columns that are called a total, row by row; most rows must fit for it to be a sum."""
    for index in columns:
        if _NO_SUM.search(table.headers[index]):
            continue
        sums = [
            one
            for row in table.rows
            if index < len(row.cells)
            and (total := row.cells[index].number) is not None
            and total.unit is not Unit.PERCENT
            and not _skipped(row)
            for one in _judge(total, _left(table, row, index, total), table, text, rounded=rounded)
        ]
        if sum(one.passed for one in sums) * 2 >= len(sums):
            yield from sums


def _left(table: NumberTable, row: NumberRow, index: int, total: Number) -> list[list[NumberCell]]:
    """The cells beside a total that may be its parts: those of its unit, on either side."""
    groups = []
    for columns in (range(index), range(index + 1, len(row.cells))):
        cells = [row.cells[i] for i in columns if not _NO_SUM.search(table.headers[i])]
        kept = [c for c in cells if c.number is None or _alike(c.number, total)]
        numbered = [c for c in kept if c.number is not None or c.blank]
        if sum(c.number is not None for c in numbered) > 1:
            groups.append(numbered)
    return groups


def _alike(left: Number, right: Number) -> bool:
    return left.unit is right.unit and left.symbol == right.symbol


def _judge(
    total: Number, groups: list[list[NumberCell]], table: NumberTable, text: Text, *, rounded: bool
) -> Iterator[Sum]:
    """A total compared with the groups of cells that it may sum up."""
    readable = [numbers for group in groups if (numbers := _numbers(group, total)) is not None]
    if not readable or len(readable[0]) < 2:
        return
    fitting = [numbers for numbers in readable if _adds_up(numbers, total, rounded=rounded)]
    numbers = (fitting or readable)[0]
    if not fitting and _explained(numbers, total, table):
        return
    exact = _sum(numbers)
    line = text.line_span(text.line(total.span.start))
    yield make_sum(
        KIND, line, exact, "the sum of the parts", total, operands=numbers, passed=bool(fitting)
    )


def _numbers(group: Sequence[NumberCell], total: Number) -> list[Number] | None:
    """The numbers of cells; None where one of them cannot be read or is of another unit."""
    numbers = [cell.number for cell in group if not cell.blank]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or not all(_alike(number, total) for number in known):
        return None
    return known


def _sum(numbers: Sequence[Number]) -> Decimal:
    value = Decimal(0)
    for number in numbers:
        value = EXACT.add(value, number.value)
    return value


def _adds_up(numbers: Sequence[Number], total: Number, *, rounded: bool) -> bool:
    """Whether the parts make the total; bare counts must do so exactly."""
    exact = not rounded and all(is_whole(number) for number in (*numbers, total))
    if exact:
        return _sum(numbers) == total.value
    finest = min(map(_step, (*numbers, *(() if rounded else (total,)))))
    value = point_interval(Decimal(0))
    for number in numbers:
        value += _part(number, finest)
    return value.meets(ValueInterval(total.low, total.high))


def _part(number: Number, finest: Decimal) -> ValueInterval:
    """What a part stands for; a whole one among others with decimals is as fine as they are.

    In 12.4, 3 and 1.6, the 3 is 3.0.
    """
    if not _is_plain(number) or _step(number) != 1 or finest >= 1:
        return written_interval(number)
    half = EXACT.multiply(finest, Decimal("0.5"))
    return ValueInterval(EXACT.subtract(number.value, half), EXACT.add(number.value, half))


def _step(number: Number) -> Decimal:
    """The step of the last written digit."""
    return EXACT.subtract(number.high, number.low)


def _is_plain(number: Number) -> bool:
    """Whether a number is written without a scale and without a hedge."""
    return not number.scale and number.qualifier in (Qualifier.NONE, Qualifier.EXACTLY)


def _explained(numbers: Sequence[Number], total: Number, table: NumberTable) -> bool:
    """Whether something else than a wrong sum explains a total."""
    values = [number.value for number in numbers]
    exact = _sum(numbers)
    if total.value in (min(values), max(values)) or _is_middle(values, total):
        return True
    near = abs(total.value - exact) <= _NEAR * abs(exact)
    if min(values) <= total.value <= max(values) and not near:
        return True  # an average with weights that nobody shows
    if exact in (2 * total.value, 3 * total.value):
        return True  # the same people by sex, by age and by region
    partial = shares.PARTIAL.search(f"{table.lead} {' '.join(table.headers)}") is not None
    return partial and abs(total.value) > abs(exact)


def _is_middle(values: Sequence[Decimal], total: Number) -> bool:
    """Whether a total is the mean or the median, as far as it is written."""
    ordered, many = sorted(values), len(values)
    median = (ordered[(many - 1) // 2] + ordered[many // 2]) / 2  # the module costs 0.4 MB
    mean = sum(values, Decimal(0)) / many
    return any(total.low <= value <= total.high for value in (mean, median))
