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


ROUTES = (
    ["route", "year", "sailings", "passengers", "revenue_gbp_m", "on_time_pct"],
    [
        ["Islay", 2022, 1840, 412300, 5.21, 96.1], ["Islay", 2023, 1902, 455870, 5.98, 94.7],
        ["Islay", 2024, 1955, 471210, 6.44, 95.2], ["Jura", 2022, 960, 98400, 1.12, 97.3],
        ["Jura", 2023, 948, 91250, 1.09, 95.9], ["Jura", 2024, 1012, 104730, 1.31, 98.0],
        ["Loop", 2022, 730, 61200, 0.94, 88.4], ["Loop", 2023, 755, 66980, 1.07, 90.1],
        ["Loop", 2024, 742, 64110, 1.05, 86.9], ["Shuttle", 2022, 14600, 2310500, 4.87, 99.0],
        ["Shuttle", 2023, 14780, 2498300, 5.36, 98.8],
        ["Shuttle", 2024, 15010, 2601900, 5.72, 98.9],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Ridership reached 3.24 million in 2024, 4.2% more than a year earlier and ⟨12.5%⟩ above "
         "2022.", "9.3%"),
        ("Punctuality on the Loop slipped ⟨3.2⟩ points to 86.9%, its worst in three years.", "7.7"),
    ],
)  # fmt: skip
def test_what_was_told_is_compared_with_other_periods(flagged: Any, text: str, wrong: str) -> None:
    # Trap: no word is the name of a column, and the words name other periods besides.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, ROUTES) == []
    assert len(flagged(before + wrong + after, ROUTES)) == 1


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


STAFF = (
    ["Department", "Grade", "Staff", "Average pay (EUR/month)", "Turnover (%)"],
    [
        ["Design", "Senior", 64, 7420, 12.4], ["Design", "Junior", 118, 4310, 8.1],
        ["Sales", "Senior", 22, 6150, 15.9], ["Sales", "Junior", 85, 3280, 22.6],
        ["Support", "Senior", 15, 4020, 9.8], ["Support", "Junior", 140, 2610, 31.2],
    ],
)  # fmt: skip
SITES = (
    ["Site", "Employees", "Desks", "Rent 2024 (kEUR)"],
    [["Lyon", 212, 180, 41.2], ["Porto", 148, 96, 38.5], ["Graz", 130, 121, 29.8]],
)


@pytest.mark.parametrize(("said", "right"), [("1.7", True), ("2.9", False)])
def test_a_multiple_is_of_what_was_told_and_another_label(
    flagged: Any, said: str, right: bool
) -> None:
    # Trap: "junior" is of three departments; the one that was told is meant.
    text = f"A senior designer earns EUR 7,420 and costs {said} times a junior one."
    assert (f"{said} times" in flagged(text, STAFF)) is not right


def test_what_another_number_is_counted_for_asks_nothing_of_this_one(flagged: Any) -> None:
    # Trap: "per" asks for a mean, of the number right before it.
    text = "Rent came to EUR 109.5 thousand, or EUR 223 per head."
    assert "EUR 109.5 thousand" not in flagged(text, SITES)


def test_a_target_is_none_of_the_data_whatever_it_is_of(flagged: Any) -> None:
    # Trap: the name of the column between the target and its number.
    assert flagged("Target for next year: turnover below 15%.", STAFF) == []


_STANDARDS = (
    ["permit", "days_2024", "standard_days", "fee"],
    [["Street works", 118, 90, 240], ["Trees", 33, 20, 75], ["Signs", 12, 15, 60],
     ["Moorings", 47, 46, 310]],
)  # fmt: skip
_FLOW = (
    ["quarter", "office", "lodged", "closed", "open_files"],
    [["2024Q4", "East", 900, 950, 4105], ["2024Q4", "West", 1210, 1180, 5220],
     ["2025Q1", "East", 880, 1002, 3983], ["2025Q1", "West", 1101, 1340, 4981]],
)  # fmt: skip
_BUDGET = (
    ["month", "total_k", "budget_k", "guests"],
    [["2025-01", 1821, 1858, 98200], ["2025-02", 1806, 1835, 96500],
     ["2025-03", 1867, 1850, 101300], ["2025-04", 1930, 1900, 104800]],
    "Ticket sales (USD thousand)",
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Street works took 118 days against a standard of 90, hence 28 days too many.", []),
        ("Street works took 118 days against a standard of 90, hence 38 days too many.",
         ["38 days"]),
        ("Street works took 118 days against a standard of 90. Trees exceeded theirs by"
         " 65 per cent.", []),
        ("Street works took 118 days against a standard of 90. Trees exceeded theirs by"
         " 86 per cent.", ["86 per cent"]),
    ],
)  # fmt: skip
def test_two_values_that_were_told_are_held_against_each_other(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: the two stand in two columns of one row, one of which no word names.
    assert flagged(said, _STANDARDS) == wrong


@pytest.mark.parametrize(("moved", "wrong"), [("361", []), ("631", ["631"]), ("212", ["212"])])
def test_a_move_is_of_what_it_led_to(flagged: Any, moved: str, wrong: list[str]) -> None:
    # Trap: 212 more files were closed than in the quarter before, and only files closed are named.
    said = f"In 2025Q1 2,342 files were closed, so that the heap came down by {moved} to 8,964."
    assert flagged(said, _FLOW) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Ticket sales amounted to $7.42 million against a budget of $7.44 million, a variance of"
         " -0.3 percent. January fell short by $37,000.", []),
        ("Ticket sales amounted to $7.42 million against a budget of $7.44 million."
         " January fell short by $73,000.", ["$73,000"]),
    ],
)  # fmt: skip
def test_a_total_column_is_what_the_title_says_and_is_held_against_its_budget(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _BUDGET) == wrong
