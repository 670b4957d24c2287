"""Endpoints of other manners before the same model.

The model's own lets it write nothing but what the schema allows. Others refuse a schema, and then
the model writes what it likes; and one that holds it to queries over the tables shows what becomes
of queries that can be run and mean nothing.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from select import select
from typing import Any
from urllib.parse import urlsplit

from bench.small_model.grammar import Cells, grammar

Body = dict[str, Any]
Manner = Callable[[Body], Body | None]
"""What an endpoint makes of a request; None refuses its ``response_format``."""

_REFUSED = {"error": {"message": "response_format is not supported", "param": "response_format"}}


def as_it_is(body: Body) -> Body | None:
    """The model's own endpoint, which follows a schema."""
    return body


def without_schema(body: Body) -> Body | None:
    """An endpoint that knows no schema and no JSON mode."""
    return None if "response_format" in body else body


def only_queries(tables: Mapping[str, Cells]) -> Manner:
    """An endpoint that lets the model write nothing but one query for each number.

    Args:
        tables: The tables, by their names.
    """

    def manner(body: Body) -> Body | None:
        schema = body.pop("response_format")["json_schema"]["schema"]
        ids = schema["properties"]["formulas"]["items"]["properties"]["id"]["enum"]
        return body | {"grammar": grammar(tables, ids)}

    return manner


class Relay:
    """An endpoint before a model.

    Attributes:
        url: What ``base_url`` is set to.
        manner: How it is.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.manner: Manner = as_it_is


@contextmanager
def relay(base_url: str) -> Iterator[Relay]:
    """An endpoint on loopback before another one, while the context lasts."""
    model = urlsplit(base_url)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            changed = known.manner(body)
            if changed is None:
                self._send(400, json.dumps(_REFUSED).encode())
                return
            asked = HTTPConnection(model.netloc)
            asked.request("POST", f"{model.path}/chat/completions", json.dumps(changed))
            # The model is not to write on for one who has gone: that would hold up the next.
            if asked.sock in select([self.connection, asked.sock], [], [])[0]:
                reply = asked.getresponse()
                self._send(reply.status, reply.read())
            asked.close()

        def _send(self, status: int, data: bytes) -> None:
            with suppress(ConnectionError):
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Say nothing on standard error."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    known = Relay(f"http://127.0.0.1:{server.server_address[1]}/v1")
    # It looks so often whether it shall end.
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield known
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
