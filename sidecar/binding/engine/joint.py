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
from sidecar.binding.engine.ranking import Parts, Ranked, Weights, others, with_parts
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
_WHAT = ("both operands stated", "an operand stated", "is an operand", "stated nearby")


class _Stated(NamedTuple):
    """What a number is, and is computed of, with probabilities: keys in order, and their mass."""

    levels: tuple[Ints, Floats]
    operands: tuple[Ints, Floats]


class _Alone(NamedTuple):
    """A number as it is ranked alone, with the keys of its candidates and what it is."""

    ranked: Ranked
    keys: tuple[Ints, Ints]
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
            window.append(_Alone(one, keys, _stated(one, *keys)))
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
        near = [window[other - first].stated for other in self._near(at)]
        one = window[here]
        if here == _NEAR:
            window.popleft()
        return self._again(one.ranked, one.keys, near, weights)

    def _near(self, at: int) -> Iterator[int]:
        r = self._reading
        here = r.sentence[min(r.first[at], r.size - 1)]
        for other in range(max(0, at - _NEAR), min(len(r.first), at + _NEAR + 1)):
            there = r.sentence[min(r.first[other], r.size - 1)]
            if other != at and abs(there - here) <= _SENTENCES:
                yield other

    def _keys(self, one: Ranked) -> tuple[Ints, Ints]:
        """The first and second operand of each candidate as numbers, -1 for none."""
        found, links = one.found, one.links
        if not found.value.size:
            none = np.empty(0, np.int64)
            return none, none
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
        return first, second

    def _id(self, view: int, rows: Ints) -> int:
        return self._ids.setdefault((view, rows.tobytes()), len(self._ids))

    @staticmethod
    def _again(
        one: Ranked, keys: tuple[Ints, Ints], near: Sequence[_Stated], weights: Weights
    ) -> Ranked:
        if not near or not one.found.value.size:
            return one
        first, second = keys
        levels = [each.levels for each in near]
        a, b = _most(levels, first), _most(levels, second)
        operand = _most([each.operands for each in near], first)
        derived, level = _DERIVED[one.found.formula], _LEVEL[one.found.formula]
        found = (
            np.where(derived, np.minimum(a, b), 0.0),
            np.where(derived, np.maximum(a, b), 0.0),
            np.where(level, operand, 0.0),
            np.where(level, a, 0.0),
        )
        family = _FAMILY_OF[one.found.formula]
        linked, columns = list(one.parts.linked), list(one.parts.columns)
        start = Parts.linked_at() + len(linked)
        for what, mass in zip(_WHAT, found, strict=True):
            code = family * (_LEVELS + 1) + np.ceil(mass * _LEVELS - 0.5).astype(np.int64)
            used, inverse = np.unique(code, return_inverse=True)
            for each in used.tolist():
                name, value = FAMILIES[each // (_LEVELS + 1)], each % (_LEVELS + 1) / _LEVELS
                linked.append([(f"{name} / {what}", value)] if value else [])
            columns.append(start + inverse)
            start += used.size
        parts = one.parts._replace(linked=linked, columns=columns)
        return with_parts(one, parts, weights)


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
