"""Requests that are passed on as they come, and those that are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asked_staff import ASKED, WRONG
from chat_upstream import Link, completion, event, reply, stream
from openai import (
    APIConnectionError,
    APIStatusError,
    AuthenticationError,
    InternalServerError,
    PermissionDeniedError,
)

from sidecar.proxy import bodies

Proxying = Any


async def test_other_requests_pass_in_both_directions(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [reply(b'{"data": []}', x_more="yes", x_verifyd_decision="PASS")]
        raw = await proxied.openai.with_options(
            default_headers={"x-own": "a"}, default_query={"after": "m 1"}
        ).models.with_raw_response.list()
    (asked,) = proxied.upstream.asked
    assert (asked.method, asked.target, asked.body) == ("GET", "/v1/models?after=m+1", b"")
    assert asked.headers["x-own"] == "a"
    assert asked.headers["authorization"] == "Bearer sk-caller"
    assert asked.headers["host"] in proxied.upstream.url
    assert (raw.http_response.content, raw.headers["x-more"]) == (b'{"data": []}', "yes")
    assert "x-verifyd-decision" not in raw.headers  # the upstream has not verified anything


async def test_the_prefix_may_be_left_out(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [reply(b"{}")]
        await proxied.openai.with_options(base_url=proxied.url).models.list()
    assert proxied.upstream.asked[0].target == "/v1/models"


async def test_a_large_body_passes_in_pieces(proxying: Proxying) -> None:
    body = b"0123456789abcdef" * 200_000
    async with proxying() as proxied:
        proxied.upstream.answers = [reply(body, kind="application/octet-stream")]
        answer = await proxied.openai.files.with_raw_response.create(
            file=("a.bin", body), purpose="user_data"
        )
    assert body in proxied.upstream.asked[0].body
    assert answer.http_response.content == body
    assert proxied.proxy._memory.held == 0


async def test_a_connection_is_used_again(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion("Hello!")]
        for _ in range(3):
            await proxied.ask(ASKED)
        assert proxied.upstream.connections == 1


@pytest.mark.parametrize("status", [400, 429, 500, 503])
@pytest.mark.parametrize("streamed", [False, True])
async def test_an_error_passes_with_its_status(
    proxying: Proxying, status: int, streamed: bool
) -> None:
    body = b'{"error": {"message": "in its own words", "code": "own"}}'
    async with proxying() as proxied:
        proxied.upstream.answers = [reply(body, status, retry_after="7")]
        with pytest.raises(APIStatusError) as failed:
            await proxied.ask(ASKED, stream=streamed)
    assert failed.value.status_code == status
    assert failed.value.response.content == body
    assert failed.value.response.headers["retry-after"] == "7"


@pytest.mark.parametrize("status", [301, 307, 308])
async def test_no_redirect_leads_past_the_proxy(proxying: Proxying, status: int) -> None:
    async with proxying() as proxied:
        other = f"{proxied.upstream.url}/chat/completions"
        proxied.upstream.answers = [reply(b"", status, location=other), completion(WRONG)]
        with pytest.raises(InternalServerError) as failed:
            await proxied.ask(ASKED)
    assert failed.value.code == "upstream_unreadable"


async def test_a_success_of_another_status_is_verified_too(proxying: Proxying) -> None:
    answer = json.dumps({"choices": [{"message": {"content": WRONG}}]}).encode()
    async with proxying() as proxied:
        proxied.upstream.answers = [reply(answer, 203)]
        held = await proxied.ask(ASKED)
    assert held.choices[0].finish_reason == "content_filter"


async def test_an_upstream_that_is_not_there_is_502(proxying: Proxying) -> None:
    async with proxying(upstream_url="http://127.0.0.1:9/v1") as proxied:
        with pytest.raises(InternalServerError) as failed:
            await proxied.ask(ASKED)
    assert (failed.value.status_code, failed.value.code) == (502, "upstream_failed")


async def test_an_upstream_that_is_silent_is_504(proxying: Proxying) -> None:
    async def silent(asked: Any, link: Link) -> None:
        await link.wait_until_gone()

    async with proxying(timeout_s=0.05) as proxied:
        proxied.upstream.answers = [silent]
        with pytest.raises(InternalServerError) as failed:
            await proxied.ask(ASKED)
    assert (failed.value.status_code, failed.value.code) == (504, "upstream_timeout")


async def test_a_body_that_breaks_off_breaks_off(proxying: Proxying) -> None:
    async def short(asked: Any, link: Link) -> None:
        await link.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{")
        link.writer.close()

    async with proxying() as proxied:
        proxied.upstream.answers = [short]
        with pytest.raises(APIConnectionError):
            await proxied.openai.models.list()


@pytest.mark.parametrize(
    "path",
    [
        "/v1/responses/resp_1/cancel",
        "/v1/completions",
        "/v1/chat/completions;a=b",
        "/v1/chat/./completions/x",
        "/v1/messages",
        "/v1//completions/",
        "/v1/%72esponses/compact",
        "/v1beta/models/gemini:generateContent",
        "/v1beta/models/gemini:streamGenerateContent",
        "/api/chat",
        "/api/generate",
    ],
)
async def test_texts_that_nobody_would_verify_are_refused(proxying: Proxying, path: str) -> None:
    async with proxying() as proxied, proxying(passes_unverified=True) as passing:
        with pytest.raises(InternalServerError) as failed:
            await proxied.openai.post(f"{proxied.url}{path}", body={}, cast_to=object)
        passing.upstream.answers = [reply(b"{}")]
        await passing.openai.post(f"{passing.url}{path}", body={}, cast_to=object)
    assert (failed.value.status_code, failed.value.code) == (501, "endpoint_not_verified")
    assert (len(proxied.upstream.asked), len(passing.upstream.asked)) == (0, 1)


@pytest.mark.parametrize(
    "path", ["/v1/chat/completions/", "/v1//chat/completions", "/chat%2Fcompletions"]
)
async def test_another_way_to_write_the_path_is_verified_too(proxying: Proxying, path: str) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion(WRONG)]
        answer: Any = await proxied.openai.post(
            f"{proxied.url}{path}", body={"messages": ASKED}, cast_to=object
        )
    assert answer["choices"][0]["finish_reason"] == "content_filter"


@pytest.mark.parametrize("body", [[], {}, {"messages": "no list"}])
async def test_a_request_without_a_conversation_is_refused(proxying: Proxying, body: Any) -> None:
    async with proxying() as proxied:
        with pytest.raises(APIStatusError) as failed:
            await proxied.openai.post("/chat/completions", body=body, cast_to=object)
    assert (failed.value.status_code, failed.value.code) == (400, "request_unreadable")
    assert proxied.upstream.asked == []


async def test_a_request_that_is_too_large_is_refused(
    proxying: Proxying, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "MAX_REQUEST_BYTES", 1000)
    async with proxying() as proxied:
        with pytest.raises(APIStatusError) as failed:
            await proxied.ask([{"role": "user", "content": "x" * 1000}])
    assert (failed.value.status_code, failed.value.code) == (413, "request_too_large")


async def test_more_than_fits_is_refused_until_there_is_room(proxying: Proxying) -> None:
    async with proxying() as proxied:
        proxied.upstream.answers = [completion("Hello!")]
        with proxied.proxy._memory.counting() as others:
            others.take(proxied.proxy._memory._limit)
            with pytest.raises(InternalServerError) as failed:
                await proxied.ask(ASKED)
        await proxied.ask(ASKED)
    assert (failed.value.status_code, failed.value.code) == (503, "overloaded")


async def test_the_key_of_the_upstream_replaces_the_token_of_the_caller(
    proxying: Proxying,
) -> None:
    async with proxying(token="for-agents", upstream_key="sk-upstream") as proxied:
        proxied.upstream.answers = [completion("Hello!")]
        with pytest.raises(AuthenticationError):
            await proxied.ask(ASKED)
        assert proxied.upstream.asked == []
        await proxied.openai.with_options(api_key="for-agents").chat.completions.create(
            model="small", messages=ASKED
        )
    assert proxied.upstream.asked[0].headers["authorization"] == "Bearer sk-upstream"


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example"}])
async def test_pages_in_a_browser_may_not_call(proxying: Proxying, headers: dict[str, str]) -> None:
    async with proxying() as proxied:
        with pytest.raises(PermissionDeniedError):
            await proxied.openai.with_options(default_headers=headers).models.list()
    assert proxied.upstream.asked == []


async def test_an_error_inside_a_stream_is_passed_on(proxying: Proxying) -> None:
    own = event({"error": {"message": "in its own words", "code": "own"}})
    async with proxying() as proxied:
        proxied.upstream.answers = [stream(own)]
        raw = await proxied.openai.chat.completions.with_raw_response.create(
            model="small", messages=ASKED, stream=True
        )
        body = (await raw.http_response.aread()).decode()
    first = json.loads(body.split("\n\n")[0].removeprefix("data: "))
    assert first["error"]["code"] == "own"
