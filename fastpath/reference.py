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


def between(values: Sequence[float], low: float, high: float) -> list[int]:
    """See ``sorted_index.ranges``: every position in the range."""
    return [position for position, value in enumerate(values) if low <= value <= high]


def neighbours(values: Sequence[float], pivot: float) -> tuple[int, int]:
    """See ``sorted_index.neighbours``: the first of the greatest below, and of the least not."""
    below = [value for value in values if value < pivot]
    above = [value for value in values if value >= pivot]
    return (
        values.index(max(below)) if below else -1,
        values.index(min(above)) if above else -1,
    )
