"""Limits, faults of the worker, and what is refused before anything runs."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidecar.outcomes.sandbox import engine
from sidecar.outcomes.sandbox.engine import measure, run
from sidecar.outcomes.sandbox.results import SandboxError
from sidecar.outcomes.settings import SandboxSettings
from sidecar.workers.limits import FailureCause, NoAnswer
from sidecar.workers.process import WorkerProcess

SETTINGS = SandboxSettings()
SOUND = "metrics['a'] = 1"
ENDLESS = "while True: pass"


def fault_of(
    code: str, context: dict[str, Any] | None = None, settings: SandboxSettings = SETTINGS
) -> SandboxError:
    with pytest.raises(SandboxError) as raised:
        measure(code, context or {}, {"a"}, settings)
    return raised.value


def test_an_error_has_the_line_of_the_code() -> None:
    fault = fault_of("x = 1\ndef f():\n    return x / 0\n\nmetrics['a'] = f()\n")
    assert (fault.reason, fault.line) == ("SANDBOX_ERROR", 3)
    assert fault.message == "ZeroDivisionError: division by zero"
    assert fault_of("x = 1\nx = (\n").line >= 2


def test_an_error_in_code_of_the_code_has_the_line_that_runs_it() -> None:
    assert fault_of("x = 1\n\nexec('1\\n2\\n3\\n4\\n1 / 0')").line == 3


@pytest.mark.parametrize(
    ("context", "reason"),
    [
        ({"x": float("nan")}, "SANDBOX_CONTEXT_INVALID"),
        ({"x": {1, 2}}, "SANDBOX_CONTEXT_INVALID"),
        ({"x": "\ud800"}, "SANDBOX_CONTEXT_INVALID"),
        ({"x": 10**5000}, "SANDBOX_CONTEXT_INVALID"),
        ({("x",): 1}, "SANDBOX_CONTEXT_INVALID"),
        ({"x": "x" * (4 << 20)}, "SANDBOX_TOO_LARGE"),
        ({"x": "ä" * (2 << 20)}, "SANDBOX_TOO_LARGE"),
    ],
)
def test_a_context_that_cannot_be_sent(context: dict[str, Any], reason: str) -> None:
    assert fault_of(SOUND, context).reason == reason


def test_a_context_that_is_too_deep() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert fault_of(SOUND, {"x": deep}).reason == "SANDBOX_CONTEXT_INVALID"


def test_a_context_that_the_program_has_no_memory_for() -> None:
    context: dict[str, Any] = {"x": [{} for _ in range(1_000_000)]}
    tight = SandboxSettings(memory_limit_mb=32)
    assert fault_of(SOUND, context, tight).reason == "SANDBOX_MEMORY"
    assert measure(SOUND, {}, {"a"}, tight).values == {"a": 1.0}


@pytest.mark.parametrize(
    "code", ["metrics['a'] = 'x' * (80 << 20)", "raise ValueError('x' * (100 << 20))"]
)
def test_what_the_program_may_hold_and_the_worker_not(code: str) -> None:
    roomy = SandboxSettings(timeout_ms=20_000)
    assert fault_of(code, settings=roomy).reason == "SANDBOX_MEMORY"
    assert measure(SOUND, {}, {"a"}, roomy).values == {"a": 1.0}


def test_a_context_of_many_small_values_has_room() -> None:
    context: dict[str, Any] = {"labels": [0, 1] * 500_000}
    assert measure("metrics['a'] = sum(context['labels'])", context, {"a"}, SETTINGS).values == {
        "a": 500_000.0
    }


def test_code_that_cannot_be_sent() -> None:
    assert fault_of("#" * (64 << 10) + "\n").reason == "SANDBOX_TOO_LARGE"
    assert fault_of("'\ud800'").reason == "SANDBOX_ERROR"
    assert engine.digest_code("'\ud800'") != engine.digest_code("'\ud801'")


def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    assert fault_of(SOUND).reason == "SANDBOX_NOT_INSTALLED"


def test_the_server_does_not_load_the_interpreter() -> None:
    measure(SOUND, {}, {"a"}, SETTINGS)
    assert "pydantic_monty" not in sys.modules
    code = "import sidecar.outcomes.sandbox.engine, sys; print('pydantic_monty' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert found.stdout == b"False\n"


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        (NoAnswer(FailureCause.LATE), "SANDBOX_CRASHED"),
        (NoAnswer(FailureCause.CRASHED, signal.SIGKILL), "SANDBOX_CRASHED"),
        (NoAnswer(FailureCause.MEMORY), "SANDBOX_MEMORY"),
        (RuntimeError("it cannot run"), "SANDBOX_CRASHED"),
        ({"metrics": {"b": 1}}, "SANDBOX_RESULT_INVALID"),  # it lies
    ],
)
def test_a_faulty_worker_is_believed_nothing(
    monkeypatch: pytest.MonkeyPatch, ending: Exception | dict[str, Any], reason: str
) -> None:
    def ask(_: WorkerProcess, question: str, *__: object, **___: object) -> dict[str, Any]:
        if question == "run" and isinstance(ending, Exception):
            raise ending
        return {} if isinstance(ending, Exception) else ending

    monkeypatch.setattr(WorkerProcess, "ask", ask)
    assert fault_of(SOUND).reason == reason
    monkeypatch.undo()
    assert measure(SOUND, {}, {"a"}, SETTINGS).values == {"a": 1.0}


def children_of(pid: int) -> list[int]:
    listed = [path.read_text("ascii") for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for each in listed for child in each.split()]


def while_it_runs(act: Callable[[int], None]) -> SandboxError:
    """What an endless program ends with when something is done to its worker."""
    measure(SOUND, {}, {"a"}, SETTINGS)
    timer = threading.Timer(0.3, act, [engine.WORKERS.pid])
    timer.start()
    fault = fault_of(ENDLESS, settings=SandboxSettings(timeout_ms=2000))
    timer.join()
    assert measure(SOUND, {}, {"a"}, SETTINGS).values == {"a": 1.0}
    return fault


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_an_interpreter_that_dies_is_a_fault_of_the_program() -> None:
    def kill(worker: int) -> None:
        for child in children_of(worker):
            os.kill(child, signal.SIGKILL)

    assert while_it_runs(kill).reason == "SANDBOX_CRASHED"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_that_is_stopped_is_ended_with_its_interpreter() -> None:
    seen: list[int] = []

    def stop(worker: int) -> None:
        seen.extend(children_of(worker))
        os.kill(worker, signal.SIGSTOP)

    assert while_it_runs(stop).reason == "SANDBOX_CRASHED"
    assert seen
    for child in seen:
        stat = Path(f"/proc/{child}/stat")
        assert not stat.exists() or stat.read_text().split(") ")[1][0] == "Z"


@pytest.mark.timing
async def test_only_so_many_run_at_once_and_the_others_wait_or_are_told() -> None:
    one = SandboxSettings(timeout_ms=400, workers=1)
    found = await asyncio.gather(
        *(run(ENDLESS if n < 3 else SOUND, {}, ["a"], one) for n in range(4)),
        return_exceptions=True,
    )
    reasons = {each.reason for each in found if isinstance(each, SandboxError)}
    assert reasons == {"SANDBOX_TIMEOUT", "SANDBOX_BUSY"}
    assert (await run(SOUND, {}, ["a"], one)).values == {"a": 1.0}
    assert await asyncio.gather(*(run(SOUND, {}, ["a"], SETTINGS) for _ in range(12)))
