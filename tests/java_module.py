"""The Java client, which tests build and run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

MODULE = Path(__file__).parents[1] / "clients" / "java"

NEEDS_JAVA = [
    pytest.mark.clients,
    pytest.mark.xdist_group("java"),
    pytest.mark.timeout(900),  # the first build fetches and compiles
]


def maven(*words: str, module: Path = MODULE) -> None:
    """Run Maven: offline, and with the network where something is not there yet."""
    module.joinpath("target").mkdir(exist_ok=True)
    with module.joinpath("target", ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two builds at once would disturb each other
        done = _maven(module, "-o", *words)
        if done.returncode != 0 and "offline mode" in done.stdout:
            done = _maven(module, *words)
    assert done.returncode == 0, done.stdout + done.stderr


def _maven(module: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = shutil.which("mvn")
    assert command, "Maven is not installed"
    return subprocess.run(
        [command, "-q", "-B", "-ntp", *words],
        cwd=module,
        capture_output=True,
        check=False,
        text=True,
    )


def build() -> list[str]:
    """Build the client with its tests, and give the command that runs a class of them."""
    maven("test-compile", "dependency:build-classpath", "-Dmdep.outputFile=target/classpath")
    target = MODULE / "target"
    built = [str(target / "classes"), str(target / "test-classes")]
    path = os.pathsep.join([*built, (target / "classpath").read_text()])
    return ["java", "--add-opens=java.base/java.nio=ALL-UNNAMED", "-cp", path]


def build_driver() -> Sequence[str]:
    """Build the driver of the shared tests, and give the command that runs it."""
    return [*build(), "dev.verifyd.Driver"]
