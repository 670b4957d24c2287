"""Binding by value: any cell of the selected query results that agrees.

Each number is looked up in the results that its citation selects. Most of them are settled many at
a time, by floats alone (``settled``); the others one by one, by decimals (``exact``). Both say the
same where both can tell.

This says that a number occurs, not that it speaks of the right row or column.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, localcontext

from fastpath.settling import ABSENT, OPEN, SEVERAL
from sidecar.binding.bound import BoundNumber, is_source, supported, unsupported
from sidecar.binding.bounds import BoundNumbers, EqualNumbers, reading
from sidecar.binding.exact import ExactBinder, names_one
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.binding.settled import CellPlace, settle
from sidecar.binding.units import Scale
from sidecar.binding.ways import ClaimGroup, kinds
from sidecar.evidence.index import TableIndex
from sidecar.model.number import Citation, NumericClaim
from sidecar.model.report import Detail, Grade
from sidecar.text.claims import TextClaims
from sidecar.work import check_abandoned

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

    def bind(self, claims: TextClaims) -> BoundNumbers:
        """Bind each claim, in their order."""
        with localcontext(_CONTEXT):
            return self._bind(claims)

    def _bind(self, claims: TextClaims) -> BoundNumbers:
        bound, exactly, quickly = self._parted(claims)
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
            cell = reading(self._results, place, known[i].number.value, Grade.EXACT)
            bound[i] = supported(known[i], Grade.EXACT, cell, sources)
        if exactly:
            exact = ExactBinder(self._settings, self._results, self._detail)
            bound |= exact.bind({i: known[i] for i in exactly}, exactly)
        return BoundNumbers(bound, EqualNumbers(claims, settled, self._results), len(claims))

    def _parted(
        self, claims: TextClaims
    ) -> tuple[dict[int, BoundNumber], dict[int, Sequence[int]], list[ClaimGroup]]:
        """The claims that are not looked up, those for decimals, and those that floats may settle.

        Those for decimals come with the results that may speak of each.
        """
        bound: dict[int, BoundNumber] = {}
        exactly: dict[int, Sequence[int]] = {}
        quickly: list[ClaimGroup] = []
        for places in kinds(claims):
            first = places.item(0)
            citation = claims.citations[claims.cited.item(first)]
            speaking = self._selection.of(citation)
            if self._settings.binding.require_citation_first and not is_source(citation):
                bound |= {i: unsupported(claims[i], "CLAIM_UNCITED") for i in places.tolist()}
            elif self._is_quick(citation, speaking):
                quickly.append(ClaimGroup(claims.figures.kind(first), places, speaking))
            else:
                exactly |= dict.fromkeys(places.tolist(), speaking)
        return bound, exactly, quickly

    def _is_quick(self, citation: Citation, speaking: Sequence[int]) -> bool:
        """Whether floats may settle the claims of a kind, with this citation."""
        if not speaking or self._detail is Detail.EXPLAIN:
            return False
        return not names_one(citation, [self._results[each] for each in speaking])

    def _absent(self, claim: NumericClaim, nearest: tuple[CellPlace, Scale] | None) -> BoundNumber:
        """A claim that nothing agrees with."""
        check_abandoned()
        if nearest is None:
            return unsupported(claim, "CLAIM_NOT_FOUND")
        place, scale = nearest
        value = self._results[place.result].table.cells[place.column].exact(place.cell)
        value = value if scale.factor == 1 else value * scale.factor
        closest = reading(self._results, place, value, Grade.NONE)
        return unsupported(claim, "CLAIM_NOT_FOUND", closest)
