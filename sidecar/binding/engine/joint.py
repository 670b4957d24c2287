"""All numbers of a text together: a number that is computed of others near it, and the others.

"€13.5m of €16.9m, or 80%": what a share may be of is what the numbers beside it are. A second look
adds to each candidate how probably its operands are stated near it, how probably it is an operand
of a number near it, and how probably a number near it is the same. It uses the probabilities of the
first look, and like these no value of the text.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.formulas import FAMILIES, FAMILY, FORMULAS, PLACE, Operands
from sidecar.binding.engine.ranking import Parts, Ranked, Weights, near_of, others, with_parts
from sidecar.binding.engine.reading import Reading

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NEAR = 4  # numbers on either side
_SENTENCES = 1  # and sentences
_LEVELS = 5  # of probability
_MEASURES = 1 << 20
_LEVEL = np.isin(np.arange(len(FORMULAS)), [PLACE["cell"], PLACE["sum"]])
_DERIVED = np.array(
    [
        one.operands in (Operands.WHOLE, Operands.EARLIER, Operands.OTHER, Operands.COLUMNS)
        for one in FORMULAS
    ]
)
_FAMILY_OF = np.array(FAMILY)
STATED = ("both operands stated", "an operand stated", "is an operand", "stated nearby")


_Masses = tuple[Ints, Floats]


class _Stated(NamedTuple):
    """What a number is, and is computed of, with probabilities: keys in order, and their mass.

    Attributes:
        levels: The cells and sums that it may be.
        operands: Those that it may be computed of.
    """

    levels: _Masses
    operands: _Masses


class _Alone(NamedTuple):
    """A number as it is ranked alone, with the keys of its candidates and what it is."""

    ranked: Ranked
    keys: tuple[Ints, Ints, Ints]
    stated: _Stated


class Joint:
    """Looks at the numbers of one text a second time.

    Args:
        reading: The text.
        aggregates: Of row sets.
    """

    def __init__(self, reading: Reading, aggregates: Aggregates) -> None:
        self._reading, self._aggregates = reading, aggregates
        self._ids: dict[tuple[int, bytes], int] = {}

    def rerank(self, ranked: Iterable[Ranked], weights: Weights) -> Iterator[Ranked]:
        """The numbers of a text, each with what the others near it are.

        Those near a number alone are held at once.

        Args:
            ranked: As each is ranked alone.
            weights: Of features.
        """
        window: deque[_Alone] = deque()
        at = 0  # the next one to give, and its place in the window
        for one in ranked:
            keys = self._keys(one)
            window.append(_Alone(one, keys, _stated(one, *keys[:2])))
            if len(window) > _NEAR + min(at, _NEAR):
                yield self._given(window, at, weights)
                at += 1
        while at < len(self._reading.first):
            yield self._given(window, at, weights)
            at += 1

    def _given(self, window: deque[_Alone], at: int, weights: Weights) -> Ranked:
        """A number that all numbers near are known of, looked at again."""
        here = min(at, _NEAR)
        first = at - here
        near = [window[other - first] for other in self._near(at)]
        beside = [(where, window[other - first]) for where, other in self._beside(at)]
        one = window[here]
        if here == _NEAR:
            window.popleft()
        return self._again(one, near, beside, weights)

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
        for other in range(max(0, at - _NEAR), min(len(r.first), at + _NEAR + 1)):
            there = r.sentence[min(r.first[other], r.size - 1)]
            if other != at and abs(there - here) <= _SENTENCES:
                yield other

    def _keys(self, one: Ranked) -> tuple[Ints, Ints, Ints]:
        """The first and second operand and the rows of each candidate as numbers, -1 for none."""
        found, links = one.found, one.links
        if not found.value.size:
            none = np.empty(0, np.int64)
            return none, none, none
        ids = np.array([self._id(s.view, self._aggregates.rows(s)) for s in links.sets])
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

    def _id(self, view: int, rows: Ints) -> int:
        return self._ids.setdefault((view, rows.tobytes()), len(self._ids))

    @staticmethod
    def _again(
        alone: _Alone, near: Sequence[_Alone], beside: Sequence[tuple[str, _Alone]],
        weights: Weights,
    ) -> Ranked:  # fmt: skip
        one, (first, second, rows) = alone.ranked, alone.keys
        if not (near or beside) or not one.found.value.size:
            return one
        levels = [each.stated.levels for each in near]
        a, b = _most(levels, first), _most(levels, second)
        operand = _most([each.stated.operands for each in near], first)
        derived, level = _DERIVED[one.found.formula], _LEVEL[one.found.formula]
        found = (
            np.where(derived, np.minimum(a, b), 0.0),
            np.where(derived, np.maximum(a, b), 0.0),
            np.where(level, operand, 0.0),
            np.where(level, a, 0.0),
        )
        family = _FAMILY_OF[one.found.formula]
        parts = _Linked(one.parts)
        for what, mass in zip(STATED, found, strict=True):
            parts.add([f"{name} / {what}" for name in FAMILIES], family, mass)
        same = np.zeros_like(rows)
        for where, other in beside:
            for what, told, mine in (
                ("rows", other.keys[2], rows),
                ("measure", other.ranked.found.column + 1, one.found.column + 1),
            ):
                size = 1 + max(int(mine.max()), int(told.max(initial=0)))
                mass = np.bincount(told, other.ranked.probabilities, size)[mine]
                parts.add([f"{what} of the number {where}"], same, np.minimum(mass, 1.0))
        return with_parts(one, parts.made(), weights, near_of([each.ranked for each in near]))


class _Linked:
    """Parts with more of what is linked."""

    def __init__(self, parts: Parts) -> None:
        self._parts, self._linked, self._columns = parts, list(parts.linked), list(parts.columns)

    def add(self, names: Sequence[str], which: Ints, mass: Floats) -> None:
        """Add one of several features to each candidate, with a mass as its value."""
        code = which * (_LEVELS + 1) + np.ceil(mass * _LEVELS - 0.5).astype(np.int64)
        used = np.flatnonzero(np.bincount(code))
        places = np.empty(int(used[-1]) + 1, np.int64)
        places[used] = Parts.linked_at() + len(self._linked) + np.arange(used.size)
        for each in used.tolist():
            name, value = names[each // (_LEVELS + 1)], each % (_LEVELS + 1) / _LEVELS
            self._linked.append([(name, value)] if value else [])
        self._columns.append(places[code])

    def made(self) -> Parts:
        """The parts with what was added."""
        return self._parts._replace(linked=self._linked, columns=self._columns)


def _stated(one: Ranked, first: Ints, second: Ints) -> _Stated:
    p, formula = one.probabilities, one.found.formula
    level, derived = _LEVEL[formula], _DERIVED[formula]
    both = np.concatenate((first[derived], second[derived]))
    return _Stated(
        _summed(first[level], p[level]), _summed(both, np.concatenate((p[derived], p[derived])))
    )


def _summed(keys: Ints, p: Floats) -> tuple[Ints, Floats]:
    distinct, inverse = np.unique(keys, return_inverse=True)
    return distinct, np.minimum(1.0, np.bincount(inverse, p, distinct.size))


def _most(near: Sequence[tuple[Ints, Floats]], keys: Ints) -> Floats:
    """The highest probability of each key in any of them; 0 for the key -1."""
    found = np.zeros(keys.size)
    for known, mass in near:
        if known.size:
            at = np.minimum(np.searchsorted(known, keys), known.size - 1)
            found = np.maximum(found, np.where((known[at] == keys) & (keys >= 0), mass[at], 0.0))
    return found
