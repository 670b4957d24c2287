"""The Go module, which tests build and run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

MODULE = Path(__file__).parents[1] / "clients" / "go"

NEEDS_GO = [
    pytest.mark.clients,
    pytest.mark.xdist_group("go"),
    pytest.mark.timeout(600),  # the first build compiles gRPC
]


def go(*arguments: str) -> str:
    """Run the go command in the module, and return what it printed."""
    command = shutil.which("go")
    assert command, "go is not installed"
    done = subprocess.run(
        [command, *arguments], cwd=MODULE, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
