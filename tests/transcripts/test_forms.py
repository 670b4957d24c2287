"""The same conversation is read from each form, and nothing is read in part."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_conversations import WRITERS, conversations, gemini_without_ids, openai_chat

from sidecar.errors import VerifydError
from sidecar.model.transcript import Role, Transcript
from sidecar.transcripts.errors import TranscriptMalformed, TranscriptTooLarge
from sidecar.transcripts.forms.reading import Form, TranscriptLimits, read_transcript

CALL = {"id": "c1", "type": "function", "function": {"name": "get", "arguments": '{"a": 1.10}'}}
CHAT: list[Any] = [
    {"role": "user", "content": "How many?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": '[{"n": 3}]'},
    {"role": "assistant", "content": "Three."},
]


def read(document: object, form: Form | None = None) -> Transcript:
    return read_transcript(json.dumps(document), form)


def refused(text: str, form: Form | None = None) -> VerifydError:
    with pytest.raises((TranscriptMalformed, TranscriptTooLarge)) as error:
        read_transcript(text, form)
    return error.value


def parts(transcript: Transcript) -> list[object]:
    """What is said, called and returned, however it is divided into messages."""
    found: list[object] = []
    for message in transcript.messages:
        found += [(message.role, message.text)] if message.text else []
        found += [*message.calls, *message.results]
    return found


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=25)
@given(data=st.data())
def test_each_form_gives_the_same_conversation(name: str, data: st.DataObject) -> None:
    drawn = data.draw(conversations(is_plain=True))
    form, write = WRITERS[name]
    assert read(write(drawn), form) == drawn
    assert read(write(drawn)) == drawn  # recognized


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=25)
@given(data=st.data())
def test_several_calls_in_one_message(name: str, data: st.DataObject) -> None:
    drawn = data.draw(conversations(is_plain=False))
    assert parts(read(WRITERS[name][1](drawn))) == parts(drawn)


@given(conversations(is_plain=True))
def test_json_lines(drawn: Transcript) -> None:
    lines = "\n".join(map(json.dumps, openai_chat(drawn)))
    assert read_transcript(lines) == drawn


@given(conversations(is_plain=False))
def test_calls_without_ids_are_linked_by_name_and_order(drawn: Transcript) -> None:
    messages = read(gemini_without_ids(drawn)).messages
    calls = {call.id: call for message in messages for call in message.calls}
    results = [result for message in messages for result in message.results]
    assert len(calls) == sum(len(message.calls) for message in drawn.messages)
    assert [result.call_id for result in results] != [""] * len(results) or not results
    assert all(calls[result.call_id].tool == result.tool for result in results)


@pytest.mark.parametrize("name", WRITERS)
def test_messages_of_two_forms_are_refused(name: str) -> None:
    plain = read(CHAT)
    written = WRITERS[name][1](plain)
    if "attributes" in written:
        written = {"messages": json.loads(written["attributes"]["gen_ai.input.messages"])}
    rows = written if isinstance(written, list) else next(iter(written.values()))
    rows = rows if isinstance(rows, list) else written["messages"]
    other = next(w for form, w in WRITERS.values() if form is not WRITERS[name][0])
    mixed = [*rows, *other(plain)]
    assert refused(json.dumps(mixed)).reason == "TRANSCRIPT_MALFORMED"


def test_the_error_names_the_message() -> None:
    error = refused(json.dumps([*CHAT, {"role": "nobody", "content": "x"}]), Form.OPENAI_CHAT)
    assert error.metadata["index"] == "4"
    assert error.metadata["problem"].startswith("no role of chat completions; these are system,")


@pytest.mark.parametrize(
    "text", ["", "[", "7", "{}", "[]", "[7]", '"x"', "[null]", '{"messages": 1}']
)
def test_no_conversation(text: str) -> None:
    assert refused(text).reason == "TRANSCRIPT_MALFORMED"


def test_a_key_that_appears_twice_is_refused() -> None:
    assert "twice" in str(refused('[{"role": "user", "role": "tool", "content": "x"}]'))


def test_limits() -> None:
    text = json.dumps(CHAT)
    with pytest.raises(TranscriptTooLarge) as error:
        read_transcript(text, limits=TranscriptLimits(max_messages=3))
    assert error.value.metadata == {"limit": "max_messages", "given": "4", "maximum": "3"}
    with pytest.raises(TranscriptTooLarge):
        read_transcript(text, limits=TranscriptLimits(max_bytes=len(text) - 1))
    deep = "[" * 70 + "]" * 70
    assert refused(f'[{{"role": "user", "content": {deep}}}]').reason == "TRANSCRIPT_TOO_LARGE"


def test_a_whole_exchange_with_its_tools() -> None:
    tool = {
        "type": "function",
        "function": {"name": "get", "description": "Gets.", "parameters": {}},
    }
    request = {"model": "m", "messages": CHAT[:-1], "tools": [tool]}
    response = {"id": "r", "choices": [{"index": 0, "message": CHAT[-1]}]}
    transcript = read({"request": request, "response": response})
    assert transcript.messages == read(CHAT).messages
    assert [(one.name, one.schema) for one in transcript.tools] == [("get", "{}")]


def test_two_choices_are_refused() -> None:
    choices = [{"index": place, "message": CHAT[-1]} for place in range(2)]
    assert "several choices" in str(refused(json.dumps({"choices": choices}), Form.OPENAI_CHAT))


def test_what_is_no_text_is_counted() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:"}}
    user = {"role": "user", "content": [{"type": "text", "text": "Look"}, image, image]}
    transcript = read([user])
    assert transcript.messages[0].text == "Look"
    assert transcript.skipped == (("image_url", 2),)


def test_numbers_in_arguments_keep_their_digits() -> None:
    block = '{"type": "tool_use", "id": "c", "name": "pay", "input": {"a": 1234567890123456.78}}'
    text = f'[{{"role": "assistant", "content": [{block}]}}]'
    assert read_transcript(text).messages[0].calls[0].arguments == '{"a": 1234567890123456.78}'


def test_a_result_without_a_call_and_a_second_result() -> None:
    orphan = {"role": "tool", "tool_call_id": "c9", "content": "1"}
    again = {"role": "tool", "tool_call_id": "c1", "content": "2"}
    messages = read([*CHAT[:3], again, orphan]).messages
    assert [one.results[0].tool for one in messages[2:]] == ["get", "", ""]
    assert [one.results[0].call_id for one in messages[2:]] == ["c1", "c1", "c9"]


def test_two_open_calls_with_one_id_are_not_guessed() -> None:
    other = CALL | {"function": {"name": "put", "arguments": "{}"}}
    asked = {"role": "assistant", "content": None, "tool_calls": [CALL, other]}
    assert read([asked, CHAT[2]]).messages[1].results[0].tool == ""


def test_failures_are_marked() -> None:
    use = {"type": "tool_use", "id": "c", "name": "get", "input": {}}
    block = {"type": "tool_result", "tool_use_id": "c", "content": "no", "is_error": True}
    document = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [block]}]
    message = read(document).messages[1]
    assert message.results[0].failed
    assert message.role is Role.TOOL


def test_attributes_as_the_protocol_exports_them() -> None:
    parts = {"role": "user", "parts": [{"type": "text", "content": "Hi"}]}
    shorter = {"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps([parts])}}
    longer = {"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps([parts, parts])}}
    spans = [{"name": "chat", "attributes": [one]} for one in (shorter, longer)]
    document = {"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}
    assert [one.text for one in read(document).messages] == ["Hi", "Hi"]


@given(st.text())
def test_any_text(text: str) -> None:
    with suppress(TranscriptMalformed, TranscriptTooLarge):
        read_transcript(text)


NAMES = st.sampled_from(
    [
        *("role", "content", "type", "parts", "text", "messages", "tool_calls", "id", "name"),
        *("output", "data", "lc", "kwargs", "function", "arguments", "body", "attributes", "input"),
        *("functionCall", "events", "choices", "message", "request", "response", "tools", "system"),
        *("contents", "candidates", "functionResponse", "gen_ai.input.messages", "tool_use_id"),
    ]
)
KINDS = st.sampled_from(["user", "tool", "ai", "tool_use", "message", "gen_ai.choice", "assistant"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | KINDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_any_json(document: object) -> None:
    with suppress(TranscriptMalformed, TranscriptTooLarge):
        read_transcript(json.dumps(document))


@pytest.mark.parametrize("kind", ["tool", "mcp_tool", "server_tool"])
def test_calls_that_anthropic_makes_itself_are_read_with_their_results(kind: str) -> None:
    used = {"type": f"{kind}_use", "id": "c1", "name": "get", "input": {}}
    returned = {"type": f"{kind}_result", "tool_use_id": "c1", "content": '[{"n": 3}]'}
    said = {"type": "text", "text": "Three."}
    messages = [
        {"role": "user", "content": "How many?"},
        {"role": "assistant", "content": [used, returned, said]},
    ]
    _, message = read(messages).messages
    assert [call.tool for call in message.calls] == ["get"]
    assert [(one.call_id, one.content) for one in message.results] == [("c1", '[{"n": 3}]')]
    assert message.text == "Three."


@pytest.mark.parametrize("key", ["text", "parts", "contents", "message"])
def test_words_under_another_name_are_not_passed_over(key: str) -> None:
    """An answer that is read as empty would let the one before it be verified in its place."""
    messages = [*CHAT, {"role": "assistant", key: "Revenue was 9 million."}]
    assert refused(json.dumps(messages)).reason == "TRANSCRIPT_MALFORMED"


def test_a_body_without_a_list_is_named() -> None:
    error = refused(json.dumps({"messages": "Hello"}))
    assert error.metadata["problem"].startswith("messages is not a list")
