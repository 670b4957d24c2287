"""The compiled pass suspects at least what the expression finds, and readers see the same."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fastpath.hints import ADDRESS, CONFIDENCE, QUERY, SOURCE, TARGET
from sidecar.model.text import Text
from sidecar.text.layout import find_hints, find_hints_slowly, read_layout
from sidecar.text.masks import find_masks, find_masks_slowly

pytestmark = pytest.mark.usefixtures("pass_form")

PARTS = st.sampled_from(
    ["per", "Per ", "According", " to ", "source", "SOURCE:", "QID:", "qId:", "x_1", "www.",
     "https", "://", "a.b/5", "](", "[5", ")", "confidence: ", "Confident", "80 %", " ", "\xa0",
     "\x1f", "\n", "é", ".", ":", "ı", "ſ"]
)  # fmt: skip
STRINGS = st.lists(PARTS | st.text(max_size=3), max_size=9).map("".join)


@settings(max_examples=400, deadline=None)
@given(STRINGS)
def test_nothing_that_the_expression_finds_is_missed(string: str) -> None:
    text = Text(string.encode("utf-8", "ignore").decode("utf-8"))
    fast, slow = find_hints(text, read_layout(text)), find_hints_slowly(text)
    for what in (QUERY, ADDRESS, TARGET, CONFIDENCE):
        assert fast.select(what).tolist() == slow.select(what).tolist()
    # An expression takes the first of two that overlap, and "sources" for a source.
    ends = {place for place in slow.select(SOURCE).tolist() if followed(text.string, place)}
    assert ends <= set(fast.select(SOURCE).tolist())


def followed(string: str, place: int) -> bool:
    """Whether a place holds more than the beginning of a word such as "sources"."""
    after = string[place + 6 : place + 7]
    return string[place : place + 6].lower() != "source" or (after != "" and after in ": \n\xa0")


@settings(max_examples=300, deadline=None)
@given(STRINGS)
@example("QID:confidence: 80 %")  # a reader judges what an id may say
def test_the_places_without_prose_are_the_same(string: str) -> None:
    text = Text(string.encode("utf-8", "ignore").decode("utf-8"))
    blocks = read_layout(text)
    fast, slow = find_masks(text, blocks), find_masks_slowly(text, blocks, find_hints_slowly(text))
    assert list(fast.excluded(text)) == list(slow.excluded(text))


@pytest.mark.parametrize(
    ("string", "what", "place"),
    [("As per LMIS", SOURCE, 3), ("É, according\xa0to", SOURCE, 3), ("(source: A)", SOURCE, 1),
     ("(qid:a)", QUERY, 1), ("at https://a", ADDRESS, 8), ("at www.a", ADDRESS, 3),
     ("[a](b)", TARGET, 2), ("is CONFIDENT", CONFIDENCE, 3)],
)  # fmt: skip
def test_a_place(string: str, what: int, place: int) -> None:
    found = find_hints(Text(string), read_layout(Text(string)))
    assert found.what.tolist() == [what]
    assert found.select(what).tolist() == [place]


def test_nothing_is_worth_a_look_in_nothing() -> None:
    assert find_hints(Text(""), read_layout(Text(""))).select(QUERY, SOURCE).tolist() == []
    assert find_hints(Text("per"), read_layout(Text("per"))).select(SOURCE).tolist() == []
