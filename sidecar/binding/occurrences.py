"""Where a number stands in the query results, whatever its words name: as a cell, or as a count.

What is refused is not said to be missing where some place has its value. A column that measures
comes before a count, a count before all other columns (a year or a code is seldom meant), and
these before what has the same digits in another unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from typing import NamedTuple

import numpy as np

from sidecar.binding.bound import BoundNumber
from sidecar.binding.lookup import LookupRequest, find_asks, look_up, supporting_asks
from sidecar.binding.selection import Selection
from sidecar.binding.settings import BindingSettings
from sidecar.binding.tables.catalog import Catalog, catalogs
from sidecar.binding.tolerance import AgreementInterval
from sidecar.evidence.index import TableIndex
from sidecar.evidence.tables import name_cell
from sidecar.model.evidence import EXACT
from sidecar.model.number import Number, NumberForm, Unit, is_integral
from sidecar.model.report import Grade, Reading, Verdict
from sidecar.work import check_abandoned

# What a query result counts by itself: its rows, and the days that its dates cover.

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
    if (
        not counted
        or number.form not in (NumberForm.DIGITS, NumberForm.WORDS)
        or not is_integral(number.value)
    ):
        return
    if number.symbol == "day":
        for column, days in result.days.items():
            yield Count(f"days({result.table.columns[column].name})", Decimal(days))
    yield Count("row_count", Decimal(result.table.row_count))


_AT_ONCE = 256
"""Numbers of one lookup, which bounds what it takes of memory."""

_MEASURES, _COUNT, _OTHERS, _OF_ANOTHER_UNIT = range(4)

_PASSED_OVER = frozenset({"COINCIDENCE_LIKELY", "CLAIM_UNCITED"})
"""Codes of numbers whose place is known already, or that are not judged."""

_Rank = tuple[bool, bool, bool, int, int]
_Found = dict[int, tuple[_Rank, Reading]]


def located(
    flagged: Sequence[BoundNumber], results: Sequence[TableIndex], settings: BindingSettings
) -> list[BoundNumber]:
    """Numbers as they were bound, those that are refused with the place that has their value.

    Args:
        flagged: The numbers that there is something to say about.
        results: The query results.
        settings: Which of them speak for a number.
    """
    wanted = [at for at, bound in enumerate(flagged) if _is_wanted(bound)]
    if not wanted or not results:
        return list(flagged)
    selection = Selection(results, prefer_query_id=settings.prefer_query_id)
    claims = [flagged[at].binding.claim for at in wanted]
    preferred = [selection.of(claim.citation) for claim in claims]
    found = occurrences([claim.number for claim in claims], preferred, catalogs(results))
    made = list(flagged)
    for at, place in zip(wanted, found, strict=True):
        number, known = made[at].binding.claim.number, _known(made[at])
        named = made[at].binding.reading
        if place is None or (named is not None and named.where == place.where):
            continue
        if place.value == number.value or not _holds(known, number):
            made[at] = made[at]._replace(elsewhere=place)
    return made


def _is_wanted(bound: BoundNumber) -> bool:
    """Whether a number is refused, and no place is known that has exactly its value."""
    if bound.binding.verdict is Verdict.SUPPORTED or _PASSED_OVER.issuperset(bound.codes):
        return False
    known, number = _known(bound), bound.binding.claim.number
    return not _holds(known, number) or known is None or known.value != number.value


def _known(bound: BoundNumber) -> Reading | None:
    """The place that is known to have the value of a number."""
    return bound.elsewhere if bound.name is None else bound.binding.reading


def _holds(place: Reading | None, number: Number) -> bool:
    """Whether a cell or a count has the value of a number, as precisely as that is written."""
    return place is not None and not place.formula and number.low <= place.value <= number.high


def occurrences(
    numbers: Sequence[Number], preferred: Sequence[Sequence[int]], known: Sequence[Catalog]
) -> list[Reading | None]:
    """A place that has the value of each number, as precisely as it is written; None without one.

    One that has it to the last digit comes first; one that has its digits in another unit, which
    agrees with nothing, comes last.

    Args:
        numbers: The numbers.
        preferred: The positions of the query results that each may speak of; they come first.
        known: All query results.
    """
    found: _Found = {}
    with localcontext(EXACT):
        for position, catalog in enumerate(known):
            for start in range(0, len(numbers), _AT_ONCE):
                part = range(start, min(start + _AT_ONCE, len(numbers)))
                for at, tier, reading in _in_table(numbers, part, catalog):
                    rounded = reading.value != numbers[at].value
                    clashes = tier == _OF_ANOTHER_UNIT
                    rank = (clashes, rounded, position not in preferred[at], tier, position)
                    if at not in found or rank < found[at][0]:
                        found[at] = rank, reading
    return [found[at][1] if at in found else None for at in range(len(numbers))]


def _in_table(
    numbers: Sequence[Number], part: Sequence[int], known: Catalog
) -> Iterator[tuple[int, int, Reading]]:
    """The places of some numbers in one query result, each with its kind."""
    index, query_id = known.index, known.table.query_id
    asked: list[tuple[int, LookupRequest]] = []
    for at in part:
        check_abandoned()
        for place, value in counts(numbers[at], index):
            if numbers[at].low <= value <= numbers[at].high:
                yield at, _COUNT, Reading(query_id, place, value, Grade.EXACT)
        asked += _asked(at, numbers[at], known)
    hits = look_up(index, [ask for _, ask in asked], 1)
    for (tier, ask), each in zip(asked, hits, strict=True):
        for hit in each:
            if hit.agrees:
                place = name_cell(known.table, hit.column, hit.cell)
                grade = Grade.NONE if tier == _OF_ANOTHER_UNIT else Grade.EXACT
                yield ask.claim, tier, Reading(query_id, place, hit.value, grade)


def _asked(at: int, number: Number, known: Catalog) -> Iterator[tuple[int, LookupRequest]]:
    """The lookups for one number: in the columns that measure, in the others, in other units."""
    rounds = number.form is NumberForm.DIGITS or number.scale
    low, high = (number.low, number.high) if rounds else (number.value, number.value)
    interval = AgreementInterval(low, high)  # "two" is no cell of 1.9
    least, greatest = known.index.bounds
    measures, others = known.are_measures, ~known.are_measures
    left = np.full(measures.size, number.form is NumberForm.DIGITS)
    for ask in find_asks(at, number, interval, known.by_unit, supporting_asks):
        if ask.factor == 1 and ask.low <= number.value <= ask.high:
            left &= ~ask.columns
        if ask.low <= greatest and least <= ask.high:
            for tier, columns in ((_MEASURES, measures), (_OTHERS, others)):
                chosen = ask.columns & columns
                if chosen.any():
                    yield tier, ask._replace(columns=chosen)
    if left.any() and least <= number.value <= greatest:
        value = number.value
        yield _OF_ANOTHER_UNIT, LookupRequest(at, Decimal(1), value, value, value, left)
