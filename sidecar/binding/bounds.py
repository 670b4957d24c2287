"""All numbers of a text as they were bound; those that floats settled are made when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

import numpy as np

from fastpath import scan_columns as scanned
from fastpath.settling import ABSENT, EQUAL
from sidecar.binding.bound import BoundNumber, supported
from sidecar.binding.settled import CellPlace, SettledNumbers
from sidecar.evidence.index import Positions, TableIndex
from sidecar.evidence.tables import name_cell, name_column
from sidecar.model import plain_bindings as column
from sidecar.model.cached import LazySequence, cached_property
from sidecar.model.number import Qualifier
from sidecar.model.plain_bindings import BindingGroup, PlainBindings
from sidecar.model.report import Bindings, ClaimBinding, Grade, Reading, Verdict
from sidecar.text.claims import TextClaims

# Numbers that a cell equals, as arrays: what they are bound to is made when asked for.

_COPIED = slice(scanned.START, scanned.STEP + 1)
"""Span, mantissa and step, which both kinds of rows have in this order: one view, no copy."""
_QUALIFIERS = 16  # more than there are
_NOT_PLAIN = -1


class EqualNumbers:
    """The numbers of a text that floats settled.

    Args:
        claims: All numbers.
        settled: Which cells equal them.
        results: The query results.
    """

    def __init__(
        self, claims: TextClaims, settled: SettledNumbers, results: Sequence[TableIndex]
    ) -> None:
        self._claims, self._settled, self._results = claims, settled, results

    def make(self, wanted: Sequence[int]) -> Iterator[BoundNumber]:
        """Some of them, which a cell equals, as objects."""
        places = self._settled.places(wanted)
        for claim, place in zip(self._claims.items(wanted), places, strict=True):
            cell = reading(self._results, place, claim.number.value, Grade.EXACT)
            yield supported(claim, Grade.EXACT, cell, ())

    def plain(self) -> PlainBindings:
        """The bindings of all numbers; of those that one cell equals, or none, what a row says."""
        return self._plain

    @cached_property
    def _plain(self) -> PlainBindings:
        claims, where = self._claims, self._settled.where[0]
        equal, absent = self._settled.outcomes == EQUAL, self._settled.outcomes == ABSENT
        records = claims.figures.rows
        plain = (equal | absent) & (records[:, scanned.STATE] == scanned.PLAIN)
        rows = np.zeros((len(claims), column.COLUMNS), np.int64)
        rows[:, column.START : column.STEP + 1] = records[:, _COPIED]
        texts = ["", "data["]
        self._tell_cells(rows, (plain & equal).nonzero()[0], texts)
        hedges = records[:, scanned.QUALIFIER]
        said = claims.figures.kinds * len(claims.citations) + claims.cited
        said = (said * _QUALIFIERS + hedges) * (len(self._results) + 1) + (where + 1) * equal
        said[~plain] = _NOT_PLAIN
        numbers: dict[int, int] = {_NOT_PLAIN: -1}
        kinds = [numbers.setdefault(each, len(numbers) - 1) for each in said.tolist()]
        rows[:, column.ALIKE] = kinds
        firsts = [kinds.index(number) for number in range(len(numbers) - 1)]
        alike = [
            BindingGroup(
                claims.figures.kind(first),
                Qualifier(hedges.item(first)),
                claims.cited.item(first),
                self._results[where.item(first)].table.query_id if equal[first] else None,
            )
            for first in firsts
        ]
        return PlainBindings(rows, alike, texts, claims.spans, claims.cited, claims.citations)

    def _tell_cells(self, rows: Positions, found: Positions, texts: list[str]) -> None:
        """Where the cells are that equal some of them."""
        held_by, held_in, cells = self._settled.where[:, found]
        rows[found, column.ROW] = cells
        tails: dict[tuple[int, int], int] = {}
        first = len(texts)
        pairs = zip(held_by.tolist(), held_in.tolist(), strict=True)
        rows[found, column.TAIL] = [tails.setdefault(each, len(tails) + first) for each in pairs]
        shown = [name_column(self._results[result].table, place) for result, place in tails]
        texts += [f"]{name}" for name in shown]
        for (result, place), name in zip(tails, shown, strict=True):
            table = self._results[result].table
            held = table.cells[place]
            if held.ordinals is None and held.rows.size == table.row_count:
                continue  # each row has its cell
            here = (held_by == result) & (held_in == place)
            rows[found[here], column.ROW] = held.rows[cells[here]]
            if held.ordinals is not None:
                for at, ordinal in zip(found[here], held.ordinals[cells[here]], strict=True):
                    if ordinal > 1:
                        rows[at, column.TAIL] = len(texts)
                        texts.append(f"]{name}#{ordinal}")


def reading(
    results: Sequence[TableIndex], place: CellPlace, value: Decimal, grade: Grade
) -> Reading:
    """A cell."""
    table = results[place.result].table
    return Reading(table.query_id, name_cell(table, place.column, place.cell), value, grade)


class BoundNumbers(LazySequence[BoundNumber]):
    """The numbers of a text as they were bound, in its order.

    Args:
        known: Those that are made already, by their places.
        equal: All numbers, those that are not made among them.
        count: How many there are.

    Attributes:
        told: The places of those that there is something to say about.
        named: The places of those whose row and column are plainly named.
        uncovered: How many words and data do not settle.
    """

    def __init__(
        self, known: Mapping[int, BoundNumber], equal: EqualNumbers | None, count: int
    ) -> None:
        super().__init__(count)
        self._verdicts = verdicts = [Verdict.SUPPORTED] * count
        for at, bound in known.items():
            self._made[at], verdicts[at] = bound, bound.binding.verdict
        self.named = sorted(at for at, bound in known.items() if bound.named)
        self.uncovered = sum(bool(bound.binding.missing) for bound in known.values())
        self._equal = equal
        self.told = sorted(at for at, bound in known.items() if bound.codes)

    @property
    def bindings(self) -> Bindings:
        """For the report. Not kept here, since they know where they come from."""
        plain = None if self._equal is None else self._equal.plain
        return Bindings(self._verdicts, self._bindings, plain)

    def _make(self, indices: Sequence[int]) -> Iterable[BoundNumber]:
        return () if self._equal is None else self._equal.make(indices)

    def _bindings(self, wanted: Sequence[int]) -> Iterator[ClaimBinding]:
        return (bound.binding for bound in self.items(wanted))
