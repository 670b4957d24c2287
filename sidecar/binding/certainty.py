"""How probably a number that was flagged is wrong: its odds, calibrated on labelled texts.

The odds of a number's readings are those of a model that knows no reading but its own. So a number
that is derived in a way which the model does not know looks as wrong as a wrong one. What tells
them apart is how plainly the words name what disagrees, whether the number stands elsewhere in the
data, and how well the other numbers of the same text are understood. A logistic regression over
these, fitted by ``make calibrate``, gives the probability (Platt, "Probabilistic outputs for
support vector machines", 1999).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("certainty.yaml")
FEATURES = (
    "one", "odds", "row", "column", "far", "elsewhere", "misplaced", "shifted", "understood",
)  # fmt: skip
"""What speaks for a flagged number being wrong, or against it; ``one`` is the intercept."""

_LEAST, _MOST = -6.0, 8.0  # log odds past these tell nothing more
_NAMED = 1.5  # how strongly a row or column is linked, at most
_SUPPORTED, _NOT = 3.0, 0.6  # as if so many more were and were not: what a lone number is among
_DIGITS = 3


class Doubt(NamedTuple):
    """What tells how sure it is that a flagged number is wrong.

    Attributes:
        odds: The logarithm of the odds that what is meant does not agree.
        row: How strongly the row of what disagrees is linked; 0 where nothing is plainly named.
        column: The same of its column.
        far: Whether that value is so far from the number that no slip explains it.
        elsewhere: Whether some cell equals the number.
        misplaced: Whether it is the value of another row than the one that is named.
        shifted: Whether it is that of another column.
    """

    odds: float = _MOST
    row: float = 0.0
    column: float = 0.0
    far: bool = False
    elsewhere: bool = False
    misplaced: bool = False
    shifted: bool = False


def log_odds(right: float, wrong: float) -> float:
    """The logarithm of the odds of two weights, neither of them negative."""
    if wrong <= 0 or right <= 0:
        return _MOST if wrong > right else _LEAST
    return min(_MOST, max(_LEAST, math.log(wrong) - math.log(right)))


def features(doubt: Doubt, supported: int, others: int) -> tuple[float, ...]:
    """The values of ``FEATURES``.

    Args:
        doubt: The number that was flagged.
        supported: How many of the other numbers of its text are supported.
        others: How many there are.
    """
    return (
        1.0,
        doubt.odds,
        min(doubt.row, _NAMED),
        min(doubt.column, _NAMED),
        float(doubt.far),
        float(doubt.elsewhere),
        float(doubt.misplaced),
        float(doubt.shifted),
        math.log((supported + _SUPPORTED) / (others - supported + _NOT)),
    )


def probability(doubt: Doubt, supported: int, others: int) -> float:
    """How probably a flagged number is wrong, from 0 to 1, in three digits.

    Args:
        doubt: The number that was flagged.
        supported: How many of the other numbers of its text are supported.
        others: How many there are.
    """
    score = sum(map(mul, _weights(), features(doubt, supported, others)))
    return round(1 / (1 + math.exp(-score)), _DIGITS)


@cache
def _weights() -> Sequence[float]:
    """The fitted weights, in the order of ``FEATURES``."""
    lines = FILE.read_text("utf-8").splitlines()
    fitted: Mapping[str, float] = json.loads(
        "\n".join(line for line in lines if not line.startswith("#"))
    )
    return [fitted.get(name, 0.0) for name in FEATURES]
