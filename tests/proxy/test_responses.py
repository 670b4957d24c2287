"""OpenAI's responses, with the client that programs use for them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asked_staff import RIGHT, ROWS, WRONG
from chat_upstream import Answer, event, reply, stream
from openai import APIError, APIStatusError

from sidecar.proxy.conversation import NOTICE

Proxying = Any

ASKED: list[Any] = [
    {"role": "user", "content": [{"type": "input_text", "text": "How many people work where?"}]},
    {"type": "function_call", "call_id": "c1", "name": "query", "arguments": '{"table": "lmis"}'},
    {"type": "function_call_output", "call_id": "c1", "output": json.dumps(ROWS)},
]
THOUGHT = {"type": "reasoning", "id": "rs_1", "summary": []}
BASE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1,
    "model": "small",
    "tools": [],
    "tool_choice": "auto",
    "parallel_tool_calls": True,
    "error": None,
    "usage": {
        "input_tokens": 5,
        "output_tokens": 7,
        "total_tokens": 12,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    },
}


def message(text: str) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    base = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    return {**base, "content": [part]}


def calling(arguments: str) -> dict[str, Any]:
    base = {"id": "fc_1", "type": "function_call", "call_id": "c2", "status": "completed"}
    return {**base, "name": "refund", "arguments": arguments}


def response(*output: dict[str, Any]) -> dict[str, Any]:
    return {**BASE, "status": "completed", "output": list(output)}


def whole(*output: dict[str, Any]) -> Answer:
    return reply(json.dumps(response(*output), indent=1).encode())


def streamed(*output: dict[str, Any]) -> Answer:
    begun = {**response(), "status": "in_progress"}
    return stream(
        event({"type": "response.created", "response": begun, "sequence_number": 0}),
        # What a client reads that does not wait for the end; nobody verifies it.
        event({"type": "response.output_text.delta", "delta": "9,999", "sequence_number": 1}),
        event({"type": "response.completed", "response": response(*output), "sequence_number": 2}),
    )


async def ask(proxied: Any, given: Any = ASKED, **more: Any) -> Any:
    return await proxied.openai.responses.create(model="small", input=given, **more)


async def test_a_right_response_comes_as_the_upstream_wrote_it(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [whole(THOUGHT, message(RIGHT))]
        raw = await proxied.openai.responses.with_raw_response.create(model="small", input=ASKED)
    assert raw.parse().output_text == RIGHT
    assert raw.http_response.content.startswith(b'{\n "id"')
    assert raw.headers["x-verifyd-decision"] == "PASS"
    assert proxied.upstream.asked[0].target == "/v1/responses"


async def test_a_wrong_response_is_held(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [whole(THOUGHT, message(WRONG))]
        found = await ask(proxied)
    assert (found.output_text, found.status) == (NOTICE, "incomplete")
    assert found.incomplete_details.reason == "content_filter"
    assert found.verifyd["findings"][0]["code"] == "CLAIM_NOT_FOUND"
    assert found.usage.total_tokens == 12
    assert "6,578 staff" not in str(found.output)


async def test_a_note_stands_behind_an_annotated_response(proxying: Proxying) -> None:
    async with proxying(mode="annotate") as proxied:
        proxied.upstream.answers = [whole(message(WRONG))]
        found = await ask(proxied)
    assert found.output_text.startswith(f"{WRONG}\n\n[Not verified: '6,578'")
    assert found.status == "completed"


@pytest.mark.parametrize("more", [{}, {"stream": True}])
async def test_the_model_is_asked_once_more(proxying: Proxying, more: dict[str, Any]) -> None:
    make = streamed if more else whole
    async with proxying(mode="retry") as proxied:
        proxied.upstream.answers = [make(message(WRONG)), make(message(RIGHT))]
        found = await ask(proxied, **more)
        if more:
            found = [one async for one in found][-1].response
    again = proxied.upstream.asked[1].json["input"]
    assert again[: len(ASKED)] == ASKED
    assert again[len(ASKED)] == message(WRONG)
    assert "5,678" in again[-1]["content"]
    assert found.output_text == RIGHT


BAD = '{"order_id": "B-7777", "amount": 40}'
GOOD = BAD.replace("B-7777", "A-1001")
USER = "Please refund 40 dollars of order A-1001."


@pytest.mark.parametrize("mode", ["hold", "annotate", "retry"])
async def test_only_right_calls_are_passed_on(proxying: Proxying, mode: str) -> None:
    async with proxying(mode=mode) as proxied:
        proxied.upstream.answers = [
            whole(calling(GOOD)),
            whole(calling(GOOD), {**calling(BAD), "call_id": "c3"}),
        ]
        right, wrong = await ask(proxied, USER), await ask(proxied, USER)
    assert [one.arguments for one in right.output] == [GOOD]
    assert [one.type for one in wrong.output] == ["message"]
    assert "B-7777" not in str(wrong.output)


async def test_a_stream_is_that_of_the_response_that_was_verified(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [streamed(THOUGHT, message(RIGHT), calling(GOOD))]
        given = [*ASKED, {"role": "user", "content": USER}]
        async with proxied.openai.responses.stream(model="small", input=given) as events:
            seen = [one async for one in events]
            found = await events.get_final_response()
    assert "".join(one.delta for one in seen if one.type == "response.output_text.delta") == RIGHT
    assert found.output_text == RIGHT
    assert found.output[-1].arguments == GOOD
    assert [one.sequence_number for one in seen if hasattr(one, "sequence_number")][-1] > 5


async def test_a_held_stream_has_the_notice(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [streamed(message(WRONG))]
        seen = [one async for one in await ask(proxied, stream=True)]
    assert "".join(one.delta for one in seen if one.type == "response.output_text.delta") == NOTICE
    assert (seen[-1].type, seen[-1].response.output_text) == ("response.incomplete", NOTICE)


@pytest.mark.parametrize("kind", ["computer_call", "local_shell_call", "shell_call", "message"])
async def test_what_nobody_can_verify_is_held(proxying: Proxying, kind: str) -> None:
    item = {"type": kind, "id": "x", "content": [{"type": "output_audio", "data": "AAAA"}]}
    async with proxying() as proxied:
        proxied.upstream.answers = [whole(message(RIGHT), item)]
        found = await ask(proxied)
    assert found.output_text == NOTICE
    assert found.verifyd["reason"].startswith("CANNOT_READ:")


async def test_without_evidence_numbers_are_supported_by_nothing(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [whole(message("We sold 4,512 bicycles in 2023."))]
        found = await ask(proxied, "How many?")
    assert found.status == "incomplete"


@pytest.mark.parametrize(
    "answer",
    [
        reply(b"{}"),
        reply(b'{"output": ["6,578"]}'),
        reply(b'{"output": [{"type": "message", "content": "6,578"}]}'),
        stream(event({"type": "response.completed"})),
        stream(event({"type": "response.output_text.delta", "delta": "6,578"})),
    ],
)
async def test_what_is_no_response_is_an_error(proxying: Proxying, answer: Answer) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [answer]
        with pytest.raises(APIError) as failed:
            await ask(proxied)
    assert failed.value.code == "upstream_unreadable"


async def test_a_request_without_an_input_is_refused(proxying: Proxying) -> None:
    async with proxying() as proxied:
        with pytest.raises(APIStatusError) as failed:
            await proxied.openai.post("/responses", body={"input": 5}, cast_to=object)
    assert failed.value.code == "request_unreadable"
