"""The plain numbers of a text, read by ``fastpath.numbers``; the others are left to the readers.

What is read here equals what the readers would have read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import hedges, scan_words
from fastpath import numbers as scan
from fastpath import scan_columns as column
from sidecar.model.number import Qualifier, Unit
from sidecar.text import context, digits, exclusions
from sidecar.text.affixes import NATIONS
from sidecar.text.lexicon import COUNTED, LEXICON, WordKind
from sidecar.text.units import (
    CODE_ALIASES,
    DOTTED_SCALES,
    MONEY_SCALES,
    PHRASES,
    POWERS,
    SPELLED,
    UNITS,
    UnitMeasure,
)
from sidecar.text.units import SCALE_SUFFIXES as SUFFIXES
from sidecar.text.vocabulary import listed

# Hedges and directions of plain numbers: the words of ``context`` for the compiled pass.


def _verbs_before(unit: Unit) -> set[str]:
    """The verbs that "over" belongs to before numbers of a unit."""
    return {verb for verb, units in context.PARTICLE_VERBS.items() if unit in units}


_HEDGED_ROLES = {
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
    words = {*firsts, *lasts, *context.ONE_WORD, *context.OR_WORDS}.union(
        *_HEDGED_ROLES.values()
    ) - {""}
    return (
        *scan_words.table(
            {
                word: (
                    sum(role for role, members in _HEDGED_ROLES.items() if word in members),
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


Ints = NDArray[np.int64]

_KINDS = {
    WordKind.MONTH: scan_words.MONTH,
    WordKind.THING: scan_words.THING,
    WordKind.SCALE: scan_words.SCALE,
}
_UNITS = {
    Unit.MEASURE: scan_words.MEASURE,
    Unit.CURRENCY: scan_words.CURRENCY,
    Unit.PERCENT: scan_words.PERCENT,
}
_ROLES = {
    scan_words.BEFORE: [*digits.NAMING, *digits.RANKS, "minus", "negative", "rs", "form"],
    scan_words.LINK: listed(
        "to through till until for of by and or from over minus negative x times"
    ),
    scan_words.ARTICLE: listed("a an metric square cubic fluid"),
    scan_words.PHRASE: listed("per an point points squared cubed"),
    scan_words.JOINS: ["and", "point"],
    scan_words.PREPOSITION: ["in"],
    scan_words.AFTER: [
        *NATIONS, *POWERS, *(word for word in PHRASES if word not in ("per", "percent")),
        *listed("x times fold am pm hr hrs uhr deg degree degrees st nd rd th bc bce ad ce b g k"),
        *(word.lower() for word in DOTTED_SCALES),
    ],
    scan_words.AMOUNT: digits.AMOUNTS,
    scan_words.COUNTED: COUNTED,
}  # fmt: skip
_ALWAYS = listed("k M mn mln mil Mn MM bn Bn BN bln tn trn Tn cr Cr thousands millions billions")


class PlainNumbers(NamedTuple):
    """What the pass found, in bytes.

    Attributes:
        numbers: See ``fastpath.numbers``.
        measures: What the units of the plain numbers stand for.
    """

    numbers: scan.NumberScan
    measures: Sequence[UnitMeasure]


def find_plain(
    data: bytes, holes: Ints, codes: frozenset[str], *, years: bool
) -> PlainNumbers | None:
    """The plain numbers of a text; None where the readers must do it all.

    Args:
        data: The text as UTF-8.
        holes: The places that hold no prose, with the columns of ``fastpath.holes``.
        codes: The currencies.
        years: Whether years are no quantities.
    """
    vocabulary, measures = _vocabulary(codes)
    found = scan.read(data, holes, vocabulary, years=years)
    return None if found is None else PlainNumbers(found, measures)


@lru_cache(maxsize=8)
def _vocabulary(codes: frozenset[str]) -> tuple[scan.WordMeanings, list[UnitMeasure]]:
    """What words mean to the scan, and the measure of each unit's number."""
    table = _Table()
    for word, (kind, value) in LEXICON.items():
        power = int(value) if kind is WordKind.SCALE else 0
        table.add(word, scan_words.ANCHOR | _KINDS.get(kind, 0), power=power)
    for role, words in _ROLES.items():
        for word in words:
            table.add(word, role)
    for word, measure in SPELLED.items():
        table.unit(word, measure, scan_words.FOLDS)
    for word, measure in UNITS.items():
        table.unit(word, measure, 0)
    table.scales()
    for month in exclusions.MONTHS_ELSEWHERE:
        table.add(month, scan_words.AFTER | scan_words.MONTH)
    for code in codes:
        measure = UnitMeasure(Unit.CURRENCY, CODE_ALIASES.get(code, code))
        table.unit(code, measure, scan_words.CODE)
        for scale in "MmkK":
            table.add(scale + code, scan_words.AFTER)
    words, keys = scan_words.table(table.meanings)
    return scan.WordMeanings(words, keys, *TABLE), table.measures


class _Table:
    """Collects the meanings of words."""

    def __init__(self) -> None:
        self.measures = [UnitMeasure(Unit.COUNT, "")] * 3
        self.measures[column.DOLLAR] = UnitMeasure(Unit.CURRENCY, "USD")
        self.measures[column.PERCENT_SIGN] = UnitMeasure(Unit.PERCENT, "%")
        self.meanings: dict[str, tuple[int, int, int]] = {}

    def add(self, word: str, flags: int, unit: int = 0, power: int = 0) -> None:
        """Adds what a word does to what it does already."""
        if word.isascii() and word.isalpha():
            known, its_unit, its_power = self.meanings.get(word, (0, 0, 0))
            self.meanings[word] = (known | flags, unit or its_unit, power or its_power)

    def scales(self) -> None:
        """Adds the scales that are suffixes or abbreviations."""
        for word, power in SUFFIXES.items():
            if word in ("B", "T", *_ALWAYS):
                role = scan_words.SUFFIX if word in _ALWAYS else scan_words.TIGHT
                self.add(word, role, power=power)
        for word, power in MONEY_SCALES.items():
            self.add(word, scan_words.MONEY, power=power)

    def unit(self, word: str, measure: UnitMeasure, flags: int) -> None:
        """Adds a unit."""
        if measure not in self.measures:
            self.measures.append(measure)
        number = self.measures.index(measure)
        self.add(word, flags | _UNITS[measure.unit], number, measure.power)
