"""How far the quotients of two rows or periods are apart."""

from __future__ import annotations

from typing import Any

import pytest

INNS = (
    ["inn", "guests", "takings_eur", "rooms"],
    [["Heron", 2400, 175200, 20], ["Otter", 1500, 85500, 16], ["Badger", 3300, 227700, 30]],
)
MINES = (
    ["mine", "year", "tonnes", "costs (EUR)"],
    [
        ["Lode", 2022, 5200, 93600],
        ["Lode", 2023, 5600, 117600],
        ["Seam", 2022, 7400, 111000],
        ["Seam", 2023, 7100, 113600],
    ],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Takings per guest at the Heron are {} above those of the Otter.", "€16", "€19"),
        ("The Heron's takings per guest are {} higher than the Otter's.", "€16", "€4"),
        ("The Otter's takings per guest are {} lower than the Heron's.", "€16", "€12"),
        ("Per guest, the Heron has takings of {} more than the Otter.", "€16", "€19"),
        ("Takings per guest differ by {} between the Heron and the Otter.", "€16", "€12"),
        ("Takings per guest are {} higher at the Heron than at the Otter.", "28%", "21%"),
        ("Takings per guest at the Heron are {} times those at the Otter.", "1.28", "1.52"),
        ("The Heron had {} more guests per room than the Otter.", "26", "31"),
    ],
)
def test_two_rows(flagged: Any, text: str, right: str, wrong: str) -> None:
    assert flagged(text.format(right), INNS) == []
    assert len(flagged(text.format(wrong), INNS)) == 1


def test_it_is_no_quotient_itself(flagged: Any) -> None:
    text = "The Heron's takings per guest are {} higher than the Otter's."
    assert flagged(text.format("€73"), INNS) == ["€73"]
    assert flagged(text.format("€57"), INNS) == ["€57"]


@pytest.mark.parametrize(("said", "wrong"), [("1.28", 0), ("0.78", 1)])
def test_a_multiple_is_of_what_stands_behind_it(flagged: Any, said: str, wrong: int) -> None:
    text = f"Takings per guest at the Heron are {said} times those at the Otter."
    assert len(flagged(text, INNS)) == wrong


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Costs per tonne at the Lode were {} higher in 2023 than in 2022.", "€3", "€1"),
        ("From 2022 to 2023, costs per tonne at the Lode rose {}.", "16.7%", "6.7%"),
    ],
)
def test_two_periods(flagged: Any, text: str, right: str, wrong: str) -> None:
    assert flagged(text.format(right), MINES) == []
    assert flagged(text.format(wrong), MINES) == [wrong]


def test_what_several_have_each_is_their_mean(flagged: Any) -> None:
    assert flagged("The three inns have 22 rooms each.", INNS) == []
    assert flagged("The three inns have 27 rooms each.", INNS) == ["27"]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("A tonne costs {} as much at the Lode as at the Seam in 2023.", "1.3 times", "1.6 times"),
    ],
)
def test_what_is_divided_may_be_named_by_a_verb(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), MINES) == []
    assert flagged(text.format(wrong), MINES) == [wrong]
