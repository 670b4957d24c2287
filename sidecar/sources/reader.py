"""Asks the worker process for the text of a document, and ends it where that takes too much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidecar.sources.settings import SourcesSettings
from sidecar.sources.urls import SourceError
from sidecar.workers.limits import FailureCause, NoAnswer, Quota
from sidecar.workers.pool import WorkerPool

KIND = "sources"
"""Of the work that waits for the worker: see ``sidecar.work.Pool``."""

_CPU_S = 5.0
"""Processor time for one document: a page of 8 MiB takes two seconds."""
_MEMORY_BYTES = 768 << 20
"""Memory of the worker: a page of 8 MiB takes half of it."""
_WAIT_S = 15.0

ROBOTS_BYTES = 512 * 1024
"""Of a robots.txt, which the standard asks everybody to read at least so far."""


class DocumentReader:
    """Reads documents in processes of its own; its methods block, and are for threads to call."""

    def __init__(self) -> None:
        self._workers = WorkerPool("sidecar.sources.worker")

    @property
    def pid(self) -> int:
        """The process id of the worker that is kept; 0 where there is none."""
        return self._workers.pid

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
        self._workers.close()

    def _asked(self, question: str, body: bytes, **told: object) -> dict[str, Any]:
        """The worker's answer."""
        quota = Quota(_CPU_S, _MEMORY_BYTES)
        try:
            answer = self._workers.ask(question, quota, payloads=[body], wait_s=_WAIT_S, **told)
        except NoAnswer as lost:
            is_late = lost.why in {FailureCause.LATE, FailureCause.CPU_TIME}
            detail = (
                "reading it takes too long"
                if is_late
                else "its reader crashed, or ran out of memory"
            )
            raise SourceError("SOURCE_UNREADABLE", detail) from None
        if "reason" in answer:
            raise SourceError(answer["reason"], answer["detail"])
        return answer
