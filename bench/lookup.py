"""How fast is a sorted column beside a database that was asked the same?

50 intervals over a million values: which rows lie between two borders. DuckDB gets one prepared
statement for each, and its results are fetched as numpy arrays. ``closest_over_duckdb`` is what a
``Verify`` asks of the same column: the one cell that speaks for each claim or against it.
"""

from __future__ import annotations

import duckdb
import numpy as np
import pyarrow as pa

from bench.figures import Figures, higher, lower
from bench.index import medians
from fastpath import sorted_columns, sorted_index

SIZE, CLAIMS = 1_000_000, 50
TOLERANCE = 1e-6


def measure(quick: bool) -> Figures:
    """The ratio, and the microseconds of all lookups together."""
    random = np.random.default_rng(20)
    values = np.round(random.lognormal(8, 2, SIZE), 2)
    claims = random.choice(values, CLAIMS)
    lows, highs = claims * (1 - TOLERANCE), claims * (1 + TOLERANCE)
    index = sorted_index.build(values)
    with duckdb.connect() as database:
        database.register("given", pa.table({"value": values}))
        database.execute("CREATE TABLE cells AS SELECT value FROM given").fetchall()
        statement = "SELECT rowid FROM cells WHERE value BETWEEN $1 AND $2"

        def ask() -> list[np.ndarray]:
            return [
                database.execute(statement, (low, high)).fetchnumpy()["rowid"]
                for low, high in zip(lows.tolist(), highs.tolist(), strict=True)
            ]

        def look_up() -> list[np.ndarray]:
            first, last = sorted_index.ranges(index, lows, highs)
            spans = zip(first.tolist(), last.tolist(), strict=True)
            return [index.order[start:stop] for start, stop in spans]

        for rows, found in zip(ask(), look_up(), strict=True):
            if sorted(rows.tolist()) != sorted(found.tolist()):
                raise RuntimeError("the two do not agree")
        columns, wanted = sorted_columns.build([values]), np.ones((CLAIMS, 1), np.uint8)

        def choose() -> object:
            return sorted_columns.closest(columns, lows, (lows, highs), claims, wanted)

        asked, *times = medians(3 if quick else 9, ask, *[look_up] * 20, *[choose] * 20)
        looked_up, chosen = times[:20], times[20:]
    return {
        "lookup_over_duckdb": higher(asked / float(np.median(looked_up)), 5000),
        "closest_over_duckdb": higher(asked / float(np.median(chosen))),
        "lookup_us": lower(1e6 * float(np.median(looked_up))),
        "closest_us": lower(1e6 * float(np.median(chosen))),
    }
