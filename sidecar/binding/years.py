"""Years of a text, where they are judged: each stands in the query results, or it does not.

No tolerance and no count makes a year right, and no amount does: years are compared with the years
of the results alone. These are whole numbers of columns that hold years, dates, what strings tell
("2023-Q1", "opened 1987"), and what the names of columns and the title of a result say.

That says that a year occurs, not that it is the one of the row that is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from weakref import WeakKeyDictionary

import numpy as np

from sidecar.binding.bound import BoundNumber, cited, supported, unsupported
from sidecar.binding.language import dated_cells
from sidecar.binding.language.words import name_words, stem
from sidecar.binding.selection import Selection
from sidecar.binding.settings import BindingSettings
from sidecar.binding.tables.numbered_periods import are_periods, of_cells
from sidecar.evidence.index import TableIndex
from sidecar.evidence.tables import name_column
from sidecar.evidence.values import CodedValues
from sidecar.model.evidence import Column, Table
from sidecar.model.number import NumericClaim
from sidecar.model.report import Grade, Reading
from sidecar.text.claims import TextClaims
from sidecar.text.vocabulary import one_of

_RANGE = range(1800, 2101)
_SERIES = 3  # years in a column that tell what it holds, where its name does not
_IN_STRING = re.compile(r"(?<![\d.,$€£¥])(?:1[89]\d\d|20\d\d|2100)(?![\d%]|[.,]\d)")
_DATED = frozenset(
    map(
        stem,
        one_of(
            "year yr season founded established opened built launched started created introduced "
            "completed joined born since vintage inception"
        ),
    )
)
"""Words in names of columns that tell when something was."""

_Years = dict[int, str]  # each year of a query result with the first place where it stands
_KNOWN: WeakKeyDictionary[TableIndex, _Years] = WeakKeyDictionary()


def bind(
    claims: TextClaims, results: Sequence[TableIndex], settings: BindingSettings
) -> Iterator[BoundNumber]:
    """Judge claims that are years, in their order.

    Args:
        claims: Years, and nothing else.
        results: The query results.
        settings: Which of them speak for a claim.
    """
    selection = Selection(results, prefer_query_id=settings.prefer_query_id)
    for claim in claims:
        if settings.require_citation_first and not cited(claim):
            yield unsupported(claim, "CLAIM_UNCITED")
        else:
            yield _judged(claim, [results[at] for at in selection.of(claim.citation)])


def _judged(claim: NumericClaim, results: Sequence[TableIndex]) -> BoundNumber:
    year, nearest = int(claim.number.value), None
    for result in results:
        query_id, known = result.table.query_id, _known(result)
        if year in known:
            found = Reading(query_id, known[year], Decimal(year), Grade.EXACT)
            return supported(claim, Grade.EXACT, found, ())
        for other in known:
            if nearest is None or abs(other - year) < abs(nearest.value - year):
                nearest = Reading(query_id, known[other], Decimal(other), Grade.NONE)
    return unsupported(claim, "CLAIM_NOT_FOUND", nearest)


def _known(result: TableIndex) -> _Years:
    """The years of a result, which are found once."""
    years = _KNOWN.get(result)
    if years is None:
        years = {}
        for year, where in _found(result.table):
            if year in _RANGE:
                years.setdefault(year, where)
        _KNOWN[result] = years
    return years


def _found(table: Table) -> Iterator[tuple[int, str]]:
    for place in range(len(table.columns)):
        name = name_column(table, place)
        for year, row in (*_of_numbers(table, place), *_of_others(table, place)):
            yield year, f"data[{row}]{name}"
    for column in table.columns:
        for said in (column.name, column.label, column.unit, column.description):
            yield from ((year, column.name) for year in _told(said))
    yield from ((year, "title") for year in _told(table.title))


def _of_numbers(table: Table, place: int) -> Iterator[tuple[int, int]]:
    """The years that cells are as numbers, with their rows."""
    cells, column = table.cells[place], table.columns[place]
    whole = cells.values % 1 == 0
    alone = whole.copy() if cells.ordinals is None else whole & (cells.ordinals == 0)
    distinct, first = np.unique(cells.values[alone], return_index=True)
    if not distinct.size:
        return
    inside = (distinct >= _RANGE[0]) & (distinct <= _RANGE[-1])
    several = distinct.size >= _SERIES and bool(inside.all() and whole.all())
    told = not _DATED.isdisjoint(name_words(column.name)) and not column.unit
    if told or are_periods(table, place) or (several and not _counts(column)):
        period, rows = of_cells(column.name), cells.rows[alone][first].tolist()
        for value, row in zip(distinct.tolist(), rows, strict=True):
            year = period(value).year
            if year is not None:
                yield year, row


def _counts(column: Column) -> bool:
    """Whether a column measures: it has a unit, or a name in the plural ("orders")."""
    return bool(column.unit) or column.name.lower().endswith("s")


def _of_others(table: Table, place: int) -> Iterator[tuple[int, int]]:
    """The years that dates and strings tell, with their rows."""
    data = table.data[place]
    if not isinstance(data, CodedValues):
        return  # numbers alone
    rows = dict(
        zip(*(each.tolist() for each in np.unique(data.codes, return_index=True)), strict=True)
    )
    for code, value in enumerate(data.distinct):
        if code not in rows or isinstance(value, bool | int | float | Decimal):
            continue
        told = _told(value) if isinstance(value, str) else (dated_cells.of_value(value).year,)
        yield from ((year, rows[code]) for year in told if year is not None)


def _told(string: str) -> set[int]:
    """The years that a string tells, "FY24" among them."""
    year = dated_cells.whole(string).year
    return {*map(int, _IN_STRING.findall(string)), *(() if year is None else (year,))}
