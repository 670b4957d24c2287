"""Columns told by a word of the same meaning, and columns of a text's table that have no name."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.alike import WORTH, others, telling
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
        ("Brinwick rejected 2,075 applications.", True),
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


def test_a_word_for_two_columns_of_a_table_tells_neither() -> None:
    # Trap: "attendance" is said of visits where no column of visitors stands beside them.
    called: dict[tuple[int, int], dict[tuple[str, ...], float]] = {
        (0, 1): {("visit",): 1.0, ("attend",): WORTH},
        (0, 2): {("checkin",): 1.0},
    }
    assert telling(called)[0, 1] == called[0, 1]
    called[0, 2]["attend",] = WORTH
    assert [list(names) for names in telling(called).values()] == [[("visit",)], [("checkin",)]]


def test_a_word_of_several_groups_is_said_otherwise_only_alone() -> None:
    # Trap: people who were hurt are no inhabitants.
    assert ("inhabitant",) in others(("person",))
    assert ("inhabitant", "injur") not in others(("person", "injur"))


def test_words_of_one_name_that_mean_the_same_are_said_once() -> None:
    assert ("person",) in others(("staff", "fte"))


@pytest.mark.parametrize(("said", "right"), [("1,830", True), ("6,140", False)])
@pytest.mark.parametrize(
    "text", ["Aldmoor refused {} applications.", "In Aldmoor {} applications have been refused."]
)
def test_a_verb_tells_what_became_of_what_is_counted(
    bind: Any, text: str, said: str, right: bool
) -> None:
    # Trap: the noun at the number names a column as well, of which it is but a part.
    bound, _ = bind(text.format(said), CASES, OFFICES)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


def test_a_synonym_of_one_table_is_still_a_shortened_word_of_another(read: Any) -> None:
    # Trap: "applications" tells the applicants of one table, and ``apps`` of the other one.
    columns = ["dept", "applicants", "rent", "apps"]
    rows = [["Dairy", 2650, 12.5, 2810], ["Bakery", 1935, 14.0, 2040]]
    found = read("Dairy got 2,810 applications.", columns, rows)[0]
    assert found.naming(3) > 0


TOWNS = ["kommun", "yr", "inhab", "net_migr"]
COUNTED = [
    ["Asker", 2021, 60781, 310], ["Asker", 2023, 62340, 521], ["Horten", 2021, 27510, -62],
    ["Horten", 2023, 27951, 190], ["Larvik", 2021, 47777, 120], ["Larvik", 2023, 48801, 447],
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The population of Horten was ⟨27,951⟩ in 2023.", "29,751"),
        # Trap: migration goes below nothing, so that "+" may be the sign of a value of its own.
        ("Population since 2021: Asker +⟨1,559⟩, Larvik +1,024, Horten +441.", "1,817"),
    ],
)
def test_a_shortened_name_is_told_by_what_means_the_same(
    flagged: Any, text: str, wrong: str
) -> None:
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, (TOWNS, COUNTED)) == []
    assert [each.lstrip("+") for each in flagged(before + wrong + after, (TOWNS, COUNTED))] == [
        wrong
    ]


def test_what_shortens_words_of_two_groups_has_no_synonyms() -> None:
    assert ("populat",) in others(("inhab",))
    assert others(("proc",)) == []  # processed files, or medical procedures


MOVED = ["region", "customers", "new_customers", "churned_customers"]
REGIONS = [["North", 4120, 310, 145], ["South", 3275, 268, 190], ["East", 2210, 154, 88]]


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("In the South, {} customers joined.", "268", "190"),
        ("In the South, {} customers left.", "190", "268"),
        ("North won {} customers.", "310", "268"),
        ("North won 310 customers and lost {}.", "145", "190"),
        ("North has {} customers.", "4,120", "310"),
    ],
)
def test_who_joined_is_new_and_who_left_has_churned(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), (MOVED, REGIONS)) == []
    assert flagged(text.format(wrong), (MOVED, REGIONS)) == [wrong]
