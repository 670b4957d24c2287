"""Binding by value: any cell of the selected query results that agrees (seed 000).

Each number is looked up in the results that its citation selects. Most of them are settled many at
a time, by floats alone (``settled``); the others one by one, by decimals (``exact``). Both say the
same where both can tell.

This says that a number occurs, not that it speaks of the right row or column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Context, Decimal, localcontext
from functools import partial

from fastpath.settling import ABSENT, OPEN, SEVERAL
from sidecar.binding.bound import Bound, Bounds, is_source, supported, unsupported
from sidecar.binding.exact import ExactBinder, names_one
from sidecar.binding.plain import as_arrays
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.settled import Place, Settled, settle
from sidecar.binding.units import Scale
from sidecar.binding.ways import Alike, kinds
from sidecar.evidence.index import TableIndex
from sidecar.evidence.location import location
from sidecar.model.number import Citation, NumericClaim
from sidecar.model.report import Bindings, ClaimBinding, Detail, Grade, Reading, Verdict
from sidecar.text.claims import Claims

_CONTEXT = Context(prec=100)  # forty digits, scaled and squared, stay exact


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
        exactly: dict[int, Sequence[int]] = {}
        quickly: list[Alike] = []
        for places in kinds(claims):
            first = places.item(0)
            citation = claims.citations[claims.cited.item(first)]
            speaking = self._selection.of(citation)
            if self._settings.binding.require_citation_first and not is_source(citation):
                bound |= {i: unsupported(claims[i], "CLAIM_UNCITED") for i in places.tolist()}
            elif self._is_quick(citation, speaking):
                quickly.append(Alike(claims.figures.kind(first), places, speaking))
            else:
                exactly |= dict.fromkeys(places.tolist(), speaking)
        settled = settle(quickly, claims.figures, self._results, self._settings)
        outcomes = settled.outcomes.tolist()
        for kind in quickly:
            left = (i for i in kind.places.tolist() if outcomes[i] == OPEN)
            exactly |= dict.fromkeys(left, kind.speaking)
        absent = [i for i, outcome in enumerate(outcomes) if outcome == ABSENT]
        several = [i for i, outcome in enumerate(outcomes) if outcome == SEVERAL]
        wanted = [*absent, *several, *exactly]
        known = dict(zip(wanted, claims.items(wanted), strict=True))  # made together
        bound |= {i: self._absent(known[i], settled.closest(i)) for i in absent}
        for i, place in zip(several, settled.places(several), strict=True):
            sources = tuple(self._results[each].table.query_id for each in settled.holding(i))
            reading = self._reading(place, known[i].number.value, Grade.EXACT)
            bound[i] = supported(known[i], Grade.EXACT, reading, sources)
        if exactly:
            exact = ExactBinder(self._settings, self._results, self._detail)
            bound |= exact.bind({i: known[i] for i in exactly}, exactly)
        told = [bound[i] for i in sorted(bound) if bound[i].codes]
        return Bounds(told, self._bindings(claims, bound, settled))

    def _is_quick(self, citation: Citation, speaking: Sequence[int]) -> bool:
        """Whether floats may settle the claims of a kind, with this citation."""
        if not speaking or self._detail is Detail.EXPLAIN:
            return False
        return not names_one(citation, [self._results[each] for each in speaking])

    def _bindings(self, claims: Claims, bound: Mapping[int, Bound], settled: Settled) -> Bindings:
        """Of all claims; those that a cell equals are made when they are asked for."""
        verdicts = [Verdict.SUPPORTED] * len(claims)
        for i, each in bound.items():
            verdicts[i] = each.binding.verdict

        def make(wanted: Sequence[int]) -> Iterator[ClaimBinding]:
            places = settled.places(wanted)
            for i, claim, place in zip(wanted, claims.items(wanted), places, strict=True):
                if i in bound:
                    yield bound[i].binding
                else:
                    reading = self._reading(place, claim.number.value, Grade.EXACT)
                    yield ClaimBinding(claim, Verdict.SUPPORTED, Grade.EXACT, reading)

        return Bindings(verdicts, make, partial(as_arrays, claims, settled, self._results))

    def _absent(self, claim: NumericClaim, nearest: tuple[Place, Scale] | None) -> Bound:
        """A claim that nothing agrees with."""
        if nearest is None:
            return unsupported(claim, "CLAIM_NOT_FOUND")
        place, scale = nearest
        value = self._results[place.result].table.cells[place.column].exact(place.cell)
        value = value if scale.factor == 1 else value * scale.factor
        return unsupported(claim, "CLAIM_NOT_FOUND", self._reading(place, value, Grade.NONE))

    def _reading(self, place: Place, value: Decimal, grade: Grade) -> Reading:
        result, column, cell = place
        table = self._results[result].table
        return Reading(table.query_id, location(table, column, cell), value, grade)
