"""What measures come to over rows, some of them unknown."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from ranked_numbers import ranked_alone

from sidecar.binding.engine.aggregates import COUNT, HIGH, LOW, MEAN, MEDIAN, SUM, _aggregated
from sidecar.binding.engine.formulas import PLACE

NUMBERS = st.one_of(st.integers(-1000, 1000).map(float), st.just(float("nan")))


@given(arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 7)), elements=NUMBERS))
def test_unknown_values_count_for_nothing(values: np.ndarray) -> None:
    for found, column in zip(_aggregated(values), values, strict=True):
        known = column[~np.isnan(column)]
        assert found[COUNT] == known.size
        if known.size:
            told = known.sum(), known.mean(), known.min(), known.max(), np.median(known)
            assert np.allclose(found[[SUM, MEAN, LOW, HIGH, MEDIAN]], told)


@given(st.lists(st.none() | st.integers(100, 999), min_size=2, max_size=9))
def test_rows_with_and_without_a_value_may_be_counted(values: list[int | None]) -> None:
    rows = [{"pack": f"P{at}x", "wolves": value} for at, value in enumerate(values)]
    known = sum(value is not None for value in values)
    found = ranked_alone("We know of 3.", [*rows, {"pack": "Qy", "wolves": 7.5}], {})[0][1].found
    counted = {
        name: {*found.value[found.formula == PLACE[name]].tolist()}
        for name in ("known rows", "unknown rows")
    }
    is_some = known < len(values)
    assert counted["known rows"] == ({known + 1.0} if is_some else set())
    assert counted["unknown rows"] == ({float(len(values) - known)} if is_some else set())
