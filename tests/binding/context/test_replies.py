"""Replies of assistants: lists that are summed up, asides in brackets, products that are shown."""

from __future__ import annotations

from typing import Any

import pytest

TOP = "**Top 2 by bikes sold**\n- Ring Road: 3,070\n- Station: 2,415\n\n"
STAFF = "The top 3 by staff:\n1. Ring Road – 21\n2. Station – 17\n3. Harbour – 12\n\n"


@pytest.mark.parametrize(
    "text",
    [
        TOP + "That's 5,485 bikes in total, 57% of all.",
        STAFF + "Together that's 50 people, or 76% of all staff.",
        "So Station beats Harbour by 575 bikes (2,415 vs 1,840), i.e. 31%.",
        "Staff: Harbour 12 vs Station 17 (+42%).",
        "The dearest shop pays 3.6 times as much rent as the cheapest (€148k vs €41.2k).",
        "The largest and the smallest shop sold 3,070 and 960 bikes.",
        "Average rent: €107.0k (weighted by bikes), €94.0k unweighted.",
        "Ring Road has 21 of the 66 staff (32%).",
        "Top 3: Ring Road (21), Station (17), Harbour (12) – together 50 of 66 staff.",
        "Bikes per head: 9,610 / 66 = 146.",
        "Ring Road: 3,070 × 6.3% ≈ 193 returns.",
        "Ranking: 1) Ring Road 3,070, 2) Station 2,415, 3) Harbour 1,840.",
    ],
)
def test_a_right_reply_is_left_alone(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text, shops) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (TOP + "That's 5,845 bikes in total.", ["5,845"]),
        ("So Station beats Harbour by 575 bikes (1,840 vs 2,415).", ["1,840", "2,415"]),
        ("Staff: Harbour 12 vs Station 19.", ["19"]),
        ("Average rent: €94.0k (weighted by bikes), €107.0k unweighted.", ["€94.0k", "€107.0k"]),
        ("Ring Road has 21 of the 76 staff.", ["76"]),
        ("Top 3: Ring Road (21), Station (17), Harbour (12) – together 54 staff.", ["54"]),
        ("Ring Road: 3,070 × 6.3% ≈ 293 returns.", ["293"]),
    ],
)
def test_a_wrong_one_is_not(flagged: Any, text: str, wrong: list[str], shops: Any) -> None:
    assert flagged(text, shops) == wrong
