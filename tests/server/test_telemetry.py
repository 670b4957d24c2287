"""A slow reader of the log slows nobody. What the log may say: tests/server/test_log.py."""

from __future__ import annotations

import io
import json
import logging
import threading
from typing import Any

import pytest

from sidecar.server import telemetry
from sidecar.server.settings import LoggingSettings
from sidecar.server.telemetry import write_logs


class StuckStream(io.StringIO):
    """Takes a line only when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed = threading.Event()

    def write(self, text: str) -> int:
        self.allowed.wait(10)
        return super().write(text)


def test_a_stuck_reader_costs_lines_not_time_and_the_log_says_how_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telemetry, "MAX_WAITING", 5)
    stream = StuckStream()
    log = logging.getLogger("sidecar.test")
    with write_logs(LoggingSettings(), stream):
        for number in range(50):  # would never end if a line were waited for
            log.info("line", extra={"number": number})
        stream.allowed.set()
        while stream.getvalue().count("\n") < 5:  # room again
            threading.Event().wait(0.01)
        log.info("last")
    lines: list[dict[str, Any]] = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert lines[-1]["message"] == "last"
    assert lines[-1]["dropped"] == 50 - (len(lines) - 1)
    assert not any("dropped" in line for line in lines[:-1])


def test_the_end_of_the_context_waits_for_what_was_logged() -> None:
    stream = io.StringIO()
    with write_logs(LoggingSettings(), stream):
        for _ in range(100):
            logging.getLogger("sidecar.test").info("line")
    assert stream.getvalue().count("\n") == 100


def test_a_reader_that_never_reads_again_does_not_keep_the_server_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telemetry, "LAST_S", 0.1)
    stream = StuckStream()
    with write_logs(LoggingSettings(), stream):
        logging.getLogger("sidecar.test").info("line")
    stream.allowed.set()


def test_the_root_logger_is_left_as_it_was() -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    with write_logs(LoggingSettings(level="debug"), io.StringIO()):
        pass
    assert (root.level, list(root.handlers)) == before
