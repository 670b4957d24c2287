"""Numbers that are a part of what something is called."""

from __future__ import annotations

from typing import Any

import pytest

SHOPS = (
    ["shop", "bikes_sold", "staff", "returns_pct"],
    [
        ["Harbour", 1840, 12, 3.1],
        ["Station", 2415, 17, 4.4],
        ["Old Mill", 960, 7, 2.2],
        ["Parkside", 1325, 9, 5.6],
    ],
)


@pytest.mark.parametrize(
    "text",
    [
        "Open step 3 of the guide, then option 2.",
        "We use Windows 11 at Harbour, which has 12 staff.",
        "The bestseller was the Gazelle 40 at Harbour.",
        "Our Station shop at 14 Mill Lane has 17 staff.",
        "Call 0800 or 555-0123; Station has 17 staff.",
        "The web shop is open 24/7.",
        "Next steps: 1. plot it, 2. ask Station, 3. write.",
        "Slide 4 shows the 17 staff of Station.",
        "In room 8 of the annex Station keeps what its 17 staff need.",
    ],
)
def test_a_number_in_a_name_is_no_figure(flagged: Any, text: str) -> None:
    assert flagged(text, SHOPS) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("At Harbour 15 staff work.", ["15"]),
        ("Staff: Harbour 15, Station 17.", ["15"]),
        ("The number of Staff 15 at Harbour is fine.", ["15"]),
    ],
)
def test_a_number_of_a_row_is_a_figure(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, SHOPS) == wrong


PLANS = (
    ["plan", "users", "tickets"],
    [["Free", 18420, 2210], ["Basic", 5230, 804], ["Premium", 1875, 466], ["Enterprise", 212, 143]],
)


@pytest.mark.parametrize(
    "text",
    [
        "On the Enterprise tier {} users are active.",
        "In the smallest-plan row {} users of Enterprise are listed.",
        "In the table row {} users are listed for Enterprise.",
        "In the Enterprise section {} users are listed.",
        "We have {} Main Street users on Enterprise.",
        "Users of Enterprise: {}) and that is all.",
    ],
)
def test_a_number_behind_one_thing_counts(flagged: Any, text: str) -> None:
    # Trap: what is numbered has no article; "the tier" is one, and what follows it is counted.
    assert flagged(text.format(311), PLANS) == ["311"]
    assert flagged(text.format(212), PLANS) == []


DOSES = (
    ["arm", "patients", "mean_dose"],
    [["Placebo", 120, 0], ["10 mg", 118, 9.4], ["20 mg", 121, 17.6]],
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The 20 mg group has 121 patients.", ["20 mg"]),
        ("Of the patients, 118 took 10 mg.", ["10 mg"]),
        ("The patients took a dose of 20 mg.", []),
        ("The usual dose is 10 mg.", []),
        ("There are 30 patients on 30 mg.", []),
    ],
)
def test_what_a_label_says_is_skipped_unless_it_is_told(
    names: Any, text: str, told: list[str]
) -> None:
    assert names(text, *DOSES) == told
