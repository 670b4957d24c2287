"""Answers in chunks: sentences go on as they are released, tool calls once they are verified."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asked_staff import ASKED, RIGHT, WRONG
from chat_upstream import (
    COUNTED,
    DONE,
    END,
    ROLE,
    called,
    chunk,
    completion,
    event,
    stream,
    words,
)
from openai import APIError
from waiting import eventually

from sidecar.proxy.conversation import NOTICE, REST_NOTICE

Proxying = Any

HEAD, TAIL = words("The North has 1,234 staff. The South "), words("has 5,678 staff.")
"""A right answer in two parts, the first with a sentence that is complete."""


async def read(chunks: Any) -> tuple[str, Any, list[Any]]:
    """The text of a stream, its last choice, and all chunks."""
    seen = [one async for one in chunks]
    choices = [one.choices[0] for one in seen if one.choices]
    return "".join(one.delta.content or "" for one in choices), choices[-1], seen


async def collect(chunks: Any, into: list[Any]) -> None:
    """Keep the chunks of a stream, which may break off."""
    async for one in chunks:
        into.append(one)


async def test_a_right_answer_arrives_in_the_upstreams_form(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(ROLE, *words(RIGHT), END, COUNTED, DONE)]
        chunks = await proxied.ask(ASKED, stream=True, stream_options={"include_usage": True})
        text, last, seen = await read(chunks)
    assert text == RIGHT
    assert last.finish_reason == "stop"
    assert last.verifyd["decision"] == "PASS"
    assert seen[0].choices[0].delta.role == "assistant"
    assert seen[-1].usage.total_tokens == 12
    assert {(one.id, one.model, one.object) for one in seen} == {
        ("chatcmpl-1", "small", "chat.completion.chunk")
    }


async def test_a_sentence_is_shown_while_the_model_still_writes(proxying: Proxying) -> None:
    go_on = asyncio.Event()
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(ROLE, *HEAD, go_on, *TAIL, END, DONE)]
        shown = ""
        async for one in await proxied.ask(ASKED, stream=True):
            shown += one.choices[0].delta.content or ""
            if "1,234" in shown:
                go_on.set()  # else the rest never comes
    assert shown == RIGHT


async def test_what_is_wrong_is_not_shown(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(ROLE, *words(f"{WRONG} Thanks."), END, COUNTED, DONE)]
        chunks = await proxied.ask(ASKED, stream=True, stream_options={"include_usage": True})
        text, last, seen = await read(chunks)
    assert text == f"The North has 1,234 staff. {REST_NOTICE}"
    assert last.finish_reason == "content_filter"
    assert [one["code"] for one in last.verifyd["findings"]] == ["CLAIM_NOT_FOUND"]
    assert seen[-1].usage.total_tokens == 12


async def test_an_answer_of_which_nothing_is_shown_has_the_notice(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(ROLE, *words("The South has 6,578 staff."), END, DONE)]
        text, last, _ = await read(await proxied.ask(ASKED, stream=True))
    assert (text, last.finish_reason) == (NOTICE, "content_filter")


async def test_annotated_text_goes_on_and_the_note_stands_behind_it(proxying: Proxying) -> None:
    async with proxying(mode="annotate") as proxied:
        proxied.upstream.answers = [stream(ROLE, *words(WRONG), END, DONE)]
        text, last, _ = await read(await proxied.ask(ASKED, stream=True))
    assert text.startswith(f"{WRONG}\n\n[Not verified: '6,578'")
    assert last.finish_reason == "stop"
    assert last.verifyd["action"] == "HOLD"


async def test_no_note_is_put_into_json(proxying: Proxying) -> None:
    text = json.dumps({"answer": WRONG})
    form = {"type": "json_object"}
    async with proxying(mode="annotate") as proxied:
        proxied.upstream.answers = [
            stream(ROLE, *words(text), END, DONE),
            completion(text),
        ]
        streamed, last, _ = await read(await proxied.ask(ASKED, stream=True, response_format=form))
        whole = await proxied.ask(ASKED, response_format=form)
    assert streamed == whole.choices[0].message.content == text
    assert last.verifyd["action"] == whole.choices[0].verifyd["action"] == "HOLD"


async def test_reasoning_goes_on_at_once(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [
            stream(ROLE, chunk({"reasoning_content": "Look."}), *words(WRONG), END, DONE)
        ]
        seen = [one async for one in await proxied.ask(ASKED, stream=True)]
    assert [
        one.choices[0].delta.reasoning_content
        for one in seen
        if hasattr(one.choices[0].delta, "reasoning_content")
    ] == ["Look."]


ORDER = {"type": "function", "function": {"name": "refund", "parameters": {"type": "object"}}}
USER = [{"role": "user", "content": "Please refund 40 dollars of order A-1001."}]


def pieces_of(arguments: str) -> list[bytes]:
    """Chunks of a tool call."""
    head = {**called("refund", ""), "index": 0}
    parts = [arguments[at : at + 7] for at in range(0, len(arguments), 7)]
    return [
        chunk({"role": "assistant", "content": None, "tool_calls": [head]}),
        *(chunk({"tool_calls": [{"index": 0, "function": {"arguments": part}}]}) for part in parts),
        chunk({}, "tool_calls"),
    ]


async def calls_of(chunks: Any) -> tuple[list[tuple[str, str]], Any]:
    """Name and arguments of the calls in a stream, as a client puts them together."""
    found: dict[int, list[str]] = {}
    last = None
    async for one in chunks:
        last = one.choices[0]
        for call in last.delta.tool_calls or ():
            name, arguments = found.setdefault(call.index, ["", ""])
            found[call.index] = [
                name + (call.function.name or ""),
                arguments + (call.function.arguments or ""),
            ]
    return [(name, arguments) for name, arguments in found.values()], last


async def test_a_right_call_is_passed_on_once_it_is_complete(proxying: Proxying) -> None:
    arguments = '{"order_id": "A-1001", "amount": 40}'
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(*pieces_of(arguments), DONE)]
        found, last = await calls_of(await proxied.ask(USER, stream=True, tools=[ORDER]))
    assert found == [("refund", arguments)]
    assert last.finish_reason == "tool_calls"


@pytest.mark.parametrize("mode", ["hold", "annotate", "retry"])
async def test_an_invented_call_is_never_passed_on(proxying: Proxying, mode: str) -> None:
    arguments = '{"order_id": "B-7777", "amount": 40}'
    async with proxying(mode=mode) as proxied:
        proxied.upstream.answers = [stream(*pieces_of(arguments), DONE)]
        found, last = await calls_of(await proxied.ask(USER, stream=True, tools=[ORDER]))
    assert found == []
    assert last.finish_reason == "content_filter"


async def test_several_answers_are_verified_together(proxying: Proxying) -> None:
    both = [
        chunk({"role": "assistant", "content": text}, index=at)
        for at, text in enumerate((RIGHT, WRONG))
    ]
    ends = [chunk({}, "stop", index=at) for at in range(2)]
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(*both, *ends, COUNTED, DONE)]
        seen = [one async for one in await proxied.ask(ASKED, stream=True, n=2)]
    texts = {
        one.choices[0].index: one.choices[0].delta.content
        for one in seen
        if one.choices and one.choices[0].delta.content
    }
    assert texts == {0: RIGHT, 1: NOTICE}
    assert seen[-1].usage.total_tokens == 12


async def test_a_retried_stream_has_the_second_answer(proxying: Proxying) -> None:
    async with proxying(mode="retry") as proxied:
        proxied.upstream.answers = [
            stream(ROLE, *words(WRONG), END, DONE),
            stream(ROLE, *words(RIGHT), END, DONE),
        ]
        text, last, _ = await read(await proxied.ask(ASKED, stream=True))
    assert (text, last.finish_reason) == (RIGHT, "stop")
    again = proxied.upstream.asked[1].json["messages"]
    assert again[: len(ASKED)] == ASKED
    assert again[len(ASKED)]["content"] == WRONG
    assert "6,578" in again[-1]["content"]


async def test_an_answer_in_one_piece_is_verified_though_a_stream_was_asked_for(
    proxying: Proxying,
) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion(WRONG)]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED, stream=True
        )
        body = await raw.http_response.aread()
    assert json.loads(body)["choices"][0]["finish_reason"] == "content_filter"
    assert "6,578 staff" not in json.loads(body)["choices"][0]["message"]["content"]


# What goes wrong.


async def test_a_client_that_leaves_ends_the_request_upstream(proxying: Proxying) -> None:
    gone = asyncio.Event()

    async def answer(asked: Any, link: Any) -> None:
        await stream(ROLE, *words(f"{RIGHT} And"), hangs=True)(asked, link)
        gone.set()

    async with proxying() as proxied:
        proxied.upstream.answers = [answer]
        chunks = await proxied.ask(ASKED, stream=True)
        async for one in chunks:
            if one.choices[0].delta.content:
                break
        await chunks.close()
        await gone.wait()
        await eventually(lambda: proxied.proxy._memory.held == 0)


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([ROLE, b"data: {nothing\n\n", DONE], "upstream_unreadable"),
        ([ROLE, *words(WRONG)], "upstream_unreadable"),  # it ends before its end
        ([ROLE, *words(WRONG), DONE], "upstream_unreadable"),
        ([ROLE, event({"choices": [1]}), DONE], "upstream_unreadable"),
        ([ROLE, chunk({"content": 5}), END, DONE], "upstream_unreadable"),
        ([ROLE, chunk({"tool_calls": [{"index": 7}]}), END, DONE], "upstream_unreadable"),
    ],
)
async def test_a_stream_that_is_none_ends_with_an_error(
    proxying: Proxying, events: list[bytes], code: str
) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(*events)]
        chunks, shown = await proxied.ask(ASKED, stream=True), list[Any]()
        with pytest.raises(APIError) as failed:
            await collect(chunks, shown)
    assert failed.value.code == code
    assert "6,578" not in str(shown)


async def test_an_upstream_that_breaks_off_ends_the_stream_with_an_error(
    proxying: Proxying,
) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(ROLE, *words(WRONG), ends=False)]
        with pytest.raises(APIError) as failed:
            await read(await proxied.ask(ASKED, stream=True))
    assert failed.value.code == "upstream_failed"


async def test_an_unknown_part_holds_the_answer(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [
            stream(ROLE, *words(RIGHT), chunk({"audio": {"data": "AAAA"}}), END, DONE)
        ]
        _, last, seen = await read(await proxied.ask(ASKED, stream=True))
    assert last.finish_reason == "content_filter"
    assert last.verifyd["reason"] == "CANNOT_READ:audio"
    assert not any(getattr(one.choices[0].delta, "audio", None) for one in seen)


@pytest.mark.parametrize("mode", ["hold", "annotate"])
async def test_a_verifier_that_dies_holds_the_rest(
    proxying: Proxying, start_server: Any, mode: str
) -> None:
    verifier, go_on = start_server(), asyncio.Event()
    async with proxying(verifier=verifier.target, mode=mode) as proxied:
        proxied.upstream.answers = [stream(ROLE, *HEAD, go_on, *TAIL, END, DONE)]
        text = ""
        async for one in await proxied.ask(ASKED, stream=True):
            text += one.choices[0].delta.content or ""
            if "1,234" in text and not go_on.is_set():
                verifier.process.kill()
                verifier.process.wait()
                go_on.set()
            last = one.choices[0]
    assert "5,678" not in text
    assert text.endswith(REST_NOTICE)
    assert (last.finish_reason, last.verifyd["decision"]) == ("content_filter", "UNVERIFIED")


async def test_it_releases_the_rest_where_that_is_asked_for(
    proxying: Proxying, start_server: Any
) -> None:
    verifier, go_on = start_server(), asyncio.Event()
    async with proxying(verifier=verifier.target, releases_on_error=True) as proxied:
        proxied.upstream.answers = [stream(ROLE, *HEAD, go_on, *TAIL, END, DONE)]
        text = ""
        async for one in await proxied.ask(ASKED, stream=True):
            text += one.choices[0].delta.content or ""
            if "1,234" in text and not go_on.is_set():
                verifier.process.kill()
                verifier.process.wait()
                go_on.set()
            last = one.choices[0]
    assert text == RIGHT
    assert (last.finish_reason, last.verifyd["decision"]) == ("stop", "UNVERIFIED")
    assert last.verifyd["reason"] == "UNAVAILABLE"
