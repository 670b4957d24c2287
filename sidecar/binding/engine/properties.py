"""What makes candidates plausible: the data, and how a number is written.

None of them sees the value of the number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.candidates import Candidates
from sidecar.binding.engine.crosses import crossed
from sidecar.binding.engine.cues import Cues
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FAMILY, FORMULAS, Quantity
from sidecar.binding.engine.lexicon import CUE_NAMES
from sidecar.binding.engine.quantities import Fit, Target

Ints = NDArray[np.int64]

_FAMILY_OF = np.array(FAMILY)
_IS_VALUE = np.array([one.quantity is Quantity.VALUE for one in FORMULAS])
_IS_PERCENT = np.array([one.quantity is Quantity.PERCENT for one in FORMULAS])
_IS_MULTIPLE = np.array([one.quantity is Quantity.MULTIPLE for one in FORMULAS])
_IS_CONDITION = np.array([one.family == "condition" for one in FORMULAS])
_IS_CHANGE = np.array([one.is_change for one in FORMULAS])
_UP = {CUE_NAMES.index(name) for name in ("rise", "more")}
_DOWN = {CUE_NAMES.index(name) for name in ("fall", "less")}
_PERCENTS, _TIMES = np.array([1.0, 99.999, 100.001, 300.0, 1000.0]), np.array([1.0, 3.0, 20.0])
_MUCH = 3  # powers of ten
_MOST_ROWS = 200  # that are looked at for whether a column is part of another
_MOST_SHARED = 0.5


class _Relations(NamedTuple):
    """How the measures of a view relate, by the first and the second one."""

    shared: Ints
    parts: Ints
    apart: Ints


class PropertyFinder:
    """Tells the properties of candidates over one evidence.

    Args:
        evidence: The query results.
    """

    def __init__(self, evidence: EngineEvidence) -> None:
        self._evidence = evidence
        told = evidence.measures
        self._kind = np.array([2 * m.unit + m.is_level for m in told] + [0])
        self._place = np.array(
            [round(np.log10(abs(m.factor) or 1.0)) - m.decimals for m in told] + [0]
        )
        self._view = np.array([m.view for m in told] + [-1])
        self._first = np.array([v.measures[0].place if v.measures else 0 for v in evidence.views])
        self._relations: dict[int, _Relations] = {}

    def of(self, found: Candidates, target: Target, cues: Cues) -> list[Ints]:
        """The crossed properties of each candidate."""
        family, column = _FAMILY_OF[found.formula], found.column
        known = column >= 0
        kind = crossed("measure kind", family, self._kind[column])
        return [
            np.where(known, kind, -1),
            crossed("fineness", family, self._fineness(found, target)),
            crossed("result", family, _results(found)),
            np.where(
                _IS_CHANGE[found.formula],
                crossed("direction", family, _directions(found, target, cues)),
                -1,
            ),
        ]

    def _fineness(self, found: Candidates, target: Target) -> Ints:
        """How the last digit of a number suits the last one of values."""
        if target.place is None:
            return np.zeros(found.value.size, np.int64)
        coarser = target.place - self._place[found.column]
        level = np.select([coarser < 0, coarser == 0, coarser < _MUCH], [1, 2, 3], 4)
        told = _IS_VALUE[found.formula] & (found.column >= 0) & np.isnan(found.alternative)
        told &= (found.fit != Fit.CONVERTED) & ~np.isnan(found.value)
        return np.where(told, level, 0)

    def of_two(self, found: Candidates, two: Ints, other: Ints) -> list[Ints]:
        """The same of candidates that have two measures."""
        family, one = _FAMILY_OF[found.formula[two]], found.column[two]
        shared, parts, apart = (np.zeros(two.size, np.int64) for _ in range(3))
        views = self._view[one]
        for view in np.unique(views).tolist():
            mine = np.flatnonzero(views == view)
            first = self._first[view]
            told = self._related(view)
            a, b = one[mine] - first, other[mine] - first
            shared[mine], parts[mine] = told.shared[a, b], told.parts[a, b]
            apart[mine] = told.apart[a, b]
        return [
            crossed("names shared", family, shared),
            crossed("one of the other", family, parts),
            crossed("columns apart", family, apart),
        ]

    def _related(self, view: int) -> _Relations:
        found = self._relations.get(view)
        if found is None:
            found = self._relations[view] = _relations(self._evidence, view)
        return found


def _relations(evidence: EngineEvidence, place: int) -> _Relations:
    view = evidence.views[place]
    names = [set(m.names[0][0]) if m.names else set() for m in view.measures]
    words = {word: at for at, word in enumerate({w for name in names for w in name})}
    has = np.zeros((len(names), len(words)))
    for at, name in enumerate(names):
        has[at, [words[w] for w in name]] = 1.0
    both = has @ has.T
    size = np.maximum(1.0, np.minimum(has.sum(1)[:, None], has.sum(1)[None, :]))
    shared = np.where(both == 0, 0, np.where(both < _MOST_SHARED * size, 1, 2))
    values = view.values[:, :_MOST_ROWS]
    with np.errstate(invalid="ignore"):
        known = ~np.isnan(values)
        least = np.where(known, values, 0.0).min(1) >= 0
        together = known[:, None, :] & known[None, :, :]
        below = ~((values[:, None, :] > values[None, :, :]) & together).any(2)
    below &= least[:, None] & least[None, :] & together.any(2)
    parts = np.where(below & ~below.T, 1, np.where(below.T & ~below, 2, 0))
    step = np.arange(len(names))[None, :] - np.arange(len(names))[:, None]
    apart = np.where(step == 1, 0, np.where(step == -1, 1, 2))
    return _Relations(shared.astype(np.int64), parts.astype(np.int64), apart.astype(np.int64))


def _results(found: Candidates) -> Ints:
    """What size results have that sizes tell something of: percents and multiples."""
    value, size = found.value, np.abs(found.value)
    told = np.where(value > 0, 3, 2)
    told = np.where(_IS_PERCENT[found.formula], 4 + np.searchsorted(_PERCENTS, size), told)
    told = np.where(_IS_MULTIPLE[found.formula], 10 + np.searchsorted(_TIMES, size), told)
    told = np.where(value == 0, 1, told)
    told[_IS_CONDITION[found.formula]] = 3  # their limits are numbers of the text
    results: Ints = np.where(np.isnan(value), 0, told)
    return results


def _directions(found: Candidates, target: Target, cues: Cues) -> Ints:
    """Whether changes go where the words say."""
    said = target.sign or _said(cues)
    if said is None:
        return np.ones(found.value.size, np.int64)
    if not said:
        return np.zeros(found.value.size, np.int64)
    sign = np.where(np.isnan(found.value), 0, np.sign(found.value))
    directions: Ints = np.where(sign == 0, 4, np.where(sign == said, 2, 3))
    return directions


def _said(cues: Cues) -> int | None:
    """Which way words right beside a number, or else of its clause, point; None for both."""
    for some in ({*cues.before, *cues.behind}, {*cues.near}):
        up, down = bool(_UP & some), bool(_DOWN & some)
        if up != down:
            return 1 if up else -1
        if up:
            return None
    return 0
