"""Writes a conversation in each of the forms that are read, and draws conversations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from sidecar.model.transcript import Message, Role, ToolCall, ToolResult, Transcript
from sidecar.transcripts.forms.reading import Form

Written = Any


def openai_chat(transcript: Transcript) -> Written:
    """Chat completions: a message for each result."""
    messages: list[Written] = []
    for message in transcript.messages:
        calls = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.tool, "arguments": call.arguments},
            }
            for call in message.calls
        ]
        if message.text or calls:
            one: Written = {"role": message.role.value, "content": message.text or None}
            messages.append(one | ({"tool_calls": calls} if calls else {}))
        messages += [
            {"role": "tool", "tool_call_id": result.call_id, "content": result.content}
            for result in message.results
        ]
    return messages


def openai_responses(transcript: Transcript) -> Written:
    """Responses: an item for each text, call and result."""
    items: list[Written] = []
    for message in transcript.messages:
        if message.text:
            kind = "output_text" if message.role is Role.ASSISTANT else "input_text"
            content = [{"type": kind, "text": message.text}]
            items.append({"type": "message", "role": message.role.value, "content": content})
        items += [
            {
                "type": "function_call",
                "call_id": call.id,
                "name": call.tool,
                "arguments": call.arguments,
            }
            for call in message.calls
        ]
        items += [
            {"type": "function_call_output", "call_id": result.call_id, "output": result.content}
            for result in message.results
        ]
    return items


def anthropic(transcript: Transcript) -> Written:
    """Anthropic: blocks, and the instructions beside the list."""
    system = [message for message in transcript.messages if message.role is Role.SYSTEM]
    messages = []
    for message in transcript.messages:
        if message in system:
            continue
        blocks: list[Written] = [{"type": "text", "text": message.text}] if message.text else []
        blocks += [
            {
                "type": "tool_use",
                "id": call.id,
                "name": call.tool,
                "input": json.loads(call.arguments),
            }
            for call in message.calls
        ]
        blocks += [
            {"type": "tool_result", "tool_use_id": result.call_id, "content": result.content}
            for result in message.results
        ]
        role = "assistant" if message.role is Role.ASSISTANT else "user"
        messages.append({"role": role, "content": blocks})
    body = {"model": "m", "max_tokens": 1, "messages": messages}
    return body | ({"system": system[0].text} if system else {})


def gemini(transcript: Transcript) -> Written:
    """Gemini: parts, and the instructions beside the list."""
    return _gemini(transcript, has_ids=True)


def gemini_without_ids(transcript: Transcript) -> Written:
    """The same, as models answer that give their calls no ids."""
    return _gemini(transcript, has_ids=False)


def _gemini(transcript: Transcript, *, has_ids: bool) -> Written:
    contents = []
    body: dict[str, Written] = {}
    for message in transcript.messages:
        parts: list[Written] = [{"text": message.text}] if message.text else []
        for call in message.calls:
            made = {"name": call.tool, "args": json.loads(call.arguments)}
            parts.append({"functionCall": made | ({"id": call.id} if has_ids else {})})
        for result in message.results:
            given = {"name": result.tool, "response": {"result": result.content}}
            parts.append({"functionResponse": given | ({"id": result.call_id} if has_ids else {})})
        if message.role is Role.SYSTEM:
            body["systemInstruction"] = {"parts": parts}
        else:
            role = "model" if message.role is Role.ASSISTANT else "user"
            contents.append({"role": role, "parts": parts})
    return {"contents": contents, **body}


def langchain(transcript: Transcript) -> Written:
    """LangGraph's state of messages, as models are dumped."""
    return {"messages": _langchain(transcript)}


def _langchain(transcript: Transcript) -> list[Written]:
    names = {Role.SYSTEM: "system", Role.USER: "human", Role.ASSISTANT: "ai"}
    messages: list[Written] = []
    for message in transcript.messages:
        if message.text or message.calls:
            calls = [
                {
                    "name": call.tool,
                    "args": json.loads(call.arguments),
                    "id": call.id,
                    "type": "tool_call",
                }
                for call in message.calls
            ]
            kind = names[message.role]
            one: Written = {"type": kind, "content": message.text, "additional_kwargs": {}}
            messages.append(one | ({"tool_calls": calls} if kind == "ai" else {}))
        messages += [
            {
                "type": "tool",
                "content": result.content,
                "tool_call_id": result.call_id,
                "status": "success",
            }
            for result in message.results
        ]
    return messages


def langchain_dicts(transcript: Transcript) -> Written:
    """What ``messages_to_dict`` writes."""
    return [{"type": one["type"], "data": one} for one in _langchain(transcript)]


