"""How fast is a sorted column beside a database that was asked the same?

50 intervals over a million values: which rows lie between two borders. DuckDB gets one prepared
statement for each, and its results are fetched as numpy arrays.
"""

from __future__ import annotations

import duckdb
import numpy as np
import pyarrow as pa

from bench.figures import Figures, higher, lower
from bench.index import medians
from fastpath import sorted_index

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
        asked, *looked_up = medians(3 if quick else 9, ask, *[look_up] * 20)
    return {
        "lookup_over_duckdb": higher(asked / float(np.median(looked_up)), 5000),
        "lookup_us": lower(1e6 * float(np.median(looked_up))),
    }
