"""How long does a warm Verify over HTTP take beside the same over gRPC?

The request is that of ``warm_verify``: 50 claims against a million values that were uploaded in
advance, each text another one, with bindings. Calls of all kinds take turns, one at a time, each on
a connection that stays open.
"""

from __future__ import annotations

import socket
from http.client import HTTPConnection

import grpc
import numpy as np
from google.protobuf.json_format import MessageToJson
from verifyd import Client
from verifyd.v1 import verify_pb2

from bench.echo_server import METHOD
from bench.figures import Figures, lower
from bench.sidecars import echo_server
from bench.warm_verify import BINDINGS, CLAIMS, timed
from bench.workload import VERIFY, Call, Workload, methods


def measure(quick: bool) -> Figures:
    """Medians in milliseconds, and their ratios."""
    work = Workload()
    calls = 20 if quick else 500
    with echo_server(http=True) as server, Client(server.address, timeout=120) as client:
        handle = work.put(client)
        with grpc.insecure_channel(server.address) as channel:
            verify, echo = methods(channel)
            in_bytes = _caller(server.http, VERIFY, "application/proto")
            in_json = _caller(server.http, VERIFY, "application/json")
            echo_http = _caller(server.http, METHOD, "application/proto")
            drawn = [work.request(handle, CLAIMS, BINDINGS) for _ in range(calls + calls // 10)]
            kinds = verify, in_bytes, in_json, echo, echo_http
            times = [
                [timed(call, _as_json(each) if call is in_json else each) for call in kinds]
                for each in drawn
            ]
    medians = 1000 * np.percentile(times[calls // 10 :], 50, axis=0)
    over_grpc, over_http, json, echoed, echoed_http = map(float, medians)
    return {
        "http_verify_over_grpc": lower(over_http / over_grpc, 1.15),
        "http_json_verify_over_grpc": lower(json / over_grpc),
        "http_echo_over_grpc": lower(echoed_http / echoed),
        "http_verify_p50_ms": lower(over_http),
        "http_json_verify_p50_ms": lower(json),
        "http_echo_p50_ms": lower(echoed_http),
    }


def _caller(address: str, path: str, content_type: str) -> Call:
    """What calls a method on a connection of its own."""
    connection = HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(address.removeprefix("unix://"))

    def call(data: bytes) -> bytes:
        connection.request("POST", path, data, {"content-type": content_type})
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise RuntimeError(answer.decode())
        return answer

    return call


def _as_json(request: bytes) -> bytes:
    message = verify_pb2.VerifyRequest.FromString(request)
    return MessageToJson(message, indent=None).encode()
