"""A result of the period before, by its title, beside that of now."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Flagged = Callable[..., list[str]]

NOW = (["total_orders", "refunds"], [[1842, 63]], "summary")
BEFORE = (["total_orders", "refunds"], [[1705, 71]], "previous period")
OTHER = (["warehouse", "units_sold"], [["Lyon", 512], ["Turin", 498]], "units of the last 30 days")


@pytest.mark.parametrize(
    "text",
    [
        "There were 1,842 orders and 63 refunds.",
        "Orders rose from 1,705 to 1,842.",
        "Orders are up 8.0% on the previous period.",
        "In the previous period there were 1,705 orders.",
        "There were 137 more orders than in the previous period (1,705).",
    ],
)
def test_right_values_of_either_stand(flagged: Flagged, text: str) -> None:
    assert flagged(text, NOW, BEFORE) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("There were 1,705 orders.", "1,705"),
        ("There were 1,842 orders and 71 refunds.", "71"),
        ("Orders rose from 1,842 to 1,842.", "1,842"),
        ("Orders rose from 1,705 to 1,705.", "1,705"),
        ("Orders are up 6.5% on the previous period.", "6.5%"),
    ],
)
def test_a_value_of_the_other_one_is_flagged(flagged: Flagged, text: str, wrong: str) -> None:
    assert wrong in flagged(text, NOW, BEFORE)


def test_what_only_one_of_them_holds_is_of_no_other_period(flagged: Flagged) -> None:
    text = "Lyon sold 512 units and Turin 498; there were 1,842 orders."
    assert flagged(text, NOW, OTHER) == []
