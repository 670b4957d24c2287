"""Marks must stand under the words, whatever characters come before them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.text import Span, Text
from sidecar.reports.quoting import (
    MAX_LINES,
    MarkedLine,
    count_columns,
    find_position,
    quote_lines,
    sanitize,
)


def mark(string: str, words: str) -> MarkedLine:
    text = Text(string)
    start = string.index(words)
    (marked,) = quote_lines(text, text.span(start, start + len(words)))
    return marked


def under(marked: MarkedLine) -> str:
    """What a person sees above the marks, taking one column per code point."""
    start = marked.marks.index("^")
    return marked.source[start : start + marked.marks.count("^")]


def test_ascii() -> None:
    marked = mark("a\nsold 42 units", "42")
    assert marked == MarkedLine(2, "sold 42 units", "     ^^")


def test_a_tab_before_the_span_is_as_wide_as_it_is_shown() -> None:
    marked = mark("\tsold\t42", "42")
    assert "\t" not in marked.source
    assert under(marked) == "42"


def test_a_wide_character_takes_two_columns() -> None:
    assert mark("人口 42", "42").marks == "     ^^"


def test_a_combining_accent_takes_no_column() -> None:
    # "é" as e + U+0301: two code points, three bytes, one column.
    assert mark("cafe\u0301 42", "42").marks == "     ^^"


def test_a_wide_character_inside_the_span_is_underlined_whole() -> None:
    assert mark("a 人", "人").marks == "  ^^"


def test_bytes_columns_and_code_points_are_not_mixed_up() -> None:
    text = Text("— 人 42")
    start = text.string.index("42")
    assert find_position(text, text.span(start, start + 2)) == (1, 5)  # code points, from 1


@pytest.mark.parametrize(
    "char", ["\x1b", "\x07", "\r", "\u202e", "\u2028", "\u200b", "\ufeff", "\x9b"]
)
def test_a_narrative_cannot_drive_the_terminal(char: str) -> None:
    # An escape sequence could recolour or clear the screen; U+202E turns the line around.
    assert char not in mark(f"a{char}b 42", "42").source
    assert char not in sanitize(f"a{char}b")


def test_the_carriage_return_of_a_windows_line_is_not_shown() -> None:
    assert mark("sold 42\r\nmore", "42") == MarkedLine(1, "sold 42", "     ^^")


def test_a_long_line_is_clipped_around_the_span() -> None:
    string = "x" * 5000 + " 42 " + "y" * 5000
    marked = mark(string, "42")
    assert under(marked) == "42"
    assert marked.source.startswith("…")
    assert marked.source.endswith("…")
    assert count_columns(marked.source) <= 100


def test_an_empty_span_has_a_mark() -> None:
    (marked,) = quote_lines(Text("abc"), Span(1, 1))
    assert marked.marks == " ^"


def test_a_span_of_many_lines_marks_each_of_the_first() -> None:
    text = Text("\n".join(f"- {n} %" for n in range(20)))
    shown = quote_lines(text, Span(0, len(text.data)))
    assert [line.number for line in shown] == list(range(1, MAX_LINES + 1))
    assert shown[0] == MarkedLine(1, "- 0 %", "^^^^^")


def test_a_span_that_ends_with_a_line_feed_does_not_reach_the_next_line() -> None:
    assert len(quote_lines(Text("a\nb\n"), Span(0, 2))) == 1


@given(st.text(alphabet="a1 \t人e\u0301\x1b\u202e…\r", max_size=300), st.data())
def test_marks_never_reach_past_the_line(string: str, data: st.DataObject) -> None:
    text = Text(string + "#")
    start = data.draw(st.integers(0, len(string)))
    end = data.draw(st.integers(start + 1, len(string) + 1))
    for line in quote_lines(text, text.span(start, end)):
        assert set(line.marks) <= {" ", "^"}
        assert count_columns(line.marks) <= max(
            count_columns(line.source), line.marks.index("^")
        ) + 1 or (line.source.endswith("…") or text.string[end - 1].isspace())
