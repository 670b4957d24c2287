"""What the lookups mean, in plain loops: the oracle of the tests, never called by the server."""

from __future__ import annotations

import math
from collections.abc import Sequence


def build(values: Sequence[float]) -> tuple[list[float], list[int]]:
    """See ``sorted_index.build``: keys, and the position of each in the input."""
    if not all(map(math.isfinite, values)):
        raise ValueError("values must be finite")
    order = sorted(range(len(values)), key=lambda position: (values[position], position))
    return [values[position] for position in order], order


def between(keys: Sequence[float], low: float, high: float) -> list[int]:
    """See ``sorted_index.ranges``: every position in the range."""
    return [position for position, key in enumerate(keys) if low <= key <= high]


def nearest(keys: Sequence[float], target: float) -> tuple[int, int]:
    """See ``sorted_index.nearest``: the last at or below, the first at or above, or -1."""
    below = [position for position, key in enumerate(keys) if key <= target]
    above = [position for position, key in enumerate(keys) if key >= target]
    return (below[-1] if below else -1), (above[0] if above else -1)
