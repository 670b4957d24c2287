"""The server inside this process, where it can be seen that the event loop never waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import grpc.aio
import pytest
from calls import RIGHT, WRONG, Echo, inline, read_refusal, request, stubs, upload
from grpc_health.v1 import health_pb2, health_pb2_grpc
from verifyd.v1 import evidence_service_pb2 as pb
from verifyd.v1 import report_pb2

from sidecar.runner import Runner
from sidecar.server.interceptors import CallGuard
from sidecar.server.listen import ListenError
from sidecar.server.server import Server
from sidecar.settings.root import Settings

Serve = Callable[..., AbstractAsyncContextManager[tuple[Server, grpc.aio.Channel]]]


@pytest.mark.slow
async def test_nothing_blocks_the_loop(serve: Serve) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    sink = pyarrow.BufferOutputStream()
    table = pyarrow.table({"sales": list(range(50_000))})
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    arrow = inline()
    arrow.arrow = sink.getvalue().to_pybytes()
    async with serve() as (_, channel):
        verify, evidence = stubs(channel)
        put = await evidence.PutQueryResult(iter(upload()))
        for message in (
            request(RIGHT, handles=[put.handle]),
            request(WRONG),
            request(RIGHT * 1000),
            request(RIGHT, [arrow]),
        ):
            assert (await verify.Verify(message)).report.results
        await evidence.GetEvidence(pb.GetEvidenceRequest(handle=put.handle))
        await evidence.DeleteEvidence(pb.DeleteEvidenceRequest(handle=put.handle))


async def test_whatever_blocks_would_be_noticed(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The test above would pass as well if nothing were watching.
    def slow_apply(settings: Settings, _: object) -> Settings:
        time.sleep(0.001)
        return settings

    monkeypatch.setattr("sidecar.services.narratives.apply", slow_apply)
    async with serve() as (_, channel):
        with pytest.raises(grpc.aio.AioRpcError):
            await stubs(channel)[0].Verify(request())


async def test_a_fault_of_ours_is_internal_and_says_no_more_than_the_request_id(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("the secret inner text")

    async with serve() as (_, channel):
        monkeypatch.setattr(Runner, "run", broken)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await stubs(channel)[0].Verify(request(request_id="my-id"))
    refused = read_refusal(error.value)
    assert (refused.code, refused.reason) == ("INTERNAL", "INTERNAL")
    assert refused.metadata == {"request_id": "my-id"}
    assert "secret" not in refused.message
    (record,) = [record for record in caplog.records if record.message == "call failed"]
    assert record.__dict__["request_id"] == "my-id"
    assert record.exc_info is not None


async def test_a_cancelled_call_lets_go_of_its_evidence(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered = asyncio.Event()

    async def endless(*_: Any, **__: Any) -> Any:
        entered.set()
        await asyncio.Event().wait()

    async with serve() as (server, channel):
        verify, evidence = stubs(channel)
        put = await evidence.PutQueryResult(iter(upload()))
        monkeypatch.setattr(Runner, "run", endless)
        call = verify.Verify(request(handles=[put.handle]))
        await entered.wait()
        assert server.store.statistics().pinned == 1
        call.cancel()
        for _ in range(100):
            if not server.store.statistics().pinned:
                break
            await asyncio.sleep(0.02)
        assert server.store.statistics().pinned == 0


async def test_extra_handlers_are_served_beside_ours(serve: Serve) -> None:
    async with serve(extra_handlers=[Echo()]) as (_, channel):
        echo: Any = channel.unary_unary("/bench.Echo/Echo")
        assert await echo(b"hello") == b"hello"
        report = (await stubs(channel)[0].Verify(request())).report
        assert report.decision == report_pb2.DECISION_PASS


async def test_a_handler_that_aborts_by_itself_is_left_to_it_and_logged(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with serve(extra_handlers=[Echo()]) as (_, channel):
        call: Any = channel.unary_unary("/bench.Echo/Refuse")
        with pytest.raises(grpc.aio.AioRpcError, match="in its own words"):
            await call(b"")
    (record,) = [record for record in caplog.records if record.message == "call"]
    assert record.__dict__["status"] == "ABORTED"


async def test_it_does_not_start_where_it_would_be_open_to_strangers() -> None:
    with pytest.raises(ListenError):
        Server(Settings.model_validate({"server": {"listen": "tcp://0.0.0.0:0"}}))


async def test_every_method_is_guarded(serve: Serve) -> None:
    guarded: list[str] = []
    original = CallGuard._guard

    def recording(self: CallGuard, method: str, handler: Any) -> Any:
        guarded.append(method)
        return original(self, method, handler)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CallGuard, "_guard", recording)
        async with serve() as (_, channel):
            for _ in range(3):
                await stubs(channel)[0].Verify(request())
            await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
    assert guarded == ["/verifyd.v1.VerifyService/Verify"]  # once, and not the health service's
