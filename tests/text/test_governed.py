"""The compiled pass and the expressions find the same sentences and sources of numbers."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.extraction import narrative
from bench.fuzz_texts import texts
from fastpath import governed as scan
from sidecar.model.text import Text
from sidecar.text import sentences
from sidecar.text.claims import govern, govern_slowly
from sidecar.text.layout import read_layout

pytestmark = pytest.mark.usefixtures("pass_form")

# What sources are made of and what stands around them, each pair a trap of some kind.
PARTS = (
    "5", "6", "per", "Per", "PER", "pEr", "as per", "As per", "was per", "(as per", "paper",
    "According to", "according to", "ACCORDING TO", "according\nto", "Source", "source:", "SOURCE:",
    "Sources", "the", "The", "LMIS", "GCC-STAT", "U.S.", "U.S", "A&B", "World Bank", "a b", "B. C",
    "A" * 41, "One Two Three Four Five Six", ":", ",", ".", ";", ")", "]", "(QID:a)", "[QID: b_1.]",
    "qid:c", "Qid:d", "QId:e", "QID:", "QID: -", "QID:" + "x" * 201, "QID:a.", "\n", "\n\n", "\n- ",
    "É", "é", "\u00a0", "\x1c", "ſource:", "left", "there", "and",
)  # fmt: skip
ENDS = ("", " ", " ", " ", ": ", ", ", ". ")


def assert_same(string: str) -> int:
    """Compares both ways; how many numbers there are with a source."""
    text = Text(string)
    found = read_layout(text)
    places = [at for at, byte in enumerate(text.data) if byte in b"5678"]
    starts = np.array(places, np.int64)
    fast, slow = govern(text, found, starts), govern_slowly(text, found, starts)
    assert fast.spans.tolist() == slow.spans.tolist(), string
    cited = [fast.citations[place] for place in fast.cited.tolist()]
    assert cited == [slow.citations[place] for place in slow.cited.tolist()], string
    assert len(set(fast.citations)) == len(fast.citations), string
    return int((slow.cited != 0).sum())


def test_parts_in_any_order() -> None:
    source = random.Random(6)
    found = 0
    for _ in range(6000):
        parts = source.choices(PARTS, k=source.randint(1, 12))
        found += assert_same("".join(part + source.choice(ENDS) for part in parts) + " 5")
    assert found > 2000


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=3), max_size=10).map(" ".join))
def test_parts_among_any_characters(string: str) -> None:
    assert_same(string.encode("utf-8", "ignore").decode("utf-8"))


def test_hostile_texts() -> None:
    assert sum(map(assert_same, texts(13, 500))) > 0


def test_the_pass_can_tell_of_a_narrative() -> None:
    string = narrative(5)
    assert assert_same(string) > 200
    text = Text(string)
    found = read_layout(text)
    starts = np.arange(0, len(text.data), 50)
    assert found.hints is not None
    assert (
        scan.find(text.data, starts, sentences.find_sentence_bounds(text, found), found.hints)
        is not None
    )
