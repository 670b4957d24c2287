"""Values in buckets: all forms fill them alike, and lookups say what sorted columns say."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpath import buckets, buckets_closest, sorted_columns
from fastpath._jit import KernelForm, forced
from fastpath.buckets import FEW, Buckets

TRAPS = [0.0, -0.0, 5e-324, -5e-324, 1.7e308, -1.7e308, 1.0, 1.05, 1.1, 1.15]
# Neighbours that the upper bits cannot tell apart.
CLOSE = [1.0 + step * 2**-52 for step in range(9)]
finite = st.sampled_from(TRAPS + CLOSE) | st.floats(-1e308, 1e308)
columns = st.lists(st.lists(finite, min_size=1, max_size=40), min_size=1, max_size=3)
claim = st.tuples(finite, *[st.sampled_from([0.0, 2**-52, 0.05, 1e300])] * 2, st.booleans())
every_form = pytest.mark.parametrize("form", list(KernelForm))

_RANDOM = np.random.default_rng(7)
_CROWD = 1 + _RANDOM.integers(0, 5000, 60_000) * 2.0**-50
LARGE = {
    "amounts": np.round(_RANDOM.lognormal(8, 2, 60_000), 2),
    "both signs": np.append(_RANDOM.normal(size=60_000), [0.0, -0.0]),
    "two values": _RANDOM.integers(0, 2, 60_000).astype(np.float64),
    # Closer together than buckets are cut, since another value is so far off.
    "a crowd far from one": np.append(_CROWD, -1e300),
    "a crowd between two": np.append(_CROWD, [-1e300, 1e300]),
}


def shared_out(values: np.ndarray) -> Buckets:
    return buckets.build(values, (float(values.min()), float(values.max())))


@every_form
@pytest.mark.parametrize("values", LARGE.values(), ids=LARGE)
def test_buckets_are_in_order_and_small_unless_they_are_in_order_themselves(
    form: KernelForm, values: np.ndarray
) -> None:
    with forced(form):
        made = shared_out(values)
    assert sorted(made.order.tolist()) == list(range(values.size))
    held = np.split(values[made.order], made.starts[1:-1].astype(np.int64))
    filled = [each for each in held if each.size]
    for before, after in pairwise(filled):
        assert before.max() <= after.min()
    for each in filled:
        assert each.size <= FEW or (np.diff(each) >= 0).all()


@pytest.mark.parametrize("values", LARGE.values(), ids=LARGE)
def test_every_form_fills_the_same_buckets(values: np.ndarray) -> None:
    made = []
    for form in KernelForm:
        with forced(form):
            made.append([each.tobytes() for each in shared_out(values)])
    assert made[0] == made[1] == made[2]


@every_form
def test_lookups_say_what_sorted_columns_say(form: KernelForm) -> None:
    @settings(deadline=None)  # the first example compiles
    @given(columns, st.lists(claim, min_size=1, max_size=6), st.integers(0, 3))
    def equal(
        data: list[list[float]], claims: list[tuple[float, float, float, bool]], unwanted: int
    ) -> None:
        near = np.array([value for value, *_ in claims])
        least = np.array([value - below for value, below, _, _ in claims])
        greatest = np.array([value + above for value, _, above, _ in claims])
        far = np.array([shifted for *_, shifted in claims])
        near[far] = near[far] / 2 - 0.5  # often outside of its borders
        wanted = np.ones((near.size, len(data)), np.uint8)
        wanted[:1, unwanted:] = 0
        _hold_equal([np.array(column) for column in data], near, (least, greatest), wanted)

    with forced(form):
        equal()


@every_form
def test_lookups_in_large_buckets_say_the_same(form: KernelForm) -> None:
    # Trap: in a bucket of many equal values the first of them is meant.
    arrays = list(LARGE.values())
    picked = np.concatenate([_RANDOM.choice(each, 20) for each in arrays])
    near = np.concatenate([picked, np.nextafter(picked, np.inf), [-1e308, 0.5, 1e308]])
    with forced(form):
        for reach in (0.0, 2.0**-50, 0.01):
            wanted = np.ones((near.size, len(arrays)), np.uint8)
            _hold_equal(arrays, near, (near - reach, near + reach), wanted)
            for column in range(len(arrays)):
                wanted[:] = np.arange(len(arrays)) == column
                _hold_equal(arrays, near, (near - reach, near + reach), wanted)


def _hold_equal(
    arrays: list[np.ndarray],
    near: np.ndarray,
    borders: tuple[np.ndarray, np.ndarray],
    wanted: np.ndarray,
) -> None:
    in_buckets = [shared_out(each) for each in arrays]
    found, chosen = buckets_closest.closest(in_buckets, near, borders, near, wanted)
    with forced(KernelForm.COMPILED):
        index = sorted_columns.build(arrays)
        expected, best = sorted_columns.closest(index, near, borders, near, wanted)
    assert found.tolist() == expected.tolist()
    assert chosen.places.tolist() == best.places.tolist()
    assert chosen.others.tolist() == best.others.tolist()
    assert chosen.flags.tolist() == best.flags.tolist()
    assert chosen.distances.tolist() == best.distances.tolist()
