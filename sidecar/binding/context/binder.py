"""Binding by context: each number's readings are found, weighed and decided upon."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sidecar.binding.bound import Bound, cited, unsupported
from sidecar.binding.context import broad, cells, comparisons, counts, groups, pairs
from sidecar.binding.context.agreement import Target
from sidecar.binding.context.candidate import Candidate, Kind
from sidecar.binding.context.catalog import catalog
from sidecar.binding.context.cues import cues
from sidecar.binding.context.decide import Limits, decide
from sidecar.binding.context.naming import columns
from sidecar.binding.context.operands import Question
from sidecar.binding.context.place import Place
from sidecar.binding.context.scene import Scene
from sidecar.binding.context.scopes import scopes
from sidecar.binding.context.vectors import Vectors
from sidecar.binding.context.weigh import shipped, weigh
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.evidence.index import TableIndex
from sidecar.model.number import NumericClaim, Unit
from sidecar.model.report import Detail
from sidecar.model.text import Text

_FLAG_AT = {"strict": 0.3, "balanced": 0.5, "lenient": 0.75}
"""How probably wrong a number must be before it is flagged, by preset."""


_PLACED = frozenset({Kind.CELL, Kind.PAIR})
"""Readings that make a search for others needless, where they agree."""


class ContextBinder:
    """Binds the claims of one request.

    Args:
        settings: Tolerances and rules.
        text: The narrative.
        results: The query results.
        detail: With EXPLAIN, bindings carry the readings that were weighed.
    """

    def __init__(
        self, settings: NumericSettings, text: Text, results: Sequence[TableIndex], detail: Detail
    ) -> None:
        self._settings = settings
        self._text = text
        self._catalogs = [catalog(index) for index in results]
        self._scene = Scene(text, self._catalogs)
        self._selection = Selection(results, prefer_query_id=settings.binding.prefer_query_id)
        self._vectors = Vectors()
        self._detail = detail
        self._limits = Limits(_FLAG_AT[settings.binding.preset], settings.binding.max_chance)

    def bind(self, claims: Sequence[NumericClaim]) -> list[Bound]:
        """Bind each claim, in their order."""
        return [
            self._decide(claim, *found)
            for claim, found in zip(claims, self.readings(claims), strict=True)
        ]

    def _decide(
        self, claim: NumericClaim, target: Target, candidates: Sequence[Candidate], foreign: bool
    ) -> Bound:
        if self._settings.binding.require_citation_first and not cited(claim):
            return unsupported(claim, "CLAIM_UNCITED")
        weighed = weigh(target, candidates, foreign, shipped())
        return decide(claim, target, weighed, self._catalogs, self._limits, self._detail)

    def readings(
        self, claims: Sequence[NumericClaim]
    ) -> list[tuple[Target, list[Candidate], bool]]:
        """The readings of each claim."""
        groups_: defaultdict[int, list[int]] = defaultdict(list)
        for i, claim in enumerate(claims):
            if claim.number.group:
                groups_[claim.number.group].append(i)
        targets = [Target(claim.number, self._settings) for claim in claims]
        found = []
        for i, claim in enumerate(claims):
            members = groups_.get(claim.number.group, [])
            partner = None
            if len(members) == 2:
                other = members[1] if members[0] == i else members[0]
                partner = targets[other], members[0] == i
            found.append(self._readings(claim, targets[i], partner))
        return found

    def _readings(
        self, claim: NumericClaim, target: Target, partner: tuple[Target, bool] | None
    ) -> tuple[Target, list[Candidate], bool]:
        number = claim.number
        start = self._text.char_offset(number.span.start)
        end = self._text.char_offset(number.span.end)
        place = Place(self._scene, start, end)
        selected = self._selection.of(claim.citation)
        named = {key: n for key, n in columns(place, self._catalogs).items() if key[0] in selected}
        linked = {table: scopes(place, table, self._catalogs[table]) for table in selected}
        question = Question(
            target, place, cues(place, number), self._catalogs, linked, named, self._vectors
        )
        candidates = list(cells.readings(target, self._catalogs, linked, named))
        candidates += groups.readings(question)
        candidates += comparisons.readings(question)
        candidates += counts.readings(question)
        if partner is not None:
            candidates += pairs.readings(question, partner[0], first=partner[1])
        if not any(c.agrees and c.kind in _PLACED for c in candidates):
            candidates += broad.readings(question)
        if claim.number.unit is Unit.COUNT and place.head():
            candidates = [c._replace(other_head=not c.head) for c in candidates]
        return target, candidates, self._foreign(place, claim)

    def _foreign(self, place: Place, claim: NumericClaim) -> bool:
        """Whether the number counts something that no column or label is called."""
        if claim.number.unit is not Unit.COUNT:
            return False
        head = place.head()
        if not head or head in self._scene.names.words:
            return False
        return not any(head in labels.parts for known in self._catalogs for labels in known.labels)
