"""Calling a server over HTTP in tests, with what Python has."""

from __future__ import annotations

import base64
import json
import socket
import ssl
from collections.abc import Iterable, Mapping
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from google.protobuf.json_format import MessageToDict
from google.rpc import error_details_pb2

from sidecar.server.http.listener import Listener
from sidecar.server.server import Server

VERIFY = "/verifyd.v1.VerifyService/Verify"
LIST_CHECKS = "/verifyd.v1.VerifyService/ListChecks"
PUT = "/verifyd.v1.EvidenceService/PutQueryResult"
JSON = "application/json"
PROTO = "application/proto"
STREAM = "application/connect+proto"
WEB = "application/grpc-web+proto"


class Reply(NamedTuple):
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.body)

    @property
    def error(self) -> tuple[int, str, str]:
        """Status, code and reason; the reason in bytes must be the one that is shown."""
        error = self.json
        return self.status, error["code"], reason(error)


def reason(error: Mapping[str, Any]) -> str:
    """The reason in an error of the Connect protocol."""
    for detail in error.get("details", ()):
        if detail["type"] == "google.rpc.ErrorInfo":
            info = error_details_pb2.ErrorInfo.FromString(base64.b64decode(detail["value"] + "=="))
            assert info.domain == "verifyd"
            assert MessageToDict(info) == detail["debug"]
            return str(info.reason)
    return ""


def listener_of(server: Server) -> Listener:
    """What takes the connections of a server in this process."""
    assert server._http is not None
    assert server._http._listener is not None
    return server._http._listener


class HttpCaller:
    """One connection to a server, which stays open.

    Args:
        address: ``http://host:port``, ``https://host:port`` or ``unix:///path``.
        token: Goes with each request, if there is one.
        tls: For ``https``.
    """

    def __init__(self, address: str, token: str = "", tls: ssl.SSLContext | None = None) -> None:
        self._own = {"authorization": f"Bearer {token}"} if token else {}
        self.socket = connect(address, tls)
        self._connection = HTTPConnection("localhost")
        self._connection.sock = self.socket

    def __enter__(self) -> HttpCaller:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def request(
        self,
        method: str,
        path: str,
        body: bytes | Iterable[bytes] | None = None,
        **headers: str,
    ) -> Reply:
        """Send a request and wait for its response."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request(method, path, body, self._own | named)
        response = self._connection.getresponse()
        found = {name.lower(): value for name, value in response.getheaders()}
        return Reply(response.status, found, response.read())

    def post(self, path: str, body: object, content_type: str = JSON, **headers: str) -> Reply:
        """Call a method; what is not bytes is sent as JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", path, data, content_type=content_type, **headers)


def connect(address: str, tls: ssl.SSLContext | None = None) -> socket.socket:
    """A connection to an address."""
    if address.startswith("unix://"):
        plain = socket.socket(socket.AF_UNIX)
        plain.settimeout(30)
        plain.connect(address.removeprefix("unix://"))
        return plain
    where = urlsplit(address)
    assert where.hostname is not None
    plain = socket.create_connection((where.hostname, where.port or 0), 30)
    return tls.wrap_socket(plain, server_hostname=where.hostname) if tls else plain


def frame(data: bytes, flags: int = 0) -> bytes:
    """A message in a stream."""
    return bytes([flags]) + len(data).to_bytes(4, "big") + data


def frames(body: bytes) -> list[tuple[int, bytes]]:
    """The messages of a stream with their flags."""
    found = []
    while body:
        size = int.from_bytes(body[1:5], "big")
        found.append((body[0], body[5 : 5 + size]))
        body = body[5 + size :]
    return found


class SlowUpload:
    """An upload over HTTP that stays in flight until it is told to finish."""

    def __init__(self, address: str, pieces: Iterable[bytes], head: str = "") -> None:
        self._first, *self._rest = pieces
        self.socket = connect(address)
        self.socket.sendall(
            f"POST {PUT} HTTP/1.1\r\nhost: x\r\ncontent-type: {STREAM}\r\n{head}"
            "transfer-encoding: chunked\r\n\r\n".encode()
        )
        self._send(self._first)

    def finish(self) -> bytes:
        """Send the rest, and return the whole response."""
        for piece in self._rest:
            self._send(piece)
        self.socket.sendall(b"0\r\n\r\n")
        return self.response()

    def response(self) -> bytes:
        """What the server sends until its body ends."""
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._received()
        head, _, body = answer.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(body) < length:
            body += self._received()
        return body

    def _received(self) -> bytes:
        data = self.socket.recv(65536)
        assert data, "the connection was closed"
        return data

    def _send(self, message: bytes) -> None:
        data = frame(message)
        self.socket.sendall(f"{len(data):x}\r\n".encode() + data + b"\r\n")
