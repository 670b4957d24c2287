"""What does an index cost beside a sort of the same values?

A million values each; numpy's sort forgets where the values stood, the index keeps that.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from bench.figures import Figures, lower
from fastpath import sorted_index

SIZE = 1_000_000


def measure(quick: bool) -> Figures:
    """The ratio for amounts with cents; beside it, for other kinds of columns."""
    random = np.random.default_rng(20)
    columns = {
        "": np.round(random.lognormal(8, 2, SIZE), 2),
        "_normal": random.normal(size=SIZE),
        "_whole": random.integers(0, SIZE, SIZE).astype(np.float64),
    }
    rounds = 3 if quick else 15
    figures: Figures = {}
    for name, values in columns.items():
        index, sort = medians(rounds, partial(sorted_index.build, values), partial(np.sort, values))
        figures[f"index{name}_over_npsort"] = lower(index / sort, 3.5)
    return figures


def medians(rounds: int, *actions: Callable[[], object]) -> list[float]:
    """Median seconds of actions that take turns."""
    times = np.empty((rounds, len(actions)))
    for each in actions:
        each()
    for turn in times:
        for place, each in enumerate(actions):
            started = time.perf_counter()
            each()
            turn[place] = time.perf_counter() - started
    return [float(median) for median in np.median(times, axis=0)]
