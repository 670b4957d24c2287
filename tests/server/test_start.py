"""Starting: health is answered before anything that judges is loaded, and no call is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from threading import Event
from typing import Any

import grpc.aio
import pytest
from calls import request, stubs
from grpc_health.v1 import health_pb2, health_pb2_grpc
from verifyd.v1 import (
    evidence_service_pb2,
    outcome_service_pb2,
    review_service_pb2,
    verify_pb2,
)

from sidecar.server.server import SERVICES, Server
from sidecar.settings.root import Settings

Serve = Callable[..., AbstractAsyncContextManager[tuple[Server, grpc.aio.Channel]]]


def test_health_needs_neither_arrays_nor_checks() -> None:
    # Trap: one import at the top of a module that the start needs, and every pod waits for it.
    code = (
        "import sys, sidecar.cli.serve\n"
        "from sidecar.settings.loading import load\n"
        "load(None, {'VERIFYD_SERVER__LISTEN': 'unix:///v.sock'})\n"
        "print(*{name.split('.')[0] for name in sys.modules}, *sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert "sidecar.server.server" in loaded
    late = {
        "numpy",
        "yaml",
        "fastpath",
        "verifyd",
        "grpc_reflection.v1alpha",
        "sidecar.checks",
    }
    assert not loaded & late


async def test_a_call_waits_for_what_is_still_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = Event()
    load = Server._load

    def slow(self: Server) -> Any:
        go.wait(30)
        return load(self)

    monkeypatch.setattr(Server, "_load", slow)
    server = Server(_settings(tmp_path))
    starting = asyncio.create_task(server.start())
    async with grpc.aio.insecure_channel(f"unix://{tmp_path}/v.sock") as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(), wait_for_ready=True)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        call = stubs(channel)[0].Verify(request())
        done, _ = await asyncio.wait([asyncio.ensure_future(call)], timeout=0.1)
        assert not done
        assert not starting.done()
        go.set()
        assert (await call).report.results
    await starting
    await server.stop()


@pytest.mark.parametrize("first", ["health", "verify"])
async def test_loading_begins_with_the_first_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    # Trap: loading keeps the interpreter busy just when health is first asked. Nor may a first
    # Verify wait longer than for the loading.
    monkeypatch.setattr("sidecar.server.server.FIRST_CALL_S", 3600)
    server = Server(_settings(tmp_path))
    starting = asyncio.create_task(server.start())
    async with grpc.aio.insecure_channel(f"unix://{tmp_path}/v.sock") as channel:
        if first == "health":
            health: Any = health_pb2_grpc.HealthStub(channel)
            await health.Check(health_pb2.HealthCheckRequest(), wait_for_ready=True)
        else:
            answer = await stubs(channel)[0].Verify(request(), wait_for_ready=True)
            assert answer.report.results
        await starting
    await server.stop()


async def test_loading_begins_without_any_call(tmp_path: Path) -> None:
    server = Server(_settings(tmp_path))
    await server.start()
    assert server.store.statistics().nbytes == 0
    await server.stop()


@pytest.mark.parametrize(("hosts", "warns"), [(["*"], True), (["*.example.org"], False)])
async def test_a_server_that_may_fetch_from_any_host_says_so(
    serve: Serve, caplog: pytest.LogCaptureFixture, hosts: list[str], *, warns: bool
) -> None:
    async with serve({"sources": {"mode": "fresh", "allowed_hosts": hosts}}):
        pass
    said = [one for one in caplog.records if one.levelname == "WARNING"]
    assert [one.message.partition(":")[0] for one in said] == (
        ["sources.allowed_hosts has *"] if warns else []
    )


async def test_what_cannot_be_loaded_ends_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Trap: a server that says it serves, and leaves every call waiting for ever.
    monkeypatch.setitem(sys.modules, "sidecar.server.methods", None)
    server = Server(_settings(tmp_path))
    with pytest.raises(ImportError):
        await server.start()
    await server.stop()


def test_health_knows_the_services_of_the_contract() -> None:
    # Their names stand in the code, since the messages are not loaded yet.
    described = (
        verify_pb2.DESCRIPTOR.services_by_name["VerifyService"],
        evidence_service_pb2.DESCRIPTOR.services_by_name["EvidenceService"],
        review_service_pb2.DESCRIPTOR.services_by_name["ReviewService"],
        outcome_service_pb2.DESCRIPTOR.services_by_name["OutcomeService"],
    )
    assert tuple(service.full_name for service in described) == SERVICES


def _settings(folder: Path) -> Settings:
    return Settings.model_validate({"server": {"listen": f"unix://{folder}/v.sock"}})
