"""Binding by value: any cell of the selected query results that agrees (seed 000).

Each number is looked up in the results that its citation selects, in every unit that its columns
allow. What agrees best is its reading: equal at the written precision before tolerated, then the
nearest, then the number of rows, then the order of results and columns. What agrees only in another
unit or with the opposite sign contradicts it; nothing at all leaves it unsupported.

This says that a number occurs, not that it speaks of the right row or column.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from typing import NamedTuple

from sidecar.binding import asks
from sidecar.binding.bound import Bound
from sidecar.binding.counts import counts
from sidecar.binding.lookup import Ask, Hit, look_up
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import Interval, tolerated
from sidecar.evidence.index import TableIndex
from sidecar.evidence.location import location
from sidecar.model.number import Number, NumericClaim
from sidecar.model.report import ClaimBinding, Detail, Grade, Reading, Verdict

_CONTEXT = Context(prec=100)  # forty digits, scaled and squared, stay exact
_EXPLAINED = 20
_ROUNDING_WIDTHS = 5


class _Candidate(NamedTuple):
    """A reading and what ranks it; the least is the best.

    Attributes:
        code: What it says against the number; "" where it supports it.
        rank: Grade, distance, and the place of its result and column.
        reading: The reading.
    """

    code: str
    rank: tuple[int, Decimal, int, int]
    reading: Reading


class ValueBinder:
    """Binds the claims of one request.

    Args:
        settings: Tolerances and rules.
        results: The query results.
        detail: With EXPLAIN, bindings carry the readings that were weighed.
    """

    def __init__(
        self, settings: NumericSettings, results: Sequence[TableIndex], detail: Detail
    ) -> None:
        self._settings = settings
        self._results = results
        self._most = _EXPLAINED if detail is Detail.EXPLAIN else 1
        self._selection = Selection(results, prefer_query_id=settings.binding.prefer_query_id)

    def bind(self, claims: Sequence[NumericClaim]) -> list[Bound]:
        """Bind each claim, in their order."""
        with localcontext(_CONTEXT):
            return self._bind(claims)

    def _bind(self, claims: Sequence[NumericClaim]) -> list[Bound]:
        bound: dict[int, Bound] = {}
        selected: dict[int, Sequence[int]] = {}
        for i, claim in enumerate(claims):
            if self._settings.binding.require_citation_first and not _cited(claim):
                bound[i] = _unsupported(claim, "CLAIM_UNCITED")
            else:
                selected[i] = self._selection.of(claim.citation)
        intervals = {i: tolerated(claims[i].number, self._settings) for i in selected}
        agreeing, nearest = self._search(claims, selected, intervals, asks.supporting)
        left: dict[int, Sequence[int]] = {}
        for i, results in selected.items():
            found = [*self._counted(claims[i].number, results), *agreeing[i]]
            if found:
                bound[i] = self._supported(claims[i], sorted(found))
            else:
                left[i] = results
        if left:
            against, _ = self._search(claims, left, intervals, asks.refuting, nearest=False)
            for i, results in left.items():
                bound[i] = self._refused(claims[i], results, intervals[i], against[i], nearest[i])
        return [bound[i] for i in range(len(claims))]

    def _search(
        self,
        claims: Sequence[NumericClaim],
        selected: dict[int, Sequence[int]],
        intervals: dict[int, Interval],
        scales: asks.Scales,
        *,
        nearest: bool = True,
    ) -> tuple[dict[int, list[_Candidate]], dict[int, list[_Candidate]]]:
        """What agrees with each claim in the given scales, and what does not but is nearest.

        Where the nearest is not wanted, what no cell can agree with is not looked up.
        """
        agreeing: dict[int, list[_Candidate]] = {i: [] for i in selected}
        others: dict[int, list[_Candidate]] = {i: [] for i in selected}
        for position, result in enumerate(self._results):
            columns = asks.by_unit(result)
            asked = [
                ask
                for i, results in selected.items()
                if position in results
                for ask in asks.asks(i, claims[i].number, intervals[i], columns, scales)
            ]
            if not nearest:
                asked = [ask for ask in asked if _within(ask, result)]
            for ask, hits in zip(asked, look_up(result, asked, self._most), strict=True):
                number = claims[ask.claim].number
                for hit in hits:
                    into = agreeing if hit.agrees else others
                    into[ask.claim].append(_candidate(number, result, position, hit, ask.code))
        return agreeing, others

    def _counted(self, number: Number, results: Sequence[int]) -> list[_Candidate]:
        """The selected results that count as many rows, or days, as the number says."""
        found = []
        for position in results:
            result = self._results[position]
            for place, count in counts(number, result):
                if abs(count - number.value) <= self._settings.rounding.abs_epsilon:
                    grade = _grade(number, count)
                    reading = Reading(result.table.query_id, place, count, grade)
                    found.append(_ranked(number, reading, position, 0, ""))
        return found

    def _supported(self, claim: NumericClaim, found: Sequence[_Candidate]) -> Bound:
        best = found[0]
        equal = dict.fromkeys(c.reading.query_id for c in found if c.rank[:2] == best.rank[:2])
        codes = []
        if best.reading.grade is not Grade.EXACT:
            codes.append("ROUNDING_MISMATCH")
        if len(equal) > 1:
            codes.append("AMBIGUOUS_SOURCE")
        binding = ClaimBinding(
            claim,
            Verdict.SUPPORTED,
            best.reading.grade,
            best.reading,
            sources=tuple(equal) if len(equal) > 1 else (),
            considered=[candidate.reading for candidate in found],
        )
        return Bound(binding, tuple(codes))

    def _refused(
        self,
        claim: NumericClaim,
        results: Sequence[int],
        interval: Interval,
        against: list[_Candidate],
        nearest: list[_Candidate],
    ) -> Bound:
        """The most telling reason why nothing supports a claim."""
        if against:
            return _mistaken(claim, min(against))
        if not nearest:
            return _unsupported(claim, "CLAIM_NOT_FOUND")
        closest = min(nearest).reading
        if claim.citation.query_id and self._holds_one_number(results):
            return _explicitly_off(claim, closest, interval)
        weighed = [candidate.reading for candidate in sorted(nearest)]
        return _unsupported(claim, "CLAIM_NOT_FOUND", closest, weighed)

    def _holds_one_number(self, results: Sequence[int]) -> bool:
        """Whether a citation leads to a single number: then it names the cell."""
        tables = [self._results[position].table for position in results]
        return sum(cells.values.size for table in tables for cells in table.cells) == 1


def _within(ask: Ask, result: TableIndex) -> bool:
    """Whether a result has numbers in the range that an ask looks in."""
    span = result.span
    return span is not None and ask.low <= span[1] and span[0] <= ask.high


def _candidate(
    number: Number, result: TableIndex, position: int, hit: Hit, code: str
) -> _Candidate:
    place = location(result.table, hit.column, hit.cell)
    grade = _grade(number, hit.value) if hit.agrees else Grade.NONE
    reading = Reading(result.table.query_id, place, hit.value, grade)
    return _ranked(number, reading, position, hit.column + 1, code)


def _ranked(number: Number, reading: Reading, position: int, order: int, code: str) -> _Candidate:
    distance = abs(reading.value - number.value)
    return _Candidate(code, (-reading.grade, distance, position, order), reading)


def _grade(number: Number, value: Decimal) -> Grade:
    return Grade.EXACT if number.low <= value <= number.high else Grade.TOLERATED


def _cited(claim: NumericClaim) -> bool:
    return bool(claim.citation.family or claim.citation.query_id)


def _unsupported(
    claim: NumericClaim,
    code: str,
    closest: Reading | None = None,
    weighed: Sequence[Reading] = (),
) -> Bound:
    binding = ClaimBinding(claim, Verdict.UNSUPPORTED, Grade.NONE, considered=weighed)
    return Bound(binding, (code,), closest)


def _contradicted(claim: NumericClaim, code: str, reading: Reading) -> Bound:
    reading = reading._replace(grade=Grade.NONE)
    binding = ClaimBinding(claim, Verdict.CONTRADICTED, Grade.NONE, reading, considered=[reading])
    return Bound(binding, (code,), reading)


def _mistaken(claim: NumericClaim, candidate: _Candidate) -> Bound:
    """The value agrees, but not in this unit, or not with this sign."""
    reading = candidate.reading
    if candidate.code != "WRONG_SIGN":
        return _contradicted(claim, candidate.code, reading)
    reading = reading._replace(value=-reading.value)  # as it stands in the data
    return _contradicted(claim, candidate.code, reading)._replace(right=reading.value)


def _explicitly_off(claim: NumericClaim, reading: Reading, interval: Interval) -> Bound:
    """The citation leads to one value, and that is not the number."""
    off = abs(reading.value - claim.number.value)
    near = off < interval.width * _ROUNDING_WIDTHS
    bound = _contradicted(claim, "ROUNDING_MISMATCH" if near else "CLAIM_NOT_FOUND", reading)
    return bound._replace(right=reading.value)
