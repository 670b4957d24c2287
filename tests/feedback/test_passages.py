"""Passages hold what is to be changed, overlap nowhere, and stay short."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.feedback.passages import LONGEST, apply_repairs, group_passages
from sidecar.model.report import Repair
from sidecar.model.text import Span, Text

WORDS = st.sampled_from(
    (
        "Staff rose by 12.",
        "In 2024, ",
        "数は21,000人です。",
        "| 1 | 2 |\n",
        "\n\n- an item\n",
        "```\nx = 1\n```\n",
        "a word ",
        "é",
        "# Head\n",
        "x" * 500,
        "many short words in a row " * 30,
        "数" * 300,
    )
)


@st.composite
def places(draw: st.DrawFn) -> tuple[Text, list[Span]]:
    """A text and some places in it that do not overlap."""
    text = Text("".join(draw(st.lists(WORDS, min_size=1, max_size=12))))
    length = len(text.string)
    cuts = draw(st.lists(st.integers(0, length), max_size=16, unique=True).map(sorted))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return text, [text.span(start, min(end, start + 30)) for start, end in pairs]


@settings(deadline=None, max_examples=200)
@given(places())
def test_each_place_lies_in_one_passage_and_passages_do_not_overlap(
    drawn: tuple[Text, list[Span]],
) -> None:
    text, anchors = drawn
    found = group_passages(text, anchors)
    ends = [0] + [one.span.end for one in found]
    assert all(one.span.start >= end for one, end in zip(found, ends, strict=False))
    assert sorted(at for one in found for at in one.members) == list(range(len(anchors)))
    for one in found:
        text.slice(one.span)  # whole characters
        for at in one.members:
            assert one.span.start <= anchors[at].start <= anchors[at].end <= one.span.end
        assert one.span.end - one.span.start <= LONGEST + 150


@settings(deadline=None, max_examples=200)
@given(places(), st.text(max_size=8))
def test_the_text_with_each_passage_corrected_is_the_text_with_each_repair(
    drawn: tuple[Text, list[Span]], replacement: str
) -> None:
    text, anchors = drawn
    repairs = [Repair(anchor, f"{replacement}{at}") for at, anchor in enumerate(anchors)]
    pieces, position = [], 0
    for one in group_passages(text, anchors):
        pieces.append(text.data[position : one.span.start].decode())
        pieces.append(apply_repairs(text, one.span, [repairs[at] for at in one.members]))
        position = one.span.end
    got = "".join([*pieces, text.data[position:].decode()])
    assert got == apply_repairs(text, Span(0, len(text.data)), repairs)


def test_a_sentence_is_a_passage() -> None:
    text = Text("Oslo had 3. Bergen had 4. Narvik had 5.")
    (found,) = group_passages(text, [Span(23, 24)])
    assert text.slice(found.span) == "Bergen had 4."
    assert (
        json.dumps(apply_repairs(text, found.span, [Repair(Span(23, 24), "7")]))
        == '"Bergen had 7."'
    )
