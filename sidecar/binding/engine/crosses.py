"""Features that pair two properties of a candidate, one place in an array for each pair.

What a formula is asked for by ("growth / near rise") and what it is of ("sum / size: many rows").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.cues import Cues
from sidecar.binding.engine.extents import SCOPES, TIMES
from sidecar.binding.engine.formulas import FAMILIES, FAMILY, FORMULAS, Quantity
from sidecar.binding.engine.lexicon import CUE_NAMES
from sidecar.binding.engine.options import STRENGTHS
from sidecar.binding.engine.quantities import FORMS, Fit, Target

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

HEADS = ("measure", "dimension", "value", "foreign", "none", "unit")
SIZES = ("one row", "few rows", "some rows", "many rows")
NAMED = ("not", "weakly", "fairly", "well")
MEASURE_KINDS = tuple(
    f"{kind} of {unit}"
    for unit in ("no unit", "counts", "percents", "currencies", "measures")
    for kind in ("amounts", "levels")
)
FINENESS = ("unknown", "finer", "same", "coarser", "much coarser")
RESULTS = (
    "unknown", "zero", "negative", "positive", "percent to 1", "percent to 100", "percent 100",
    "percent to 300", "percent to 1000", "percent beyond", "times to 1", "times to 3",
    "times to 20", "times beyond",
)  # fmt: skip
DIRECTIONS = ("unsaid", "both", "agrees", "differs", "none")
SHARED = ("none", "some", "most")
PARTS_OF = ("neither", "part", "whole")
APART = ("next", "before", "farther")

_GROUPS: Mapping[str, Sequence[str]] = {
    "form": FORMS,
    "near": CUE_NAMES,
    "beside": CUE_NAMES,
    "before": CUE_NAMES,
    "behind": CUE_NAMES,
    "head": HEADS,
}
"""What formulas are asked for by: how a number is written, and what stands around it."""

_ASKS = ("", *(f" / {group} {name}" for group, names in _GROUPS.items() for name in names))
_FORM = {form: place for place, form in enumerate(FORMS)}
_ASKS_AT = dict(
    zip(_GROUPS, np.cumsum([1, *map(len, _GROUPS.values())])[:-1].tolist(), strict=True)
)
_ASKED = (
    *(one.name for one in FORMULAS),
    *(f"family {name}" for name in FAMILIES),
    "outside",
    "unfound",
)
_FAMILY_AT = len(FORMULAS) + np.array(FAMILY)

_CROSSES: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "size": (FAMILIES, SIZES),
    "rows named": (FAMILIES, STRENGTHS),
    "period named": (FAMILIES, STRENGTHS),
    "time": (FAMILIES, TIMES),
    "scope": (FAMILIES, SCOPES),
    "measure named": (FAMILIES, NAMED),
    "measure kind": (FAMILIES, MEASURE_KINDS),
    "fineness": (FAMILIES, FINENESS),
    "result": (FAMILIES, RESULTS),
    "direction": (FAMILIES, DIRECTIONS),
    "names shared": (FAMILIES, SHARED),
    "one of the other": (FAMILIES, PARTS_OF),
    "columns apart": (FAMILIES, APART),
    "unit": (tuple(one.name.lower() for one in Quantity), tuple(one.name.lower() for one in Fit)),
}
CROSSED = tuple(
    f"{name} / {what}: {level}"
    for what, (names, levels) in _CROSSES.items()
    for name in names
    for level in levels
)
"""The names of the pairs that candidates may be of."""


def _firsts() -> Mapping[str, int]:
    found, at = {}, 0
    for what, (names, levels) in _CROSSES.items():
        found[what] = at
        at += len(names) * len(levels)
    return found


_FIRST = _firsts()


def crossed(what: str, one: Ints, level: Ints) -> Ints:
    """The places in ``CROSSED`` of properties of candidates."""
    return _FIRST[what] + one * len(_CROSSES[what][1]) + level


def asked(target: Target, cues: Cues, head: int) -> list[int]:
    """What the form of a number and the words and numbers around it ask for."""
    told: Mapping[str, Iterable[int]] = {
        "form": (_FORM[form] for form in target.forms),
        "near": cues.near,
        "beside": cues.beside,
        "before": cues.before,
        "behind": cues.behind,
        "head": (head,),
    }
    return [0, *(_ASKS_AT[group] + at for group, places in told.items() for at in places)]


def names_asked(formula: int, asks: Sequence[int]) -> list[str]:
    """The features of a formula, of being outside (-2) or unfound (-1), by what is asked for."""
    if formula < 0:
        return [f"{_ASKED[formula]}{_ASKS[ask]}" for ask in asks]
    both = _ASKED[formula], _ASKED[_FAMILY_AT[formula]]
    return [f"{what}{_ASKS[ask]}" for what in both for ask in asks]


STATED = ("both operands stated", "an operand stated", "is an operand", "stated nearby")
WHERE = ("the clause", "another block", "the part", "the sentence", "another sentence")
BESIDE = tuple(f"{side}, in {where}" for side in ("before", "behind") for where in WHERE)
SHARED_WITH = ("rows", "measure", "cell")
LEVELS = 5  # of probability
_NEARBY = (
    *(f"{family} / {what}" for what in STATED for family in FAMILIES),
    *(f"{what} of the number {where}" for where in BESIDE for what in SHARED_WITH),
)
NEARBY = tuple((name, level / LEVELS) for name in _NEARBY for level in range(LEVELS + 1))
"""The features that other numbers give candidates: what these share with them, by probability."""

_MOST_SUMS = 50_000  # that are remembered


class FeatureWeights(dict[str, float]):
    """What features weigh, by name, and those of crossed ones as arrays.

    Attributes:
        crossed: By place in ``CROSSED``.
        nearby: By place in ``NEARBY``.
    """

    def __init__(self, by_name: Mapping[str, float]) -> None:
        super().__init__(by_name)
        self.crossed = np.array([self.get(name, 0.0) for name in CROSSED])
        self.nearby = np.array([self.get(name, 0.0) * value for name, value in NEARBY])
        self._sums: dict[tuple[str, ...], float] = {}
        told = [[self.get(f"{what}{ask}", 0.0) for ask in _ASKS] for what in _ASKED]
        asks = np.array(told)
        formulas = asks[: len(FORMULAS)] + asks[_FAMILY_AT]
        self._asked = np.concatenate((formulas, asks[-2:])).T.copy()

    def of(self, names: tuple[str, ...]) -> float:
        """What some features weigh together."""
        found = self._sums.get(names)
        if found is None:
            if len(self._sums) >= _MOST_SUMS:
                self._sums.clear()
            found = self._sums[names] = sum([self.get(name, 0.0) for name in names])
        return found

    def of_formulas(self, asks: Sequence[int]) -> Floats:
        """What formulas, and behind them being outside or unfound, weigh by what is asked for."""
        found: Floats = self._asked[asks].sum(0)
        return found
