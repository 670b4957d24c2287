"""Words and calls of one turn are one message, in the form that has an item for each."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.transcripts.choosing import TranscriptMessageUnknown, choose_message
from sidecar.transcripts.forms.reading import read_transcript

QUESTION = {"type": "message", "role": "user", "content": "Refund order 12, please."}
OUTPUT = {"type": "function_call_output", "call_id": "c0", "output": '{"order": 12}'}


def words(text: str) -> dict[str, object]:
    content = [{"type": "output_text", "text": text}]
    return {"type": "message", "role": "assistant", "content": content}


def call(number: int) -> dict[str, object]:
    arguments = json.dumps({"order": number})
    return {
        "type": "function_call",
        "call_id": f"c{number}",
        "name": "refund",
        "arguments": arguments,
    }


TURNS = st.lists(
    st.one_of(
        st.sampled_from(["It came to 12.", "Done."]).map(words), st.integers(1, 99).map(call)
    ),
    min_size=1,
    max_size=5,
)


@given(TURNS)
def test_a_turn_is_judged_whole_whichever_part_is_named(turn: list[dict[str, object]]) -> None:
    items = [QUESTION, call(0), OUTPUT, *turn]
    transcript = read_transcript(json.dumps(items))
    said = [item for item in turn if item["type"] == "message"]
    calls = [item["call_id"] for item in turn if item["type"] == "function_call"]
    for index in (None, *range(3, len(items))):
        message = choose_message(transcript, index).message
        assert [one.id for one in message.calls] == calls
        assert message.text.count(".") == len(said)
        assert message.index == len(items) - 1


@pytest.mark.parametrize("index", [0, 2, 4])
def test_the_place_of_another_message_is_refused(index: int) -> None:
    transcript = read_transcript(json.dumps([QUESTION, call(0), OUTPUT, words("Done.")]))
    with pytest.raises(TranscriptMessageUnknown):
        choose_message(transcript, index)
