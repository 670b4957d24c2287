"""Calls that cost much, or come in numbers, do not stop the others, nor the end of the server."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from calls import Calls, inline, read_refusal, request
from grpc_health.v1 import health_pb2, health_pb2_grpc
from verifyd.v1 import report_pb2, structure_pb2

from bench import worst_work
from bench.sidecars import cpu_seconds, peak_bytes, resident_bytes

MIB = 1 << 20
BIG = b"\x0a" + bytes([0xFC, 0xFF, 0xFF, 0x01]) + b" " * (4 * MIB - 1024)
"""Four MiB of a message whose first field is a string."""

VERIFY = "/verifyd.v1.VerifyService/Verify"
CHECK = "/grpc.health.v1.Health/Check"


def dear() -> Any:
    """Numbers and names of many tables: judging them takes far longer than anybody waits."""
    names = [f"sales of shop {at}" for at in range(200)]
    tables = [inline(f"q{at}", [dict.fromkeys(names, at)]) for at in range(64)]
    told = " ".join(f"Sales of shop {at % 200} were {at}." for at in range(4_900))
    return request(told, tables, checks=["numeric"])


DEAR: dict[str, Callable[[], Any]] = {
    "names_of_many_tables": dear,
    "alike_columns": lambda: worst_work.alike_columns().request,
    "many_synonyms": lambda: worst_work.many_synonyms().request,
    "wide_table_in_text": lambda: worst_work.wide_table_in_text().request,
}
"""Requests that took minutes, or ended as errors, whatever their deadline was."""


def bomb(number: int) -> Any:
    """A schema that asks for more steps than anybody has time for."""
    levels = 24
    pairs = {f"d{at}": {"allOf": [{"$ref": f"#/$defs/d{at + 1}"}] * 2} for at in range(levels)}
    defs = pairs | {f"d{levels}": {"const": number}}
    schema = {"$defs": defs, "$ref": "#/$defs/d0"}
    told = structure_pb2.StructuredResponse(response="[1]", schema_json=json.dumps(schema))
    return request(structured_response=told, checks=["structure"])


def at_once(call: Any, messages: Sequence[Any], **options: Any) -> list[Any]:
    """The ending of each of these calls, all of which are sent before the first is answered."""
    futures = [call.future(message, **options) for message in messages]
    return [future.exception() or future.result() for future in futures]


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    path = tmp_path / "tokens.yaml"
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("greedy", "modest")}
    path.write_text(yaml.safe_dump(digests))
    return path


def bytes_of(channel: grpc.Channel, method: str) -> Any:
    """A method of which requests are sent as they are."""
    return channel.unary_unary(method)


class TestBeforeAuthentication:
    @pytest.mark.parametrize("method", [VERIFY, CHECK])
    def test_large_requests_are_not_read(
        self, start_server: Any, tokens: Path, method: str
    ) -> None:
        server = start_server({"server": {"token_file": str(tokens)}})
        with server.channel() as channel:
            Calls(channel, "modest").verify(request())
            before = resident_bytes(server.process.pid)
            endings = at_once(bytes_of(channel, method), [BIG] * 100, timeout=30)
            grown = peak_bytes(server.process.pid) - before
        assert all(isinstance(ending, grpc.RpcError) for ending in endings)
        assert grown < 150 * MIB

    def test_only_so_many_may_watch(self, server: Any) -> None:
        with server.channel() as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            watches = [stub.Watch(health_pb2.HealthCheckRequest(), timeout=30) for _ in range(130)]
            refused = []
            for watch in watches:
                try:
                    next(watch)
                except grpc.RpcError as error:
                    refused.append(read_refusal(error).reason)
            assert refused == ["OVERLOADED"] * 30
            for watch in watches:
                watch.cancel()
            again = stub.Watch(health_pb2.HealthCheckRequest(), timeout=30)
            assert next(again).status == health_pb2.HealthCheckResponse.SERVING
            again.cancel()

    def test_a_method_that_health_does_not_have_writes_no_error(self, start_server: Any) -> None:
        server = start_server()
        with server.channel() as channel, pytest.raises(grpc.RpcError) as error:
            health_pb2_grpc.HealthStub(channel).List(health_pb2.HealthListRequest(), timeout=5)
        assert error.value.code() is grpc.StatusCode.UNIMPLEMENTED
        server.stop()
        assert not [line for line in server.log_lines() if line["level"] == "error"]

    @pytest.mark.parametrize("data", [b"", b"\xff\xff", b"\x0a\x01\xff"])
    def test_a_health_check_with_broken_bytes(self, server: Any, data: bytes) -> None:
        with server.channel() as channel:
            (ending,) = at_once(bytes_of(channel, CHECK), [data], timeout=5)
        if data:
            assert read_refusal(ending).reason == "REQUEST_MALFORMED"
        else:
            assert health_pb2.HealthCheckResponse.FromString(ending).status == 1


@pytest.mark.timing
class TestTurns:
    def test_schemas_of_one_tenant_do_not_hold_up_another(
        self, start_server: Any, tokens: Path
    ) -> None:
        server = start_server({"server": {"token_file": str(tokens)}})
        with server.channel() as channel, server.channel() as other:
            greedy, modest = Calls(channel, "greedy"), Calls(other, "modest")
            modest.verify(bomb(1))  # its worker is there
            bombs = [greedy.start_verify(bomb(at), timeout=55) for at in range(32)]
            started = time.monotonic()
            own = structure_pb2.StructuredResponse(response="[1]", schema_json="true")
            modest.verify(request(structured_response=own, checks=["structure", "numeric"]))
            seconds = time.monotonic() - started
            left = sum(not each.done() for each in bombs)
            for each in bombs:
                assert each.result().report.results[0].failure.reason == "STRUCTURE_TOO_COSTLY"
        assert left > 16  # it did not wait for them
        assert seconds < 2


@pytest.mark.timing
class TestOverload:
    def test_calls_that_cannot_begin_in_time_are_refused_at_once(self, start_server: Any) -> None:
        server = start_server({"server": {"max_in_flight": 8, "max_queue": 400, "workers": 2}})
        told = " ".join(f"Sales were {at} in the North." for at in range(300))
        with server.channel() as channel:
            calls = Calls(channel)
            for _ in range(3):
                calls.verify(request(told, checks=["numeric"]))
            sent = time.monotonic()
            endings: list[tuple[float, Any]] = []
            futures = [
                calls.start_verify(request(told, checks=["numeric"]), timeout=3) for _ in range(300)
            ]
            for future in futures:
                future.add_done_callback(lambda one: endings.append((time.monotonic(), one)))
            for future in futures:
                future.exception()
            took = {True: [0.0], False: [0.0]}
            refusals = []
            for ended, future in endings:
                error = future.exception()
                took[error is None].append(ended - sent)
                if error is not None:
                    refusals.append(read_refusal(error))
        assert refusals
        assert {each.reason for each in refusals} == {"OVERLOADED"}
        assert max(took[True]) < 3.5  # who is let in ends within the deadline
        assert all(each.retry_s and each.retry_s >= 0.1 for each in refusals)
        assert max(each.retry_s or 0 for each in refusals) > 1  # what waits takes seconds


@pytest.mark.timing
class TestDearWork:
    @pytest.mark.parametrize("shape", DEAR)
    def test_it_ends_with_its_deadline_and_is_no_pass(self, start_server: Any, shape: str) -> None:
        server = start_server()
        with server.channel() as channel:
            calls = Calls(channel)
            calls.verify(request())
            report = calls.verify(DEAR[shape](), timeout=3).report
            assert report.decision == report_pb2.DECISION_UNVERIFIED
            assert report.results[0].failure.reason == "DEADLINE_EXCEEDED"
            time.sleep(0.5)
            used = cpu_seconds(server.process.pid)
            time.sleep(1)
            assert cpu_seconds(server.process.pid) - used < 0.2

    def test_the_server_stops_in_time_all_the_same(self, start_server: Any) -> None:
        server = start_server({"server": {"drain_s": 1}})
        with server.channel() as channel:
            calls = Calls(channel)
            calls.verify(request())
            futures = [calls.start_verify(dear(), timeout=20) for _ in range(4)]
            time.sleep(1)
            started = time.monotonic()
            assert server.stop() == 0
            seconds = time.monotonic() - started
            assert all(future.exception() is not None for future in futures)
        assert seconds < 2
