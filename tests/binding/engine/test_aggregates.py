"""What measures come to over rows, some of them unknown."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from ranked_numbers import evidence_of, ranked_alone

from sidecar.binding.engine import aggregates
from sidecar.binding.engine.aggregates import (
    COUNT,
    HIGH,
    LOW,
    MEAN,
    MEDIAN,
    SUM,
    Aggregates,
    _aggregated,
)
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.row_sets import RowSet

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


@given(
    st.lists(st.integers(-9, 9), min_size=3, max_size=30),
    st.lists(st.integers(0, 3), min_size=30, max_size=30),
    st.integers(-9, 9),
)
def test_rows_by_value_and_counts_beyond_limits_are_those_of_each_row(
    values: list[int], codes: list[int], limit: int
) -> None:
    rows = [{"city": "ABCD"[code], "n": n + 0.5} for n, code in zip(values, codes, strict=False)]
    evidence = evidence_of(rows)
    found = Aggregates(evidence)
    (view,) = evidence.views
    for code, label in enumerate(view.dimensions[0].labels):
        one = RowSet(0, ((code,), *(None,) * (len(view.dimensions) - 1)), (), (), 1, 0)
        here = [at for at, row in enumerate(rows) if row["city"] == label]
        assert found.rows(one).tolist() == here
        told = found.beyond(one, np.array([0]), np.array([[float(limit)]]))
        above = sum(values[at] + 0.5 > limit for at in here)
        assert told is not None
        assert [each.tolist() for each in told] == [[[above]], [[len(here) - above]]]


def test_many_rows_are_compared_with_limits_in_their_order(monkeypatch: Any) -> None:
    monkeypatch.setattr(aggregates, "_MANY", 2)
    evidence = evidence_of([{"city": f"c{n}", "n": n % 4 + 0.5} for n in range(9)])
    whole = RowSet(0, (None,) * len(evidence.views[0].dimensions), (), (), 0, 0)
    told = Aggregates(evidence).beyond(whole, np.array([0]), np.array([[1.0, 2.5]]))
    assert told is not None
    assert [each.tolist() for each in told] == [[[6, 2]], [[3, 5]]]
