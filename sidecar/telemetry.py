"""The server's log: one JSON object per line on standard error, without any content.

Digests, counts and codes may be written; narrative, cells, tokens and the words of exceptions may
not, since those may quote what they choke on. So a record of our own code is written with its
fields, and an exception as its type and the lines it passed through. What other libraries log is
cut down to the same.

Writing happens in a thread of its own: whoever reads the log slowly must not slow the event loop.
"""

from __future__ import annotations

import json
import logging
import queue
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import QueueHandler, QueueListener
from typing import Literal, TextIO

from pydantic import BaseModel, ConfigDict, Field

OWN = "sidecar"
MAX_WAITING = 10_000
"""Lines that wait for a slow reader; past it they are dropped and counted."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class LoggingSettings(BaseModel):
    """What is logged. Never narrative, cells or tokens, at any level."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least level that is written; one line per call is `info`."
    )


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


class _Handler(QueueHandler):
    """Hands records to the writing thread as they are; drops them when it cannot follow."""

    dropped = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        record.dropped = self.dropped or None
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            self.queue.put_nowait(record)
            self.dropped = 0
        except queue.Full:
            self.dropped += 1


@contextmanager
def logs(settings: LoggingSettings, stream: TextIO = sys.stderr) -> Iterator[None]:
    """Write the records of the whole process to a stream while the context lasts."""
    writer = logging.StreamHandler(stream)
    writer.setFormatter(JsonFormatter())
    lines: queue.Queue[logging.LogRecord] = queue.Queue(MAX_WAITING)
    handler = _Handler(lines)
    listener = QueueListener(lines, writer)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(settings.level.upper())
    listener.start()
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        listener.stop()
