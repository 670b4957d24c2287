"""How probably each candidate is meant, by the words around a number alone.

A candidate's score is the sum of the weights of its features; what features it has depends on its
row set, measure, formula and on how these suit each other. Probabilities are those of a softmax
over all candidates of a number, "none of the evidence" among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.candidates import FLAGS, Candidates, candidates
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.formulas import FAMILIES, FAMILY, FORMULAS, Quantity
from sidecar.binding.engine.lexicon import CUE_NAMES
from sidecar.binding.engine.links import HEADS, STRENGTHS, Linker, Links
from sidecar.binding.engine.quantities import Fit, Target
from sidecar.binding.engine.reading import Reading

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SIZES = ("one row", "few rows", "some rows", "many rows")
_NAMED = ("not", "weakly", "fairly", "well")
_STEP = 0.3  # of a name, from one level of ``_NAMED`` to the next
_FAMILY_OF = np.array(FAMILY)
_QUANTITY_OF = np.array([int(one.quantity) for one in FORMULAS])
_QUANTITIES = tuple(one.name.lower() for one in Quantity)
_FITS = tuple(one.name.lower() for one in Fit)


class Parts(NamedTuple):
    """The parts that candidates are made of: groups of features, and the parts of each candidate.

    Attributes:
        features: Of each part, names and values.
        of: The parts of each candidate. Shape (candidates, most parts), -1 for none.
        outside: The part of "none of the evidence".
    """

    features: Sequence[Sequence[tuple[str, float]]]
    of: Ints
    outside: int


class Ranked(NamedTuple):
    """The candidates of one number with their probabilities.

    Attributes:
        links: What it is linked with.
        found: The candidates.
        probabilities: Of each; together with ``outside`` they are 1.
        outside: That it is of none of the evidence.
        parts: What tells, for fitting and explaining.
    """

    links: Links
    found: Candidates
    probabilities: Floats
    outside: float
    parts: Parts

    @property
    def best(self) -> int:
        """The most probable candidate; -1 where there is none."""
        return int(self.probabilities.argmax()) if self.probabilities.size else -1


_Before = tuple[Ranked, int]


class Ranker:
    """Ranks the candidates of the numbers of one text.

    Args:
        evidence: The query results.
        reading: The text.
        weights: Of features, by name.
    """

    def __init__(self, evidence: Evidence, reading: Reading, weights: Mapping[str, float]) -> None:
        self._evidence, self._reading, self._weights = evidence, reading, weights
        self._linker = Linker(evidence, reading, self._weigh)
        self._aggregates = Aggregates(evidence)

    def _weigh(self, names: Iterable[str]) -> float:
        weights = self._weights
        return sum([weights.get(name, 0.0) for name in names])

    def rank(
        self, place: int, target: Target, limits: Sequence[float], before: _Before | None
    ) -> Ranked:
        """Rank what the number at a place may be.

        Args:
            place: Its place in the text.
            target: The number.
            limits: Other numbers of its sentence.
            before: The number before it in its block, if there is one, and which of its candidates
                is known to be meant, or -1.
        """
        links = self._linker.link(place)
        found = candidates(links, self._evidence, self._aggregates, target, limits)
        parts = self._parts(links, found, target, before)
        told = [
            sum([self._weights.get(name, 0.0) * value for name, value in features])
            for features in parts.features
        ]
        told.append(0.0)  # of the part -1
        scores = np.array(told)[parts.of].sum(1)
        outside = told[parts.outside]
        top = max(outside, scores.max(initial=outside))
        weights = np.exp(scores - top)
        total = weights.sum() + np.exp(outside - top)
        return Ranked(links, found, weights / total, float(np.exp(outside - top) / total), parts)

    def _parts(
        self, links: Links, found: Candidates, target: Target, before: _Before | None
    ) -> Parts:
        pool = _Pool()
        asked = [(f, 1.0) for f in (*links.outside, *_asked("outside", links, target))]
        outside = pool.add(asked)
        if not found.value.size:
            return Parts(pool.features, np.empty((0, 1), np.int64), outside)
        of = [
            *self._parts_of_rows(links, found, pool),
            self._parts_of_formulas(links, found, target, pool),
            *_parts_of_measures(links, found, pool),
            *_parts_of_flags(found, pool),
        ]
        if before is not None and before[0].found.value.size:
            of += _parts_of_coherence(links, found, before, pool)
        return Parts(pool.features, np.stack(of, axis=1), outside)

    def _parts_of_rows(self, links: Links, found: Candidates, pool: _Pool) -> list[Ints]:
        sets = np.array([pool.add([(n, 1.0) for n in one.features]) for one in links.sets])
        seconds = np.array([pool.add([(n, 1.0) for n in one.seconds]) for one in links.sets])
        sizes = np.array([_size(self._aggregates.rows(one).size) for one in links.sets])
        entity = np.array([one.entity for one in links.sets])
        period = np.array([one.period for one in links.sets])
        family = _FAMILY_OF[found.formula]
        return [
            sets[found.rows],
            np.where(found.second >= 0, seconds[found.second], -1),
            pool.cross("size", (FAMILIES, family), (_SIZES, sizes[found.rows])),
            pool.cross("rows named", (FAMILIES, family), (STRENGTHS, entity[found.rows])),
            pool.cross("period named", (FAMILIES, family), (STRENGTHS, period[found.rows])),
        ]

    @staticmethod
    def _parts_of_formulas(links: Links, found: Candidates, target: Target, pool: _Pool) -> Ints:
        parts = np.full(len(FORMULAS), -1)
        for place in np.unique(found.formula).tolist():
            one = FORMULAS[place]
            asked = (
                *_asked(one.name, links, target),
                *_asked(f"family {one.family}", links, target),
            )
            parts[place] = pool.add([(feature, 1.0) for feature in asked])
        return parts[found.formula]


def _parts_of_measures(links: Links, found: Candidates, pool: _Pool) -> list[Ints]:
    columns = {c.measure: c for each in links.columns.values() for c in each}
    parts = {place: pool.add(one.features) for place, one in columns.items()} | {-1: -1}
    named = {place: _named(one.named) for place, one in columns.items()} | {-1: 0}
    measures = found.column.tolist()
    family = _FAMILY_OF[found.formula]
    crossed = pool.cross(
        "measure named", (FAMILIES, family), (_NAMED, np.array([named[c] for c in measures]))
    )
    return [
        np.array([parts[c] for c in measures]),
        np.where(found.column >= 0, crossed, -1),
        _parts_of_others(links, found, pool),
        pool.cross("unit", (_QUANTITIES, _QUANTITY_OF[found.formula]), (_FITS, found.fit)),
    ]


def _named(part: float) -> int:
    return min(len(_NAMED) - 1, 1 + int(part / _STEP)) if part else 0


def _parts_of_others(links: Links, found: Candidates, pool: _Pool) -> Ints:
    """The parts of the second measure of candidates that have one."""
    known: dict[tuple[int, int], int] = {}
    parts = np.full(found.value.size, -1)
    for at in np.flatnonzero(found.other >= 0).tolist():
        key = (links.sets[int(found.rows[at])].view, int(found.other[at]))
        if key not in known:
            named = links.columns[key[0]][key[1]].named
            feature = ("other measure named", named) if named else ("other measure not named", 1.0)
            known[key] = pool.add([feature])
        parts[at] = known[key]
    return parts


def _parts_of_flags(found: Candidates, pool: _Pool) -> list[Ints]:
    parts = []
    for bit, flag in enumerate(FLAGS):
        raised = (found.flags >> bit & 1) == 1
        if raised.any():
            parts.append(np.where(raised, pool.add([(f"candidate: {flag}", 1.0)]), -1))
    return parts


def _parts_of_coherence(
    links: Links, found: Candidates, before: _Before, pool: _Pool
) -> list[Ints]:
    """What candidates share with what the number before is, as far as words tell that."""
    ranked, at = before
    at = at if at >= 0 else ranked.best
    last = ranked.links.sets[int(ranked.found.rows[at])]
    measure, formula = int(ranked.found.column[at]), int(ranked.found.formula[at])
    same = np.array([(one.view, one.options) == (last.view, last.options) for one in links.sets])
    return [
        np.where(holds, pool.add([(f"before: {what}", 1.0)]), -1)
        for what, holds in (
            ("same rows", same[found.rows]),
            ("other rows", ~same[found.rows]),
            ("same measure", found.column == measure),
            ("next measure", found.column == measure + 1),
            ("same formula", found.formula == formula),
        )
    ]


class _Pool:
    """Parts as they are made."""

    def __init__(self) -> None:
        self.features: list[Sequence[tuple[str, float]]] = []

    def add(self, features: Sequence[tuple[str, float]]) -> int:
        """Add a part; its place."""
        self.features.append(features)
        return len(self.features) - 1

    def cross(
        self, what: str, one: tuple[Sequence[str], Ints], other: tuple[Sequence[str], Ints]
    ) -> Ints:
        """The parts of two properties of candidates together."""
        (names, at), (levels, level) = one, other
        used, inverse = np.unique(at * len(levels) + level, return_inverse=True)
        made = [
            self.add([(f"{names[u // len(levels)]} / {what}: {levels[u % len(levels)]}", 1.0)])
            for u in used.tolist()
        ]
        return np.array(made)[inverse]


def _asked(what: str, links: Links, target: Target) -> Iterator[str]:
    """The features of what words and form ask for."""
    yield what
    for form in target.forms:
        yield f"{what} / form {form}"
    for cue in links.near:
        yield f"{what} / near {CUE_NAMES[cue]}"
    for cue in links.beside:
        yield f"{what} / beside {CUE_NAMES[cue]}"
    yield f"{what} / head {HEADS[links.head]}"


def _size(rows: int) -> int:
    return 0 if rows == 1 else 1 if rows <= 5 else 2 if rows <= 20 else 3
