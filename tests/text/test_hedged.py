"""The compiled reading of hedges and directions says what the reader of words says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpath import hedges
from fastpath import scan_columns as column
from sidecar.model.number import Direction, Qualifier
from sidecar.model.text import Text
from sidecar.text import context
from sidecar.text.masks import NO_HOLES
from sidecar.text.numbers import scan_compiled
from sidecar.text.options import ExtractOptions

pytestmark = pytest.mark.usefixtures("pass_form")

# Every word that does anything, and what may come between these.
WORDS = (
    *context.UP, *context.DOWN, *context.OR_WORDS, *context.TARGETS, *context.APART,
    *context.NEGATIONS, *context.ARTICLES, *context.PASSED_WORDS, *context.SLIGHTLY,
    *context.PARTICLE_VERBS, *context.CHANGES, *[context.PARTICLE] * 9,
    *(word for pair in context.TWO_WORDS for word in pair.split()),
    *(word for word in context.ONE_WORD if word.isascii()), "ly", "newly", "SLOWLY", "sales",
    "Over", "NEARLY", "year-on-year", "more.", "c", "^", "(about", "over)", "'up'", "a_b", "=",
)  # fmt: skip
ENDS = (
    " ",
    " ",
    " ",
    " ",
    "  ",
    ", ",
    ". ",
    "; ",
    "! ",
    "\n",
    "\n\n",
    ",\n \n",
    "\t",
    "-",
    " - ",
    "'",
    "\x1f",
    "\x0e",
)


def assert_same(string: str) -> int:
    """Compares both readings of all plain numbers; how many of them are hedged or moved."""
    text = Text(string)
    found = scan_compiled(text, ExtractOptions(), NO_HOLES)
    assert found is not None
    said = 0
    for number in found.numbers.columns.T:
        start, end = (text.char_offset(number[each]) for each in (column.START, column.END))
        fast = (number[column.QUALIFIER], number[column.DIRECTION])
        unit = found.measures[number[column.UNIT_OF]].unit
        assert fast == context.read_context(string, start, end, unit), string
        said += any(fast)
    return said


def any_words(source: random.Random, most: int) -> str:
    return "".join(
        source.choice(WORDS) + source.choice(ENDS) for _ in range(source.randint(0, most))
    )


def test_words_in_any_order() -> None:
    source = random.Random(3)
    said = 0
    for _ in range(3000):
        number = source.choice(("5", "1,234.5", "$7", "USD 8", "9%", "6 km"))
        said += assert_same(f"{any_words(source, 9)}{number} {any_words(source, 3)}")
    assert said > 500


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.characters(max_codepoint=127), max_size=70),
    st.text(st.characters(max_codepoint=127), max_size=12),
)
def test_any_ascii_around_a_number(before: str, after: str) -> None:
    assert_same(f"x{before} 5 {after}")  # a sign and a number alone are not scanned


@pytest.mark.parametrize("size", range(40, 62))
def test_a_word_that_is_cut_off_says_nothing(size: int) -> None:
    # A window of so many characters begins somewhere in "rose" or before or behind it.
    assert_same(f"Once it rose {'to ' * (size // 3)}{'x' * (size % 3)} 5 now")


@pytest.mark.parametrize(
    "before", ["", "Sales rose. ", "Sales rose, ", "x " * 7, "over " + "x " * 6]
)
def test_a_cue_that_is_far_off_tells_whether_at_ends_a_movement(before: str) -> None:
    # Words are read as they are asked for; this one makes all of them matter, of any clause.
    assert_same(f"{before}It stood at 5 growth")


def test_a_hedge_and_a_direction_are_told_apart() -> None:
    found = scan_compiled(Text("It rose by more than 5 points."), ExtractOptions(), NO_HOLES)
    assert found is not None
    (number,) = found.numbers.columns.T
    assert number[column.QUALIFIER] == Qualifier.OVER
    assert number[column.DIRECTION] == Direction.UP_BY


def test_directions_are_those_of_the_model() -> None:
    assert list(Direction)[1:] == [hedges.UP_BY, hedges.DOWN_BY, hedges.UP_TO, hedges.DOWN_TO]


def test_a_headline_says_nothing_of_the_number_that_the_text_begins_with() -> None:
    found = scan_compiled(
        Text("Home entrants down\n\n512 students came"), ExtractOptions(), NO_HOLES
    )
    assert found is not None
    assert not found.numbers.columns[column.DIRECTION].any()
