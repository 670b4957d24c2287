"""Numbers that are declared of a whole query result: the rows of the complete result, and totals.

"2,340 orders in all" is what the complete result has, whatever part of it was sent. A declared
value supports a number

- that was compared with the same count or sum of the part: it takes the place of that,
- that no words link to the data, if it counts things ("2,340 orders") and hardly agrees by chance,
- in binding by value, as a cell does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.bound import BoundNumber, led_by, supported
from sidecar.binding.bounds import BoundNumbers
from sidecar.binding.chance import at_random
from sidecar.binding.lookup import by_unit, find_asks, supporting_asks
from sidecar.binding.occurrences import counts
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import catalogs
from sidecar.binding.tables.place_names import ROW_COUNT
from sidecar.binding.tolerance import agreeing, grade
from sidecar.binding.units import ColumnUnit
from sidecar.evidence.index import TableIndex
from sidecar.evidence.tables import name_column, name_rows
from sidecar.model.evidence import Table
from sidecar.model.number import Number
from sidecar.model.report import Grade, Reading, Verdict
from sidecar.model.text import Span, Text
from sidecar.text.vocabulary import one_of

_OPEN = frozenset({"CLAIM_NOT_FOUND", "OUT_OF_EVIDENCE", "COINCIDENCE_LIKELY"})
"""Codes of numbers that nothing else has been found for."""

_LITTLE = one_of(
    "a across and as at by for from had has have in is of on than the to was were with"
)
_WORDS_BEHIND = 3
_COUNTED_BEFORE = re.compile(
    r"\b(?:number|count|total) of (?:[^\W\d_]+[ -]){0,2}[^\W\d_]+s"
    r"(?: (?:is|was|were|came to))?:?\s*$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")


class _DeclaredValue(NamedTuple):
    """A declared value that may be what a number states.

    Attributes:
        reading: The value in the unit of the number, and how closely it agrees.
        part: What the count or sum of the data is called in readings: several ways.
        is_count: Whether it counts rows.
    """

    reading: Reading
    part: frozenset[str]
    is_count: bool


class DeclaredValues:
    """What is declared of the query results of a request.

    Args:
        text: The narrative.
        results: The query results.
        settings: Tolerances and rules.
    """

    def __init__(
        self, text: Text, results: Sequence[TableIndex], settings: NumericSettings
    ) -> None:
        self._text, self._results, self._settings = text, results, settings
        self._selection = Selection(results, prefer_query_id=settings.binding.prefer_query_id)
        self._declaring = {
            at for at, result in enumerate(results) if _declares_values(result.table)
        }
        self._sums: dict[tuple[int, int], frozenset[str]] = {}
        self._by_value = settings.binding.mode == "value"

    def support(self, bounds: BoundNumbers) -> BoundNumbers:
        """The numbers of a text, those supported that state a declared value."""
        if not self._declaring:
            return bounds
        return BoundNumbers(dict(enumerate(map(self._judged, bounds))), None, len(bounds))

    def _judged(self, bound: BoundNumber) -> BoundNumber:
        verdict = bound.binding.verdict
        if verdict is Verdict.SUPPORTED or "CLAIM_UNCITED" in bound.codes:
            return bound
        claim = bound.binding.claim
        speaking = [at for at in self._selection.of(claim.citation) if at in self._declaring]
        declared = [one for at in speaking for one in self._values(claim.number, at)]
        stated = [one for one in declared if self._is_stated(bound, one)]
        if stated:
            return _as_declared(bound, stated[0].reading)
        same = [one for one in declared if _is_same(bound, one)]
        return _refuted(bound, same[0].reading) if same else bound

    def _values(self, number: Number, at: int) -> Iterator[_DeclaredValue]:
        """The declared values of a query result that a number could state."""
        index = self._results[at]
        table, interval = index.table, agreeing(number, self._settings)
        declared, query_id = table.declared, table.query_id
        may_count = any(count.location == ROW_COUNT for count in counts(number, index))
        if declared.row_count is not None and may_count:
            value = Decimal(declared.row_count)
            shown = Reading(query_id, ROW_COUNT, value, grade(value, number, interval))
            yield _DeclaredValue(shown, frozenset({ROW_COUNT, _sql("count", "", query_id)}), True)
        places = {column.name: place for place, column in enumerate(table.columns)}
        units = self._units(at)
        for name, total in declared.control_totals:
            place = places[name]
            ways = find_asks(0, number, interval, units, supporting_asks)
            scaled = [total * way.factor for way in ways if way.columns[place]]
            if scaled:
                value = min(scaled, key=lambda each: abs(each - number.value))
                location = f"total of {name}"
                shown = Reading(query_id, location, value, grade(value, number, interval))
                yield _DeclaredValue(shown, self._sums_of(at, place), False)

    def _sums_of(self, at: int, place: int) -> frozenset[str]:
        """What the sum of a column of the data is called, found once."""
        found = self._sums.get((at, place))
        if found is None:
            found = self._sums[at, place] = _sums(self._results[at].table, place)
        return found

    def _units(self, at: int) -> dict[ColumnUnit, NDArray[np.bool_]]:
        """The columns of a query result by their units, as far as the mode knows these."""
        if self._by_value:
            return by_unit(self._results[at])
        (known,) = catalogs([self._results[at]])
        return known.by_unit

    def _is_stated(self, bound: BoundNumber, one: _DeclaredValue) -> bool:
        """Whether a number states a declared value."""
        grade = one.reading.grade
        if grade is Grade.NONE or _is_same(bound, one):
            return grade is not Grade.NONE
        if bound.binding.verdict is Verdict.CONTRADICTED:
            return False
        return self._by_value or (grade is Grade.EXACT and self._is_count(bound, one))

    def _is_count(self, bound: BoundNumber, one: _DeclaredValue) -> bool:
        """Whether a number that nothing else is known of counts what the rows are."""
        number, sentence = bound.binding.claim.number, bound.binding.claim.sentence
        is_open = one.is_count and _OPEN.issuperset(bound.codes)
        if not is_open or not self._is_unlikely(number):
            return False
        before = self._text.slice(Span(sentence.start, number.span.start))
        behind = self._text.slice(Span(number.span.end, sentence.end))
        return _counts_things(behind) or _COUNTED_BEFORE.search(before) is not None

    def _is_unlikely(self, number: Number) -> bool:
        """Whether a number hardly agrees with one value by chance."""
        chance = at_random(abs(float(number.value)), float(number.high - number.low) or 1.0)
        return chance <= self._settings.binding.max_chance


def _declares_values(table: Table) -> bool:
    return table.declared.row_count is not None or bool(table.declared.control_totals)


def _counts_things(behind: str) -> bool:
    """Whether a noun in the plural follows at once: "2,340 paid orders in all"."""
    for word in _WORD.findall(behind.split(",", maxsplit=1)[0])[:_WORDS_BEHIND]:
        if word.lower() in _LITTLE:
            return False
        if word.endswith("s"):
            return True
    return False


def _is_same(bound: BoundNumber, one: _DeclaredValue) -> bool:
    """Whether a number was compared with the same count or sum, of the data that were sent."""
    reading = bound.binding.reading or bound.closest
    if reading is None:
        return False
    if bound.binding.use is not None and reading.formula == bound.binding.use.formula.query:
        return _plain_sql(reading.formula) in one.part
    return reading.query_id == one.reading.query_id and reading.location in one.part


def _as_declared(bound: BoundNumber, shown: Reading) -> BoundNumber:
    """A number that a declared value supports."""
    binding = bound.binding
    made = supported(binding.claim, shown.grade, shown, (), led_by(shown, binding))
    return made._replace(binding=made.binding._replace(odds=binding.odds), named=bound.named)


def _refuted(bound: BoundNumber, right: Reading) -> BoundNumber:
    """A number beside the declared value in place of what the part that was sent comes to."""
    binding = bound.binding
    if binding.verdict is not Verdict.CONTRADICTED:
        return bound
    shown = right._replace(grade=Grade.NONE)
    return bound._replace(
        binding=binding._replace(reading=shown, considered=led_by(shown, binding)),
        closest=shown,
        right=None if bound.right is None else right.value,
    )


# How readings, and queries, write the sum or the count of the data that were sent.


def _sums(table: Table, place: int) -> frozenset[str]:
    rows, column = np.unique(table.cells[place].rows), table.columns[place].name
    written = {_sql("sum", column, table.query_id)}
    if rows.size:
        written.add(f"sum({name_rows(rows)}{name_column(table, place)})")
    return frozenset(written)


def _sql(function: str, column: str, query_id: str) -> str:
    return f"select {function}({column}) from {query_id}".casefold()  # noqa: S608 (compared)


def _plain_sql(query: str) -> str:
    """A query in one way of writing: "SELECT COUNT(*) FROM t;" is "select count() from t"."""
    plain = " ".join(query.replace('"', "").rstrip("; \n").casefold().split())
    return plain.replace("(*)", "()").replace("( ", "(").replace(" )", ")")
