"""Narrow floats as people mean them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.evidence.arrow_words import widen


def expected(value: np.float16 | np.float32) -> float:
    """Try every number of digits, the fewest first."""
    if not np.isfinite(value) or float(value).is_integer():
        return float(value)
    rounded = (float(f"{float(value):.{digits}e}") for digits in range(20))
    return next(number for number in rounded if type(value)(number) == value)


@given(st.lists(st.floats(width=32), max_size=20))
def test_float32_equals_the_loop(values: list[float]) -> None:
    narrow = np.array(values, np.float32)
    wanted = [expected(value) for value in narrow]
    assert np.array_equal(widen(narrow), wanted, equal_nan=True)


def test_every_float16_equals_the_loop() -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    every = every[~np.isnan(every)]
    assert widen(every).tolist() == list(map(expected, every))


def test_a_signalling_nan_stays_one_without_a_warning() -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    assert np.isnan(widen(every)).sum() == np.isnan(every).sum()


@pytest.mark.parametrize("number", [65504.0, 4100.0, 0.0, -0.0, float("inf")])
def test_whole_numbers_stay_what_they_are(number: float) -> None:
    # The shortest decimal that reads back as the float16 65504 is 6.55e4.
    assert widen(np.array([number], np.float16)).tolist() == [number]
