"""Ranges and lists of periods, and the rows that they mean."""

from __future__ import annotations

import pytest

from sidecar.binding.language.periods import find


@pytest.mark.parametrize(
    ("said", "months"),
    [
        ("jan to mar", [1, 3]),
        ("in apr/may", [4, 5]),
        ("jun jul aug together", [6, 7, 8]),
        ("june may fall", [6]),  # a verb
        ("to march on", []),
    ],
)
def test_a_month_beside_another_is_no_other_word(said: str, months: list[int]) -> None:
    assert [period.month for _, _, period in find(said)] == months
