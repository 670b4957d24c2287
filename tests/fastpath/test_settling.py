"""The steps that settle claims by floats, beside slow ones: on NaN, ties and extremes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fastpath import settling
from fastpath.closest import AGREES, UNDECIDED, ClosestCells

CLAIMS = 4
PLACES = np.array([0, 1, 3])  # claim 2 is of another kind
sizes = st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0, 1e12, 1e70]) | st.floats(0, 1e15)
values = st.sampled_from([0.0, -1.0, 2.0, 3.0, float("nan")]) | st.floats(-1e15, 1e15)


def four(each: st.SearchStrategy[float]) -> st.SearchStrategy[list[float]]:
    return st.lists(each, min_size=CLAIMS, max_size=CLAIMS)


def begin_slowly(
    claimed: tuple[list[float], list[float], list[bool]],
    counts: list[float],
    tolerances: tuple[float, float],
    begun: settling.PreparedClaims,
) -> None:
    for i in PLACES.tolist():
        value, step, short = (each[i] for each in claimed)
        size = abs(value)
        begun.reached[i] = (
            max(size * tolerances[1], step, tolerances[0]) * (1 + 1e-12) + size * 1e-12
        )
        begun.off[i] = min((abs(value - each) for each in counts), default=begun.off[i])
        begun.told[i] = short and size > 0 and begun.off[i] > 0


def aim_slowly(
    near: list[float],
    scale: tuple[float, float, float],
    bounds: tuple[float, float],
    columns: list[int],
    begun: settling.PreparedClaims,
) -> list[list[object]]:
    sign, unit, most = scale
    rows: list[list[object]] = []
    for i in PLACES.tolist():
        known, around = near[i] == near[i], begun.reached[i] * unit
        value = near[i] * sign if known else 0.0
        least, greatest = max(value - around, -most), min(value + around, most)
        empty = least > greatest
        if not known or not (empty or abs(value) <= most):
            begun.told[i] = 0
        asked = begun.told[i] and not empty and least <= bounds[1] and greatest >= bounds[0]
        rows.append([value, least, greatest, [int(bool(asked and each)) for each in columns]])
    return rows


def take_slowly(
    state: settling.SettlingState,
    told: list[int],
    found: list[tuple[int, int, int, float]],
    way: tuple[int, int],
) -> None:
    for i, (column, cell, flags, far) in zip(PLACES.tolist(), found, strict=True):
        if flags & UNDECIDED:
            told[i] = 0
        if flags & AGREES:
            state.agrees[i] = 1
            if far == 0:
                key = column << settling.CELL_BITS | cell
                state.first[way[1], i] = min(state.first[way[1], i], key)
        if far < state.nearest[i]:
            state.second[i], state.nearest[i] = state.nearest[i], far
            state.where[:, i] = way[0], column, cell
        else:
            state.second[i] = min(state.second[i], far)


@given(
    four(values), four(sizes), four(st.booleans()), st.lists(sizes, max_size=2),
    st.tuples(sizes, st.floats(0, 1)), st.sampled_from([-1.0, 1.0]),
    st.sampled_from([1.0, 100.0]), st.sampled_from([1.0, float("inf")]), st.booleans(),
)  # fmt: skip
def test_aims(
    stated: list[float],
    steps: list[float],
    short: list[bool],
    counts: list[float],
    tolerances: tuple[float, float],
    sign: float,
    unit: float,
    most: float,
    within: bool,
) -> None:
    near = np.array(stated)
    known = np.nan_to_num(near)  # only another scale may not be to be had
    begun, slow = settling.PreparedClaims.of(CLAIMS), settling.PreparedClaims.of(CLAIMS)
    claimed = known, np.array(steps), np.array(short, np.uint8)
    settling.begin(PLACES, claimed, np.array(counts), tolerances, begun)
    begin_slowly((known.tolist(), steps, short), counts, tolerances, slow)
    assert [each.tolist() for each in begun] == [each.tolist() for each in slow]
    aims = settling.Aims.empty(PLACES.size, 2)
    bounds = (0.0, 2.0) if within else (-np.inf, np.inf)
    scale = sign, unit, most
    columns = np.array([1, 0], np.uint8)
    is_asked = settling.aim(aims, PLACES, near, begun.reached, scale, bounds, columns, begun.told)
    rows = aim_slowly(stated, scale, bounds, [1, 0], slow)
    assert [list(row) for row in zip(*(each.tolist() for each in aims), strict=True)] == rows
    assert begun.told.tolist() == slow.told.tolist()
    assert is_asked == aims.wanted.any()


@given(
    st.lists(
        st.tuples(
            st.integers(0, 1),
            st.lists(
                st.tuples(
                    st.integers(-1, 2), st.integers(0, 9), st.integers(0, 3),
                    st.sampled_from([0.0, 1.0, 2.0]) | sizes,
                ),
                min_size=PLACES.size, max_size=PLACES.size,
            ),
        ),
        max_size=4,
    ),
    four(st.booleans()),
)  # fmt: skip
def test_outcomes(
    ways: list[tuple[int, list[tuple[int, int, int, float]]]], told: list[bool]
) -> None:
    stated = np.array([1.0, 2.0, 3.0, 4.0])
    state, slow, begun = (
        settling.SettlingState.of(CLAIMS, 2),
        settling.SettlingState.of(CLAIMS, 2),
        settling.PreparedClaims.of(CLAIMS),
    )
    begun.told[:], begun.off[:] = told, 5.0
    still_told = begun.told.tolist()
    for nth, (result, cells_found) in enumerate(ways):
        columns, cells, flags, far = (np.array(each) for each in zip(*cells_found, strict=True))
        chosen = ClosestCells(cells, cells, flags.astype(np.uint8), far)
        settling.take(state, begun.told, PLACES, (columns, chosen), 1.0, (nth, result))
        take_slowly(slow, still_told, cells_found, (nth, result))
    assert [each.tolist() for each in state] == [each.tolist() for each in slow]
    assert begun.told.tolist() == still_told
    outcomes, where = settling.conclude(state, begun, stated), state.where
    for at, claim in enumerate(PLACES.tolist()):
        found = [(result, *rows[at]) for result, rows in ways]
        equal = [(result, column, cell) for result, column, cell, flags, far in found
                 if flags & AGREES and far == 0]  # fmt: skip
        unsure = not told[claim] or any(flags & UNDECIDED for *_, flags, _ in found)
        holding = {result for result, *_ in equal}
        if unsure:
            assert outcomes[claim] == settling.OPEN
        elif holding:
            assert outcomes[claim] == (settling.EQUAL if len(holding) == 1 else settling.SEVERAL)
            assert where[:, claim].tolist() == list(min(equal))
        elif any(flags & AGREES for *_, flags, _ in found):
            assert outcomes[claim] == settling.OPEN
        else:
            nearest, second = [*sorted(far for *_, far in found), np.inf, np.inf][:2]
            is_clear = nearest == np.inf or second > nearest + 1e-9 * (nearest + stated[claim])
            assert outcomes[claim] == (settling.ABSENT if is_clear else settling.OPEN)
    assert outcomes[2] == (settling.ABSENT if told[2] else settling.OPEN)
