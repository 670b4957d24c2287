"""How likely it is that numbers agree by chance."""

from __future__ import annotations

import math

_MOST = 0.3
_DECADE = math.log(10)


def at_random(size: float, width: float) -> float:
    """How likely a random number of a size is one of a width that is written so."""
    return min(_MOST, width / (size * _DECADE)) if size else 0.1


def among(chance: float, values: int) -> float:
    """How likely it is that one of some values agrees, if each does by a chance."""
    return float(1 - (1 - chance) ** values)
