"""Columns told by a word of the same meaning, and columns of a text's table that have no name."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.alike import others
from sidecar.model.report import Verdict

COLUMNS = ["department", "headcount 2022", "headcount 2023", "salary", "attrition %", "desks"]
ROWS = [
    ["Engineering", 412, 455, 18450, 8.2, 430], ["Operations", 1205, 1188, 9820, 12.5, 900],
    ["Finance", 98, 104, 16230, 5.1, 110],
]  # fmt: skip


@pytest.mark.parametrize(("said", "right"), [("104", True), ("110", False)])
def test_employees_are_the_headcount(bind: Any, said: str, right: bool) -> None:
    # Trap: 110 is a number of the same row, in a column that nothing names.
    bound, _ = bind(f"In 2023 Finance had {said} employees.", COLUMNS, ROWS)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(("said", "right"), [("+43", True), ("+34", False)])
def test_a_column_called_change_is_the_change_of_its_neighbours(
    bind: Any, said: str, right: bool
) -> None:
    text = f"| Department | 2023 | Change |\n| --- | --- | --- |\n| Engineering | 455 | {said} |\n"
    bound, _ = bind(text, COLUMNS, ROWS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


CASES = ["office", "applications", "granted", "refused", "staff_fte", "days"]
OFFICES = [
    ["Aldmoor", 8210, 6140, 1830, 24, 31.5], ["Brinwick", 5345, 3120, 2075, 17, 44.0],
    ["Corvale", 9940, 7715, 1960, 29, 22.4],
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Brinwick rejected 3,120 applications.", False),
        ("In Corvale 29 people decide.", True),
        ("In Corvale 31.5 people decide.", False),
        ("Of those who applied in Aldmoor 6,140 were approved.", True),
    ],
)
def test_columns_are_told_by_other_nouns_and_verbs(bind: Any, text: str, right: bool) -> None:
    # Trap: another number of the same row, in a column that the words do not name.
    bound, _ = bind(text, CASES, OFFICES)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


def test_a_word_of_several_groups_is_said_otherwise_only_alone() -> None:
    # Trap: people who were hurt are no inhabitants.
    assert ("inhabitant",) in others(("person",))
    assert ("inhabitant", "injur") not in others(("person", "injur"))


def test_words_of_one_name_that_mean_the_same_are_said_once() -> None:
    assert ("person",) in others(("staff", "fte"))


def test_what_shortens_words_of_two_groups_has_no_synonyms() -> None:
    assert ("populat",) in others(("inhab",))
    assert others(("proc",)) == []  # processed files, or medical procedures
