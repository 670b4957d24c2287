"""Asks the worker process for the text of a document, and ends it where that takes too much."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sidecar.sources.errors import SourceError
from sidecar.sources.settings import SourcesSettings
from sidecar.work.job import shielded
from sidecar.work.worker_pool import WorkerPool

if TYPE_CHECKING:
    from sidecar.work.worker_process import WorkerProcess

KIND = "sources"
"""Of the work that waits for the worker: see ``sidecar.work.Pool``."""

_CPU_S = 5.0
"""Processor time for one document: a page of 8 MiB takes two seconds."""
_MEMORY_BYTES = 768 << 20
"""Memory of the worker: a page of 8 MiB takes half of it."""
_WAIT_S = 15.0

ROBOTS_BYTES = 512 * 1024
"""Of a robots.txt, which the standard asks everybody to read at least so far."""


class _Broken(Exception):
    """A worker gave no answer.

    Attributes:
        worker: Which one.
    """

    def __init__(self, worker: WorkerProcess) -> None:
        super().__init__()
        self.worker = worker


class Reader:
    """Reads documents in processes of its own; its methods block, and are for threads to call."""

    def __init__(self) -> None:
        self._workshop = WorkerPool("sidecar.sources.worker", "the source")

    @property
    def pid(self) -> int:
        """The process id of the worker that is kept; 0 where there is none."""
        return self._workshop.pid

    def text(self, body: bytes, headers: Mapping[str, str], settings: SourcesSettings) -> str:
        """The text of a document.

        Args:
            body: As it was sent.
            headers: That came with it.
            settings: For what it may be.

        Raises:
            SourceError: If there is none.
        """
        answer = self._asked(
            "document",
            body,
            content_type=headers.get("content-type", ""),
            encoding=headers.get("content-encoding", ""),
            max_bytes=settings.max_bytes,
            max_text_bytes=settings.max_text_bytes,
        )
        return str(answer["text"])

    def robots_allow(
        self, body: bytes, headers: Mapping[str, str], url: str, user_agent: str
    ) -> bool:
        """Whether a robots.txt lets somebody have a URL.

        Raises:
            SourceError: If it cannot be read.
        """
        answer = self._asked(
            "robots",
            body,
            encoding=headers.get("content-encoding", ""),
            max_bytes=ROBOTS_BYTES,
            url=url,
            user_agent=user_agent,
        )
        return answer["allowed"] is True

    def close(self) -> None:
        """End the worker that is kept."""
        self._workshop.close()

    def _asked(self, question: str, body: bytes, **told: object) -> dict[str, Any]:
        """The worker's answer."""
        limits = {"cpu_s": _CPU_S, "memory_bytes": _MEMORY_BYTES}
        asked = {"question": question, "size": len(body), **limits, **told}
        until = time.monotonic() + _WAIT_S
        try:
            with shielded(), self._workshop.acquire() as worker:
                data = worker.ask(json.dumps(asked).encode(), [memoryview(body)], _WAIT_S)
                if data is None:
                    raise _Broken(worker)
        except _Broken as broken:  # by now it has ended, of itself or not
            is_late = broken.worker.ended_by == signal.SIGPROF or time.monotonic() >= until
            detail = (
                "reading it takes too long"
                if is_late
                else "its reader crashed, or ran out of memory"
            )
            raise SourceError("SOURCE_UNREADABLE", detail) from None
        answer: dict[str, Any] = json.loads(data)
        if "reason" in answer:
            raise SourceError(answer["reason"], answer["detail"])
        return answer
