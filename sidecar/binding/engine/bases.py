"""What a ratio is stated of: "18 times the 9,200 of Oslo" is a value divided by those 9,200."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.formulas import FORMULAS, Operands, Quantity
from sidecar.binding.engine.lexicon import BREAKS, STRONG
from sidecar.binding.engine.reading import Reading

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

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


def base_of(reading: Reading, place: int) -> int:
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
