"""An OpenAI-compatible endpoint on loopback: it keeps what it is asked, and answers as told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


class Endpoint:
    """What an endpoint was asked, and what it says next.

    Attributes:
        url: What ``base_url`` is set to.
        asked: The bodies of the requests, in their order.
        content: What the model's message will hold; None makes it fail.
        by_model: The same for single models, by their names.
        answer: What the message will hold for a request, where it is set; None makes it fail.
        delay_s: Seconds that it thinks.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[Body] = []
        self.content: str | None = None
        self.by_model: dict[str, str] = {}
        self.answer: Callable[[Body], str | None] | None = None
        self.delay_s = 0.0


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """An endpoint while the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            known.asked.append(body)
            content = known.by_model.get(body["model"], known.content)
            if known.answer is not None:
                content = known.answer(body)
            time.sleep(known.delay_s)
            if content is None:
                self._send(404, {"error": {"message": "nothing is recorded for this text"}})
            else:
                self._send(200, _completion(body, content))

        def _send(self, status: int, reply: Body) -> None:
            data = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            with suppress(ConnectionError):  # who asked may not wait for it any more
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Say nothing on standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    known = Endpoint(f"http://127.0.0.1:{server.server_address[1]}/v1")
    # It looks so often whether it shall end.
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield known
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _completion(body: Body, content: str) -> Body:
    """A reply of the protocol; tokens are counted by length, four characters each."""
    prompt = sum(len(message["content"]) for message in body["messages"])
    message = {"role": "assistant", "content": content}
    return {
        "id": "recorded",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {
            "prompt_tokens": prompt // 4,
            "completion_tokens": len(content) // 4,
            "total_tokens": prompt // 4 + len(content) // 4,
        },
    }
