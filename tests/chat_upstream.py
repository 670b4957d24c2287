"""A server of chat completions on loopback, which answers as a test says: wrong ways among them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

Fields = dict[str, Any]
BASE: Fields = {"id": "chatcmpl-1", "created": 1, "model": "small", "system_fingerprint": "fp"}
USAGE = {"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12}


class Asked(NamedTuple):
    """A request as it came."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Link(NamedTuple):
    """The connection that a request came over."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def wait_until_gone(self) -> None:
        with suppress(ConnectionError):
            await self.reader.read(1)


Answer = Callable[[Asked, Link], Awaitable[None]]


class ChatUpstream:
    """What it was asked, and how it answers.

    Attributes:
        url: Of the API, with its prefix.
        asked: The requests.
        answers: How it answers, one after the other; the last one stays.
        connections: How many there were.
    """

    def __init__(self) -> None:
        self.url = ""
        self.asked: list[Asked] = []
        self.answers: list[Answer] = []
        self.connections = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while not writer.is_closing():
                asked = await _read(reader)
                self.asked.append(asked)
                answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
                await answer(asked, Link(reader, writer))
        writer.close()


async def _read(reader: asyncio.StreamReader) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
    method, target, _ = head[0].split(" ")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])
    }
    body = b""
    if headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readexactly(2)
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(method, target, headers, body)


@asynccontextmanager
async def chat_upstream() -> AsyncIterator[ChatUpstream]:
    """A server while the context lasts."""
    upstream = ChatUpstream()
    server = await asyncio.start_server(upstream.serve, "127.0.0.1", 0)
    upstream.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    async with server:
        yield upstream


# Answers.


def reply(body: bytes, status: int = 200, kind: str = "application/json", **more: str) -> Answer:
    """Answers with a body."""
    headers = {"content-type": kind, "content-length": str(len(body)), **more}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())

    async def answer(asked: Asked, link: Link) -> None:
        await link.write(f"HTTP/1.1 {status} X\r\n{head}\r\n".encode() + body)

    return answer


def completion(*messages: Fields | str, finish: str = "stop", **more: Any) -> Answer:
    """Answers with a choice for each message."""
    choices = [
        {
            "index": at,
            "message": {"role": "assistant", "content": one} if isinstance(one, str) else one,
            "logprobs": None,
            "finish_reason": finish,
        }
        for at, one in enumerate(messages)
    ]
    whole = {**BASE, "object": "chat.completion", "choices": choices, "usage": USAGE, **more}
    return reply(json.dumps(whole, indent=1).encode(), x_request_id="from-upstream")


def called(name: str, arguments: str, at: int = 0) -> Fields:
    """A tool call."""
    function = {"name": name, "arguments": arguments}
    return {"id": f"call_{at}", "type": "function", "function": function}


def chunk(delta: Fields, finish: str | None = None, index: int = 0) -> bytes:
    """A chunk of a stream."""
    choice = {"index": index, "delta": delta, "logprobs": None, "finish_reason": finish}
    return event({**BASE, "object": "chat.completion.chunk", "choices": [choice]})


def event(fields: Fields) -> bytes:
    """Any event of a stream."""
    return f"data: {json.dumps(fields)}\n\n".encode()


ROLE = chunk({"role": "assistant", "content": "", "refusal": None})
END = chunk({}, "stop")
COUNTED = event({**BASE, "object": "chat.completion.chunk", "choices": [], "usage": USAGE})
DONE = b"data: [DONE]\n\n"


def words(text: str) -> list[bytes]:
    """Chunks of a text, a word each."""
    return [chunk({"content": f"{word} "}) for word in text.split(" ")[:-1]] + [
        chunk({"content": text.rsplit(" ", maxsplit=1)[-1]})
    ]


def stream(*events: bytes | asyncio.Event, hangs: bool = False, ends: bool = True) -> Answer:
    """Answers with events.

    Args:
        *events: What is sent; an ``asyncio.Event`` is waited for.
        hangs: Whether nothing more comes then.
        ends: Whether the body is complete.
    """

    async def answer(asked: Asked, link: Link) -> None:
        head = "content-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n"
        await link.write(f"HTTP/1.1 200 OK\r\n{head}\r\n".encode())
        for one in events:
            if isinstance(one, asyncio.Event):
                await one.wait()
            else:
                await link.write(f"{len(one):x}\r\n".encode() + one + b"\r\n")
        if hangs:
            await link.wait_until_gone()
        elif ends:
            await link.write(b"0\r\n\r\n")
        else:
            link.writer.close()

    return answer
