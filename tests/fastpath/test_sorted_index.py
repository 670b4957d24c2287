"""The lookups against their plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpath import reference, sorted_index

# Few distinct values make ties; the named ones are the traps.
TRAPS = [0.0, -0.0, 5e-324, -5e-324, 1.7e308, -1.7e308, 1.05, 1.15]
finite = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(TRAPS)
values = st.lists(finite, max_size=40) | st.lists(st.sampled_from(TRAPS), max_size=40)
border = finite | st.sampled_from([float("inf"), float("-inf")])


@given(values)
def test_build_equals_reference(given_values: list[float]) -> None:
    keys, order = reference.build(given_values)
    index = sorted_index.build(given_values)
    assert index.keys.tolist() == keys
    assert index.order.tolist() == order
    assert index.keys.dtype == np.float64
    assert index.order.dtype == np.uint32


@given(values, st.lists(st.tuples(border, border), min_size=1, max_size=5))
def test_ranges_equal_reference(
    given_values: list[float], pairs: list[tuple[float, float]]
) -> None:
    index = sorted_index.build(given_values)
    first, last = sorted_index.ranges(index, *zip(*pairs, strict=True))
    for (low, high), start, stop in zip(pairs, first.tolist(), last.tolist(), strict=True):
        assert list(range(start, stop)) == reference.between(index.keys.tolist(), low, high)


@given(values, st.lists(border, min_size=1, max_size=5))
def test_nearest_equals_reference(given_values: list[float], targets: list[float]) -> None:
    index = sorted_index.build(given_values)
    below, above = sorted_index.nearest(index, targets)
    for target, *found in zip(targets, below.tolist(), above.tolist(), strict=True):
        assert tuple(found) == reference.nearest(index.keys.tolist(), target)


def test_equal_values_keep_their_order_in_a_large_input() -> None:
    # numpy's fast sort is not stable, and shows it only beyond its insertion sort.
    ties = np.random.default_rng(1).integers(0, 50, 100_000).astype(np.float64)
    assert (sorted_index.build(ties).order == np.argsort(ties, kind="stable")).all()


def test_minus_zero_is_zero() -> None:
    index = sorted_index.build([0.0, -0.0, 0.0])
    assert index.order.tolist() == [0, 1, 2]
    assert np.signbit(index.keys).tolist() == [False] * 3


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_is_refused(bad: float) -> None:
    for build in (sorted_index.build, reference.build):
        with pytest.raises(ValueError, match="finite"):
            build([1.0, bad])


def test_nan_borders_are_refused() -> None:
    index = sorted_index.build([1.0])
    for low, high in ((float("nan"), 1.0), (1.0, float("nan"))):
        with pytest.raises(ValueError, match="NaN"):
            sorted_index.ranges(index, [low], [high])
    with pytest.raises(ValueError, match="NaN"):
        sorted_index.nearest(index, [float("nan")])


def test_read_only_input_stays_as_it_is() -> None:
    given_values = np.array([3.0, -0.0, 1.0])
    given_values.flags.writeable = False
    sorted_index.build(given_values)
    assert given_values.tolist() == [3.0, 0.0, 1.0]
    assert np.signbit(given_values[1])
