"""The conversations in the forms in which other SDKs send them.

    python -m bench.data.conversations.render anthropic rain03

The file has OpenAI chat messages; here are OpenAI responses, Anthropic messages, Gemini contents,
LangChain's ``messages_to_dict`` and the attributes of OpenTelemetry's GenAI conventions. Ids of
calls stay as they are in the file, so that labels find them.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

STORED = Path(__file__).with_name("conversations.jsonl.gz")
Item = dict[str, Any]


def conversations() -> Iterator[Item]:
    """Every conversation of the file, with its labels."""
    with gzip.open(STORED, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _failed(conversation: Item) -> set[str]:
    """Ids of calls that failed; OpenAI chat messages do not say so, most other forms do."""
    return {r["call_id"] for r in conversation["results"] if r["holds"] == "error"}


def _calls(message: Item) -> Iterator[tuple[str, str, Item]]:
    """Id, tool and parsed arguments of the calls in an assistant message."""
    for call in message.get("tool_calls", ()):
        function = call["function"]
        yield call["id"], function["name"], json.loads(function["arguments"])


def _tools(conversation: Item) -> dict[str, str]:
    """The tool of every call by id."""
    return {i: name for message in conversation["messages"] for i, name, _ in _calls(message)}


def _turns(
    messages: list[Item],
    field: str,
    text: Callable[[str], Item],
    call: Callable[[str, str, Item], Item],
    result: Callable[[str, str], Item],
) -> list[Item]:
    """Turns of user and assistant made of parts; results of one round are one user turn."""
    turns: list[Item] = []
    for message in messages:
        if message["role"] != "tool":
            parts = [text(message["content"])] if message["content"] else []
            parts += [call(*made) for made in _calls(message)]
            turns.append({"role": message["role"], field: parts})
            continue
        part = result(message["tool_call_id"], message["content"])
        if turns[-1]["role"] == "user":
            turns[-1][field].append(part)
        else:
            turns.append({"role": "user", field: [part]})
    return turns


def _responses_items(message: Item, place: int) -> Iterator[Item]:
    content = message["content"]
    if message["role"] == "user":
        yield {"role": "user", "content": content}
    elif message["role"] == "tool":
        call_id = message["tool_call_id"]
        yield {"type": "function_call_output", "call_id": call_id, "output": content}
    else:
        if content:
            text = {"type": "output_text", "text": content, "annotations": []}
            said = {"type": "message", "id": f"msg_{place:04}", "status": "completed"}
            yield said | {"role": "assistant", "content": [text]}
        for call in message.get("tool_calls", ()):
            ids = {"id": call["id"].replace("call_", "fc_"), "call_id": call["id"]}
            yield {"type": "function_call", "status": "completed"} | ids | call["function"]


def openai_responses(conversation: Item) -> Item:
    """Instructions and input items of the Responses API, the output of each turn among them."""
    system, *messages = conversation["messages"]
    items = [item for n, message in enumerate(messages) for item in _responses_items(message, n)]
    return {"instructions": system["content"], "input": items}


def anthropic(conversation: Item) -> Item:
    """System prompt and messages of the Messages API."""
    system, *messages = conversation["messages"]
    failed = _failed(conversation)

    def call(call_id: str, name: str, arguments: Item) -> Item:
        return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}

    def result(call_id: str, content: str) -> Item:
        part: Item = {"type": "tool_result", "tool_use_id": call_id, "content": content}
        return part | ({"is_error": True} if call_id in failed else {})

    turns = _turns(messages, "content", lambda t: {"type": "text", "text": t}, call, result)
    for turn in turns:
        if turn["role"] == "user" and turn["content"][0]["type"] == "text":
            turn["content"] = turn["content"][0]["text"]
    return {"system": system["content"], "messages": turns}


def gemini(conversation: Item) -> Item:
    """System instruction and contents of generateContent."""
    system, *messages = conversation["messages"]
    failed, tools = _failed(conversation), _tools(conversation)

    def call(call_id: str, name: str, arguments: Item) -> Item:
        return {"functionCall": {"id": call_id, "name": name, "args": arguments}}

    def result(call_id: str, content: str) -> Item:
        response = {"error" if call_id in failed else "result": content}
        return {"functionResponse": {"id": call_id, "name": tools[call_id], "response": response}}

    turns = _turns(messages, "parts", lambda t: {"text": t}, call, result)
    contents = [t | {"role": "model"} if t["role"] == "assistant" else t for t in turns]
    return {"systemInstruction": {"parts": [{"text": system["content"]}]}, "contents": contents}


_LANGCHAIN = {"system": "system", "user": "human", "assistant": "ai", "tool": "tool"}


def langchain(conversation: Item) -> list[Item]:
    """What ``messages_to_dict`` of langchain-core returns."""
    failed, tools = _failed(conversation), _tools(conversation)
    turns = []
    for message in conversation["messages"]:
        kind, call_id = _LANGCHAIN[message["role"]], message.get("tool_call_id")
        data: Item = {"content": message["content"] or "", "additional_kwargs": {}}
        data |= {"response_metadata": {}, "type": kind, "name": tools.get(call_id), "id": None}
        if kind == "ai":
            data["tool_calls"] = [
                {"name": name, "args": arguments, "id": made, "type": "tool_call"}
                for made, name, arguments in _calls(message)
            ]
            data |= {"invalid_tool_calls": [], "usage_metadata": None}
        if kind == "tool":
            status = "error" if call_id in failed else "success"
            data |= {"tool_call_id": call_id, "artifact": None, "status": status}
        turns.append({"type": kind, "data": data})
    return turns


def opentelemetry(conversation: Item) -> dict[str, str]:
    """Attributes of the span of the last model call, as JSON text, the way spans carry them."""
    turns: list[Item] = []
    for message in conversation["messages"]:
        parts: list[Item] = []
        if message["role"] == "tool":
            answered = {"type": "tool_call_response", "id": message["tool_call_id"]}
            parts.append(answered | {"response": message["content"]})
        elif message["content"]:
            parts.append({"type": "text", "content": message["content"]})
        parts += [
            {"type": "tool_call", "id": call_id, "name": name, "arguments": arguments}
            for call_id, name, arguments in _calls(message)
        ]
        turns.append({"role": message["role"], "parts": parts})
    output = [turns.pop() | {"finish_reason": "stop"}]
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.conversation.id": conversation["id"],
        "gen_ai.input.messages": json.dumps(turns, ensure_ascii=False),
        "gen_ai.output.messages": json.dumps(output, ensure_ascii=False),
    }


FORMS: dict[str, Callable[[Item], Any]] = {
    "openai_responses": openai_responses,
    "anthropic": anthropic,
    "gemini": gemini,
    "langchain": langchain,
    "opentelemetry": opentelemetry,
}


if __name__ == "__main__":
    form, wanted = sys.argv[1:]
    found = next(c for c in conversations() if c["id"] == wanted)
    print(json.dumps(FORMS[form](found), indent=2, ensure_ascii=False))
