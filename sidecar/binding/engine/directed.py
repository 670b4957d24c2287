"""Which way round words say that a change or a ratio is.

"From 2020 to 2021" names both ends of what changed; in "X has half as many as Y" the row before the
multiple is divided by the one behind it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.candidates import Candidates
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.lexicon import CUE_NAMES
from sidecar.binding.engine.links import RowSet
from sidecar.binding.engine.options import Codes
from sidecar.binding.engine.quantities import Shape
from sidecar.binding.engine.reading import Mention, TextArrays

Mask = NDArray[np.bool_]

_CHANGES = [PLACE["change"], PLACE["growth"], PLACE["times before"]]
_FROM, _TO = frozenset(["from", "between"]), frozenset(["to", "until", "and", "through"])
_REACH = 3  # tokens before a name that may compare it
_COMPARED = 1 << CUE_NAMES.index("than")
_BEFORE, _BEHIND = 1, 2


class PeriodSpan(NamedTuple):
    """From one period to another.

    Attributes:
        first, last: The two.
        follows: The number that it stands right behind, or -1.
    """

    first: Mention
    last: Mention
    follows: int


class Directions:
    """Tells which candidates have their operands the wrong way round.

    Args:
        evidence: The query results.
        reading: The text.
    """

    def __init__(self, evidence: EngineEvidence, reading: TextArrays) -> None:
        self._evidence, self._reading = evidence, reading
        self._spans = list(_spans(reading))
        self._names_at = [m.token for m in reading.mentions]

    def wrong(self, place: int, shape: Shape, sets: Sequence[RowSet], found: Candidates) -> Mask:
        """Which candidates of the number at a place words rule out. Shape (candidates,)."""
        none = np.zeros(found.value.size, np.bool_)
        pairs = found.second >= 0
        if self._spans and pairs.any():
            if (span := self._span(place)) is not None:
                none |= self._misdated(span, sets, found)
            else:
                none |= self._of_others(place, sets, found)
        ratios = found.formula == PLACE["times"]
        if shape is Shape.MULTIPLE and ratios.any():
            none |= ratios & self._turned(place, sets, found)
        return none

    def _span(self, place: int) -> PeriodSpan | None:
        """The span of periods that a number is of: the one behind it, or the last one before."""
        r = self._reading
        k = min(r.first[place], r.size - 1)
        own = next((span for span in self._spans if span.follows == place), None)
        if own is not None:
            return own
        before = [m for m in r.periods if m.token < k and m.part == r.part[k]]
        spans = [s for s in self._spans if s.follows < 0 and before and s.last == before[-1]]
        return spans[0] if spans else None

    def _misdated(self, span: PeriodSpan, sets: Sequence[RowSet], found: Candidates) -> Mask:
        """Changes over other periods than the stated ones, where some is over these."""
        change = np.isin(found.formula, _CHANGES)
        ends = [self._ends(one, sets) for one in (span.first, span.last)]
        right: Mask = change & (ends[1][found.rows] == 1) & (ends[0][found.second] == 1)
        if not right.any():
            return right
        dated: Mask = change & (ends[1][found.rows] >= 0) & ~right
        return dated

    def _of_others(self, place: int, sets: Sequence[RowSet], found: Candidates) -> Mask:
        """Changes since what another number's span begins with, if one has a period of its own.

        "Sales doubled from 2020 to 2021 and tripled in 2022": since 2021.
        """
        r, none = self._reading, np.zeros(found.value.size, np.bool_)
        if not any(m.follows == place for m in r.periods):
            return none
        clause = r.clause[min(r.first[place], r.size - 1)]
        for span in self._spans:
            if span.first.clause == clause:
                since = self._ends(span.first, sets)[found.second] == 1
                none |= np.isin(found.formula, _CHANGES) & since
        return none

    def _ends(self, named: Mention, sets: Sequence[RowSet]) -> NDArray[np.int64]:
        """Whether each row set is of a period: 1, else 0; -1 where its view has no such period."""
        codes = dict(self._evidence.codes_in(named.period)) if named.period is not None else {}
        return np.array([self._is_of(one, codes) for one in sets])

    def _is_of(self, one: RowSet, codes: dict[int, Codes]) -> int:
        dimensions = self._evidence.views[one.view].dimensions
        for dimension, options in zip(dimensions, one.options, strict=True):
            if dimension.place in codes:
                return int(options == codes[dimension.place])
        return -1

    def _turned(self, place: int, sets: Sequence[RowSet], found: Candidates) -> Mask:
        """Ratios of a row that is named behind a multiple, to one that is named before it."""
        sides = self._sides(place)
        width = max([1, *(len(one.options) for one in sets)])
        told = np.zeros((len(sets), width), np.int64)
        for at, one in enumerate(sets):
            dimensions = self._evidence.views[one.view].dimensions
            for d, (dimension, codes) in enumerate(zip(dimensions, one.options, strict=True)):
                each = {sides.get((dimension.place, code), 0) for code in codes or ()}
                told[at, d] = each.pop() if len(each) == 1 else 0
        turned: Mask = (
            (told[found.rows] == _BEHIND) & (told[found.second] == _BEFORE)
        ).any(1)  # fmt: skip
        return turned

    def _sides(self, place: int) -> dict[tuple[int, int], int]:
        """On which sides of a number its clause names values of dimensions; none if compared."""
        r, found = self._reading, dict[tuple[int, int], int]()
        k = min(r.first[place], r.size - 1)
        low, high = bisect_left(r.clause, r.clause[k]), bisect_right(r.clause, r.clause[k])
        first, last = (bisect_left(self._names_at, at) for at in (low, high))
        for m in r.mentions[first:last]:
            if m.token < k and any(
                r.cue[t] & _COMPARED for t in range(max(low, m.token - _REACH), m.token)
            ):
                return {}
            key = m.dimension, m.code
            found[key] = found.get(key, 0) | (_BEFORE if m.token < k else _BEHIND)
        return found


def _spans(reading: TextArrays) -> Iterator[PeriodSpan]:
    r = reading
    named = [m for m in r.periods if not m.is_step]
    for one, other in pairwise(named):
        between = r.word[one.end : other.token]
        leads = one.token > 0 and r.word[one.token - 1] in _FROM
        if leads and len(between) == 1 and between[0] in _TO and one.clause == other.clause:
            yield PeriodSpan(one, other, one.follows)
