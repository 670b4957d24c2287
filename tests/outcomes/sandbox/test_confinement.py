"""What the kernel holds, should the interpreter have a hole."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidecar.outcomes.sandbox.engine import measure
from sidecar.outcomes.settings import SandboxSettings
from sidecar.workers.limits import Quota
from sidecar.workers.pool import WorkerPool
from sidecar.workers.process import WorkerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SETTINGS = SandboxSettings(timeout_ms=2000, memory_limit_mb=64)


@pytest.fixture
def processes(
    monkeypatch: pytest.MonkeyPatch, children_import_tests: None
) -> Iterator[tuple[Path, Path]]:
    """The worker and its interpreter, which are ready for the next program."""
    monkeypatch.setenv("VERIFYD_SECRET", "hidden")
    shop = WorkerPool("sidecar.outcomes.sandbox.worker")
    monkeypatch.setattr("sidecar.outcomes.sandbox.engine.WORKERS", shop)
    for _ in range(2):  # so the interpreter of the second is surely there while the third is asked
        measure("metrics['a'] = 1", {}, {"a"}, SETTINGS)
    with shop.acquire() as worker:
        worker.ask("prepare", Quota(), timeout_s=2.0, memory_bytes=64 << 20)
        yield Path(f"/proc/{worker.pid}"), interpreter_of(worker)
    shop.close()


def interpreter_of(worker: WorkerProcess) -> Path:
    """The one that is left when that of the program before has ended."""
    for _ in range(500):
        listed = [p.read_text() for p in Path(f"/proc/{worker.pid}/task").glob("*/children")]
        found = [Path(f"/proc/{pid}") for each in listed for pid in each.split()]
        if len(found) == 1:
            return found[0]
        time.sleep(0.01)
    raise AssertionError(found)


def limit_of(process: Path, which: int) -> tuple[int, int]:
    return resource.prlimit(int(process.name), which)


def test_no_secret_reaches_a_worker_and_nothing_reaches_the_interpreter(
    processes: tuple[Path, Path],
) -> None:
    worker, interpreter = processes
    assert b"hidden" not in (worker / "environ").read_bytes()
    assert (interpreter / "environ").read_bytes() == b""


def test_they_work_nowhere(processes: tuple[Path, Path]) -> None:
    assert [(process / "cwd").readlink() for process in processes] == [Path("/")] * 2


def test_they_write_no_file_and_open_few(processes: tuple[Path, Path]) -> None:
    for process in processes:
        assert limit_of(process, resource.RLIMIT_FSIZE) == (0, 0)
        assert limit_of(process, resource.RLIMIT_CORE) == (0, 0)
        assert limit_of(process, resource.RLIMIT_NOFILE) == (64, 64)


def test_the_interpreter_makes_no_process_and_ends_whatever_happens(
    processes: tuple[Path, Path],
) -> None:
    _, interpreter = processes
    assert limit_of(interpreter, resource.RLIMIT_NPROC) == (0, 0)
    assert limit_of(interpreter, resource.RLIMIT_CPU) == (4, 4)
    assert limit_of(interpreter, resource.RLIMIT_DATA) == ((64 + 128) << 20,) * 2


def test_the_interpreter_cannot_speak_to_the_server(processes: tuple[Path, Path]) -> None:
    _, interpreter = processes
    held = {str(path.readlink()).partition(":")[0] for path in (interpreter / "fd").iterdir()}
    assert held <= {"pipe", "/dev/null"}


def test_they_gain_no_privileges_and_have_a_filter(processes: tuple[Path, Path]) -> None:
    for process in processes:
        status = (process / "status").read_text()
        assert "NoNewPrivs:\t1\n" in status
        assert "Seccomp:\t2\n" in status


CONFINED = """
import os, socket, sys
from sidecar.outcomes.sandbox.confinement import confine
confine()
"""
"""A process that has given up what the worker gives up."""


@pytest.mark.parametrize(
    ("attempt", "error"),
    [
        ("socket.socket(socket.AF_INET)", "PermissionError"),
        ("socket.socket(socket.AF_UNIX)", "PermissionError"),
        ("socket.create_connection(('127.0.0.1', 1))", "PermissionError"),
        ("os.write(os.open(sys.argv[1], os.O_CREAT | os.O_RDWR), b'x')", "OSError: [Errno 27]"),
        ("[os.dup(1) for _ in range(100)]", "OSError: [Errno 24]"),
        ("assert os.environ", "AssertionError"),
        ("assert os.getcwd() != '/'", "AssertionError"),
        ("os.execve('/bin/true', ['true'], {})", ""),
    ],
)
def test_what_the_kernel_refuses_a_confined_process(
    tmp_path: Path, attempt: str, error: str
) -> None:
    code = f"{CONFINED}\n{attempt}"
    found = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "file")], capture_output=True, check=False
    )
    assert error in found.stderr.decode()
    assert (found.returncode != 0) == bool(error)
