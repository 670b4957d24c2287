"""Answers in one piece."""

from __future__ import annotations

import json
from typing import Any

from asked_staff import ASKED, RIGHT, WRONG
from chat_upstream import completion

from sidecar.proxy.chat import NOTICE

Proxying = Any


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
