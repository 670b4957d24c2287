"""The choice between neighbours: floats decide only what they can."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fastpath import closest

finite = st.floats(-1e308, 1e308) | st.sampled_from([0.0, -0.0, 1.0, 1.05, 1.1, 1.15, 1.7e308])
claim = st.tuples(*[st.integers(-1, 3)] * 4, finite, finite, finite)


@given(st.lists(finite, min_size=4, max_size=4), st.lists(claim, min_size=1, max_size=5))
def test_what_is_decided_is_true(
    cells: list[float], claims: list[tuple[int, int, int, int, float, float, float]]
) -> None:
    values = np.array(cells)
    below, above, inner_below, inner_above = (
        np.array([each[i] for each in claims], np.int64) for i in range(4)
    )
    least, greatest, near = (np.array([each[i] for each in claims]) for i in (4, 5, 6))
    chosen = closest.ClosestCells.empty(near.size)
    around = below, above, inner_below, inner_above
    places, others, flags, far = chosen
    closest.choose(values, *around, least, greatest, near, places, others, flags, far)
    answers = places.tolist(), others.tolist(), flags.tolist(), far.tolist()
    for i, (place, other, flag, distance) in enumerate(zip(*answers, strict=True)):
        assert distance == (abs(cells[place] - claims[i][6]) if place >= 0 else float("inf"))
        inner = [p for p in (inner_below[i], inner_above[i]) if p >= 0]
        agreeing = [p for p in inner if least[i] <= values[p] <= greatest[i]]
        assert bool(flag & closest.AGREES) == bool(agreeing)
        pair = agreeing or [p for p in (below[i], above[i]) if p >= 0]
        assert (other >= 0) == bool(flag & closest.UNDECIDED)
        if not flag & closest.UNDECIDED:
            distances = [abs(Fraction(values[p]) - Fraction(near[i])) for p in pair]
            ordered = len(pair) < 2 or values[pair[0]] <= near[i] <= values[pair[1]]
            if ordered:  # as neighbours are
                assert place in (pair or [-1])
                if pair:
                    assert distances[pair.index(place)] == min(distances)
