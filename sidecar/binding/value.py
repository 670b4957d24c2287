"""Binding by value: any cell of the selected query results that agrees (seed 000).

Each number is looked up in the results that its citation selects, in every unit that its columns
allow. What agrees best is its reading: equal at the written precision before tolerated, then the
nearest, then the number of rows, then the order of results and columns. What agrees only in another
unit or with the opposite sign contradicts it; nothing at all leaves it unsupported.

This says that a number occurs, not that it speaks of the right row or column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Context, localcontext
from typing import NamedTuple

import numpy as np

from sidecar.binding import asks, candidates, equal
from sidecar.binding.bound import Bound, Bounds, cited, contradicted, supported, unsupported
from sidecar.binding.candidates import Candidate
from sidecar.binding.lookup import Ask, look_up
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import Interval, tolerated
from sidecar.evidence.index import Positions, TableIndex
from sidecar.evidence.location import location
from sidecar.model.number import NumericClaim
from sidecar.model.report import (
    Bindings,
    ClaimBinding,
    Considered,
    Detail,
    Grade,
    Reading,
    Verdict,
)
from sidecar.text.claims import Claims

_CONTEXT = Context(prec=100)  # forty digits, scaled and squared, stay exact
_EXPLAINED = 20
_ROUNDING_WIDTHS = 5


class _Found(NamedTuple):
    """What lookups found for one claim.

    Attributes:
        agreeing: What supports it.
        against: What agrees as only a mistake would.
        nearest: What is nearest, and does not agree.
    """

    agreeing: list[Candidate]
    against: list[Candidate]
    nearest: list[Candidate]


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
        self._detail = detail
        self._selection = Selection(results, prefer_query_id=settings.binding.prefer_query_id)

    def bind(self, claims: Claims) -> Bounds:
        """Bind each claim, in their order."""
        with localcontext(_CONTEXT):
            return self._bind(claims)

    def _bind(self, claims: Claims) -> Bounds:
        bound: dict[int, Bound] = {}
        equals = np.full((3, len(claims)), -1)  # result, column and cell of each claim
        selected: dict[int, Sequence[int]] = {}
        kinds = equal.kinds(claims)
        firsts = claims.items([int(alike[0]) for alike in kinds])
        for alike, first in zip(kinds, firsts, strict=True):
            speaking = self._selection.of(first.citation)
            if self._settings.binding.require_citation_first and not cited(first):
                bound |= {i: unsupported(claims[i], "CLAIM_UNCITED") for i in alike.tolist()}
                continue
            left = alike
            if self._detail is not Detail.EXPLAIN:
                numbers = equal.Alike(first.number, claims.figures, alike)
                left = self._equal(claims, numbers, speaking, equals, bound)
            selected |= dict.fromkeys(left.tolist(), speaking)
        claims.items([*selected])  # made together
        intervals = {i: tolerated(claims[i].number, self._settings) for i in selected}
        for i, found in self._search(claims, selected, intervals).items():
            if found.agreeing:
                bound[i] = self._supported(claims[i], sorted(found.agreeing))
            else:
                bound[i] = self._refused(claims[i], selected[i], intervals[i], found)
        return self._bounds(claims, bound, equals)

    def _bounds(self, claims: Claims, bound: Mapping[int, Bound], equals: Positions) -> Bounds:
        """All claims; those that stand in the data as they are written are bound when asked for."""
        verdicts = [Verdict.SUPPORTED] * len(claims)
        for i, each in bound.items():
            verdicts[i] = each.binding.verdict
        told = [bound[i] for i in sorted(bound) if bound[i].codes]

        def make(places: Sequence[int]) -> Iterator[ClaimBinding]:
            cells = equals[:, places].T.tolist()
            for i, claim, cell in zip(places, claims.items(places), cells, strict=True):
                if i in bound:
                    yield bound[i].binding
                else:
                    reading = self._reading(claim, *cell)
                    yield ClaimBinding(claim, Verdict.SUPPORTED, Grade.EXACT, reading)

        return Bounds(told, Bindings(verdicts, make))

    def _equal(
        self,
        claims: Claims,
        numbers: equal.Alike,
        speaking: Sequence[int],
        equals: Positions,
        bound: dict[int, Bound],
    ) -> Positions:
        """Settle what stands in the data as it is written; gives what is left."""
        alike = numbers.places
        if not speaking:
            return alike
        found = numbers.find([self._results[each] for each in speaking])
        if found is None:
            return alike
        columns, cells = found
        held = columns != equal.NOWHERE
        best, each = held.argmax(axis=0), np.arange(alike.size)
        equals[:, alike] = np.array(speaking)[best], columns[best, each], cells[best, each]
        holding = held.sum(axis=0)
        for at in np.flatnonzero(holding > 1).tolist():
            i = int(alike[at])
            reading = self._reading(claims[i], *equals[:, i].tolist())
            sources = self._sources(speaking[n] for n in np.flatnonzero(held[:, at]).tolist())
            bound[i] = supported(claims[i], Grade.EXACT, reading, sources)
        left: Positions = alike[holding == 0]
        return left

    def _search(
        self,
        claims: Claims,
        selected: Mapping[int, Sequence[int]],
        intervals: Mapping[int, Interval],
    ) -> dict[int, _Found]:
        """Everything that speaks for or against the claims: one lookup in each query result."""
        most = _EXPLAINED if self._detail is Detail.EXPLAIN else 1
        found = {i: _Found([], [], []) for i in selected}
        for position, result in enumerate(self._results):
            asked: list[Ask] = []
            for i in selected:
                if position in selected[i]:
                    number = claims[i].number
                    found[i].agreeing.extend(
                        candidates.counted(
                            number, position, result, self._settings.rounding.abs_epsilon
                        )
                    )
                    asked += _asks(i, claims[i], intervals[i], result)
            for ask, hits in zip(asked, look_up(result, asked, most), strict=True):
                number, (agreeing, against, nearest) = claims[ask.claim].number, found[ask.claim]
                for hit in hits:
                    candidate = candidates.of_hit(number, position, hit, ask.code)
                    if hit.agrees:
                        (against if ask.code else agreeing).append(candidate)
                    elif not ask.code:
                        nearest.append(candidate)
        return found

    def _reading(self, claim: NumericClaim, result: int, column: int, cell: int) -> Reading:
        """A cell that is what a claim says, as it is written."""
        table = self._results[result].table
        place = location(table, column, cell)
        return Reading(table.query_id, place, claim.number.value, Grade.EXACT)

    def _supported(self, claim: NumericClaim, found: Sequence[Candidate]) -> Bound:
        best = found[0]
        sources = self._sources(each.result for each in found if each.rank == best.rank)
        considered = self._weighed(found)
        return supported(claim, best.grade, best.reading(self._results), sources, considered)

    def _sources(self, results: Iterable[int]) -> tuple[str, ...]:
        """The query ids of results, each once."""
        return tuple(dict.fromkeys(self._results[each].table.query_id for each in results))

    def _weighed(self, found: Sequence[Candidate]) -> Sequence[Considered]:
        """The readings of candidates, where they are to be told."""
        if self._detail is not Detail.EXPLAIN:
            return ()
        return [Considered(candidate.reading(self._results)) for candidate in found]

    def _refused(
        self, claim: NumericClaim, results: Sequence[int], interval: Interval, found: _Found
    ) -> Bound:
        """The most telling reason why nothing supports a claim."""
        if found.against:
            return self._mistaken(claim, min(found.against))
        if not found.nearest:
            return unsupported(claim, "CLAIM_NOT_FOUND")
        closest = min(found.nearest).reading(self._results)
        if claim.citation.query_id and self._holds_one_number(results):
            return _explicitly_off(claim, closest, interval)
        weighed = self._weighed(sorted(found.nearest))
        return unsupported(claim, "CLAIM_NOT_FOUND", closest, weighed)

    def _mistaken(self, claim: NumericClaim, candidate: Candidate) -> Bound:
        """The value agrees, but not in this unit, or not with this sign."""
        reading = candidate.reading(self._results)
        if candidate.code != "WRONG_SIGN":
            return contradicted(claim, candidate.code, reading)
        reading = reading._replace(value=-reading.value)  # as it stands in the data
        return contradicted(claim, candidate.code, reading)._replace(right=reading.value)

    def _holds_one_number(self, results: Sequence[int]) -> bool:
        """Whether a citation leads to a single number: then it names the cell."""
        tables = [self._results[position].table for position in results]
        return sum(cells.values.size for table in tables for cells in table.cells) == 1


def _asks(i: int, claim: NumericClaim, interval: Interval, result: TableIndex) -> Iterable[Ask]:
    """What to look up: all that may support a claim, and what can tell a mistake.

    What supports it is asked for even where no cell can agree: the nearest is to be told.
    """
    columns = asks.by_unit(result)
    yield from asks.asks(i, claim.number, interval, columns, asks.supporting)
    span = result.span
    if span is not None:
        for ask in asks.asks(i, claim.number, interval, columns, asks.refuting):
            if ask.low <= span[1] and span[0] <= ask.high:
                yield ask


def _explicitly_off(claim: NumericClaim, reading: Reading, interval: Interval) -> Bound:
    """The citation leads to one value, and that is not the number."""
    off = abs(reading.value - claim.number.value)
    near = off < interval.width * _ROUNDING_WIDTHS
    bound = contradicted(claim, "ROUNDING_MISMATCH" if near else "CLAIM_NOT_FOUND", reading)
    return bound._replace(right=reading.value)
