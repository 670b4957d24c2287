"""Whatever a program tries, it gets nothing, it is ended, and the next one works."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sampled import sampled

from bench import yaml_file
from sidecar.outcomes.sandbox.engine import measure
from sidecar.outcomes.sandbox.results import REASONS, SandboxError
from sidecar.outcomes.settings import SandboxSettings

HOSTILE = yaml_file.read(Path(__file__).parent / "hostile.yaml")
ROOMY = SandboxSettings(timeout_ms=20_000, memory_limit_mb=128)
SHORT = SandboxSettings(timeout_ms=400, memory_limit_mb=64)
DEAR = [program for program in HOSTILE if isinstance(program["reason"], list)]


@pytest.fixture(scope="module")
def trap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What a program would reach if it could: a file, a port, a variable."""
    canary = tmp_path_factory.mktemp("trap") / "canary"
    canary.write_text("sings")
    os.environ["VERIFYD_SECRET"] = "x"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield {"canary": str(canary), "port": server.getsockname()[1]}
        with pytest.raises(BlockingIOError):
            server.accept()
    del os.environ["VERIFYD_SECRET"]
    assert canary.read_text() == "sings"
    assert os.listdir(canary.parent) == ["canary"]  # noqa: PTH208
    assert not Path("/tmp/escaped").exists()


def fault_of(program: dict[str, Any], trap: dict[str, Any]) -> SandboxError:
    """What it ends with; a metric would be an escape."""
    context = {"input": trap, "output": {"text": "abc"}, "metadata": {}}
    settings = SHORT if isinstance(program["reason"], list) else ROOMY
    code = program.get("code") or "".join(text * count for text, count in program["parts"])
    with pytest.raises(SandboxError) as raised:
        measure(code, context, {"a"}, settings)
    return raised.value


@pytest.mark.parametrize("program", sampled(HOSTILE, 6, [program["name"] for program in HOSTILE]))
def test_a_program_gets_nothing_and_the_next_one_works(
    program: dict[str, Any], trap: dict[str, Any]
) -> None:
    fault = fault_of(program, trap)
    reasons = program["reason"]
    assert fault.reason in (reasons if isinstance(reasons, list) else [reasons]), fault.message
    assert fault.reason in REASONS
    assert len(fault.message) <= 300
    assert fault.message.isprintable()
    assert measure("metrics['a'] = 3", {}, {"a"}, ROOMY).values == {"a": 3.0}


@pytest.mark.timing
def test_what_is_dear_is_ended_within_twice_its_limit(trap: dict[str, Any]) -> None:
    late = {}
    for program in DEAR:
        measure("metrics['a'] = 3", {}, {"a"}, SHORT)  # there is a worker, and it is ready
        began = time.monotonic()
        fault_of(program, trap)
        taken = time.monotonic() - began
        if taken > 2 * SHORT.timeout_ms / 1000:
            late[program["name"]] = taken
    assert not late


def test_there_are_as_many_as_the_contract_asks_for() -> None:
    assert len(HOSTILE) >= 100
    assert len({program["name"] for program in HOSTILE}) == len(HOSTILE)
