"""Claims that are looked up exactly, with all that may be said about them.

Each number is looked up in every unit that its columns allow. What agrees best is its reading:
equal at the written precision before tolerated, then the nearest, then the number of rows, then the
order of results and columns. What agrees only in another unit or with the opposite sign contradicts
it; nothing at all leaves it unsupported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.binding import lookup
from sidecar.binding.bound import BoundNumber, contradicted, supported, unsupported
from sidecar.binding.lookup import LookupHit, LookupRequest, look_up
from sidecar.binding.occurrences import counts
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import AgreementInterval, is_rounded_further, tolerated
from sidecar.evidence.index import TableIndex
from sidecar.evidence.tables import name_cell
from sidecar.model.number import Citation, Number, NumericClaim
from sidecar.model.report import Considered, Detail, Grade, Reading
from sidecar.work import check_abandoned

# Readings that a number may have, and which of them is the best.


class Candidate(NamedTuple):
    """A reading that is not written out yet. The least is the best.

    Attributes:
        code: What it says against the number; "" where it supports it.
        rank: Grade, the better the less, and distance.
        result: The position of its query result.
        column: Its column; -1 for a count.
        cell: Its place in the column's ``Cells``, or among the counts.
        value: The exact value, in the unit of the number.
        place: Where it stands, of a count.
    """

    code: str
    rank: tuple[int, Decimal]
    result: int
    column: int
    cell: int
    value: Decimal
    place: str = ""

    @property
    def grade(self) -> Grade:
        """How closely it agrees."""
        return Grade(-self.rank[0])

    def reading(self, results: Sequence[TableIndex]) -> Reading:
        """Write it out."""
        table = results[self.result].table
        place = self.place or name_cell(table, self.column, self.cell)
        return Reading(table.query_id, place, self.value, self.grade)


def of_hit(number: Number, result: int, hit: LookupHit, code: str) -> Candidate:
    """A cell that was found, whether it agrees or is only near."""
    grade = _grade(number, hit.value) if hit.agrees else Grade.NONE
    rank = (-grade, abs(hit.value - number.value))
    return Candidate(code, rank, result, hit.column, hit.cell, hit.value)


def count_candidates(
    number: Number, result: int, index: TableIndex, tolerance: Decimal
) -> Iterator[Candidate]:
    """The counts of a query result that agree: of its rows, or days."""
    for nth, (place, count) in enumerate(counts(number, index)):
        distance = abs(count - number.value)
        if distance <= tolerance:
            yield Candidate("", (-_grade(number, count), distance), result, -1, nth, count, place)


def _grade(number: Number, value: Decimal) -> Grade:
    return Grade.EXACT if number.low <= value <= number.high else Grade.TOLERATED


_EXPLAINED = 20


class _ClaimLookups(NamedTuple):
    """What lookups found for one claim.

    Attributes:
        agreeing: What supports it.
        against: What agrees as only a mistake would.
        nearest: What is nearest, and does not agree.
    """

    agreeing: list[Candidate]
    against: list[Candidate]
    nearest: list[Candidate]


class ExactBinder:
    """Binds some of the claims of one request.

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

    def bind(
        self, claims: Mapping[int, NumericClaim], speaking: Mapping[int, Sequence[int]]
    ) -> dict[int, BoundNumber]:
        """Bind claims, each by the query results that may speak for it."""
        intervals = {i: tolerated(claim.number, self._settings) for i, claim in claims.items()}
        bound = {}
        for i, found in self._search(claims, speaking, intervals).items():
            if found.agreeing:
                bound[i] = self._supported(claims[i], sorted(found.agreeing))
            else:
                bound[i] = self._refused(claims[i], speaking[i], found)
        return bound

    def _search(
        self,
        claims: Mapping[int, NumericClaim],
        speaking: Mapping[int, Sequence[int]],
        intervals: Mapping[int, AgreementInterval],
    ) -> dict[int, _ClaimLookups]:
        """Everything that speaks for or against the claims: one lookup in each query result."""
        most = _EXPLAINED if self._detail is Detail.EXPLAIN else 1
        found = {i: _ClaimLookups([], [], []) for i in speaking}
        for position, result in enumerate(self._results):
            asked: list[LookupRequest] = []
            for i in speaking:
                if position in speaking[i]:
                    number = claims[i].number
                    found[i].agreeing.extend(
                        count_candidates(
                            number, position, result, self._settings.rounding.abs_epsilon
                        )
                    )
                    asked += _asks(i, claims[i], intervals[i], result)
            for ask, hits in zip(asked, look_up(result, asked, most), strict=True):
                check_abandoned()
                number, (agreeing, against, nearest) = claims[ask.claim].number, found[ask.claim]
                for hit in hits:
                    candidate = of_hit(number, position, hit, ask.code)
                    if hit.agrees:
                        (against if ask.code else agreeing).append(candidate)
                    elif not ask.code:
                        nearest.append(candidate)
        return found

    def _supported(self, claim: NumericClaim, found: Sequence[Candidate]) -> BoundNumber:
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
        self, claim: NumericClaim, results: Sequence[int], found: _ClaimLookups
    ) -> BoundNumber:
        """The most telling reason why nothing supports a claim."""
        if found.against:
            return self._mistaken(claim, min(found.against))
        if not found.nearest:
            return unsupported(claim, "CLAIM_NOT_FOUND")
        closest = min(found.nearest).reading(self._results)
        if names_one(claim.citation, [self._results[each] for each in results]):
            return _explicitly_off(claim, closest)
        weighed = self._weighed(sorted(found.nearest))
        return unsupported(claim, "CLAIM_NOT_FOUND", closest, weighed)

    def _mistaken(self, claim: NumericClaim, candidate: Candidate) -> BoundNumber:
        """The value agrees, but not in this unit, or not with this sign."""
        reading = candidate.reading(self._results)
        if candidate.code != "WRONG_SIGN":
            return contradicted(claim, candidate.code, reading)
        reading = reading._replace(value=-reading.value)  # as it stands in the data
        return contradicted(claim, candidate.code, reading)._replace(right=reading.value)


def names_one(citation: Citation, results: Sequence[TableIndex]) -> bool:
    """Whether a query result with a single number is cited: then that names the cell."""
    return bool(citation.query_id) and sum(result.size for result in results) == 1


def _asks(
    i: int, claim: NumericClaim, interval: AgreementInterval, result: TableIndex
) -> Iterable[LookupRequest]:
    """What to look up: all that may support a claim, and what can tell a mistake.

    What supports it is asked for even where no cell can agree: the nearest is to be told.
    """
    columns = lookup.by_unit(result)
    yield from lookup.find_asks(i, claim.number, interval, columns, lookup.supporting_asks)
    least, greatest = result.bounds
    for ask in lookup.find_asks(i, claim.number, interval, columns, lookup.refuting_asks):
        if ask.low <= greatest and least <= ask.high:
            yield ask


def _explicitly_off(claim: NumericClaim, reading: Reading) -> BoundNumber:
    """The citation leads to one value, and that is not the number."""
    rounded = is_rounded_further(claim.number, reading.value)
    code = "ROUNDING_MISMATCH" if rounded else "CLAIM_NOT_FOUND"
    return contradicted(claim, code, reading)._replace(right=reading.value)
