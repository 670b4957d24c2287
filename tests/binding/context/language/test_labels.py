"""Labels that a text says in part."""

from __future__ import annotations

from typing import Any

import pytest

_TEAMS = (
    ["team", "agents", "tickets"],
    [["Support T1", 52, 7315], ["Support T2", 18, 1432], ["Orso XL", 26, 1240]],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("T1 has 52 agents, T2 has 18.", []),
        ("T1 has 18 agents, T2 has 52.", ["18", "52"]),
        ("The XL crew closed 1,240 tickets.", []),
        ("The XL crew closed 1,432 tickets.", ["1,432"]),
        ("1,240 tickets were closed by the XL", []),  # Trap: no word stands behind the code
    ],
)
def test_a_short_code_names_the_row_that_has_it(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, _TEAMS) == wrong
