"""Numbers that are plainly told as the distance of two values: what is named is none of them."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.model.report import Verdict

CLINICS = ["clinic", "patients", "visits_2023", "visits_2024", "wait_days"]
ROWS = [
    ["Ashford", 412, 9870, 10120, 17],
    ["Brook", 388, 7450, 7130, 23],
    ["Colby", 1290, 14800, 15660, 31],
]


def worded(read: Any, text: str) -> bool:
    found = read(text, CLINICS, ROWS)[0]
    return any(c.worded for c in found.readings)


@pytest.mark.parametrize(
    "text",
    [
        "Brook has 24 patients fewer than Ashford.",
        "Ashford is 24 patients ahead of Brook.",
        "Ashford leads Brook by 24 patients.",
        "The gap between Ashford and Brook is 24 patients.",
        "The lead of Ashford over Brook has widened to 24 patients.",
        "Brook waits 6 days longer than Ashford.",
        "The wait is 6 days longer in Brook than in Ashford.",
        "Visits of Ashford were 250 higher in 2024 than in 2023.",
        "Ashford: +250 visits.",
        "Brook: -320 visits.",
        "An increase of 250 visits at Ashford.",
        "Ashford enrolled another street, and is 24 patients bigger.",
        "Brook has a 24-patient cushion.",
        "Brook closed the year 320 visits adverse.",
    ],
)
def test_words_at_a_number_make_it_a_distance(read: Any, text: str) -> None:
    assert worded(read, text)


@pytest.mark.parametrize(
    "text",
    [
        "Three clinics have more than 400 patients.",
        "Ashford has 412 patients, more than Brook.",
        "The gap is small: Ashford has 412 patients.",
        "The rise in Ashford led to 412 patients.",
        "Of the clinics two are busier now than they were in 2023.",
        "At 17 days or above, clinics report.",
        "Ashford has 412 patients on its lighter list.",
        "A 412-patient clinic, Ashford saw little change.",
    ],
)
def test_words_that_compare_elsewhere_do_not(read: Any, text: str) -> None:
    assert not worded(read, text)


def test_a_minus_tells_a_change_only_where_no_value_is_less_than_nothing(read: Any) -> None:
    rows = [["Ashford", -320], ["Brook", 5]]
    found = read("Ashford: -320", ["clinic", "balance"], rows)[0]
    assert not any(c.worded for c in found.readings)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("From 2023 to 2024 Ashford saw 250 more people.", True),  # no word names the visits
        ("From 2023 to 2024 Ashford saw 520 more people.", False),
        ("Colby: +860 between 2023 and 2024", True),
        ("Colby: +680 between 2023 and 2024", False),
    ],
)
def test_a_column_that_nothing_names_is_compared(bind: Any, text: str, right: bool) -> None:
    (bound, *_), _ = bind(text, CLINICS, ROWS)
    assert (bound.binding.verdict is Verdict.SUPPORTED) is right


def test_what_is_told_as_more_than_planned_is_no_plan(read: Any) -> None:
    columns = ["project", "planned", "spent"]
    rows = [["Atlas", 1200, 1385], ["Beacon", 640, 598]]
    assert "planned" not in read("Atlas cost 158 more than planned.", columns, rows)[0].signs
    assert "planned" in read("Atlas planned for 158.", columns, rows)[0].signs


def test_a_cell_that_is_a_change_itself_may_be_told_as_one(read: Any) -> None:
    found = read("Sales at Ashford rose by 250.", ["clinic", "sales change"], [["Ashford", 250]])[0]
    assert not any(c.beside for c in found.readings if c.kind is Kind.CELL)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("From 2023 to 2024: Ashford plus 250 visits, Brook minus 320.", []),
        ("From 2023 to 2024: Ashford plus 250 visits, Brook plus 320.", ["320"]),  # it lost them
        ("From 2023 to 2024: Ashford minus 250 visits, Brook minus 320.", ["minus 250"]),
    ],
)
def test_a_sign_may_be_spelled_out(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, (CLINICS, ROWS)) == wrong


def test_a_name_between_a_comparing_word_and_a_number_parts_them(read: Any) -> None:
    # Trap: without the name, "led by 12".
    rows = [["Ashford", 12, 6], ["Brook", 9, 8]]
    found = read("The county was led by Ashford's 12 visits.", ["clinic", "visits", "staff"], rows)
    assert not any(c.beside for c in found[0].readings if c.kind is Kind.CELL and c.agrees)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Ashford was topped up by £414k.", ["£523k"]),
        ("Ashford was topped up. It outsold Colby by £1,208k.", ["£3,107k"]),  # "it" is Ashford
        ("Brook ended the year £387k adverse.", ["£612k"]),
    ],
)
def test_columns_that_nothing_names_are_compared(flagged: Any, text: str, wrong: list[str]) -> None:
    # Trap: no word names a column, and the sentence names but the second of two rows.
    columns = ["clinic", "orig_gbp_k", "revised_gbp_k"]
    rows = [["Ashford", 6204, 6618], ["Brook", 3888, 3501], ["Colby", 5013, 5410]]
    assert flagged(text, (columns, rows)) == []
    amount = next(word for word in text.split() if word[0] == "£").strip(".")
    assert flagged(text.replace(amount, wrong[0]), (columns, rows)) == wrong


def test_two_superlatives_are_the_ends_of_a_distance(flagged: Any) -> None:
    # Trap: no list of words knows each superlative there is.
    rows = [["Nordmark", 5.9], ["Lowland", 3.8], ["Westerly", 8.3], ["Bay Coast", 4.7]]
    table = ["province", "unemployment_pct"], rows
    text = "Between the tightest market and the slackest now lie 4.5 points of unemployment."
    assert flagged(text, table) == []
    assert flagged(text.replace("4.5", "3.1"), table) == ["3.1"]
