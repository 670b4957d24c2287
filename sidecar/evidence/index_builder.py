"""Sorting columns behind the lookups' back: one thread, one table at a time.

Lookups never wait for it. It holds tables weakly, so that one that was deleted meanwhile is not
sorted; and it gives way to whatever else wants the processor.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from typing import Protocol
from weakref import ref

log = logging.getLogger(__name__)

_WAITING = 64
_NICE = 10


class Buildable(Protocol):
    """What can be sorted."""

    def build(self) -> None:
        """Sort all of it."""


class IndexBuilder:
    """Builds what it is asked to, in order."""

    def __init__(self) -> None:
        self._queue: Queue[Callable[[], Buildable | None]] = Queue(_WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, wanted: Buildable) -> bool:
        """Have something built soon; False where too much is waiting already."""
        try:
            self._queue.put_nowait(ref(wanted))
        except Full:
            return False
        with self._lock:
            if self._thread is None:
                # started before it is known: who asks may be ended between any two steps
                thread = threading.Thread(target=self._run, name="verifyd-index", daemon=True)
                thread.start()
                self._thread = thread
        return True

    def _run(self) -> None:
        with suppress(OSError, AttributeError):  # on Linux, this is the thread's own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        while True:
            self._build_one(self._queue.get())

    def _build_one(self, wanted: Callable[[], Buildable | None]) -> None:
        alive = wanted()
        if alive is None:
            return
        try:
            alive.build()
        except Exception:  # lookups go on without an index
            log.exception("an index cannot be built")


BUILDER = IndexBuilder()
"""The one of this process."""
