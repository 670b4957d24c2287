"""Numbers of which only query results without rows may speak: none of them can be right but zero.

A query that found nothing is an answer: "There are 37 products" is then wrong, not merely outside
of the evidence. How far back a question looks ("in the last 30 days") is no figure of its answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.bound import Bound, uncovered
from sidecar.binding.bounds import Bounds
from sidecar.binding.selection import Selection
from sidecar.binding.settings import BindingSettings
from sidecar.evidence.index import TableIndex
from sidecar.model.number import Unit
from sidecar.model.report import Grade, Verdict
from sidecar.model.text import Text
from sidecar.model.why import Missing
from sidecar.text.lexicon import word_before
from sidecar.text.vocabulary import one_of

_WINDOW = one_of("last past previous preceding prior trailing next coming first")
_JUDGED_OTHERWISE = frozenset({"CLAIM_UNCITED"})


def of_nothing(
    bounds: Bounds, text: Text, results: Sequence[TableIndex], settings: BindingSettings
) -> Bounds:
    """The numbers of a text, those unsupported that only results without rows may speak of.

    Args:
        bounds: The numbers as they were bound.
        text: Where they stand.
        results: The query results.
        settings: Which of them may speak for a number.
    """
    if all(result.table.row_count for result in results):
        return bounds
    selection = Selection(results, prefer_query_id=settings.prefer_query_id)

    def judged(one: Bound) -> Bound:
        spoken = selection.of(one.binding.claim.citation)
        if not spoken or any(results[at].table.row_count for at in spoken):
            return one
        return _refused(one, text)

    return Bounds(dict(enumerate(map(judged, bounds))), None, len(bounds))


def _refused(one: Bound, text: Text) -> Bound:
    """A number of which nothing speaks: unsupported, unless it is zero or tells a window."""
    one = one._replace(empty=True)
    if one.binding.matched or not _JUDGED_OTHERWISE.isdisjoint(one.codes):
        return one
    if _tells_window(one, text):
        claim, chance = one.binding.claim, one.binding.chance or 0.0
        return uncovered(claim, [Missing.EVIDENCE], chance=chance)._replace(empty=True)
    binding = one.binding._replace(
        verdict=Verdict.UNSUPPORTED, grade=Grade.NONE, reading=None, sources=()
    )
    return Bound(binding, ("CLAIM_NOT_FOUND",), empty=True)


def _tells_window(one: Bound, text: Text) -> bool:
    """Whether a number tells how much time a question covers: "in the last 30 days"."""
    number = one.binding.claim.number
    before, _ = word_before(text.string, text.char_offset(number.span.start), 0, " \n")
    return number.unit is Unit.MEASURE and before in _WINDOW
