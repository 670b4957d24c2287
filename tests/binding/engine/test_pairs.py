"""Which row sets are compared, and as what."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from ranked_numbers import evidence_of

from sidecar.binding.engine.grids import EARLIER, OTHER, WHOLE, pairs
from sidecar.binding.engine.row_sets import RowSet

MONTHS = ["2024-01", "2024-02", "2024-03"]
ROWS = [
    {"city": city, "month": month, "visits": 4000 + 7 * at + row}
    for at, city in enumerate(["Oslo", "Bergen", "Molde"])
    for row, month in enumerate(MONTHS)
]
EVIDENCE = evidence_of(ROWS)
CODES = st.none() | st.sets(st.integers(0, 2), min_size=1).map(lambda some: tuple(sorted(some)))


def _kind(one: RowSet, other: RowSet) -> tuple[int, bool] | None:
    """What two row sets are to each other, said once more in plain words."""
    unlike = [d for d in (0, 1) if one.options[d] != other.options[d]]
    if len(unlike) != 1 or one.options[unlike[0]] is None:
        return None
    mine, theirs = one.options[unlike[0]], other.options[unlike[0]]
    assert mine is not None
    if theirs is None or {*mine} < {*theirs}:
        return WHOLE, False
    return (EARLIER, max(theirs) >= max(mine)) if unlike == [1] else (OTHER, False)


@given(st.lists(st.tuples(CODES, CODES), min_size=1, max_size=6, unique=True), st.data())
def test_row_sets_that_differ_in_one_dimension_are_compared(
    options: list[Any], data: st.DataObject
) -> None:
    sets = [RowSet(0, each, (), (), 0, 0) for each in options]
    main = data.draw(st.integers(1, len(sets)))
    grid: Any = SimpleNamespace(sets=sets, places=np.arange(len(sets)), main=main)
    found = {
        (int(one), int(other)): (kind, bool(later))
        for kind, each in pairs(grid, EVIDENCE).items()
        for one, other, later in zip(*each, strict=True)
    }
    wanted = {
        (at, to): kind
        for at, one in enumerate(sets[:main])
        for to, other in enumerate(sets)
        if (kind := _kind(one, other)) is not None
    }
    assert found == wanted
