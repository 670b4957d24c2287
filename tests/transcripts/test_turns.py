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


@st.composite
def turns(draw: st.DrawFn) -> list[dict[str, object]]:
    """Calls with words before, between or behind them, or without."""
    turn = [call(number) for number in draw(st.lists(st.integers(1, 99), max_size=4))]
    if not turn or draw(st.booleans()):
        turn.insert(draw(st.integers(0, len(turn))), words("It came to 12."))
    return turn


@given(turns())
def test_a_turn_is_judged_whole_whichever_part_is_named(turn: list[dict[str, object]]) -> None:
    items = [QUESTION, call(0), OUTPUT, *turn]
    transcript = read_transcript(json.dumps(items))
    said = [item for item in turn if item["type"] == "message"]
    calls = [item["call_id"] for item in turn if item["type"] == "function_call"]
    for index in (None, *range(3, len(items))):
        message = choose_message(transcript, index).message
        assert [one.id for one in message.calls] == calls
        assert bool(message.text) == bool(said)
        assert message.index == len(items) - 1


def test_of_an_answer_and_its_correction_the_last_is_judged() -> None:
    items = [QUESTION, call(0), OUTPUT, words("It came to 13."), words("It came to 12.")]
    transcript = read_transcript(json.dumps(items))
    assert choose_message(transcript, None).message.text == "It came to 12."
    assert choose_message(transcript, 3).message.text == "It came to 13."


@pytest.mark.parametrize("index", [0, 2, 4])
def test_the_place_of_another_message_is_refused(index: int) -> None:
    transcript = read_transcript(json.dumps([QUESTION, call(0), OUTPUT, words("Done.")]))
    with pytest.raises(TranscriptMessageUnknown):
        choose_message(transcript, index)