def langchain_constructors(transcript: Transcript) -> Written:
    """What ``dumpd`` writes."""
    names = {"system": "System", "human": "Human", "ai": "AI", "tool": "Tool"}
    return [
        {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "schema", "messages", f"{names[one['type']]}Message"],
            "kwargs": one,
        }
        for one in _langchain(transcript)
    ]


def opentelemetry(transcript: Transcript) -> Written:
    """A span with the attributes of messages, the last one as what the model put out."""
    messages = []
    for message in transcript.messages:
        parts: list[Written] = [{"type": "text", "content": message.text}] if message.text else []
        parts += [
            {
                "type": "tool_call",
                "id": call.id,
                "name": call.tool,
                "arguments": json.loads(call.arguments),
            }
            for call in message.calls
        ]
        parts += [
            {"type": "tool_call_response", "id": result.call_id, "response": result.content}
            for result in message.results
        ]
        messages.append({"role": message.role.value, "parts": parts})
    return {
        "name": "chat m",
        "attributes": {
            "gen_ai.operation.name": "chat",
            "gen_ai.input.messages": json.dumps(messages[:-1]),
            "gen_ai.output.messages": json.dumps([messages[-1] | {"finish_reason": "stop"}]),
        },
    }


def opentelemetry_events(transcript: Transcript) -> Written:
    """An event for each message, the last text as the choice of a response."""
    events: list[Written] = []
    for one in openai_chat(transcript):
        role = one["role"]
        body = {"content": one["content"]}
        if "tool_calls" in one:
            body["tool_calls"] = one["tool_calls"]
        if role == "tool":
            body["id"] = one["tool_call_id"]
        events.append({"name": f"gen_ai.{role}.message", "attributes": {}, "body": body})
    if events[-1]["name"] == "gen_ai.assistant.message":
        message = {"role": "assistant", **events.pop()["body"]}
        body = {"index": 0, "finish_reason": "stop", "message": message}
        events.append({"name": "gen_ai.choice", "attributes": {}, "body": body})
    return events


WRITERS: Mapping[str, tuple[Form, Callable[[Transcript], Written]]] = {
    "openai chat": (Form.OPENAI_CHAT, openai_chat),
    "openai responses": (Form.OPENAI_RESPONSES, openai_responses),
    "anthropic": (Form.ANTHROPIC, anthropic),
    "gemini": (Form.GEMINI, gemini),
    "langchain": (Form.LANGCHAIN, langchain),
    "langchain dicts": (Form.LANGCHAIN, langchain_dicts),
    "langchain constructors": (Form.LANGCHAIN, langchain_constructors),
    "opentelemetry": (Form.OPENTELEMETRY, opentelemetry),
    "opentelemetry events": (Form.OPENTELEMETRY, opentelemetry_events),
}
"""By name: the form, and what writes a conversation in it."""

_WORDS = st.text(st.characters(categories=("L", "N", "P"), exclude_characters="\x00"), min_size=1)
_VALUES = st.one_of(_WORDS, st.integers(-(10**15), 10**15), st.booleans(), st.none())
_ARGUMENTS = st.dictionaries(_WORDS, _VALUES | st.lists(_VALUES, max_size=2), max_size=3)


@st.composite
def conversations(draw: st.DrawFn, *, is_plain: bool) -> Transcript:
    """A conversation.

    Args:
        draw: Draws its parts.
        is_plain: Whether each message has one text, call or result, as in every form.
    """
    messages = [_text(Role.SYSTEM, draw(_WORDS))] if draw(st.booleans()) else []
    made = 0
    for _ in range(draw(st.integers(1, 3))):
        messages.append(_text(Role.USER, draw(_WORDS)))
        for _ in range(draw(st.integers(0, 2))):
            count = 1 if is_plain else draw(st.integers(1, 3))
            calls = []
            for _ in range(count):
                made += 1
                arguments = json.dumps(draw(_ARGUMENTS), ensure_ascii=False)
                tool = draw(st.sampled_from(["get_sales", "search"]))
                calls.append(ToolCall(f"call-{made}", tool, arguments))
            text = "" if is_plain else draw(st.just("") | _WORDS)
            messages.append(Message(0, "", Role.ASSISTANT, text, tuple(calls)))
            results = tuple(ToolResult(c.id, c.tool, draw(_WORDS), False) for c in calls)
            messages.append(Message(0, "", Role.TOOL, "", (), results))
        messages.append(_text(Role.ASSISTANT, draw(_WORDS)))
    placed = [
        Message(place, "", one.role, one.text, one.calls, one.results)
        for place, one in enumerate(messages)
    ]
    return Transcript(tuple(placed))


def _text(role: Role, text: str) -> Message:
    return Message(0, "", role, text)
