"""What measures come to over rows, some of them unknown."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sidecar.binding.engine.aggregates import COUNT, HIGH, LOW, MEAN, MEDIAN, SUM, _aggregated

NUMBERS = st.one_of(st.integers(-1000, 1000).map(float), st.just(float("nan")))


@given(arrays(np.float64, st.tuples(st.integers(1, 4), st.integers(1, 7)), elements=NUMBERS))
def test_unknown_values_count_for_nothing(values: np.ndarray) -> None:
    for found, column in zip(_aggregated(values), values, strict=True):
        known = column[~np.isnan(column)]
        assert found[COUNT] == known.size
        if known.size:
            told = known.sum(), known.mean(), known.min(), known.max(), np.median(known)
            assert np.allclose(found[[SUM, MEAN, LOW, HIGH, MEDIAN]], told)
