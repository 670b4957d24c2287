"""Lines of an answer in the message of a failed test."""

from __future__ import annotations

import pytest
from verifyd.results import Span
from verifyd.testing.excerpt import AROUND, place, underlined


def span_of(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


@pytest.mark.parametrize(
    ("text", "words", "lines"),
    [
        ("There are 12.", "12", ["  1 | There are 12.", "    |           ^^"]),
        ("One.\nThere are 12.\n", "12", ["  2 | There are 12.", "    |           ^^"]),
        ("日本は12人", "12", ["  1 | 日本は12人", "    |       ^^"]),  # two columns each
        ("e\u0301te\u0301 12", "12", ["  1 | e\u0301te\u0301 12", "    |     ^^"]),
        ("\x1b[31m 12", "12", ["  1 | \ufffd[31m 12", "    |       ^^"]),  # no colours
        (
            "- a: 60 %\n- b: 50 %",
            "a: 60 %\n- b: 50 %",
            ["  1 | - a: 60 %", "    |   ^^^^^^^", "  2 | - b: 50 %", "    | ^^^^^^^^^"],
        ),
    ],
)
def test_marks_stand_under_the_words(text: str, words: str, lines: list[str]) -> None:
    assert list(underlined(text, span_of(text, words))) == lines


def test_numbers_of_lines_are_as_wide_as_the_last() -> None:
    text = "\n" * 8 + "a 1\nb 2"
    found = list(underlined(text, span_of(text, "1\nb 2")))
    assert [line.split("|")[0] for line in found] == ["   9 ", "     ", "  10 ", "     "]


def test_a_long_line_is_shown_around_the_words() -> None:
    text = "x" * 500 + " 12 " + "y" * 500
    shown, marks = underlined(text, span_of(text, "12"))
    assert len(shown) < 2 * AROUND + 20
    assert shown[marks.index("^") : marks.rindex("^") + 1] == "12"
    assert (shown[6], shown[-1]) == ("…", "…")


def test_nothing_gets_a_mark_too() -> None:
    assert list(underlined("ab", Span(2, 2))) == ["  1 | ab", "    |   ^"]


def test_places_count_from_one() -> None:
    text = "ab\ncd 12"
    assert place(text, span_of(text, "ab")) == (1, 1)
    assert place(text, span_of(text, "12")) == (2, 4)


def test_no_more_lines_than_fit() -> None:
    text = "\n".join(map(str, range(20)))
    assert len(list(underlined(text, Span(0, len(text))))) == 12
