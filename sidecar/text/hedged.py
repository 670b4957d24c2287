"""Hedges and directions of plain numbers: the words of ``context`` for the compiled pass."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath import hedges, scan_words
from sidecar.model.number import Qualifier, Unit
from sidecar.text import context

Ints = NDArray[np.int64]


def _verbs_before(unit: Unit) -> set[str]:
    """The verbs that "over" belongs to before numbers of a unit."""
    return {verb for verb, units in context.PARTICLE_VERBS.items() if unit in units}


_ROLES = {
    hedges.CUE: context.CUES,
    hedges.ARTICLE: context.ARTICLES,
    hedges.NEGATION: context.NEGATIONS,
    hedges.TARGET: context.TARGETS,
    hedges.APART: context.APART,
    hedges.PASSED: context.PASSED_WORDS,
    hedges.UP: context.UP,
    hedges.DOWN: context.DOWN,
    hedges.NOT_AFTER: context.NOT_AFTER,
    hedges.SLIGHTLY: context.SLIGHTLY,
    hedges.DEFINITE: {context.DEFINITE},
    hedges.PARTICLE: {context.PARTICLE},
    hedges.CHANGE: context.CHANGES,
    hedges.OVER_COUNTS: _verbs_before(Unit.COUNT),
    hedges.OVER_MONEY: _verbs_before(Unit.CURRENCY),
    hedges.OVER_OTHERS: _verbs_before(Unit.MEASURE),
}


def _table() -> tuple[Ints, NDArray[np.uint8], Ints]:
    """The words, their spellings, and what becomes of pairs of them."""
    pairs = np.zeros(hedges.PLACES**2 + 2 * hedges.QUALIFIERS, np.int64)
    firsts, lasts = ({"": 0} for _ in range(2))
    for pair, qualifier in context.TWO_WORDS.items():
        first, last = pair.split()
        place = firsts.setdefault(first, len(firsts)) * hedges.PLACES
        pairs[place + lasts.setdefault(last, len(lasts))] = qualifier
    for qualifier in Qualifier:
        at = hedges.PLACES**2 + qualifier
        pairs[at] = context.NEGATED.get(qualifier, qualifier)
        pairs[at + hedges.QUALIFIERS] = context.TIGHTENED.get(qualifier, qualifier)
    words = {*firsts, *lasts, *context.ONE_WORD, *context.OR_WORDS}.union(*_ROLES.values()) - {""}
    return (
        *scan_words.table(
            {
                word: (
                    sum(role for role, members in _ROLES.items() if word in members),
                    context.ONE_WORD.get(word, 0)
                    + hedges.QUALIFIERS * context.OR_WORDS.get(word, 0),
                    firsts.get(word, 0) * hedges.PLACES + lasts.get(word, 0),
                )
                for word in sorted(words)
                if word.isascii()
            }
        ),
        pairs,
    )


TABLE = _table()
