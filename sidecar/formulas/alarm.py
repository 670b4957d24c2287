"""Interrupts the engine where it takes more processor time than it may."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import duckdb

_LOOK_S = 0.01


class Alarm:
    """Looks at the clock beside the engine, in a thread that ends with the process.

    Time is that of the processor, so that a busy machine changes no report.
    """

    def __init__(self) -> None:
        self._set = threading.Event()
        self._lock = threading.Lock()
        self._end = 0.0
        self._connection: duckdb.DuckDBPyConnection | None = None
        threading.Thread(target=self._watch, daemon=True).start()

    @contextmanager
    def after(self, cpu_s: float, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Interrupt what a connection does in this block past some seconds."""
        self._end = time.process_time() + cpu_s
        self._connection = connection
        self._set.set()
        try:
            yield
        finally:
            with self._lock:
                self._set.clear()
                self._connection = None

    def _watch(self) -> None:
        while self._set.wait():
            time.sleep(_LOOK_S)
            with self._lock:  # so that no block hears the alarm of the one before
                if self._connection and self._set.is_set() and time.process_time() >= self._end:
                    with suppress(duckdb.Error):  # it may be closed; the thread goes on
                        self._connection.interrupt()  # again and again: it may do nothing yet
