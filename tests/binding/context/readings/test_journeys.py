"""What a series moved from and to, where a text names no period."""

from __future__ import annotations

from typing import Any

import pytest

MONTHS = (
    ["month", "opened", "closed", "backlog"],
    [
        ["2024-01", 412, 395, 1210],
        ["2024-02", 388, 420, 1178],
        ["2024-03", 455, 401, 1232],
        ["2024-04", 470, 498, 1204],
        ["2024-05", 431, 402, 1233],
        ["2024-06", 502, 455, 1280],
    ],
)
SITES = (
    ["site", "visitors_2022", "visitors_2023", "visitors_2024"],
    [["Castle", 41210, 38420, 44975], ["Abbey", 28340, 29115, 27860], ["Mill", 9875, 10640, 12310]],
)


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("The backlog went from ⟨1,210⟩ to 1,280.", MONTHS, "1,155"),
        ("The backlog climbed from 1,210 to ⟨1,280⟩, by 5.8%.", MONTHS, "1,346"),
        ("The Castle's visitors went from ⟨41,210⟩ to 44,975.", SITES, "43,780"),
        ("Visitors at the Mill climbed from ⟨10,640⟩ to 12,310.", SITES, "11,470"),
    ],
)
def test_the_ends_of_a_move_are_the_first_and_the_last(
    flagged: Any, text: str, table: Any, wrong: str
) -> None:
    # Trap: "from" and "to" also tell a range, and 1,210 is not the least of all months.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert wrong in flagged(before + wrong + after, table)


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("The backlog climbed from ⟨1,178⟩ to ⟨1,232⟩.", MONTHS),
        ("The backlog slipped to ⟨1,204⟩ from ⟨1,232⟩.", MONTHS),
        ("Visitors at the Castle rose from ⟨38,420⟩ to ⟨44,975⟩.", SITES),
    ],
)
def test_a_move_may_be_of_any_two_periods_in_their_order(
    flagged: Any, text: str, table: Any
) -> None:
    # Trap: neither is the first or the last one, and exchanged they went against time.
    head, old, joint, new, tail = text.replace("⟩", "⟨").split("⟨")
    assert flagged(head + old + joint + new + tail, table) == []
    assert flagged(head + new + joint + old + tail, table)


def test_a_fall_of_two_steps(flagged: Any) -> None:
    # Trap: no period is named; the first step is not the last one in the data.
    rows = [["Vega", 1840, 1512, 1395], ["Brenner", 615, 702, 688], ["Marne", 2260, 2415, 1830]]
    table = ["region", "hl_2022", "hl_2023", "hl_2024"], rows
    text = "Vega's harvest has fallen two years running, first by 328 and then by another 117."
    assert flagged(text, table) == []
    assert flagged(text.replace("328", "364"), table) == ["364"]
    assert flagged(text.replace("117", "143"), table) == ["143"]
