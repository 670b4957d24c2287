"""The compiled pass over a text and the readers of its words say the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.extraction import narrative
from bench.fuzz_texts import texts
from fastpath import _jit
from fastpath._jit import KernelForm
from sidecar.model.text import Text
from sidecar.text import numbers
from sidecar.text.layout import read_layout
from sidecar.text.masks import NO_HOLES, find_masks
from sidecar.text.options import ExtractOptions, TooManyNumbers

OPTIONS = ExtractOptions(max_numbers=100_000)

# Parts that make texts in which nearly all that the pass leaves to the readers stands close to
# numbers: each pair of them is a trap of some kind.
PARTS = (
    "5", "12", "1,234", "3.5", "0.5", "1900", "2024", "40 000", "1,2,3", "-7", "+2", "$4", "$1.2M",
    "QAR 5", "(6)", "5%", "5 %", "7 percent", "8 bps", "9 percentage points", "10k", "3 million",
    "2 million and a half", "5 ft", "2 in", "in", "11 km", "km/h", "half", "a third", "one", "ten",
    "two hundred", "fifth", "and", "or", "to", "over", "by", "of", "a", "per", "minus", "from",
    "May", "April", "24th", "p.m.", "Table", "No.", "v", "Rs.", "x", "times", "-", "–", "/", ",",
    ".", ";", ":", "(", ")", "[", "]", "|", "\n", "\n- ", "\n\n", "about", "rose", "fell", "up",
    "more than", "at least", "or more", "people", "m", "M", "B", "dollars", "cents", "€", "é", "°C",
    "than", "2000",
    "lacs", "crore", "thousand", "Mrd.", "Mio.", "mm", "1.23mm", "L", "mWh", "p.p.", "25.", "Feb.",
    "'22", "hrs", "Uhr", "Form", "10-K", "24/7", "--", "…", "...", "Februar", "人", "는", "万",
    "21,000人", "３", "第", "年", "5月",
    "said", "Doha", "the", "which", "a gallon", "QID:x_5", "[3]", "+1 222", "333-4444",
)  # fmt: skip


pytestmark = pytest.mark.usefixtures("pass_form")


def assert_same(string: str) -> int:
    """Compares both ways of reading; how many numbers there are."""
    text = Text(string)
    holes = find_masks(text, read_layout(text))
    found = numbers.read_numbers(text, OPTIONS, holes)
    assert repr(found) == repr(numbers.read_numbers_slowly(text, OPTIONS, holes)), string
    return len(found[0])


def test_a_narrative() -> None:
    assert assert_same(narrative(1)) > 2000


def test_most_numbers_of_a_narrative_need_no_reader() -> None:
    text = Text(narrative(2))
    holes = find_masks(text, read_layout(text))
    marks = numbers.scan_compiled(text, OPTIONS, holes)
    assert marks is not None
    assert marks.numbers.columns.shape[1] > 0.9 * len(
        numbers.read_numbers_slowly(text, OPTIONS, holes)[0]
    )


@pytest.mark.slow
def test_hostile_texts() -> None:
    assert sum(map(assert_same, texts(11, 1500))) > 1000


def test_parts_in_any_order() -> None:
    source = random.Random(5)
    found = 0
    for _ in range(4000):
        parts = source.choices(PARTS, k=source.randint(1, 9))
        found += assert_same("".join(part + source.choice((" ", " ", " ", "")) for part in parts))
    assert found > 4000


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=12).map(" ".join))
def test_parts_among_any_characters(string: str) -> None:
    assert_same(string.encode("utf-8", "ignore").decode("utf-8"))


def test_a_currency_and_a_sign_between_two_numbers_hide_no_range() -> None:
    assert assert_same("rose from $1.2M to QAR minus 3.4 million") == 2


@pytest.mark.parametrize("size", range(9))
def test_numbers_and_brackets_that_stand_as_close_as_bytes_can_are_all_seen(size: int) -> None:
    # Bytes are looked at by eights, of which seldom more than four begin anything.
    dense = "[" * size + "a1b2" * size + "é" * size
    assert assert_same(f"{'x' * size} 7 tons. {dense}") >= 1
    assert_same(f"x {dense} 5 {dense * 600} 6 {'[' * (8 - size)}")


def test_the_limit_counts_plain_numbers_as_well() -> None:
    with pytest.raises(TooManyNumbers):
        numbers.read_numbers(
            Text("of 5 people, 6 and six"), ExtractOptions(max_numbers=2), NO_HOLES
        )


def test_without_a_compiled_form_the_readers_read_everything() -> None:
    with _jit.forced(KernelForm.NUMPY):
        assert numbers.scan_compiled(Text("of 5 people"), OPTIONS, NO_HOLES) is None
        assert assert_same("of 5 people") == 1


def test_a_locale_with_decimal_commas_is_left_to_the_readers() -> None:
    assert numbers.scan_compiled(Text("1.234"), ExtractOptions(locale="de"), NO_HOLES) is None


@pytest.mark.parametrize(("text", "value"), [("- 5", "-5"), ("- 5%", "-5"), ("- 5 boats", "5")])
def test_a_number_that_is_the_whole_text_takes_the_sign_before_it(text: str, value: str) -> None:
    # Found by chance: the pass took the sign of a lone number for a list's marker.
    assert_same(text)
    found, _ = numbers.read_numbers(
        Text(text), OPTIONS, find_masks(Text(text), read_layout(Text(text)))
    )
    assert [str(number.value) for number in found] == [value]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("It cost QAR 3,320\nmillion in all.", ["3320000000"]),
        ("A share of 4.3\npercentage points.", ["4.3"]),
        ("Rows:\n100\n200\n300\nend", ["100", "200", "300"]),  # no French thousands
        ("They had 12\nMr Smith left.", ["12"]),  # a new line with a capital is a new thing
    ],
)
def test_a_line_break_parts_no_number_from_its_scale(text: str, values: list[str]) -> None:
    assert_same(text)
    found, _ = numbers.read_numbers(
        Text(text), OPTIONS, find_masks(Text(text), read_layout(Text(text)))
    )
    assert [f"{number.value:f}" for number in found] == values


@pytest.mark.parametrize("text", ["The first half of the year.", "In the second half of 2024."])
def test_a_half_that_is_a_period_is_no_fraction(text: str) -> None:
    assert assert_same(text) == 0
