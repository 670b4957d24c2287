"""The steps that settle claims by floats: their forms are equal, on NaN, ties and extremes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpath import aiming, settling
from fastpath._jit import Form, forced
from fastpath.closest import AGREES, UNDECIDED, Chosen

CLAIMS = 4
PLACES = np.array([0, 1, 3])  # claim 2 is of another kind
sizes = st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0, 1e12, 1e70]) | st.floats(0, 1e15)
values = st.sampled_from([0.0, -1.0, 2.0, 3.0, float("nan")]) | st.floats(-1e15, 1e15)


def four(each: st.SearchStrategy[float]) -> st.SearchStrategy[list[float]]:
    return st.lists(each, min_size=CLAIMS, max_size=CLAIMS)


def alike(answer: Callable[[], list[list[object]]]) -> list[list[object]]:
    """What every form answers; NaN is written out, since it does not equal itself."""
    answers = []
    for form in Form:
        with forced(form):
            answers.append(answer())
    assert repr(answers[0]) == repr(answers[1]) == repr(answers[2])
    return answers[0]


@settings(deadline=None)  # the first example compiles
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

    def answer() -> list[list[object]]:
        begun = aiming.Begun.of(CLAIMS)
        claimed = known, np.array(steps), np.array(short, np.uint8)
        aiming.begin(PLACES, claimed, np.array(counts), tolerances, begun)
        aims = aiming.Aims.empty(PLACES.size, 2)
        bounds = (0.0, 2.0) if within else (-np.inf, np.inf)
        columns, before = np.array([1, 0], np.uint8), begun.told.tolist()
        scale = sign, unit, most
        any_asked = aiming.aim(
            aims, PLACES, near, begun.reached, scale, bounds, columns, begun.told
        )
        asked = aims.wanted[:, 0].tolist()
        assert any_asked == any(asked)
        assert not aims.wanted[:, 1].any()
        assert not any(begun.told[PLACES] & np.isnan(near[PLACES]))
        assert not before[2]
        return [each.tolist() for each in (*begun, *aims)]

    alike(answer)


@settings(deadline=None)
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

    def answer() -> list[list[object]]:
        state, begun = settling.State.of(CLAIMS, 2), aiming.Begun.of(CLAIMS)
        begun.told[:], begun.off[:] = told, 5.0
        for nth, (result, found) in enumerate(ways):
            columns, cells, flags, far = (np.array(each) for each in zip(*found, strict=True))
            chosen = Chosen(cells, cells, flags.astype(np.uint8), far)
            settling.take(state, begun.told, PLACES, (columns, chosen), 1.0, (nth, result))
        outcomes = settling.conclude(state, begun, stated)
        return [each.tolist() for each in (outcomes, *state, begun.told)]

    outcomes, *_, where, _ = alike(answer)
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
            assert [row[claim] for row in np.array(where).tolist()] == list(min(equal))
        elif any(flags & AGREES for *_, flags, _ in found):
            assert outcomes[claim] == settling.OPEN
    assert outcomes[2] == (settling.ABSENT if told[2] else settling.OPEN)
