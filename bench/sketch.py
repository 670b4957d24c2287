"""How fast are 50 claims looked up in a million values that are not sorted?

Beside plain loops over rows, and beside the best of several single polars expressions, which may
use all cores. No cell agrees with a claim: the loops, which end at the first that does, pass over
all, and the lookup tells the closest cell, which is more than the others are asked for.

What is looked up is no sketch any more but buckets, which are filled once when the values are put.
``sketch_once_over_polars`` is the ratio for someone who puts values and asks a single time: filling
the buckets is in it. It is in the figures of the upload, too.
"""

from __future__ import annotations

import time

import numpy as np
import polars as pl

from bench.figures import Figures, higher, lower
from bench.index import medians
from fastpath import buckets, buckets_closest

SIZE, CLAIMS = 1_000_000, 50
TOLERANCE = 0.004


def measure(quick: bool) -> Figures:
    """The ratios, and the milliseconds of one pass."""
    random = np.random.default_rng(20)
    values = np.round(random.lognormal(8, 2, SIZE), 2)
    claims = random.choice(values, CLAIMS) + 0.005  # between two cents
    lows, highs = claims - TOLERANCE, claims + TOLERANCE
    frame = pl.DataFrame({"value": values})
    spans = list(zip(lows.tolist(), highs.tolist(), strict=True))
    inside = [pl.col("value").is_between(low, high) for low, high in spans]
    questions = [
        frame.lazy().select([each.sum().alias(str(i)) for i, each in enumerate(inside)]),
        frame.lazy().select([each.any().alias(str(i)) for i, each in enumerate(inside)]),
    ]
    expressions = [
        lambda q=question, e=engine: q.collect(engine=e)
        for question in questions
        for engine in ("in-memory", "streaming")
    ]
    ends = float(values.min()), float(values.max())
    column, wanted = buckets.build(values, ends), np.ones((CLAIMS, 1), np.uint8)
    looked_up, filling, *polars = medians(
        3 if quick else 15,
        lambda: buckets_closest.closest([column], claims, (lows, highs), claims, wanted),
        lambda: buckets.build(values, ends),
        *expressions,
    )
    looped = _row_loops(values.tolist(), claims[: 1 if quick else 3].tolist())
    return {
        "sketch_over_row_loops": higher(looped * CLAIMS / looked_up, 3000),
        "sketch_over_polars": higher(min(polars) / looked_up, 10),
        "sketch_once_over_polars": higher(min(polars) / (filling + looked_up)),
        "sketch_ms": lower(1000 * looked_up),
        "buckets_ms": lower(1000 * filling),
    }


def _row_loops(values: list[float], claims: list[float]) -> float:
    """Seconds of one claim that nothing matches, by loops over all rows."""
    rows = [{"value": value} for value in values]
    started = time.perf_counter()
    for target in claims:
        _bind(rows, target)
    return (time.perf_counter() - started) / len(claims)


def _bind(rows: list[dict[str, float]], target: float) -> bool:
    for row in rows:
        for _field, candidate in row.items():
            diff = abs(target - candidate)
            if diff <= TOLERANCE:
                return True
            if abs(target) > 0 and (diff / abs(target)) <= 1e-12:
                return True
    return False
