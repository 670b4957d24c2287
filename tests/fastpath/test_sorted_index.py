"""The lookups against their plain loops, in every form."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpath import reference, sorted_index
from fastpath._jit import KernelForm, forced

# Few distinct values make ties; the named ones are the traps.
TRAPS = [0.0, -0.0, 5e-324, -5e-324, 1.7e308, -1.7e308, 1.05, 1.15]
# Neighbours that the upper bits cannot tell apart.
CLOSE = [1.0 + step * 2**-52 for step in range(9)]
finite = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(TRAPS)
values = (
    st.lists(finite, max_size=40)
    | st.lists(st.sampled_from(TRAPS), max_size=40)
    | st.lists(st.sampled_from(CLOSE + TRAPS), max_size=90)
)
border = finite | st.sampled_from([float("inf"), float("-inf"), *CLOSE])
every_form = pytest.mark.parametrize("form", list(KernelForm))
BORDERS = "borders and pivots must not be NaN"


@every_form
def test_build_equals_reference(form: KernelForm) -> None:
    @settings(deadline=None)  # the first example compiles
    @given(values)
    def equal(given_values: list[float]) -> None:
        keys, order = reference.build(given_values)
        index = sorted_index.build(given_values)
        assert index.keys.tolist() == keys
        assert index.order.tolist() == order
        assert not np.signbit(index.keys[index.keys == 0]).any()
        assert index.keys.dtype == np.float64
        assert index.order.dtype == np.uint32

    with forced(form):
        equal()


@every_form
def test_ranges_equal_reference(form: KernelForm) -> None:
    @settings(deadline=None)
    @given(values, st.lists(st.tuples(border, border), min_size=1, max_size=9))
    def equal(given_values: list[float], pairs: list[tuple[float, float]]) -> None:
        index = sorted_index.build(given_values)
        lows, highs = zip(*pairs, strict=True)
        first, last = sorted_index.ranges(index, lows, highs)
        for place, (low, high) in enumerate(pairs):
            found = reference.between(index.keys.tolist(), low, high)
            assert list(range(first[place], last[place])) == found

    with forced(form):
        equal()


@every_form
def test_neighbours_equal_reference(form: KernelForm) -> None:
    @settings(deadline=None)
    @given(values, st.lists(border, min_size=1, max_size=9))
    def equal(given_values: list[float], pivots: list[float]) -> None:
        index = sorted_index.build(given_values)
        found = [each.tolist() for each in sorted_index.neighbours(index, pivots)]
        for pivot, below, above in zip(pivots, *found, strict=True):
            assert (below, above) == reference.neighbours(given_values, pivot)

    with forced(form):
        equal()


@every_form
@pytest.mark.parametrize("spread", [0.0, 1e-9, 1e300])
def test_many_values(form: KernelForm, spread: float) -> None:
    # numpy's fast sort is not stable, and groups that the upper bits cannot tell apart grow long.
    random = np.random.default_rng(1)
    many = np.array(1 + random.integers(0, 5000, 100_000) * 2.0**-50, np.float64)
    many[:2] -= spread, -spread
    with forced(form):
        index = sorted_index.build(many)
    assert (index.order == np.argsort(many, kind="stable")).all()
    assert (index.keys == many[index.order]).all()


@every_form
@pytest.mark.parametrize("bad", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_is_refused(form: KernelForm, bad: float) -> None:
    with forced(form):
        for build in (sorted_index.build, reference.build):
            with pytest.raises(ValueError, match="finite"):
                build([1.0, bad])


def test_nan_borders_are_refused() -> None:
    index, nan = sorted_index.build([1.0]), float("nan")
    for low, high in ((nan, 1.0), (1.0, nan)):
        with pytest.raises(ValueError, match=BORDERS):
            sorted_index.ranges(index, [low], [high])
    with pytest.raises(ValueError, match=BORDERS):
        sorted_index.neighbours(index, [nan])


@every_form
def test_read_only_input_stays_as_it_is(form: KernelForm) -> None:
    given_values = np.array([3.0, -0.0, 1.0])
    given_values.flags.writeable = False
    with forced(form):
        sorted_index.build(given_values)
    assert given_values.tolist() == [3.0, 0.0, 1.0]
    assert np.signbit(given_values[1])
