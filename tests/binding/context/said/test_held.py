"""What one has after a change is no change."""

from __future__ import annotations

from typing import Any

import pytest

TABLE = (
    ["club", "members_2023", "members_2024"],
    [["Rowing", 212, 240], ["Chess", 64, 71], ["Judo", 133, 118]],
)


@pytest.mark.parametrize(
    ("said", "wrong"), [("now has 240", []), ("now has 212", ["212"]), ("had 245", ["245"])]
)
def test_a_number_behind_has_is_a_value(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(f"In 2024 the Rowing club added 28 members and {said}.", TABLE) == wrong
