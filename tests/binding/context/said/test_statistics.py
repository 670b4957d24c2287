"""Numbers that tell how sure a finding is."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize(
    "text",
    [
        "With p < 0.05 the difference is significant.",
        "R² = 0.31, so staff explain little.",
        "At 95% confidence Ring Road is ahead with 3,070.",
        "The margin of error is 3 points.",
        "The survey (n = 250) was done in May.",
        "A p-value of 0.03 speaks for it.",
    ],
)
def test_how_sure_something_is_is_no_figure(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text, shops) == []


def test_a_percentage_of_a_row_is_a_figure(flagged: Any, shops: Any) -> None:
    assert flagged("Ring Road had 9.5% returns, and our confidence is high.", shops) == ["9.5%"]


@pytest.mark.parametrize(
    "text",
    [
        "For Harbour, n = {} staff.",
        "The margin of error aside, Harbour has {} staff.",
        "Within a margin of error, Harbour had {} staff.",
        "Harbour, our shop R - {} staff.",
    ],
)
def test_what_a_row_has_is_no_statistic(flagged: Any, text: str, shops: Any) -> None:
    assert flagged(text.format(19), shops) == ["19"]
    assert flagged(text.format(12), shops) == []


def test_a_share_beside_confidence_is_a_figure(flagged: Any, shops: Any) -> None:
    text = "Returns were {}% with confidence at Harbour."
    assert flagged(text.format("5.9"), shops) == ["5.9%"]
    assert flagged(text.format("3.1"), shops) == []
