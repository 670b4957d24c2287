"""Changes of what several rows have together, and of their mean."""

from __future__ import annotations

from typing import Any

import pytest

TABLE = (
    ["site", "visitors_2023", "visitors_2024"],
    [
        ["Castle", 38420, 44975],
        ["Abbey", 29115, 27860],
        ["Mill", 10640, 12310],
        ["Lighthouse", 12985, 14260],
        ["Gardens", 55905, 51330],
    ],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Together the Castle and the Mill had ⟨8,225⟩ more visitors than in 2023.", "9,480"),
        ("The Castle, the Gardens and the Abbey combined were ⟨725⟩ visitors up on 2023.", "845"),
        ("Average visitors per site went up by ⟨734⟩.", "3,671"),
        ("Average visitors per site went up by ⟨734⟩, from 29,413 in 2023.", "3,671"),
        ("The Abbey is down ⟨1,255⟩ on last year.", "1,275"),
    ],
)
def test_what_changed_is_the_sum_or_the_mean(flagged: Any, text: str, wrong: str) -> None:
    # Trap: each of the rows has a change of its own, and the mean changes by less than the sum.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, TABLE) == []
    assert flagged(before + wrong + after, TABLE) == [wrong]
