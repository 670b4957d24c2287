"""Features that pair two properties of a candidate, one place in an array for each pair.

What a formula is asked for by ("growth / near rise") and what it is of ("sum / size: many rows").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

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

_ASKS = (
    "",
    *(f" / form {form}" for form in FORMS),
    *(f" / near {cue}" for cue in CUE_NAMES),
    *(f" / beside {cue}" for cue in CUE_NAMES),
    *(f" / head {head}" for head in HEADS),
)
_FORM = {form: place for place, form in enumerate(FORMS, 1)}
_NEAR = 1 + len(FORMS)
_BESIDE = _NEAR + len(CUE_NAMES)
_HEAD = _BESIDE + len(CUE_NAMES)
_ASKED = (*(one.name for one in FORMULAS), *(f"family {name}" for name in FAMILIES), "outside")
_FAMILY_AT = len(FORMULAS) + np.array(FAMILY)

_CROSSES: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "size": (FAMILIES, SIZES),
    "rows named": (FAMILIES, STRENGTHS),
    "period named": (FAMILIES, STRENGTHS),
    "time": (FAMILIES, TIMES),
    "scope": (FAMILIES, SCOPES),
    "measure named": (FAMILIES, NAMED),
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


def asked(target: Target, near: Sequence[int], beside: Sequence[int], head: int) -> list[int]:
    """What the form of a number and the words around it ask for."""
    return [
        0,
        *(_FORM[form] for form in target.forms),
        *(_NEAR + cue for cue in near),
        *(_BESIDE + cue for cue in beside),
        _HEAD + head,
    ]


def names_asked(formula: int, asks: Sequence[int]) -> list[str]:
    """The features of a formula, or of being outside (-1), by what is asked for."""
    if formula < 0:
        return [f"{_ASKED[-1]}{_ASKS[ask]}" for ask in asks]
    both = _ASKED[formula], _ASKED[_FAMILY_AT[formula]]
    return [f"{what}{_ASKS[ask]}" for what in both for ask in asks]


class Weights(dict[str, float]):
    """What features weigh, by name, and those of crossed ones as arrays.

    Attributes:
        crossed: By place in ``CROSSED``.
    """

    def __init__(self, by_name: Mapping[str, float]) -> None:
        super().__init__(by_name)
        self.crossed = np.array([self.get(name, 0.0) for name in CROSSED])
        told = [[self.get(f"{what}{ask}", 0.0) for ask in _ASKS] for what in _ASKED]
        asks = np.array(told)
        formulas = asks[: len(FORMULAS)] + asks[_FAMILY_AT]
        self._asked = np.concatenate((formulas, asks[-1:])).T.copy()

    def of_formulas(self, asks: Sequence[int]) -> Floats:
        """What formulas, and behind them being outside, weigh by what is asked for."""
        found: Floats = self._asked[asks].sum(0)
        return found
