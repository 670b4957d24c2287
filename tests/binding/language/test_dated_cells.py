"""Periods as tables write them, in cells and in names of columns, and as texts name them."""

from __future__ import annotations

import pytest

from sidecar.binding.language.dated_cells import whole
from sidecar.binding.language.periods import NOTHING, TimePeriod, complete


@pytest.mark.parametrize("written", ["202413", "20240332", "120345", "M3", "on", "May I"])
def test_what_is_no_period(written: str) -> None:
    assert whole(written) == NOTHING


def test_what_is_one_as_a_whole() -> None:
    assert whole("202403") == complete(2024, 3, None)
    assert whole("2024-03-11 08:30") == complete(2024, 3, 11)
    assert whole("Oct-Dec 2023") == TimePeriod(2023, 2, 4)
