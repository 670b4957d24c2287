"""A cell of another period than the one that a number's clause begins with is hardly meant."""

from __future__ import annotations

from typing import Any

import pytest

_DAYS = (
    ["time", "water_temp_c", "gust_m_s", "visitors"],
    [
        ["2025-05-04 08:00:00", 17.12, 6.31, 1204],
        ["2025-05-04 16:00:00", 19.48, 7.77, 2310],
        ["2025-05-05 08:00:00", 16.85, 9.02, 987],
        ["2025-05-05 16:00:00", 18.94, 8.46, 1876],
        ["2025-05-06 08:00:00", 15.33, 5.14, 1432],
        ["2025-05-06 16:00:00", 20.27, 4.09, 2765],
    ],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("On May 6th, the water temperature will be {}°C.", "20.27", "19.48"),
        ("On May 6th, the water will have 15.33°C with a gust of {} m/s.", "5.14", "7.77"),
        ("On 5 May 2025, we counted {} visitors.", "1,876", "2,765"),
    ],
)
def test_a_cell_of_another_day_is_wrong(flagged: Any, text: str, right: str, wrong: str) -> None:
    assert flagged(text.format(right), _DAYS) == []
    assert len(flagged(text.format(wrong), _DAYS)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "On May 6th, 2,765 visitors came; the evening before, 1,876 did.",
        "Visitors have picked up since May 5th, to 2,765.",
        "On May 6th, 2,765 visitors came, up from 1,876.",
        "With 1,876 visitors on May 5th and 2,765 on May 6th, the season began well.",
    ],
)
def test_other_clauses_may_tell_of_other_days(flagged: Any, text: str) -> None:
    assert flagged(text, _DAYS) == []


_PARCELS = (
    ["month", "depot", "parcels"],
    [
        ["2024-02", "Alto", 410], ["2024-02", "Brin", 377], ["2024-02", "Cove", 441],
        ["2024-03", "Alto", 395], ["2024-03", "Brin", 402], ["2024-03", "Cove", 452],
        ["2024-04", "Alto", 310], ["2024-04", "Brin", 344], ["2024-04", "Cove", 391],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["February recap: {} in total.", "In February 2024 it was {} for all of us together."],
)
def test_a_total_is_none_of_another_month(flagged: Any, text: str) -> None:
    assert flagged(text.format("1,228"), _PARCELS) == []
    assert flagged(text.format("1,249"), _PARCELS) == ["1,249"]
