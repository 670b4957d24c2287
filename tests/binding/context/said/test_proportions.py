"""Ratios that are written as two numbers: neither of them is a figure of the data."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

VOTERS = (
    ["district", "voters", "postal votes", "complaints"],
    [["Hill", 8400, 2790, 140], ["Lake", 6100, 915, 51], ["Moor", 3200, 1610, 66]],
)
CREWS = (
    ["depot", "drivers", "mechanics"],
    [["East", 96, 31], ["West", 64, 19]],
)


def verdicts(bind: Any, text: str, table: Any) -> list[bool]:
    bound, _ = bind(text, *table)
    return [each.binding.verdict is Verdict.SUPPORTED for each in bound]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("In Hill one in {} voters sent a postal vote.", "three", "four"),
        ("About one voter in {} in Moor sent a postal vote.", "two", "nine"),
        ("In Lake {} of every 20 voters cast postal votes.", "3", "7"),
    ],
)
def test_so_many_in_so_many_is_a_share_and_held_to_it(
    bind: Any, text: str, right: str, wrong: str
) -> None:
    assert verdicts(bind, text.format(right), VOTERS) == [True, True]
    assert verdicts(bind, text.format(wrong), VOTERS) == [False, False]


def test_a_share_of_what_no_words_name_is_not_covered(bind: Any) -> None:
    text = "In Hill, {} in every 100 votes were postal votes."
    bound, _ = bind(text.format(33), *VOTERS)
    assert [each.binding.verdict for each in bound] == [Verdict.INCONCLUSIVE] * 2
    assert verdicts(bind, text.format(39), VOTERS) == [False, False]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("In the East depot drivers outnumber mechanics by {} to one.", "3.1"),
        ("In the East depot the ratio of drivers to mechanics is {} to 1.", "3.1"),
        ("In the East depot drivers outnumber mechanics by roughly {} to one.", "three"),
    ],
)
def test_so_many_to_one_is_a_multiple_and_held_to_it(bind: Any, text: str, right: str) -> None:
    assert all(verdicts(bind, text.format(right), CREWS))
    assert not any(verdicts(bind, text.format("4.2"), CREWS))


def test_so_many_of_so_many_are_two_amounts_where_neither_is_a_base(bind: Any) -> None:
    assert verdicts(bind, "96 of the 160 drivers work in the East depot.", CREWS) == [True, True]
    assert not verdicts(bind, "64 out of 160 drivers work in the East depot.", CREWS)[0]


def test_a_wrong_ratio_is_not_mended_by_a_percentage_in_the_place_of_one_number(bind: Any) -> None:
    bound, _ = bind("In Lake one in every 4 votes was a postal vote.", *VOTERS)
    assert [each.right for each in bound] == [None, None]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Hill had 2.6 times as many voters as Moor.", True),
        ("Hill had 3.6 times as many voters as Moor.", False),
        ("Moor had 2.6 times as many voters as Hill.", False),
        ("The complaints of Hill were 2.7 times those of Lake.", True),
        ("The complaints of Lake were 2.7 times those of Hill.", False),
        ("Hill had 1.4 times as many voters as Lake and 2.6 times as many as Moor.", True),
    ],
)
def test_a_multiple_is_that_of_the_first_row_over_the_second(
    bind: Any, text: str, right: bool
) -> None:
    assert all(verdicts(bind, text, VOTERS)) is right


@pytest.mark.parametrize(
    "text",
    [
        "One in every 5.4 members trains at Quay.",
        "Quay has about 2 members in every ten.",
    ],
)
def test_so_many_of_so_many_is_one_share(bind: Any, text: str) -> None:
    # Trap: neither 5.4 nor ten is a number of members.
    columns, rows = ["club", "members"], [["Quay", 4620], ["Mill", 9000], ["Park", 11182]]
    bound, _ = bind(text, columns, rows)
    assert [one.binding.verdict for one in bound] == [Verdict.SUPPORTED] * 2
