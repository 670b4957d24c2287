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
