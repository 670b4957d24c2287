"""Words that names of columns shorten, as far as nobody explains them."""

from __future__ import annotations

from typing import Any

import pytest

COURSES = (
    ["course", "apps", "enr", "intl_enr", "yld"],
    [["Law", 1410, 188, 41, 13.3], ["Physics", 655, 149, 62, 22.7], ["Music", 310, 57, 9, 18.4]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Physics drew {} applications.", "655", "149"),
        ("In Law {} students were enrolled.", "188", "1,410"),
        ("International enrolment in Music stood at {}.", "9", "57"),
        ("The yield of Physics was {}.", "22.7", "18.4"),
    ],
)
def test_a_word_names_the_column_that_shortens_it(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), COURSES) == []
    assert flagged(text.format(wrong), COURSES) == [wrong]


def test_a_shortened_word_that_the_text_uses_itself_stands_for_no_other(read: Any) -> None:
    table = (["region", "reps", "calls"], [["North", 31, 440], ["South", 27, 515]])
    said = read("The North reported 440 calls.", *table)[0]
    assert said.naming(1) > 0  # nothing better is known
    said = read("The North has 31 reps. It reported 440 calls.", *table)[1]
    assert said.naming(1) < 0.5


ROWS = [["Bakery", 412, 36.5, 1830, 12], ["Dairy", 288, 41.2, 2650, 31]]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("The average selling price of Dairy was 2,650.", "asp"),
        ("The gross written premium of Dairy was 2,650.", "gwp"),
        ("Dairy had net sales of 2,650.", "ns"),
    ],
)
def test_first_letters_stand_for_words_that_follow_one_another(
    read: Any, text: str, column: str
) -> None:
    found = read(text, ["dept", "floor", "rent", column, "lorries"], ROWS)[0]
    assert found.naming(3) > 0.5


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Dairy had a payout of 2,650.", "pay"),  # a word that is made of two
        ("Dairy and no system had 2,650.", "ns"),
        ("Factory Dairy made 2,650.", "fat"),  # inner letters are no beginning
    ],
)
def test_words_that_share_some_letters_with_a_column_do_not_name_it(
    read: Any, text: str, column: str
) -> None:
    found = read(text, ["dept", "floor", "rent", column, "lorries"], ROWS)[0]
    assert found.naming(3) == 0


def test_a_column_that_is_told_by_a_synonym_is_not_guessed_from_its_letters(read: Any) -> None:
    synonyms = {"apps": ["programs"]}
    columns = ["dept", "floor", "rent", "apps", "lorries"]
    found = read("Dairy received 2,650 applications.", columns, ROWS, synonyms)[0]
    assert found.naming(3) == 0
