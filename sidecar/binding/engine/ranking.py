"""How probably each candidate is intended, by the words around a number alone.

A candidate's score is the sum of the weights of its features; what features it has depends on its
row set, measure, formula and on how these suit each other. Probabilities are those of a softmax
over all candidates of a number, "none of the evidence" and "not among the candidates" with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.candidates import FLAGS, Candidates, Expander, StatedCandidates
from sidecar.binding.engine.columns import MeasureLink
from sidecar.binding.engine.crosses import (
    CROSSED,
    NAMED,
    NEARBY,
    FeatureWeights,
    asked,
    crossed,
    names_asked,
)
from sidecar.binding.engine.directed import Directions
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FAMILY, FORMULAS
from sidecar.binding.engine.links import Linker, Links, RowSet
from sidecar.binding.engine.properties import PropertyFinder
from sidecar.binding.engine.quantities import Target
from sidecar.binding.engine.reading import TextArrays
from sidecar.work import check_abandoned

__all__ = [
    "CandidateParts",
    "FeatureWeights",
    "PreviousNumber",
    "RankedCandidates",
    "Ranker",
    "others",
    "with_nearby",
    "without",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Feature = tuple[str, float]
Names = tuple[str, ...]

_IMPOSSIBLE = 20.0  # in log odds
_STEP = 0.3  # of a name, from one level of ``NAMED`` to the next
_FAMILY_OF = np.array(FAMILY)
_QUANTITY_OF = np.array([int(one.quantity) for one in FORMULAS])
_HERE = (1, 2)  # see options.STRENGTHS
_FORMULA_AT = len(CROSSED)
_OUTSIDE_AT = _FORMULA_AT + len(FORMULAS)
_UNFOUND_AT = _OUTSIDE_AT + 1
_NEARBY_AT = _UNFOUND_AT + 1
_LINKED_AT = _NEARBY_AT + len(NEARBY)


class CandidateParts(NamedTuple):
    """The parts that candidates are made of: groups of features, and the parts of each candidate.

    Those of crossed features come first, then formulas, being outside and being unfound, then what
    other numbers give, and what is linked.

    Attributes:
        asks: What formulas are asked for by.
        unlinked: Features of being of none of the evidence, or of nothing found, besides.
        linked: The features of linked row sets, measures and the like: names, or names and values.
        columns: The parts of candidates, -1 for none: arrays with one entry a candidate.
    """

    asks: Sequence[int]
    unlinked: Sequence[str]
    linked: Sequence[Names | Sequence[Feature]]
    columns: Sequence[Ints]

    @property
    def outside(self) -> int:
        """The part of being of none of the evidence."""
        return _OUTSIDE_AT

    @property
    def unfound(self) -> int:
        """The part of being none of the candidates."""
        return _UNFOUND_AT

    @property
    def of(self) -> Ints:
        """The parts of each candidate. Shape (candidates, most parts)."""
        return np.stack([*self.columns], 1) if self.columns else np.empty((0, 1), np.int64)

    def linked_of(self, candidate: int) -> Iterator[Feature]:
        """The features of what a candidate is linked with, but for those of crossed properties."""
        for column in self.columns:
            if (at := int(column[candidate])) >= _LINKED_AT:
                yield from _valued(self.linked[at - _LINKED_AT])
            elif at >= _NEARBY_AT:
                yield NEARBY[at - _NEARBY_AT]

    @property
    def features(self) -> list[Sequence[Feature]]:
        """Of each part, names and values."""
        check_abandoned()
        formulas = [names_asked(at, self.asks) for at in range(len(FORMULAS))]
        outside = [*self.unlinked, *names_asked(-2, self.asks)]
        unfound = [*map(_of_unfound, self.unlinked), *names_asked(-1, self.asks)]
        return [
            *([(name, 1.0)] for name in CROSSED),
            *([(name, 1.0) for name in names] for names in (*formulas, outside, unfound)),
            *([(name, value)] if value else [] for name, value in NEARBY),
            *map(_valued, self.linked),
        ]

    def scores(self, weights: FeatureWeights) -> Floats:
        """What each part weighs, and at the end 0 for the part -1."""
        weigh = weights.get
        asks = weights.of_formulas(self.asks)
        asks[-2] += sum([weigh(name, 0.0) for name in self.unlinked])
        asks[-1] += sum([weigh(_of_unfound(name), 0.0) for name in self.unlinked])
        linked = [
            weights.of(part)
            if isinstance(part, tuple)
            else sum([weigh(name, 0.0) * value for name, value in part])
            for part in self.linked
        ]
        return np.concatenate((weights.crossed, asks, weights.nearby, linked, (0.0,)))


def _valued(part: Names | Sequence[Feature]) -> Sequence[Feature]:
    return [(each, 1.0) if isinstance(each, str) else each for each in part]


def _of_unfound(name: str) -> str:
    return f"unfound {name}"


class NearbyClarity(NamedTuple):
    """How plainly a text names what the numbers near one are.

    Attributes:
        best: The mean probability of their most probable candidates.
        unfound: The mean probability that none of their candidates is intended.
        rows: The part of them whose most probable candidate is of rows that their sentences name.
    """

    best: float
    unfound: float
    rows: float


NOTHING_NEAR = NearbyClarity(0.0, 0.0, 0.0)


class RankedCandidates(NamedTuple):
    """The candidates of one number with their probabilities.

    Attributes:
        links: What it is linked with.
        found: The candidates.
        probabilities: Of each; together with the next two they are 1.
        outside: That it is of none of the evidence.
        unfound: That it is of the evidence, but none of the candidates.
        parts: What tells, for fitting and explaining.
        scores: Of the candidates, of being outside and of being unfound.
        near: What is known of the numbers near it.
    """

    links: Links
    found: Candidates
    probabilities: Floats
    outside: float
    unfound: float
    parts: CandidateParts
    scores: Floats
    near: NearbyClarity = NOTHING_NEAR

    @property
    def best(self) -> int:
        """The most probable candidate; -1 where there is none."""
        return int(self.probabilities.argmax()) if self.probabilities.size else -1


class PreviousNumber(NamedTuple):
    """What the number before one most probably is.

    Attributes:
        rows: Its rows.
        measure: Its measure, -1 for none.
        formula: Its formula.
    """

    rows: RowSet
    measure: int
    formula: int

    @classmethod
    def of(cls, one: RankedCandidates) -> PreviousNumber | None:
        """What a number most probably is, where it may be anything."""
        found, at = one.found, one.best
        if at < 0:
            return None
        rows = one.links.sets[int(found.rows[at])]
        return cls(rows, int(found.column[at]), int(found.formula[at]))


class Ranker:
    """Ranks the candidates of the numbers of one text.

    Args:
        evidence: The query results.
        reading: The text.
        weights: Of features.
        aggregates: Of the row sets of its numbers.
    """

    def __init__(
        self,
        evidence: EngineEvidence,
        reading: TextArrays,
        weights: FeatureWeights,
        aggregates: Aggregates,
    ) -> None:
        self._weights = weights
        self._linker = Linker(evidence, reading, weights.of)
        self._aggregates = aggregates
        self._properties = PropertyFinder(evidence)
        self._expander = Expander(evidence, aggregates)
        self._directions = Directions(evidence, reading)

    def rank(
        self, place: int, target: Target, stated: StatedCandidates, before: PreviousNumber | None
    ) -> RankedCandidates:
        """Rank what the number at a place may be.

        Args:
            place: Its place in the text.
            target: The number.
            stated: What other numbers say of it.
            before: What the number before it in its block most probably is.
        """
        links = self._linker.link(place)
        found = self._expander.candidates(links, target, stated)
        parts = self._parts(links, found, target, before)
        told = parts.scores(self._weights)
        scores = np.zeros(found.value.size + 2)
        scores[-2:] = told[[_OUTSIDE_AT, _UNFOUND_AT]]
        for column in parts.columns:
            scores[:-2] += told.take(column)
        scores[:-2][self._directions.wrong(place, target.shape, links.sets, found)] -= _IMPOSSIBLE
        return _ranked(links, found, parts, scores)

    def _parts(
        self, links: Links, found: Candidates, target: Target, before: PreviousNumber | None
    ) -> CandidateParts:
        asks = asked(target, links.cues, links.head)
        pool = _Pool()
        if not found.value.size:
            return CandidateParts(asks, links.outside, pool.features, ())
        columns = [
            _FORMULA_AT + found.formula,
            *self._of_rows(links, found, pool),
            *_of_measures(links, found, pool, self._properties),
            *self._properties.of(found, target, links.cues),
            pool.of_bits(found.flags, _FLAGGED),
        ]
        if before is not None:
            columns.append(_coherence(links, found, before, pool))
        return CandidateParts(asks, links.outside, pool.features, columns)

    def _of_rows(self, links: Links, found: Candidates, pool: _Pool) -> list[Ints]:
        sets = links.sets
        first = pool.add_all([_features(one) for one in sets])
        seconds = pool.add_all([one.seconds for one in sets])
        told = [
            (_size(self._aggregates.rows(one).size), one.entity, one.period,
             *self._aggregates.extent(one))
            for one in sets
        ]  # fmt: skip
        size, entity, period, time, scope = np.array(told, np.int64).T
        family, rows = _FAMILY_OF[found.formula], found.rows
        return [
            first + rows,
            np.where(found.second >= 0, seconds + found.second, -1),
            crossed("size", family, size[rows]),
            crossed("rows named", family, entity[rows]),
            crossed("period named", family, period[rows]),
            crossed("time", family, time[rows]),
            crossed("scope", family, scope[rows]),
        ]


def _features(one: RowSet) -> Names:
    """How a row set is linked, one that others are compared with included."""
    return tuple(f"by itself {name}" for name in one.seconds) if one.is_second else one.features


def with_nearby(
    ranked: RankedCandidates, places: Ints, weights: FeatureWeights, near: NearbyClarity
) -> RankedCandidates:
    """The same number with what others give its candidates: ``NEARBY``, (features, candidates).

    ``near``: what is known of the numbers near it.
    """
    scores = ranked.scores.copy()
    for each in places:
        scores[:-2] += weights.nearby.take(each)
    parts = ranked.parts
    parts = parts._replace(columns=[*parts.columns, *(places + _NEARBY_AT)])
    return _ranked(ranked.links, ranked.found, parts, scores)._replace(near=near)


def without(ranked: RankedCandidates, some: NDArray[np.bool_]) -> RankedCandidates:
    """The same number with some candidates that cannot be intended."""
    scores = ranked.scores.copy()
    scores[:-2][some] -= _IMPOSSIBLE
    return _ranked(ranked.links, ranked.found, ranked.parts, scores)


def _ranked(
    links: Links, found: Candidates, parts: CandidateParts, scores: Floats
) -> RankedCandidates:
    mass = np.exp(scores - scores.max())
    p = mass / mass.sum()
    return RankedCandidates(links, found, p[:-2], float(p[-2]), float(p[-1]), parts, scores)


def near_of(some: Sequence[RankedCandidates]) -> NearbyClarity:
    """How plainly a text names what some numbers are."""
    if not some:
        return NOTHING_NEAR
    told = [
        (
            float(one.probabilities.max(initial=0.0)),
            one.unfound + one.outside,
            float(one.best >= 0 and one.links.sets[int(one.found.rows[one.best])].entity in _HERE),
        )
        for one in some
    ]
    return NearbyClarity(*(sum(each) / len(some) for each in zip(*told, strict=True)))


def _of_measures(
    links: Links, found: Candidates, pool: _Pool, properties: PropertyFinder
) -> list[Ints]:
    linked = [column for columns in links.columns.values() for column in columns]
    most = max((column.measure for column in linked), default=-1) + 2
    part, named = np.full(most, -1), np.zeros(most, np.int64)  # the last one for none
    other = np.full(most, -1)
    first = pool.add_all([[*column.features] for column in linked])
    for at, column in enumerate(linked, first):
        part[column.measure] = at
        named[column.measure] = _named(column.named)
    family = _FAMILY_OF[found.formula]
    by_name = crossed("measure named", family, named[found.column])
    unit = crossed("unit", _QUANTITY_OF[found.formula], found.fit)
    of_other, *related = (np.full(found.value.size, -1) for _ in range(4))
    two = np.flatnonzero(found.other >= 0)
    if two.size:
        first = pool.add_all([_as_other(column) for column in linked])
        for at, column in enumerate(linked, first):
            other[column.measure] = at
        seconds = others(links, found, two)
        of_other[two] = other[seconds]
        for known, told in zip(related, properties.of_two(found, two, seconds), strict=True):
            known[two] = told
    return [part[found.column], np.where(found.column >= 0, by_name, -1), of_other, unit, *related]


def others(links: Links, found: Candidates, two: Ints) -> Ints:
    """The second measures of candidates that have one."""
    views = np.array([one.view for one in links.sets])[found.rows[two]]
    width = max(len(columns) for columns in links.columns.values())
    table = np.full((max(links.columns) + 1, width), -1)
    for view, columns in links.columns.items():
        table[view, : len(columns)] = [column.measure for column in columns]
    measures: Ints = table[views, found.other[two]]
    return measures


def _as_other(column: MeasureLink) -> list[Feature]:
    """The features of a second measure."""
    named = column.named
    return [("other measure named", named) if named else ("other measure not named", 1.0)]


def _named(part: float) -> int:
    return min(len(NAMED) - 1, 1 + int(part / _STEP)) if part else 0


_FLAGGED = tuple(f"candidate: {flag}" for flag in FLAGS)
_COHERENT = (
    "same rows and measure", "same rows, next measure", "same rows, other measure",
    "other rows, same measure", "other rows and measure", "other view", "same formula",
    "same formula, rows and measure",
)  # fmt: skip
(_SAME, _NEXT, _SAME_ROWS, _SAME_MEASURE, _OTHER, _OTHER_VIEW, _FORMULA, _REPEATED) = (
    1 << bit for bit in range(len(_COHERENT))
)


def _coherence(links: Links, found: Candidates, before: PreviousNumber, pool: _Pool) -> Ints:
    """What candidates share with what the number before is, as far as words tell that."""
    last, measure, formula = before
    viewed = np.array([one.view == last.view for one in links.sets])[found.rows]
    same = np.array([(one.view, one.options) == (last.view, last.options) for one in links.sets])
    rows, of_same = same[found.rows], found.column == measure
    alike = found.formula == formula
    bits = np.select(
        [rows & of_same, rows & (found.column == measure + 1), rows, of_same, viewed],
        [_SAME, _NEXT, _SAME_ROWS, _SAME_MEASURE, _OTHER],
        _OTHER_VIEW,
    )
    bits |= alike * _FORMULA | (alike & rows & of_same) * _REPEATED
    return pool.of_bits(bits, [f"before: {name}" for name in _COHERENT])


class _Pool:
    """Parts of what is linked, as they are made."""

    def __init__(self) -> None:
        self.features: list[Names | Sequence[Feature]] = []

    def add_all(self, parts: Sequence[Names | Sequence[Feature]]) -> int:
        """Add parts; the place of the first one."""
        first = _LINKED_AT + len(self.features)
        self.features += parts
        return first

    def of_bits(self, bits: Ints, names: Sequence[str]) -> Ints:
        """The parts of candidates with some of several features, a bit each."""
        places = np.full(1 << len(names), -1)
        for one in np.flatnonzero(np.bincount(bits, minlength=places.size)).tolist():
            if one:
                told = tuple(name for bit, name in enumerate(names) if one >> bit & 1)
                places[one] = self.add_all([told])
        parts: Ints = places[bits]
        return parts


def _size(rows: int) -> int:
    return 0 if rows == 1 else 1 if rows <= 5 else 2 if rows <= 20 else 3
