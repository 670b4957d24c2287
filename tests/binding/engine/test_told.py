"""What numbers have told by their values: columns that no word names, and what moved to them."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

COLUMNS = ["venue", "season", "shows", "tickets", "takings_eur_m", "seats_filled_pct"]
ROWS = [
    ["Opera House", 2022, 182, 231400, 14.62, 81.3],
    ["Opera House", 2023, 190, 246850, 16.05, 83.9],
    ["Opera House", 2024, 187, 252310, 17.11, 88.2],
    ["Playhouse", 2022, 310, 98120, 2.41, 70.4], ["Playhouse", 2023, 298, 93410, 2.38, 68.8],
    ["Playhouse", 2024, 305, 99870, 2.66, 65.1],
    ["Studio", 2022, 96, 11250, 0.21, 60.2], ["Studio", 2023, 104, 12980, 0.25, 64.7],
    ["Studio", 2024, 99, 12110, 0.24, 61.5],
]  # fmt: skip


def last(bind: Any, text: str) -> Verdict:
    """The verdict on the last number."""
    bound, _ = bind(text, COLUMNS, ROWS)
    verdict: Verdict = bound[-1].binding.verdict
    return verdict


@pytest.mark.parametrize(("said", "right"), [("3.1%", True), ("5.6%", False), ("7.0%", False)])
def test_growth_is_of_the_total_that_was_told_by_its_value(
    bind: Any, said: str, right: bool
) -> None:
    # Trap: the only column of percentages, and the growth of another column (takings: 7.1%).
    text = f"Audiences reached 364,290 in 2024, {said} more than a year earlier."
    assert (last(bind, text) is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(("said", "right"), [("€1.33m", True), ("€1.57m", False)])
def test_a_step_is_of_the_total_that_was_told(bind: Any, said: str, right: bool) -> None:
    text = f"Takings came to €20.01m, {said} up on 2023."
    assert (last(bind, text) is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(("said", "right"), [("3.7", True), ("4.7", False)])
def test_what_something_moved_to_is_read_first(bind: Any, said: str, right: bool) -> None:
    # Trap: read from left to right, nothing tells yet which column the step is of.
    text = f"Occupancy at the Playhouse slipped {said} points to 65.1%."
    bound, _ = bind(text, COLUMNS, ROWS)
    assert bound[1].binding.verdict is Verdict.SUPPORTED
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


def test_a_period_that_is_compared_with_is_not_carried_over(bind: Any) -> None:
    # Trap: the takings of 2023, the last period that was named.
    text = "In 2024 the Opera House took €17.11m, 6.6% up on 2023. The Studio took €0.24m."
    bound, _ = bind(text, COLUMNS, ROWS)
    chosen = bound[-1].binding.reading
    assert chosen is not None
    assert chosen.location == "data[8].takings_eur_m"
