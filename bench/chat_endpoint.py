"""A server of chat completions that takes no time to think: it answers what the request has it say.

python -m bench.chat_endpoint: it prints its URL, and ends with its standard input.
"""

from __future__ import annotations

import asyncio
import json
import sys

_BASE = {"id": "chatcmpl-1", "created": 1, "model": "none"}
_USAGE = {"prompt_tokens": 900, "completion_tokens": 200, "total_tokens": 1100}


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
            asked = json.loads(await reader.readexactly(int(length)))
            answer = asked["metadata"]["answer"]
            kind, body = _stream(answer) if asked.get("stream") else _whole(answer)
            headers = f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n"
            writer.write(f"HTTP/1.1 200 OK\r\n{headers}\r\n".encode() + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


def _whole(answer: str) -> tuple[str, bytes]:
    message = {"role": "assistant", "content": answer}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    whole = {**_BASE, "object": "chat.completion", "choices": [choice], "usage": _USAGE}
    return "application/json", json.dumps(whole).encode()


def _stream(answer: str) -> tuple[str, bytes]:
    """A chunk for each word."""
    words = answer.split(" ")
    deltas = [{"role": "assistant", "content": ""}, *({"content": f"{word} "} for word in words)]
    events = [*(_event(delta, None) for delta in deltas), _event({}, "stop"), "data: [DONE]\n\n"]
    return "text/event-stream", "".join(events).encode()


def _event(delta: dict[str, str], finish: str | None) -> str:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    chunk = {**_BASE, "object": "chat.completion.chunk", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n"


async def _main() -> None:
    server = await asyncio.start_server(_serve, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_main())
