"""Where sentences end: the places that once cut a number from its subject, or joined two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.text import Text
from sidecar.text.blocks import blocks
from sidecar.text.outline import outline
from sidecar.text.sentences import sentences
from sidecar.text.sentences import split as split_all


def split(string: str) -> list[str]:
    text = Text(string)
    return [text.slice(span) for span in sentences(text, blocks(text))]


# "‖" marks each border.
BORDERS = [
    "It was 18.5°C. ‖Then it fell.",
    "It fell to 3.5. ‖It rose to 4.",
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
    for span in sentences(text, blocks(text)):
        assert last <= span.start < span.end <= len(text.data)
        last = span.end


@given(st.text(alphabet='aAbB1. \n!?"()*]', max_size=80))
def test_the_quick_search_for_marks_finds_what_the_pattern_finds(string: str) -> None:
    blocks = outline(string)
    with_pattern = [*split_all(f"{string}\n\né.", outline(f"{string}\n\né."))][:-1]
    assert [*split_all(string, blocks)] == with_pattern
