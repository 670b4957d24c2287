"""Claims looked up in parts find what all of them find at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpath import settling, sorted_columns

CLAIMS = 4
PLACES = np.array([0, 1, 3])  # claim 2 is of another kind
NAMES = np.array([2, 0, -1])  # the columns of a table whose column 1 has no numbers
cells = st.sampled_from([0.0, 1.0, 1.5, -1.5, 2.0, 100.0, 200.0]) | st.floats(-1e15, 1e15)
near = cells | st.just(float("nan"))

State = tuple[settling.SettlingState, settling.PreparedClaims]


def begun(reached: float, told: list[bool]) -> State:
    known = settling.PreparedClaims.of(CLAIMS)
    known.told[:], known.reached[:], known.off[:] = told, reached, 5.0
    return settling.SettlingState.of(CLAIMS, 2), known


@settings(deadline=None)  # the first example compiles
@given(
    st.lists(st.lists(cells, min_size=1, max_size=40), min_size=2, max_size=2),
    st.lists(
        st.tuples(
            st.lists(near, min_size=CLAIMS, max_size=CLAIMS), st.sampled_from([1.0, -1.0]),
            st.sampled_from([0, -2, 3]), st.sampled_from([1.0, float("inf")]),
            st.sampled_from([(1, 1), (0, 1), (1, 0), (0, 0)]), st.integers(0, 1),
        ),
        min_size=1, max_size=3,
    ),
    st.sampled_from([0.0, 0.5, 3.0, 1e14]), st.lists(st.booleans(), min_size=4, max_size=4),
    st.sampled_from([1, 3, 65536]),
)  # fmt: skip
def test_one_call_finds_what_three_find(
    columns: list[list[float]],
    ways: list[tuple[list[float], float, int, float, tuple[int, int], int]],
    reached: float,
    told: list[bool],
    at_once: int,
) -> None:
    index = sorted_columns.build([np.array(column) for column in columns])
    stepwise = begun(reached, told)
    for nth, (stated, sign, power, most, asked, result) in enumerate(ways):
        aims = settling.Aims.empty(PLACES.size, 2)
        scale, anywhere = (sign, 10.0**-power, most), (-np.inf, np.inf)
        state, known = stepwise
        here = np.array(asked, np.uint8)
        values = np.array(stated)
        if settling.aim(aims, PLACES, values, known.reached, scale, anywhere, here, known.told):
            borders = aims.least, aims.greatest
            held, chosen = sorted_columns.closest(index, aims.near, borders, aims.near, aims.wanted)
            found = NAMES[held], chosen
            settling.take(state, known.told, PLACES, found, 10.0**power, (nth, result))
    in_parts = begun(reached, told)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settling, "_AT_ONCE", at_once)
        for nth, (stated, sign, power, most, asked, result) in enumerate(ways):
            scale, here = (sign, 10.0**-power, most), np.array(asked, np.uint8)
            way = nth, result
            settling.seek(
                index, NAMES, PLACES, np.array(stated), scale, here, 10.0**power, way, in_parts
            )
    for one, other in zip(stepwise, in_parts, strict=True):
        assert [each.tolist() for each in one] == [each.tolist() for each in other]
