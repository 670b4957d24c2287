"""Numbers that the text gives itself: bases of an index, ages, assumptions, groups, thresholds."""

from __future__ import annotations

from typing import Any

import pytest

MILLS = (
    ["mill", "paper_2022_t", "paper_2023_t", "waste_pct", "over_65_pct", "staff"],
    [
        ["Aldern", 41_300, 46_256, 4.7, 12.2, 310],
        ["Borrow", 28_750, 27_025, 6.1, 18.9, 245],
        ["Corran", 19_480, 23_766, 9.4, 7.3, 188],
        ["Dunmore", 55_020, 54_470, 3.2, 15.4, 402],
        ["Esker", 33_910, 35_606, 5.8, 21.7, 267],
    ],
)


@pytest.mark.parametrize(
    "text",
    [
        "Setting 2022 to 100, paper at Corran reached 122 in 2023.",
        "With 2022 as 100, Corran came to 122.",
        "2022 = 100: Corran 122.",
        "Rebased to 100 in 2022, Corran's paper stands at 122.",
    ],
)
def test_the_base_of_an_index_is_no_figure(flagged: Any, text: str) -> None:
    assert "100" not in flagged(text, MILLS)


def test_a_hundred_that_is_told_of_a_row_is_a_figure(flagged: Any) -> None:
    assert flagged("Corran had 100 staff.", MILLS) == ["100"]


@pytest.mark.parametrize(
    "text",
    [
        "At Esker 21.7% of the staff are 65 or older.",
        "If 40% of the waste at Corran could be burnt, the landfill would close.",
        "Aldern and Borrow: the two stand on one river.",
        "With 55,020 t in 2022, Dunmore is the number one.",
        "The alarm threshold at Corran goes to 8%; waste was 9.4%.",
        "At Corran waste was 9.4%, where the permit allows 7.5%.",
        "Borrow wasted 6.1% and misses the 5% mark.",
        "Corran wasted 9.4% against a planning value of 8%.",
        "The mill at Esker is rated for 40,000 t and made 35,606 t of paper in 2023.",
        "Waste above 5%: three.",
        "No mill met the rule; none is under 3%.",
    ],
)
def test_what_the_text_gives_is_not_held_against_the_data(flagged: Any, text: str) -> None:
    assert flagged(text, MILLS) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Borrow wasted 7.9%, if we believe it.", "7.9%"),  # no modal: nothing is supposed
        ("Esker had 312 staff, the largest number.", "312"),
        ("Borrow wasted 7.4% of its fibre.", "7.4%"),
    ],
)
def test_words_of_a_gift_elsewhere_leave_a_figure_a_figure(
    flagged: Any, text: str, wrong: str
) -> None:
    assert flagged(text, MILLS) == [wrong]


@pytest.mark.parametrize(
    "text",
    [
        "Corran has made paper since 1868 and has 188 staff.",
        "Founded in 1898, Esker has 267 staff.",
        "It takes 5.2 people to keep one machine running round the clock.",
        "The manager, 45, has led Aldern with its 310 staff.",
        "The lease of Aldern has a notice of 6 months.",
        "Anna (38) runs Aldern with its 310 staff.",
        "December has 31 days; Aldern has 310 staff.",
        "On a 38-hour week the 310 staff of Aldern do well.",
        "The contract fixes the bar at 5%; Borrow wasted 6.1%.",
    ],
)
def test_years_long_past_and_what_anything_takes_are_no_figures(flagged: Any, text: str) -> None:
    assert flagged(text, MILLS) == []


@pytest.mark.parametrize("text", ["Corran made 1868 t in 2023.", "Staff at Corran: 1868."])
def test_a_number_like_a_year_may_be_a_figure(flagged: Any, text: str) -> None:
    assert len(flagged(text, MILLS)) == 1


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("With 2022 at {} staff, Borrow did well.", "100"),
        ("Based on the table, Borrow is at {} staff.", "100"),
        ("Measured in staff, Borrow is at {}.", "1,000"),
        ("Staff, set out by mill: Borrow = {}.", "1000"),
        ("It takes {} staff to run Borrow.", "290"),
    ],
)
def test_a_round_figure_is_no_base(flagged: Any, text: str, wrong: str) -> None:
    # Trap: who invents a figure invents a round one.
    assert flagged(text.format(wrong), MILLS) == [wrong]
    assert flagged(text.format("245"), MILLS) == []
