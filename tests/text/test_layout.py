"""The compiled pass over the blocks of a text, and the line scanner that it must equal."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.extraction import narrative
from bench.fuzz_texts import texts
from fastpath import _jit
from fastpath import layout as scan
from fastpath._jit import KernelForm
from sidecar.model.text import Text
from sidecar.text import stops
from sidecar.text.layout import as_blocks, read_layout, read_layout_slowly

pytestmark = pytest.mark.usefixtures("pass_form")

# What lines are made of; in any order they nest, interrupt and continue each other.
PARTS = (
    "- ", "* ", "+ ", "• ", "‣ ", "1. ", "2) ", "10. ", "1234567890. ", "> ", ">", "#", "## ",
    "####### ", " ##", "```", "~~~", "````", "---", "- - -", "* * *", "___", "===", "|", "a | b",
    "| a | b |", "|---|---|", "|:-:|", "-|-", "|---|---|---|", "\\|", "a", "b c", "1", "#x", "-",
    " ", "  ", "    ", "\t", "\r", "\u00a0", "\u3000", "\x85", "\x1c", "é", "…", "🙂", "٣. ", "०",
)  # fmt: skip
ENDS = ("", "", "\n", "\n", "\n\n")
LINES = st.lists(
    st.builds(str.__add__, st.sampled_from(PARTS) | st.text(max_size=3), st.sampled_from(ENDS))
)


def assert_same(string: str) -> int:
    """Compares both ways of reading; how many blocks there are."""
    text = Text(string)
    found = list(as_blocks(read_layout(text)))
    assert found == list(as_blocks(read_layout_slowly(text))), string
    return len(found)


def test_lines_in_any_order() -> None:
    source = random.Random(3)
    found = 0
    for _ in range(6000):
        parts = source.choices(PARTS, k=source.randint(1, 14))
        found += assert_same("".join(part + source.choice(ENDS) for part in parts))
    assert found > 10_000


@settings(max_examples=300, deadline=None)
@given(LINES.map("".join))
def test_lines_among_any_characters(string: str) -> None:
    assert_same(string.encode("utf-8", "ignore").decode("utf-8"))


def test_hostile_texts() -> None:
    assert sum(map(assert_same, texts(12, 800))) > 800


def test_the_pass_can_tell_of_a_narrative() -> None:
    string = narrative(3)
    assert scan.scan(string.encode(), *stops.TABLE) is not None
    assert assert_same(string) > 500


@pytest.mark.parametrize("string", ["٣. three", "> ٣. three", "1٣. thirteen", "a\n𝟛. x"])
def test_what_may_be_a_list_number_of_another_script_is_left_to_the_reader(string: str) -> None:
    assert scan.scan(string.encode(), *stops.TABLE) is None
    assert_same(string)


@pytest.mark.parametrize("string", ["• one", "économie", "— so", "“said”", "🙂 so", "中文"])
def test_other_characters_at_the_beginning_of_a_line_are_no_trouble(string: str) -> None:
    assert scan.scan(string.encode(), *stops.TABLE) is not None


def test_without_a_compiled_form_the_reader_reads_everything() -> None:
    with _jit.forced(KernelForm.NUMPY):
        assert scan.scan(b"- one", *stops.TABLE) is None
        assert assert_same("- one") == 1
