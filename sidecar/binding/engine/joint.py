"""All numbers of a text together: a number that is computed of others near it, and the others.

"€13.5m of €16.9m, or 80%": what a share may be of is what the numbers beside it are. A second look
adds to each candidate how probably its operands are stated near it, how probably it is an operand
of a number near it, and how probably a number near it is the same. It uses the probabilities of the
first look, and like these no value of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.crosses import BESIDE, LEVELS, SHARED_WITH, STATED
from sidecar.binding.engine.formulas import FAMILIES, FAMILY, FORMULAS, PLACE, Operands, Quantity
from sidecar.binding.engine.lexicon import BREAKS, STRONG
from sidecar.binding.engine.ranking import (
    FeatureWeights,
    RankedCandidates,
    near_of,
    others,
    with_nearby,
    without,
)
from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.engine.row_sets import RowSet

# What a ratio is stated of: "18 times the 9,200 of Oslo" is a value divided by those 9,200.

_APART = 3  # tokens between a ratio and what it is stated of
_DIVIDING = BREAKS | STRONG | {"and", "or"}
_ROLES = ("", "from", "against")
_LEAST, _SURER = 0.3, 2.0  # how probable what a ratio is of is, and times the other way round
_RATIO = np.array(
    [
        one.operands in (Operands.OTHER, Operands.EARLIER, Operands.COLUMNS)
        and (one.quantity is Quantity.MULTIPLE or one.name.endswith(("row share", "column share")))
        for one in FORMULAS
    ]
)


def base_of(reading: TextArrays, place: int) -> int:
    """The number right behind one, which it would be a ratio of; -1 where none is."""
    r, other = reading, place + 1
    if other >= len(r.first) or r.role[other] not in _ROLES:
        return -1
    between = range(r.last[place], r.first[other])
    if len(between) > _APART or r.sentence[r.first[place]] != r.sentence[r.first[other]]:
        return -1
    return -1 if any(r.word[token] in _DIVIDING for token in between) else other


def is_ratio(formula: Ints) -> Mask:
    """Which candidates divide what two numbers may be."""
    ratio: Mask = _RATIO[formula]
    return ratio


def turned(formula: Ints, first: Floats, second: Floats) -> Mask:
    """Which candidates are ratios the wrong way round.

    Args:
        formula: Of each candidate.
        first: How probably its first operand is the number that it would be a ratio of.
        second: The same of its second operand.
    """
    wrong: Mask = is_ratio(formula) & (first >= _LEAST) & (first >= _SURER * second)
    return wrong


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

NEAR = 4
"""Numbers on either side that tell what one is."""

_SENTENCES = 1  # and sentences
_MEASURES = 1 << 20
_LEVEL = np.isin(np.arange(len(FORMULAS)), [PLACE["cell"], PLACE["sum"]])
_DERIVED = np.array(
    [
        one.operands in (Operands.WHOLE, Operands.EARLIER, Operands.OTHER, Operands.COLUMNS)
        for one in FORMULAS
    ]
)
_FAMILY_OF = np.array(FAMILY)
_STATED_AT = len(FAMILIES) * np.arange(len(STATED))[:, None]
_BESIDE_AT = len(FAMILIES) * len(STATED)
_AT = {where: _BESIDE_AT + len(SHARED_WITH) * place for place, where in enumerate(BESIDE)}


_Masses = tuple[Ints, Floats]
_Keys = tuple[Ints, Ints, Ints]


class _NumberMass(NamedTuple):
    """What a number is, and is computed of, with probabilities: keys in order, and their mass.

    Attributes:
        levels: The cells and sums that it may be.
        operands: Those that it may be computed of.
    """

    levels: _Masses
    operands: _Masses


class NumberScope(NamedTuple):
    """Which numbers of a text are looked at.

    Attributes:
        begin: The first of those that are given.
        first: The first of those that they may be told by.
    """

    begin: int = 0
    first: int = 0


class _SingleRanking(NamedTuple):
    """A number as it is ranked alone, with the keys of its candidates and what it is."""

    ranked: RankedCandidates
    keys: _Keys
    stated: _NumberMass


class Joint:
    """Looks at the numbers of one text a second time.

    Args:
        reading: The text.
        aggregates: Of row sets.
    """

    def __init__(self, reading: TextArrays, aggregates: Aggregates) -> None:
        self._reading, self._aggregates = reading, aggregates
        self._ids: dict[tuple[int, bytes], int] = {}
        self._named: dict[tuple[int, tuple[tuple[int, ...] | None, ...]], int] = {}

    def rerank(
        self, ranked: Iterator[RankedCandidates], weights: FeatureWeights, scope: NumberScope
    ) -> Iterator[RankedCandidates]:
        """The numbers of a text, each with what the others near it are.

        Those near a number alone are held at once.

        Args:
            ranked: As each is ranked alone, from ``scope.first`` on.
            weights: Of features.
            scope: Which numbers are looked at.
        """
        near: dict[int, _SingleRanking] = {}
        ahead, count = scope.first, len(self._reading.first)
        for at in range(scope.begin, count):
            while ahead < min(count, at + NEAR + 1):
                one = next(ranked)
                keys = self._keys(one)
                near[ahead] = _SingleRanking(one, keys, _stated(one, *keys[:2]))
                ahead += 1
            yield self._given(near, at, weights)
            near.pop(at - NEAR, None)

    def _given(
        self, near: Mapping[int, _SingleRanking], at: int, weights: FeatureWeights
    ) -> RankedCandidates:
        """A number that all numbers near are known of, looked at again."""
        one = self._looked_at(near, at, weights)
        base = base_of(self._reading, at)
        if base >= 0 and is_ratio(one.found.formula).any():
            again = self._looked_at(near, base, weights)
            one = _unturned(one, near[at].keys, (again, near[base].keys))
        return one

    def _looked_at(
        self, known: Mapping[int, _SingleRanking], at: int, weights: FeatureWeights
    ) -> RankedCandidates:
        """A number looked at again, by those near it."""
        near = [known[other] for other in self._near(at) if other in known]
        beside = [(where, known[other]) for where, other in self._beside(at) if other in known]
        return self._again(known[at], near, beside, weights)

    def _beside(self, at: int) -> Iterator[tuple[str, int]]:
        """The numbers right before and behind one, with what parts them from it."""
        r = self._reading
        here = min(r.first[at], r.size - 1)
        for side, other in (("before", at - 1), ("behind", at + 1)):
            if not 0 <= other < len(r.first):
                continue
            there = min(r.first[other], r.size - 1)
            if r.clause[there] == r.clause[here]:
                yield f"{side}, in the clause", other
            elif r.block[there] != r.block[here]:
                yield f"{side}, in another block", other
            elif r.part[there] == r.part[here]:
                yield f"{side}, in the part", other
            elif r.sentence[there] == r.sentence[here]:
                yield f"{side}, in the sentence", other
            else:
                yield f"{side}, in another sentence", other

    def _near(self, at: int) -> Iterator[int]:
        r = self._reading
        here = r.sentence[min(r.first[at], r.size - 1)]
        for other in range(max(0, at - NEAR), min(len(r.first), at + NEAR + 1)):
            there = r.sentence[min(r.first[other], r.size - 1)]
            if other != at and abs(there - here) <= _SENTENCES:
                yield other

    def _keys(self, one: RankedCandidates) -> _Keys:
        """The first and second operand and the rows of each candidate as numbers, -1 for none."""
        found, links = one.found, one.links
        if not found.value.size:
            none = np.empty(0, np.int64)
            return none, none, none
        ids = np.array([self._id(each) for each in links.sets])
        first = np.where(found.column >= 0, ids[found.rows] * _MEASURES + found.column, -1)
        second = np.where(
            (found.second >= 0) & (found.column >= 0),
            ids[found.second] * _MEASURES + found.column,
            -1,
        )
        two = np.flatnonzero(found.other >= 0)
        if two.size:
            second[two] = ids[found.rows[two]] * _MEASURES + others(links, found, two)
        return first, second, ids[found.rows]

    def _id(self, one: RowSet) -> int:
        """A number for the rows of a row set, whichever way they were named."""
        key = (one.view, one.options)
        found = self._named.get(key)
        if found is None:
            rows = one.view, self._aggregates.rows(one).tobytes()
            found = self._named[key] = self._ids.setdefault(rows, len(self._ids))
        return found

    @staticmethod
    def _again(
        alone: _SingleRanking,
        near: Sequence[_SingleRanking],
        beside: Sequence[tuple[str, _SingleRanking]],
        weights: FeatureWeights,
    ) -> RankedCandidates:
        one, (first, second, rows) = alone.ranked, alone.keys
        if not (near or beside) or not one.found.value.size:
            return one
        levels = _known([each.stated.levels for each in near])
        a, b = _mass(levels, np.stack((first, second)))
        operand = _mass(_known([each.stated.operands for each in near]), first)
        derived, level = _DERIVED[one.found.formula], _LEVEL[one.found.formula]
        found = [np.minimum(a, b) * derived, np.maximum(a, b) * derived, operand * level, a * level]
        features = [*(_STATED_AT + _FAMILY_OF[one.found.formula])]
        for where, other in beside:
            for what, (told, mine) in enumerate((
                (other.keys[2], rows),
                (other.ranked.found.column + 1, one.found.column + 1),
            )):  # fmt: skip
                size = 1 + max(int(mine.max()), int(told.max(initial=0)))
                mass = np.bincount(told, other.ranked.probabilities, size)[mine]
                features.append(np.full(mine.size, _AT[where] + what))
                found.append(np.minimum(mass, 1.0))
            features.append(np.full(first.size, _AT[where] + SHARED_WITH.index("cell")))
            found.append(_mass(_known([other.stated.levels]), first) * level)
        rounded = np.ceil(np.stack(found) * LEVELS - 0.5).astype(np.int64)
        places = np.stack(features) * (LEVELS + 1) + rounded
        return with_nearby(one, places, weights, near_of([each.ranked for each in near]))


def _unturned(
    one: RankedCandidates, keys: _Keys, base: tuple[RankedCandidates, _Keys]
) -> RankedCandidates:
    """A number without ratios that have what they are stated of above the line."""
    (first, second, _), (again, its) = keys, base
    levels = _known([_stated(again, *its[:2]).levels])
    wrong = turned(one.found.formula, _mass(levels, first), _mass(levels, second))
    return without(one, wrong) if wrong.any() else one


def _stated(one: RankedCandidates, first: Ints, second: Ints) -> _NumberMass:
    p, formula = one.probabilities, one.found.formula
    level, derived = _LEVEL[formula], _DERIVED[formula]
    both = np.concatenate((first[derived], second[derived]))
    return _NumberMass(
        _summed(first[level], p[level]), _summed(both, np.concatenate((p[derived], p[derived])))
    )


def _summed(keys: Ints, p: Floats) -> _Masses:
    order, begins = _grouped(keys)
    mass = np.bincount(begins.cumsum() - 1, p[order])
    return keys[order][begins], np.minimum(1.0, mass)


def _grouped(keys: Ints) -> tuple[Ints, Mask]:
    """The order of keys, and which of them are another than the one before."""
    order = keys.argsort(kind="stable")
    ordered, begins = keys[order], np.ones(keys.size, np.bool_)
    begins[1:] = ordered[1:] != ordered[:-1]
    return order, begins


def _known(near: Sequence[_Masses]) -> _Masses:
    """The highest probability of each key in any of them; 0 for the key -1."""
    some = [each for each in near if each[0].size]
    if not some:
        return np.array([-1]), np.zeros(1)
    keys, mass = (np.concatenate(each) for each in zip(*some, strict=True))
    order, begins = _grouped(keys)
    distinct = keys[order][begins]
    most = np.maximum.reduceat(mass[order], begins.nonzero()[0])
    return distinct, most * (distinct >= 0)


def _mass(known: _Masses, keys: Ints) -> Floats:
    """The probability of each key."""
    at = np.minimum(known[0].searchsorted(keys), known[0].size - 1)
    mass: Floats = known[1][at] * (known[0][at] == keys)
    return mass
