"""Numbers that count the names which the text told before: "these three"."""

from __future__ import annotations

from typing import Any

import pytest

TABLE = (
    ["ward", "beds", "nurses"],
    [["Amber", 24, 31], ["Birch", 18, 22], ["Cedar", 30, 41], ["Dune", 12, 17], ["Elm", 9, 14]],
)


@pytest.mark.parametrize("said", ["These {} wards", "The same {} wards", "Those {}"])
@pytest.mark.parametrize(("number", "wrong"), [("three", False), ("four", True)])
def test_names_of_a_sentence_before_are_counted(
    flagged: Any, said: str, number: str, wrong: bool
) -> None:
    text = "Most beds are in Amber (24), Cedar (30) and Birch (18). "
    text += f"{said.format(number)} have 94 nurses."
    assert (number in flagged(text, TABLE)) is wrong
    assert wrong or flagged(text, TABLE) == []


def test_nothing_is_counted_where_no_names_were_told(read: Any) -> None:
    found = read("The hospital is full. These three wards have 72 beds.", *TABLE)[0]
    assert not any("names told" in one.show().formula for one in found.readings)


@pytest.mark.parametrize(
    "text",
    [
        "Cedar is large. Its nurses are many. Amber is next with 24 beds. Together, these {} wards "
        "have more than half.",
    ],
)
@pytest.mark.parametrize(("number", "wrong"), [("two", False), ("three", True)])
def test_names_of_several_sentences_before_are_counted(
    flagged: Any, text: str, number: str, wrong: bool
) -> None:
    assert (number in flagged(text.format(number), TABLE)) is wrong


@pytest.mark.parametrize(
    "text",
    [
        "Amber and Cedar are the largest. The other {} wards are small.",
        "The other {} wards are small next to Amber and Cedar.",
    ],
)
@pytest.mark.parametrize(("number", "wrong"), [("three", False), ("four", True), ("two", True)])
def test_the_others_are_all_that_were_not_told(
    flagged: Any, text: str, number: str, wrong: bool
) -> None:
    assert (number in flagged(text.format(number), TABLE)) is wrong


WEEKS = (
    ["week", "tickets"],
    [["W27", 2400], ["W28", 2510], ["W29", 2590], ["W30", 2610], ["W31", 3412], ["W32", 2700]],
)


@pytest.mark.parametrize(
    "text",
    [
        "W31 was the worst week. It was 33% above the average of the other {} weeks.",
        "W31 stands out; the remaining {} weeks look normal.",
    ],
)
def test_the_other_periods_are_counted(flagged: Any, text: str) -> None:
    assert flagged(text.format("five"), WEEKS) == []
    assert flagged(text.format("four"), WEEKS) == ["four weeks"]
