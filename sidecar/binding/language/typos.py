"""Whether a slip of the pen may have made one number of another: a digit, or a point, misplaced."""

from __future__ import annotations

import math

_TIMES = 6.0  # how many times too large or too small a slip makes a number
_FEW = 100  # a smaller count may be wrong by any factor
_POINT = 0.005  # decades from a power of ten: 301,931 is 3.02 million with the point moved


def too_far(said: float, value: float, *, counted: bool) -> bool:
    """Whether no slip explains that a number was written where a value was meant.

    Args:
        said: The number.
        value: The value, in the same unit.
        counted: Whether the number is a count.
    """
    said, value = abs(said), abs(value)
    if not said or (counted and said < _FEW) or said <= _TIMES * value <= _TIMES**2 * said:
        return False
    times = value / said
    return not times or _POINT < math.log10(times) % 1 < 1 - _POINT
