"""The server's log: one JSON object per line on standard error, without any content.

Digests, counts and codes may be written; narrative, cells, tokens and the words of exceptions may
not, since those may quote what they choke on. So a record of our own code is written with its
fields, and an exception as its type and the lines it passed through. What other libraries log is
cut down to the same.

Writing happens in a thread of its own, some times a second: anyone who reads the log slowly must
not slow the event loop, and waking a thread for every line would cost a third of a short call.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TextIO

from sidecar.server.settings import LoggingSettings

OWN = "sidecar"
EVERY_S = 0.05
"""Seconds between two times of writing."""

LAST_S = 2.0
"""Seconds that the last lines may take."""

MAX_WAITING = 10_000
"""Lines that wait for a slow reader; past it they are dropped and counted."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Only the template of a foreign message is kept, since its arguments may quote content."""
        own = record.name == OWN or record.name.startswith(OWN + ".")
        message = record.getMessage() if own else str(record.msg).partition("\n")[0]
        created = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{created}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
        }
        line |= {k: v for k, v in vars(record).items() if k not in _STANDARD and v is not None}
        if record.exc_info and record.exc_info[1]:
            line |= _exception(record.exc_info[1])
        return json.dumps(line, default=str)


def _exception(error: BaseException) -> dict[str, object]:
    """An exception without its words: its type, those of its causes, and where it passed."""
    kinds: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(kinds) < 10:
        kinds.append(f"{type(seen).__module__}.{type(seen).__qualname__}")
        seen = seen.__cause__ or seen.__context__
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "exception": kinds,
        "trace": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


class _Handler(logging.Handler):
    """Keeps records until they are written; drops and counts those for which there is no room."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._waiting: deque[logging.LogRecord] = deque()
        self._dropped = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record; the next one after dropped ones tells how many those were."""
        if len(self._waiting) >= MAX_WAITING:
            self._dropped += 1
            return
        record.dropped = self._dropped or None
        self._dropped = 0
        self._waiting.append(record)

    def write_waiting(self) -> None:
        """Write what is waiting, in one piece."""
        lines = [self.format(self._waiting.popleft()) for _ in range(len(self._waiting))]
        if lines:
            self._stream.write("\n".join([*lines, ""]))
            self._stream.flush()


@contextmanager
def write_logs(settings: LoggingSettings, stream: TextIO = sys.stderr) -> Iterator[None]:
    """Write the records of the whole process to a stream while the context lasts."""
    handler = _Handler(stream)
    handler.setFormatter(JsonFormatter())
    ended = Event()

    def write() -> None:
        while not ended.wait(EVERY_S):
            handler.write_waiting()
        handler.write_waiting()

    writer = Thread(target=write, name="log", daemon=True)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(settings.level.upper())
    writer.start()
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        ended.set()
        writer.join(LAST_S)  # a reader that has stopped reading must not keep the server alive
