"""Answers in one piece."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2 as httpx
import hypothesis
import pytest
from asked_staff import ASKED, QUESTION, RIGHT, WRONG
from chat_upstream import BASE, DONE, END, ROLE, Link, called, completion, reply, stream, words
from hypothesis import strategies as st
from openai import InternalServerError
from waiting import eventually

from sidecar.proxy.conversation import NOTICE
from sidecar.proxy.options import MAX_ANSWER_BYTES

Proxying = Any
NAMES = st.sampled_from(
    ["content", "refusal", "tool_calls", "function_call", "reasoning", "text", "type", "x"]
)


async def test_a_right_answer_comes_as_the_upstream_wrote_it(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion(RIGHT)]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED, temperature=0
        )
    (asked,) = proxied.upstream.asked
    assert asked.target == "/v1/chat/completions"
    assert asked.json == {"model": "small", "messages": ASKED, "temperature": 0}
    assert asked.headers["authorization"] == "Bearer sk-caller"
    assert raw.parse().choices[0].message.content == RIGHT
    assert raw.http_response.content.startswith(b'{\n "id"')  # not written anew
    assert raw.headers["x-verifyd-decision"] == "PASS"
    assert raw.headers["x-verifyd-request-id"]
    assert raw.headers["x-request-id"] == "from-upstream"


async def test_a_wrong_answer_is_held(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion(WRONG)]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED
        )
    choice = raw.parse().choices[0]
    assert choice.message.content == NOTICE
    assert choice.finish_reason == "content_filter"
    assert choice.verifyd["decision"] == raw.headers["x-verifyd-decision"] != "PASS"
    assert choice.verifyd["findings"][0]["code"] == "CLAIM_NOT_FOUND"
    assert "6,578" not in json.dumps(choice.message.to_dict())
    assert raw.parse().usage.total_tokens == 12


async def test_tokens_of_a_held_answer_are_not_passed_on_beside_it(proxying: Proxying) -> None:
    async def answer(asked: Any, link: Any) -> None:
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": WRONG, "reasoning": "6,578?"},
            "logprobs": {"content": [{"token": "6,578", "logprob": -0.1, "bytes": None}]},
            "finish_reason": "stop",
            "secret": "6,578",
        }
        await reply(json.dumps({**BASE, "choices": [choice], "text": "6,578"}).encode())(
            asked, link
        )

    async with proxying() as proxied:
        proxied.upstream.answers = [answer]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED
        )
    choice = json.loads(raw.http_response.content)["choices"][0]
    assert {**choice, "verifyd": None} == {
        "index": 0,
        "message": {"role": "assistant", "content": NOTICE},
        "logprobs": None,
        "finish_reason": "content_filter",
        "verifyd": None,
    }
    assert set(raw.http_response.json()) == {*BASE, "choices"}


async def test_each_choice_is_verified(proxying: Proxying) -> None:
    async with proxying(mode="retry") as proxied:
        proxied.upstream.answers = [completion(RIGHT, WRONG)]
        answer = await proxied.ask(ASKED, n=2)
    assert [one.message.content for one in answer.choices] == [RIGHT, NOTICE]
    assert len(proxied.upstream.asked) == 1  # which of two answers would be corrected?


async def test_a_note_stands_behind_an_annotated_answer(proxying: Proxying) -> None:
    async with proxying(mode="annotate") as proxied:
        proxied.upstream.answers = [completion(WRONG)]
        answer = await proxied.ask(ASKED)
    assert answer.choices[0].message.content.startswith(f"{WRONG}\n\n[Not verified: '6,578'")
    assert answer.choices[0].finish_reason == "stop"


async def test_the_model_is_asked_once_more(proxying: Proxying) -> None:
    async with proxying(mode="retry") as proxied:
        proxied.upstream.answers = [completion(WRONG), completion(RIGHT)]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED, temperature=0
        )
    assert raw.parse().choices[0].message.content == RIGHT
    assert (raw.headers["x-verifyd-decision"], raw.headers["x-verifyd-attempts"]) == ("PASS", "2")
    first, second = (one.json for one in proxied.upstream.asked)
    assert second["messages"][:-2] == first["messages"] == ASKED
    assert second["messages"][-2] == {"role": "assistant", "content": WRONG}
    assert second["messages"][-1]["role"] == "user"
    assert "5,678" in second["messages"][-1]["content"]
    assert second["temperature"] == 0


@pytest.mark.parametrize("second", [completion(WRONG), reply(b"busy", 429), reply(b"{}")])
async def test_an_answer_that_is_no_better_is_held(proxying: Proxying, second: Any) -> None:
    async with proxying(mode="retry") as proxied:
        proxied.upstream.answers = [completion(WRONG), second]
        answer = await proxied.ask(ASKED)
    assert len(proxied.upstream.asked) == 2
    assert answer.choices[0].message.content == NOTICE


ORDER = {"type": "function", "function": {"name": "refund", "parameters": {"type": "object"}}}
USER = [{"role": "user", "content": "Please refund 40 dollars of order A-1001."}]


def calling(*arguments: str) -> dict[str, Any]:
    calls = [called("refund", one, at) for at, one in enumerate(arguments)]
    return {"role": "assistant", "content": None, "tool_calls": calls}


GOOD, BAD = '{"order_id": "A-1001", "amount": 40}', '{"order_id": "B-7777", "amount": 40}'


async def test_a_right_call_is_passed_on(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion(calling(GOOD), finish="tool_calls")]
        answer = await proxied.ask(USER, tools=[ORDER])
    assert [one.function.arguments for one in answer.choices[0].message.tool_calls] == [GOOD]


@pytest.mark.parametrize("mode", ["hold", "annotate", "retry"])
@pytest.mark.parametrize("calls", [(BAD,), (GOOD, BAD)])
async def test_a_held_call_is_never_passed_on(
    proxying: Proxying, mode: str, calls: tuple[str, ...]
) -> None:
    async with proxying(mode=mode) as proxied:
        proxied.upstream.answers = [completion(calling(*calls), finish="tool_calls")]
        answer = await proxied.ask(USER, tools=[ORDER])
    assert answer.choices[0].message.tool_calls is None
    assert answer.choices[0].finish_reason == "content_filter"
    assert "B-7777" not in str(answer.choices[0].message)


async def test_a_corrected_call_is_passed_on(proxying: Proxying) -> None:
    async with proxying(mode="retry") as proxied:
        proxied.upstream.answers = [completion(calling(BAD)), completion(calling(GOOD))]
        answer = await proxied.ask(USER, tools=[ORDER])
    assert answer.choices[0].message.tool_calls[0].function.arguments == GOOD
    again = proxied.upstream.asked[1].json["messages"]
    # An API refuses a conversation in which a call has no result.
    assert [one["role"] for one in again] == ["user", "assistant", "tool", "user"]
    assert again[2]["tool_call_id"] == again[1]["tool_calls"][0]["id"]


SAID = "In 2023 we sold 4,512 bicycles."


@pytest.mark.parametrize(
    ("without_evidence", "text", "content", "decision"),
    [
        ("verify", "Hello! How can I help?", "Hello! How can I help?", "PASS"),
        ("verify", SAID, NOTICE, "FAIL"),
        ("pass", SAID, SAID, "NONE"),
        ("hold", "Hello!", NOTICE, "UNVERIFIED"),
    ],
)
async def test_without_evidence_the_option_decides(
    proxying: Proxying, without_evidence: str, text: str, content: str, decision: str
) -> None:
    async with proxying(without_evidence=without_evidence) as proxied:
        proxied.upstream.answers = [
            completion(text),
            stream(ROLE, *words(text), END, DONE),
        ]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=[QUESTION]
        )
        last = [one async for one in await proxied.ask([QUESTION], stream=True)][-1].choices[0]
    assert raw.parse().choices[0].message.content == content
    assert raw.headers["x-verifyd-decision"] == last.verifyd["decision"] == decision


@pytest.mark.parametrize("content", [None, RIGHT, [{"type": "text", "text": RIGHT}]])
async def test_a_refusal_is_verified_as_text(proxying: Proxying, content: Any) -> None:
    async with proxying() as proxied:
        message = {"role": "assistant", "content": content, "refusal": WRONG}
        proxied.upstream.answers = [completion(message)]
        answer = await proxied.ask(ASKED)
    assert answer.choices[0].message.content == NOTICE


async def test_an_answer_that_says_nothing_is_passed_on(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion("")]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED
        )
    assert raw.headers["x-verifyd-decision"] == "NONE"


@pytest.mark.parametrize(
    "answer",
    [
        reply(b"nothing"),
        reply(b"[]"),
        reply(b'{"choices": []}'),
        reply(b'{"choices": [{"text": "6,578"}]}'),
        reply(b"x" * 1024, content_encoding="gzip"),
        reply(b'{"choices": "%s"}' % (b"x" * MAX_ANSWER_BYTES)),
    ],
)
async def test_an_answer_that_cannot_be_read_is_an_error(proxying: Proxying, answer: Any) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [answer]
        with pytest.raises(InternalServerError) as failed:
            await proxied.ask(ASKED)
    assert (failed.value.status_code, failed.value.code) == (502, "upstream_unreadable")


async def test_a_verifier_that_cannot_be_reached_holds(proxying: Proxying) -> None:
    async with proxying(verifier="unix:///nowhere/v.sock") as proxied:
        proxied.upstream.answers = [completion(RIGHT)]
        held = await proxied.ask(ASKED)
    async with proxying(verifier="unix:///nowhere/v.sock", releases_on_error=True) as proxied:
        proxied.upstream.answers = [completion(RIGHT)]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED
        )
    assert held.choices[0].message.content == NOTICE
    assert held.choices[0].verifyd["reason"] == "UNAVAILABLE"
    assert raw.parse().choices[0].message.content == RIGHT
    assert raw.headers["x-verifyd-decision"] == "UNVERIFIED"


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ({"content": RIGHT, "audio": {"data": "AAAA"}}, "audio"),
        ({"content": [{"type": "text", "text": RIGHT}, {"type": "image_url"}]}, "image_url"),
        ({"content": {"text": RIGHT}}, "content"),
    ],
)
async def test_an_answer_with_an_unknown_part_is_held(
    proxying: Proxying, message: dict[str, Any], part: str
) -> None:
    async with proxying(releases_on_error=True) as proxied:
        proxied.upstream.answers = [completion(message)]
        answer = await proxied.ask(ASKED)
    assert answer.choices[0].message.content == NOTICE
    assert answer.choices[0].verifyd["reason"] == f"CANNOT_READ:{part}"


async def test_an_answer_in_parts_is_passed_on(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [
            completion({"role": "assistant", "content": [{"type": "text", "text": RIGHT}]})
        ]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED
        )
    assert raw.headers["x-verifyd-decision"] == "PASS"


async def test_tools_and_images_of_the_api_are_in_nobodys_way(proxying: Proxying) -> None:
    image = {"type": "image_url", "image_url": {"url": f"data:,{'A' * 5_000_000}"}}
    messages = [{"role": "user", "content": [{"type": "text", "text": "What is it?"}, image]}]
    tools = [ORDER, {"type": "web_search"}, {"type": "custom", "custom": {"name": "x"}}]
    async with proxying() as proxied:
        proxied.upstream.answers = [completion(RIGHT)]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=[*messages, *ASKED], tools=tools
        )
    assert raw.headers["x-verifyd-decision"] == "PASS"


async def test_a_client_that_leaves_ends_the_request_upstream(proxying: Proxying) -> None:
    asked, gone = asyncio.Event(), asyncio.Event()

    async def silent(_: Any, link: Link) -> None:
        asked.set()
        await link.wait_until_gone()
        gone.set()

    async with proxying() as proxied:
        proxied.upstream.answers = [silent]
        asking = asyncio.create_task(proxied.ask(ASKED))
        await asked.wait()
        asking.cancel()
        await gone.wait()
        await eventually(lambda: proxied.proxy._memory.held == 0)


SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.just(WRONG)
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner))
MESSAGES = st.dictionaries(NAMES, ANYTHING).map(lambda more: {**more, "content": WRONG})
CHOICES = st.builds(
    lambda message, more: {**more, "message": message}, MESSAGES, st.dictionaries(NAMES, ANYTHING)
)


@pytest.mark.parametrize("mode", ["hold", "retry"])
async def test_whatever_stands_beside_a_wrong_answer_it_is_held(
    proxying: Proxying, mode: str
) -> None:
    drawn: list[Any] = []

    @hypothesis.settings(max_examples=100, database=None)
    @hypothesis.given(st.lists(CHOICES, min_size=1, max_size=2), st.dictionaries(NAMES, ANYTHING))
    def draw(choices: list[Any], more: dict[str, Any]) -> None:
        drawn.append({**more, "choices": choices})

    draw()
    async with proxying(mode=mode) as proxied:
        for whole in drawn:
            proxied.upstream.answers = [reply(json.dumps(whole).encode())]
            raw = await proxied.openai.with_options(timeout=60).post(
                "/chat/completions", body={"messages": ASKED}, cast_to=httpx.Response
            )
            assert raw.status_code == 200
            assert WRONG not in raw.text, whole
