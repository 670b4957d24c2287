"""Intervals of shares."""

from __future__ import annotations

from math import sqrt

_Z = 1.959963984540054  # the normal deviate that 97.5 % lie below


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's score interval of a share, at 95 %.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927).

    Args:
        share: From 0 to 1.
        count: Of what the share is taken; above 0.

    Returns:
        Both ends, from 0 to 1.
    """
    squared = _Z * _Z
    middle = share + squared / (2 * count)
    half = _Z * sqrt(share * (1 - share) / count + squared / (4 * count * count))
    scale = 1 + squared / count
    # At 0 and 1 the formula's end is exact, and rounding would put it just beside.
    low = 0.0 if share == 0 else (middle - half) / scale
    high = 1.0 if share == 1 else (middle + half) / scale
    return max(0.0, low), min(1.0, high)
