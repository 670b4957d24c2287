"""How probably a number that was flagged is wrong: its odds, calibrated on labelled texts.

The odds of a number's readings are those of a model that knows no reading but its own. So a number
that is derived in a way which the model does not know looks as wrong as a wrong one. What tells
them apart is how plainly the words name what disagrees, how far that is from the number, and how
probably no evidence speaks of it. A logistic regression over these, fitted by ``make calibrate``,
gives the probability (Platt, "Probabilistic outputs for support vector machines", 1999).

Nothing of the other numbers of a text enters, least of all how many of them are supported: else
the more of a text is invented, the surer each invention looks right. Where words name row, column
and unit plainly there is nothing to weigh: all such numbers have one probability.
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
    "one", "plain", "odds", "row", "column", "far", "elsewhere", "misplaced", "shifted", "outside",
)  # fmt: skip
"""What speaks for a flagged number being wrong, or against it; ``one`` is the intercept."""

_LEAST, _MOST = -6.0, 8.0  # log odds past these tell nothing more
_NAMED = 1.5  # how strongly a row or column is linked, at most
_DIGITS = 3


class Doubt(NamedTuple):
    """What tells how sure it is that a flagged number is wrong.

    Attributes:
        odds: The logarithm of the odds that what is intended does not agree.
        row: How strongly the row of what disagrees is linked; 0 where nothing is plainly named.
        column: The same of its column.
        far: Whether that value is so far from the number that no slip explains it.
        elsewhere: Whether some cell equals the number.
        misplaced: Whether it is the value of another row than the one that is named.
        shifted: Whether it is that of another column.
        outside: Whether it is more probable than not that no evidence speaks of it.
        plain: Whether the words name row, column and unit of what disagrees, and nothing else is
            intended; or name one of them, and nothing agrees at all.
    """

    odds: float = _MOST
    row: float = 0.0
    column: float = 0.0
    far: bool = False
    elsewhere: bool = False
    misplaced: bool = False
    shifted: bool = False
    outside: bool = False
    plain: bool = False


def log_odds(right: float, wrong: float) -> float:
    """The logarithm of the odds of two weights, neither of them negative."""
    if wrong <= 0 or right <= 0:
        return _MOST if wrong > right else _LEAST
    return min(_MOST, max(_LEAST, math.log(wrong) - math.log(right)))


def features(doubt: Doubt) -> tuple[float, ...]:
    """The values of ``FEATURES`` for a number that was flagged."""
    if doubt.plain:
        return 1.0, 1.0, *(0.0 for _ in FEATURES[2:])
    return (
        1.0,
        0.0,
        doubt.odds,
        min(doubt.row, _NAMED),
        min(doubt.column, _NAMED),
        float(doubt.far),
        float(doubt.elsewhere),
        float(doubt.misplaced),
        float(doubt.shifted),
        float(doubt.outside),
    )


def probability(doubt: Doubt) -> float:
    """How probably a flagged number is wrong, from 0 to 1, in three digits."""
    score = sum(map(mul, _weights(), features(doubt)))
    return round(1 / (1 + math.exp(-score)), _DIGITS)


@cache
def _weights() -> Sequence[float]:
    """The fitted weights, in the order of ``FEATURES``."""
    lines = FILE.read_text("utf-8").splitlines()
    fitted: Mapping[str, float] = json.loads(
        "\n".join(line for line in lines if not line.startswith("#"))
    )
    return [fitted.get(name, 0.0) for name in FEATURES]
