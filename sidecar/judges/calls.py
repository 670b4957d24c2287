"""One call to an OpenAI-compatible endpoint. It imports ``openai``, which ``client`` does late.

What leaves the machine is what stands here: the package would send headers about this machine, and
others that its own environment variables name. The key is only in the transport, below all that is
logged or raised.
"""

from __future__ import annotations

import asyncio
import logging
import math
import ssl
from collections.abc import AsyncIterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx2
import openai

from sidecar.judges.errors import CallFailure

for _library in ("httpcore2", "httpx2", "openai"):  # they tell each call's address, and its headers
    logging.getLogger(_library).setLevel(logging.WARNING)

_CONNECT_S = 5
_LIMITS = httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=30)
"""As many connections as there are places for calls, which bound them."""

_KEPT_HEADERS = ("host", "content-length", "content-type", "accept")
_BUSY = {408, 429}
_TOO_MANY = 429
_FAULTS = 500
_WORDS = {
    401: "the key is missing, or not accepted",
    403: "the key is not accepted for this",
    404: "the address or the model is not known there",
}
_OTHER_WORDS = {400, 422}
"""Statuses of an endpoint that does not know a parameter."""


class EndpointCaller:
    """Calls one endpoint with one key, over connections that it keeps.

    Args:
        base_url: Of the endpoint.
        key: Its key; empty for none.
        max_bytes: The longest reply.
    """

    def __init__(self, base_url: str, key: str, max_bytes: int) -> None:
        transport = _BoundedTransport(key, max_bytes)
        self._client = openai.AsyncOpenAI(
            api_key="none",  # the transport has it
            admin_api_key="none",
            base_url=base_url,
            max_retries=0,
            timeout=httpx2.Timeout(None, connect=_CONNECT_S),  # ``post`` bounds all of it
            http_client=httpx2.AsyncClient(
                transport=transport, trust_env=False, follow_redirects=False
            ),
        )

    async def post(self, body: Mapping[str, Any], timeout_s: float) -> bytes | CallFailure:
        """The reply to a request for a chat completion, or what came in its way."""
        try:
            async with asyncio.timeout(timeout_s):
                reply = await self._client.post(
                    "/chat/completions", body=body, cast_to=httpx2.Response
                )
                return reply.content
        except openai.APIStatusError as error:
            return _status(error)
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, _AnswerTooLong):
                return CallFailure("JUDGE_ANSWER_INVALID", str(error.__cause__))
            return CallFailure("JUDGE_UNREACHABLE", again=True)
        except TimeoutError:
            return CallFailure("JUDGE_TIMEOUT", f"a call may take {timeout_s:.3g} s")

    async def close(self) -> None:
        """Close its connections."""
        await self._client.close()


class _AnswerTooLong(httpx2.RequestError):
    """The endpoint's reply is longer than it may be, or may become so."""


class _BoundedTransport(httpx2.AsyncHTTPTransport):
    """Sends no header but those that a call needs, and takes no long reply."""

    def __init__(self, key: str, max_bytes: int) -> None:
        authorities = (
            ssl.create_default_context()
        )  # those of the system, read once, not on the loop
        super().__init__(verify=authorities, trust_env=False, limits=_LIMITS)
        self._own = {"Accept-Encoding": "identity", "User-Agent": "verifyd"}
        if key:
            self._own["Authorization"] = f"Bearer {key}"
        self._max_bytes = max_bytes

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        kept = {name: request.headers[name] for name in _KEPT_HEADERS if name in request.headers}
        bare = httpx2.Request(
            request.method,
            request.url,
            headers=kept | self._own,
            stream=request.stream,
            extensions=request.extensions,
        )
        response = await super().handle_async_request(bare)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise _AnswerTooLong("the reply is compressed, which was not asked for")
        response.stream = _BoundedStream(
            cast(httpx2.AsyncByteStream, response.stream), self._max_bytes
        )
        return response


class _BoundedStream(httpx2.AsyncByteStream):
    """A stream that ends with an error where it is too long."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int) -> None:
        self._stream = stream
        self._most = most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        total = 0
        async for piece in self._stream:
            total += len(piece)
            if total > self._most:
                raise _AnswerTooLong(f"the reply is longer than {self._most} bytes")
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()


def _status(error: openai.APIStatusError) -> CallFailure:
    """What a status means. The endpoint's own words may repeat the key, so they are not shown."""
    status = error.status_code
    detail = f"status {status}"
    if status in _BUSY or status >= _FAULTS:
        reason = "JUDGE_RATE_LIMITED" if status == _TOO_MANY else "JUDGE_UNREACHABLE"
        return CallFailure(reason, detail, again=True, retry_after_s=_retry_after(error.response))
    if status < 400:
        return CallFailure("JUDGE_REFUSED", f"{detail}: it redirects, which is not followed")
    if status in _OTHER_WORDS and error.code != "context_length_exceeded":
        return CallFailure("JUDGE_REFUSED", detail, told=_extract_message(error))
    words = _WORDS.get(status)
    return CallFailure("JUDGE_REFUSED", f"{detail}: {words}" if words else detail)


def _extract_message(error: openai.APIStatusError) -> str:
    """The parameter that the endpoint refuses, or else what it says."""
    return error.param if isinstance(error.param, str) and error.param else str(error.body)


def _retry_after(response: httpx2.Response) -> float | None:
    """Seconds to wait, by ``Retry-After``: a number, or a date by the endpoint's own clock."""
    given = response.headers.get("retry-after", "")
    try:
        seconds = float(given)
    except ValueError:
        try:
            then = parsedate_to_datetime(given)
            now = parsedate_to_datetime(response.headers["date"])
            seconds = (then - now).total_seconds()
        except (KeyError, TypeError, ValueError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None
