"""Where sentences end: the places that once cut a number from its subject, or joined two."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.extraction import narrative
from fastpath import _jit
from fastpath._jit import KernelForm
from sidecar.model.text import Text
from sidecar.text.layout import read_layout
from sidecar.text.sentences import (
    find_sentence_bounds,
    find_sentence_bounds_slowly,
    split_sentences,
)

pytestmark = pytest.mark.usefixtures("pass_form")


def split(string: str) -> list[str]:
    text = Text(string)
    return [text.slice(span) for span in split_sentences(text)]


# Parts in which nearly every stop is doubtful in some way.
PARTS = (
    "The", "the", "Co", "[ev-1]", "Inc.", "etc.", "e.g.", "No. 5", "Dr.", "U.S.", "p.m.",
    "J. Smith",
    "A.", "5 ms.", "5 min. ", "grade ", "was an E. ", "3 V. ", "2020 J. ", "Grade", "A, ", "É.",
    "B.", "12.", "5", "18.5°C", "end.Next", "Node.js", "x.Y", "said.It", ".", ". ", "..", "!", "?!",
    "…", "。",
    ".)", '."', ".”", ". (", ". “", ".[3] ", ".[1234] ", "*.* ", "  \n", "\\\n", "\n", "\n\n",
    "\n- ", "\u00a0", "é", "É", "café.", "It", "Some", "a" * 30, ". " + " " * 9, "_", "`", "|",
    "| a. B | c |\n|---|---|\n",
)  # fmt: skip


def assert_same(string: str) -> int:
    """Compares both ways of cutting; how many sentences there are."""
    text = Text(string)
    found = read_layout(text)
    cut = find_sentence_bounds(text, found).tolist()
    assert cut == find_sentence_bounds_slowly(text, found).tolist(), string
    return len(cut)


# "‖" marks each border.
BORDERS = [
    "It was 18.5°C. ‖Then it fell.",
    "It fell to 3.5. ‖It rose to 4.",
    "Alpha answers in 410 ms. ‖Beta answers in 205 ms.",
    "It took 5 min. ‖Beta took 3 hrs. ‖Gamma took 2 yrs. ‖Delta is new.",
    "It took 5 min. 30 sec. in all.",
    "It cost 5 bn. ‖Beta cost 3 mil. ‖Gamma cost nothing.",
    "The cell has 3 V. ‖Beta has 4 V.",
    "Alpha got grade E. ‖Beta got grade B.",
    "The grade was an E. ‖In May it was a B.",
    "She is in group A. ‖Alpha led.",
    "It is rated A. ‖Beta is not.",
    "In 2020 J. Smith scored 5.",
    "He met J. Smith.",
    "The 410 Ms. Smith saw.",
    "The team of J. Smith led.",
    "It fell to 3. ‖It rose to 4.",
    "Growth of 5%. ‖Sales rose.",
    "C.J. Miles scored 5.",
    "J. R. Smith scored 5.",
    "Points by C.J. Miles. ‖He led.",
    "The U.S. exports rose.",
    "The U.S. Treasury said so.",
    "He was in the U.S. ‖The exports rose.",
    "It was approx. 5 points.",
    "Approx. 5 points.",
    "See No. 5 for this.",
    "The answer is no. ‖Sales fell.",
    "Team X vs. Y was played.",
    "Apple Inc. said so.",
    "He left Apple Inc. ‖The firm fell.",
    "Some, e.g. 4 of them, left.",
    "Some, i.e. Qatar, left.",
    "St. Louis won 5-3.",
    "Dr. Smith and Mr. Jones left.",
    "At 7 a.m. it rained.",
    "It rained at 7 a.m. ‖The sun rose.",
    "He paused... ‖Then he left.",
    "He paused... then left.",
    "He paused… ‖Then he left.",
    'He said "it fell." ‖Then it rose.',
    "It fell (by 5). ‖Then it rose.",
    "It fell (by 5.) ‖Then it rose.",
    "It fell.[3] ‖Then it rose.",
    "It fell by 3.14 points.",
    "It met the end.Next it rose.".replace("end.Next", "end.‖Next"),
    "Use Node.js for 5 things.",
    "Really? ‖Yes! ‖It rose.",
    "Yahoo! said so.",
    "It fell.\nThen it rose.".replace("\n", "\n‖"),
    "It fell\nby five points.",
    "It fell.\n\nThen it rose.".replace("\n\n", "\n\n‖"),
    "- 45% here\n- 30% there".replace("- 45", "- ‖45").replace("- 30", "- ‖30"),
    "1. first item\n2. second item".replace("1. ", "1. ‖").replace("2. ", "2. ‖"),
    "# Title\nIt rose.".replace("# ", "# ‖").replace("\n", "\n‖"),
    "今天是5。‖明天是6。",
    "It fell by 5 in Jan. 2024 again.",
    "Sales of 5 etc. ‖The rest fell.",
    "See fig. 3 for this.",
    "It cost $5. ‖A year later it rose.",
    "It cost 5 million. ‖5 of them left.",
    "Gen. Smith won.",
    "The Washington D.C. office fell.",
    "Prof. A. Jones left. ‖She was 50.",
    "It was 5 p.m. ‖They left.",
    "It rose. ‖(It then fell.)",
    'It rose. ‖"It fell," he said.',
    "**It rose.** ‖Then it fell.",
    "It rose. ‖[ev-1] Then it fell.",  # a citation begins in lower case and is no word
    "It rose approx. [ev-1] a lot.",
]


@pytest.mark.parametrize("marked", BORDERS)
def test_borders(marked: str) -> None:
    string = marked.replace("‖", "")
    wanted = [part.strip() for part in marked.split("‖")]
    wanted = [part for part in wanted if part not in ("", "-", "#", "1.", "2.")]
    assert [s.strip() for s in split(string)] == [
        w.removesuffix("\n-").removesuffix("\n2.").strip() for w in wanted
    ]


def test_table_rows_are_sentences() -> None:
    assert split("| a | b |\n|---|---|\n| 1. One | 2 |") == ["| a | b |", "| 1. One | 2 |"]


def test_code_has_no_sentences() -> None:
    assert split("```\nx = 5. Then\n```") == []


@given(st.text(alphabet='aA1. \n!?"()-|`#>é。…U.S', max_size=80))
def test_sentences_are_in_order_and_lie_inside_the_text(string: str) -> None:
    text = Text(string)
    last = 0
    for span in split_sentences(text):
        assert last <= span.start < span.end <= len(text.data)
        last = span.end


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PARTS) | st.text(alphabet='aAbB1. \n!?"()*]é', max_size=5)))
def test_the_pass_over_the_bytes_cuts_where_the_pattern_does(parts: list[str]) -> None:
    assert_same(" ".join(parts))
    assert_same("".join(parts))


def test_the_pass_and_the_pattern_agree_on_parts_in_any_order() -> None:
    source = random.Random(4)
    found = 0
    for _ in range(6000):
        parts = source.choices(PARTS, k=source.randint(1, 9))
        found += assert_same("".join(part + source.choice((" ", "")) for part in parts))
    assert found > 10_000


def test_a_narrative_needs_no_pattern() -> None:
    string = narrative(4)
    text = Text(string)
    assert read_layout(text).asked == 0
    assert assert_same(string) > 2000


def test_without_a_compiled_form_the_pattern_cuts_everything() -> None:
    with _jit.forced(KernelForm.NUMPY):
        assert split("One fell. It rose.") == ["One fell.", "It rose."]
