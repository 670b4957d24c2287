"""Narrow floats as people mean them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.evidence.shortest import widen


@given(st.lists(st.floats(width=32), max_size=20))
def test_float32_equals_what_python_prints(values: list[float]) -> None:
    narrow = np.array(values, np.float32)
    wide = widen(narrow)
    with np.errstate(over="ignore"):
        assert np.array_equal(wide.astype(np.float32), narrow, equal_nan=True)
    for value, result in zip(narrow, wide.tolist(), strict=True):
        if np.isfinite(value) and value != np.rint(value):
            assert result == float(str(value))


def test_every_float16_equals_what_python_prints() -> None:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    wide = widen(every)
    with np.errstate(invalid="ignore"):  # there are signalling NaNs among them
        fractions = np.isfinite(every) & (every != np.rint(every))
    assert wide[fractions].tolist() == [float(str(value)) for value in every[fractions]]


@pytest.mark.parametrize("number", [65504.0, 4100.0, 0.0, -0.0, float("inf")])
def test_whole_numbers_stay_what_they_are(number: float) -> None:
    # The shortest decimal that reads back as the float16 65504 is 65500.
    assert widen(np.array([number], np.float16)).tolist() == [number]
