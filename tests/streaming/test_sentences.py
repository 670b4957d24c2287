"""Sentences of a growing text: found whatever its pieces are, and in bounded work."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpath import blocks_state as column
from sidecar.model.text import Span, Text
from sidecar.streaming import sentences
from sidecar.streaming.narrative import GrowingNarrative
from sidecar.streaming.sentences import CompletedSentences, SentenceReader
from sidecar.text.layout import read_layout
from sidecar.text.sentences import split_sentences

PARTS = (
    "Sales were 1,234 in the North. ",
    "Approx. 12 % came from St. Gallen, e.g. in 2024. ",
    "Did it rise? It did! ",
    "\n\n# A heading\n\n",
    "\n\n| city | visits |\n|---|---|\n| Oslo | 12 |\n| Bergen | 1.5 |\n\n",
    "\n\n- one of 3\n- another. With a second sentence.\n  - and one inside\n\n",
    "\n\n```\nx = 1.5\n\ny = 2\n```\n\n",
    "\n\n> Quoted: 5 of 7.\n\n",
    "Ünïcode – „Zitat“ 日本語。次の文。 ",
)
TEXTS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=12).map("".join)


def read(text: str, cuts: Iterable[int]) -> list[CompletedSentences]:
    """What a reader gives out of a text in pieces."""
    narrative, data = GrowingNarrative(), text.encode()
    reader, found = SentenceReader(narrative), list[CompletedSentences]()
    for first, end in pairwise([0, *sorted(cuts), len(data)]):
        narrative.append(data[first:end])
        if narrative.may_end_sentence() and (completed := reader.complete()) is not None:
            found.append(completed)
    return found


@given(TEXTS, st.data())
def test_a_window_holds_what_its_offsets_say(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text.encode())), max_size=30))
    end = 0
    for one in read(text, cuts):
        assert one.spans[0].start == one.start == end
        end = one.spans[-1].end
        new = Span(one.start - one.offset, end - one.offset)
        assert one.window.slice(new) == Text(text).slice(Span(one.start, end))
        assert len(one.window.data) == new.end


@given(TEXTS, st.data())
def test_sentences_are_those_of_the_whole_text(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text.encode())), max_size=30))
    found = [span for one in read(text, cuts) for span in one.spans]
    ends = {len(text.encode()[: one.end].rstrip()) for one in found}
    assert ends <= {one.end for one in split_sentences(Text(text))}


@given(TEXTS)
def test_all_but_the_last_sentence_are_found_on_the_way(text: str) -> None:
    found = read(text, range(len(text.encode())))
    judged = found[-1].spans[-1].end if found else 0
    assert sum(one.start >= judged for one in split_sentences(Text(text))) <= 1


def test_the_work_on_a_long_block_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0

    def counted(text: Text) -> object:
        nonlocal looked_at
        looked_at += len(text.data)
        return read_layout(text)

    monkeypatch.setattr(sentences, "read_layout", counted)
    text = "```\n" + "x = 1.5\n" * 40_000
    assert read(text, range(0, len(text), 40)) == []
    assert looked_at < 12 * len(text)


WORDS = "Words about the sales of the year that follow one another, so that the text is long. "


@pytest.mark.parametrize(
    "text",
    [
        "1. One.\n\n" + f"    - {WORDS}\n\n        - 5 of 7.\n\n" * 30,
        f"1. One.\n\n    {WORDS * 20}\n\n" + "    Another of 5.\n\n" * 40,
        f"- One.\n\n  # A heading\n\n  {WORDS * 5}\n\n" + "     Another of 5.\n\n" * 40,
        f"> - {WORDS * 20}\n>\n" + ">     - 5 of 7.\n>\n" * 40,
        f"> - {WORDS * 20}\n>\n" + ">     5 of 7.\n>\n" * 40,
        f"{WORDS * 7}~~~ {WORDS * 20}",
        f"{WORDS * 7}# Sold.\n" + "    There were 5 of 7.\n" * 100,
        f"{WORDS * 7}| A bar.\n" + "    There were 5 of 7.\n" * 100,
    ],
)
@pytest.mark.parametrize("size", [1, 90, 5000])
def test_what_is_text_in_the_whole_is_not_code_in_a_window(text: str, size: int) -> None:
    text += "\n\nThis is the end. Or nearly so."

    def has_code(text: Text) -> bool:
        return column.CODE in read_layout(text).rows[:, column.KIND]

    assert not has_code(Text(text))
    found = read(text, range(size, len(text), size))
    assert found[-1].spans[-1].end > len(text) - 20
    assert not any(has_code(one.window) for one in found)
