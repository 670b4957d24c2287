"""Readings that a number may have, and which of them is the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.counts import counts
from sidecar.binding.lookup import Hit
from sidecar.evidence.index import TableIndex
from sidecar.evidence.location import location
from sidecar.model.number import Number
from sidecar.model.report import Grade, Reading


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
        place = self.place or location(table, self.column, self.cell)
        return Reading(table.query_id, place, self.value, self.grade)


def of_hit(number: Number, result: int, hit: Hit, code: str) -> Candidate:
    """A cell that was found, whether it agrees or is only near."""
    grade = _grade(number, hit.value) if hit.agrees else Grade.NONE
    rank = (-grade, abs(hit.value - number.value))
    return Candidate(code, rank, result, hit.column, hit.cell, hit.value)


def counted(
    number: Number, result: int, index: TableIndex, tolerance: Decimal
) -> Iterator[Candidate]:
    """The counts of a query result that agree: of its rows, or days."""
    for nth, (place, count) in enumerate(counts(number, index)):
        distance = abs(count - number.value)
        if distance <= tolerance:
            yield Candidate("", (-_grade(number, count), distance), result, -1, nth, count, place)


def _grade(number: Number, value: Decimal) -> Grade:
    return Grade.EXACT if number.low <= value <= number.high else Grade.TOLERATED
