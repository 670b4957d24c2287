"""Lookups over several columns: their forms are equal, and say what the columns say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpath import closest, sorted_columns, sorted_index
from fastpath._jit import KernelForm, forced

TRAPS = [0.0, -0.0, 1.0, 1.05, 1.1, 1.15, 5e-324, 1.7e308, -1.7e308, 2.0, 3.0]
finite = st.sampled_from(TRAPS) | st.floats(-1e308, 1e308)
columns = st.lists(st.lists(finite, max_size=9), max_size=4)
claim = st.tuples(finite, *[st.sampled_from([0.0, 0.05, 1.0, 1e300])] * 2, st.booleans())


@settings(deadline=None)  # the first example compiles
@given(columns, st.lists(claim, min_size=1, max_size=6), st.integers(0, 3))
def test_closest_is_the_best_of_what_each_column_says(
    data: list[list[float]], claims: list[tuple[float, float, float, bool]], unwanted: int
) -> None:
    arrays = [np.array(column, np.float64) for column in data]
    near = np.array([value for value, *_ in claims])
    least = np.array([value - below for value, below, _, _ in claims])
    greatest = np.array([value + above for value, _, above, _ in claims])
    far = np.array([shifted for *_, shifted in claims])
    near[far] = near[far] / 2 - 0.5  # often outside of its borders
    wanted = np.ones((near.size, len(arrays)), np.uint8)
    wanted[:1, unwanted:] = 0
    alone = [_alone(column, near, (least, greatest)) for column in arrays]
    for form in KernelForm:
        with forced(form):
            index = sorted_columns.build(arrays)
            found, chosen = sorted_columns.closest(index, near, (least, greatest), near, wanted)
        for i in range(near.size):
            rows = [
                (-int(each.flags[i] & closest.AGREES), each.distances[i], column)
                for column, each in enumerate(alone)
                if each.places[i] >= 0 and wanted[i, column]
            ]
            best = min(rows)[2] if rows else -1
            assert found[i] == best
            if rows:
                assert _lists(chosen.part(slice(i, i + 1))) == _lists(
                    alone[best].part(slice(i, i + 1))
                )


@pytest.mark.parametrize("size", [31, 32, 33, 64, 1000])
def test_searches_by_blocks_find_the_ends_of_blocks(size: int) -> None:
    # Trap: a value at the border of two blocks, and runs of equal values longer than a block.
    random = np.random.default_rng(size)
    arrays = [random.permutation(np.arange(size) // each).astype(np.float64) for each in (1, 2, 50)]
    near = np.concatenate([np.arange(-1.0, size + 1), np.arange(size) + 0.4])
    wanted = np.eye(3, dtype=np.uint8)[np.arange(near.size) % 3]
    for form in KernelForm:
        with forced(form):
            index = sorted_columns.build(arrays)
            found, chosen = sorted_columns.closest(index, near, (near, near), near, wanted)
        for i, value in enumerate(near.tolist()):
            column = arrays[i % 3]
            distances = np.abs(column - value)
            assert found[i] == i % 3
            assert chosen.places[i] == distances.argmin()
            assert chosen.distances[i] == distances.min()
            assert bool(chosen.flags[i] & closest.AGREES) == (distances.min() == 0)


def _alone(
    values: np.ndarray, near: np.ndarray, borders: tuple[np.ndarray, np.ndarray]
) -> closest.ClosestCells:
    inside = np.clip(near, borders[0], np.nextafter(borders[1], np.inf))
    if not values.size:
        nowhere = np.full(near.size, -1), np.full(near.size, -1)
        return closest.ClosestCells(
            *nowhere, np.zeros(near.size, np.uint8), np.full(near.size, np.inf)
        )
    index, chosen = sorted_index.build(values), closest.ClosestCells.empty(near.size)
    places, others, flags, distances = chosen
    around = *sorted_index.neighbours(index, near), *sorted_index.neighbours(index, inside)
    closest.choose(values, *around, *borders, near, places, others, flags, distances)
    return chosen


def _lists(chosen: closest.ClosestCells) -> list[list[object]]:
    places, others, flags, distances = chosen
    return [places.tolist(), others.tolist(), flags.tolist(), distances.tolist()]


def test_many_claims_are_looked_up_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    arrays = [random.integers(0, 500, 400).astype(np.float64) for _ in range(5)]
    near = random.integers(0, 600, 70).astype(np.float64)
    index = sorted_columns.build(arrays)
    everywhere = np.ones((near.size, 5), np.uint8)
    at_once = sorted_columns.closest(index, near, (near, near), near, everywhere)
    monkeypatch.setattr(sorted_columns, "_AT_ONCE", 150)
    pieces = sorted_columns.closest(index, near, (near, near), near, everywhere)
    assert at_once[0].tolist() == pieces[0].tolist()
    assert _lists(at_once[1]) == _lists(pieces[1])
