"""Numbers that are targets, announcements, picks and bases of rates, and no figures of the data."""

from __future__ import annotations

from typing import Any

import pytest

CLINICS = (
    ["clinic", "rooms", "waits_per_1k", "on_time_pct"],
    [
        ["Elm", 42, 6.3, 88.1],
        ["Oak", 31, 4.9, 91.5],
        ["Ash", 18, 7.7, 84.2],
        ["Yew", 66, 5.2, 93.0],
    ],
)


@pytest.mark.parametrize(
    "text",
    [
        "Elm is on time in 88.1% of cases, against a target of 95%.",
        "At Oak 91.5% were on time; the board had hoped for at least 97%.",
        "Yew leads with 93.0%. The 95% goal stays out of reach.",
        "On Monday the trust announced 25 further rooms for Ash.",
        "At Elm 6.3 waits in 1,000 were too long.",
        "Ash has 7.7 long waits for every 1,000.",
        "The top three clinics are Yew, Elm and Oak.",
        "Only the worst two will be inspected.",
        "Elm is on time in 88.1% of cases; 95% had been the goal.",
        "At Oak 91.5% were on time, just above our 89%.",
        "Yew has 66 rooms, and a clinic needs 20.",
        "Counted on 1,000 visits, waits at Elm are too long 6.3 times.",
        "The two smallest clinics are Ash and Oak.",
    ],
)
def test_what_the_text_sets_itself_is_not_held_against_the_data(flagged: Any, text: str) -> None:
    assert flagged(text, CLINICS) == []


def test_a_plan_that_stands_in_the_data_is_a_figure(flagged: Any) -> None:
    # Trap: a table of targets tells what the target is.
    table = (["clinic", "target_pct", "actual_pct"], [["Elm", 95.0, 88.1], ["Oak", 90.0, 91.5]])
    assert flagged("Elm has a target of 95%.", table) == []
    assert flagged("Elm has a target of 92%.", table) == ["92%"]


def test_a_number_of_a_plan_word_elsewhere_is_a_figure(flagged: Any) -> None:
    assert flagged("Missing the plan, Oak was on time in 95.1% of cases.", CLINICS) == ["95.1%"]


def test_what_was_needed_is_a_figure(flagged: Any) -> None:
    assert flagged("Elm needed 55 rooms.", CLINICS) == ["55"]


@pytest.mark.parametrize(
    "text",
    [
        "Elm beat the forecast: rooms were {}.",
        "Elm beat the budget for rooms and came to {}.",
        "Rooms at Elm came in better than expected at {}.",
        "Rooms at Elm were above the forecast at {}.",
        "As you assumed, Elm opened {} rooms.",
        "The rooms of Elm hit the {} mark.",
        "The rooms of Elm stood at the {} mark.",
        "In the chart, the bar at {} shows the rooms of Elm.",
    ],
)
def test_what_came_of_a_plan_is_a_figure(flagged: Any, text: str) -> None:
    # Trap: the plan is told beside the number, and what was met is not what was reached.
    assert flagged(text.format(55), CLINICS) == ["55"]
    assert flagged(text.format(42), CLINICS) == []


@pytest.mark.parametrize(
    "text",
    [
        "The threshold for closing rooms stays at 61%.",
        "The goal is to cut the empty rooms of Elm by 61%.",
        "The target is to bring the rooms of Elm to 61.",
    ],
)
def test_what_is_to_be_done_is_no_figure(flagged: Any, text: str) -> None:
    assert flagged(text, CLINICS) == []
    assert flagged("The threshold for closing rooms stays. Elm has 61 rooms.", CLINICS) == ["61"]


@pytest.mark.parametrize(
    "text",
    [
        "The rooms of Oak are below the 36 we aim for.",
        "Rooms at Oak are short of the 36 that the board had set.",
        "The policy minimum is 97% on time.",
        "Oak: on time in 91.5% of cases, goal 97%.",
        "We expect the rooms at Oak to rise to 36.",
        "Expect rooms to rise by 19%.",
        "The number of rooms is to exceed 400 by 2030.",
        "I estimate 97% on time for Oak.",
        "| clinic | on time | target |\n|---|---|---|\n| Oak | 91.5% | 97% |",
    ],
)
def test_what_somebody_sets_is_a_plan(flagged: Any, text: str) -> None:
    assert flagged(text, CLINICS) == []


@pytest.mark.parametrize(
    "text",
    [
        "Cases on time at Oak are at the {} that the clinic reached.",
        "We expect more. Cases on time at Oak rose to {}.",
        "Cases on time at Oak are, to be exact, {}.",
        "The minimum of the cases on time is {} at Ash.",
        "Oak was expected to fall behind but was on time in {} of cases.",
        "| clinic | on time | target |\n|---|---|---|\n| Oak | {} | 97% |",
    ],
)
def test_a_figure_beside_a_plan_is_judged(flagged: Any, text: str) -> None:
    right = "84.2%" if "minimum" in text else "91.5%"
    assert flagged(text.format("66.6%"), CLINICS) == ["66.6%"]
    assert flagged(text.format(right), CLINICS) == []
