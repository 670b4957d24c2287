"""Whose number a number is, where a sentence lists names and numbers."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["plant", "output", "staff"]
ROWS = [["Arden", 312, 41], ["Bexley", 590, 58], ["Corley", 747, 73]]


def test_respectively_gives_each_number_its_own_name(read: Any) -> None:
    first, second, third = read(
        "Arden, Bexley and Corley had an output of 312, 590 and 747, respectively.", COLUMNS, ROWS
    )
    assert first.link(0) > 0.9 > 0.3 > max(first.link(1), first.link(2))
    assert second.link(1) > 0.9 > 0.3 > max(second.link(0), second.link(2))
    assert third.link(2) > 0.9 > 0.3 > max(third.link(0), third.link(1))


def test_respectively_gives_each_number_its_own_column(read: Any) -> None:
    output, staff = read("Bexley's output and staff were 590 and 58, respectively.", COLUMNS, ROWS)
    assert output.naming(1) > 0.9 > 0.3 > output.naming(2)
    assert staff.naming(2) > 0.9 > 0.3 > staff.naming(1)


def test_without_as_many_names_respectively_gives_nothing_away(read: Any) -> None:
    first, second = read(
        "Arden, Bexley and Corley had an output of 312 and 590, respectively.", COLUMNS, ROWS
    )
    assert min(first.link(row) for row in range(3)) > 0.2
    assert min(second.link(row) for row in range(3)) > 0.2


def test_a_number_belongs_to_the_name_that_is_attached_to_it(read: Any) -> None:
    own, other = read("Arden's output was 312, compared with 590 at Bexley.", COLUMNS, ROWS)
    assert own.link(0) > 0.9
    assert other.link(1) > 0.9 > 0.3 > other.link(0)


def test_a_number_belongs_to_the_year_that_is_attached_to_it(read: Any) -> None:
    rows = [[2021, 15], [2022, 18], [2023, 29]]
    before, now = read("Output was 29 in 2023, after 18 in 2022.", ["year", "output"], rows)
    assert before.link(2) > 0.9 > 0.3 > before.link(1)
    assert now.link(1) > 0.9 > 0.3 > now.link(2)


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("Arden and Bexley had an output of 312 and 590, respectively.", 0),
        ("Arden and Bexley had an output of 590 and 312, respectively.", 2),
    ],
)
def test_two_numbers_that_changed_places_are_both_wrong(bind: Any, text: str, flagged: int) -> None:
    bound, _ = bind(text, COLUMNS, ROWS)
    assert sum(b.binding.verdict.name == "CONTRADICTED" for b in bound) == flagged


def test_two_names_in_one_list_are_not_a_difference_of_one(read: Any) -> None:
    (first, _) = read("Arden and Bexley have 41 and 58 staff, respectively.", COLUMNS, ROWS)
    assert [c.agrees for c in first.readings if c.kind is Kind.CELL and c.rows == (0,)].count(True)


GROUPS = [["Nationals men", 20], ["Nationals women", 15], ["Non-nationals men", 90]]


def test_a_word_that_two_labels_share_also_stands_for_both(read: Any) -> None:
    (found,) = read("The staff of nationals is 35.", ["group", "staff"], GROUPS)
    sums = {c.show().formula: c.agrees for c in found.readings if c.kind is Kind.SUM}
    assert sums["sum(data[0:2].staff)"]


def test_an_abbreviation_of_a_label_names_its_row(read: Any) -> None:
    rows = [["Liquefied natural gas", 413], ["Crude oil", 124]]
    (found,) = read("LNG brought 413.", ["commodity", "exports"], rows)
    assert found.link(0) > 0.6 > found.link(1)


@pytest.mark.parametrize("text", ["Lng brought 413.", "NGL brought 413."])
def test_only_initials_in_capitals_and_in_order_are_an_abbreviation(read: Any, text: str) -> None:
    rows = [["Liquefied natural gas", 413], ["Crude oil", 124]]
    (found,) = read(text, ["commodity", "exports"], rows)
    assert found.link(0) < 0.6


def test_as_many_numbers_right_behind_names_are_one_of_each(read: Any) -> None:
    first, second = read("Arden and Bexley have 41 and 58 staff.", COLUMNS, ROWS)
    assert first.link(0) > 0.9 > 0.3 > first.link(1)
    assert second.link(1) > 0.9 > 0.3 > second.link(0)


def test_as_many_numbers_behind_a_verb_are_those_of_the_names_before_it(read: Any) -> None:
    first, second = read("Arden and Bexley had the best output with 312 and 590.", COLUMNS, ROWS)
    assert first.link(0) > 0.9 > 0.3 > first.link(1)
    assert second.link(1) > 0.9 > 0.3 > second.link(0)
