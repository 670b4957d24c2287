"""Counts of rows: numbers that count a whole query result, and what counts compare with.

"The query returned 15 rows", "15 tickets" of the result called "tickets", "24 open tickets" where
the only cell is a count and no name says that it counts anything else. "Months above 15 °C: four"
compares with 15 °C, which is stated of no row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.evidence import EngineEvidence, TableView
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.quantities import Shape, Target
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.reading import TextArrays
from sidecar.model.number import NumericClaim, Qualifier
from sidecar.text.vocabulary import one_of

_COMPARED = (PLACE["rows above"], PLACE["rows below"])
_LIMITS = frozenset({Qualifier.OVER, Qualifier.UNDER, Qualifier.AT_LEAST, Qualifier.AT_MOST})


def thresholds_of(
    ranked: RankedCandidates,
    at: int,
    near: Iterable[tuple[int, NumericClaim]],
    evidence: EngineEvidence,
    aggregates: Aggregates,
) -> Iterator[int]:
    """The places of the numbers that a count of rows compares with, if it is one.

    Args:
        ranked: What the count may be.
        at: The candidate that agrees with it; -1 for none.
        near: The other numbers of its sentence, with their places.
        evidence: The query results.
        aggregates: Of row sets.
    """
    found = ranked.found
    if at < 0 or found.formula[at] not in _COMPARED:
        return
    rows, measure = ranked.links.sets[int(found.rows[at])], evidence.measures[int(found.column[at])]
    own = np.array([measure.place - evidence.views[rows.view].measures[0].place])
    for place, claim in near:
        if claim.number.qualifier not in _LIMITS:
            continue
        limit = np.array([[float(claim.number.value) / measure.factor]])
        compared = aggregates.beyond(rows, own, limit)
        side = _COMPARED.index(int(found.formula[at]))
        if compared is not None and compared[side][0, 0] == found.value[at]:
            yield place


_ROWS = one_of("row rows record records entry entries")
_GENERIC = one_of("count number total n num cnt")
_LEAST_LETTERS = 3
_BEHIND = 3  # words behind a number


def counts_all(place: int, target: Target, reading: TextArrays, evidence: EngineEvidence) -> bool:
    """Whether a number counts the rows of the one query result, or is its one count.

    Args:
        place: The place of the number in the text.
        target: The number.
        reading: The text.
        evidence: The query results.
    """
    if len(evidence.views) != 1 or target.shape is not Shape.BARE or not target.may_count:
        return False
    (view,) = evidence.views
    behind = range(reading.last[place], min(reading.size, reading.last[place] + _BEHIND))
    if any(reading.word[k] in _ROWS for k in behind[:1]):
        return True
    titled = {w for w in view.title if len(w) >= _LEAST_LETTERS and w.isalpha()} - _GENERIC
    named = any(reading.stem[k] in titled for k in behind)
    if _is_count(view):
        return named or not (titled or len(reading.first) > 1)
    return named and any(reading.stem[k] in titled for k in behind[:1])


def _is_count(view: TableView) -> bool:
    """Whether a view is one cell, a count of which no name says what it counts."""
    measures = view.measures
    return view.rows == 1 and len(measures) == 1 and {*measures[0].names[0][0]} <= _GENERIC
