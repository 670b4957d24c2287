"""Narratives that are verified while they are written, blocking."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar, Unpack

import grpc

from verifyd._calls import Call, Conversation, Pause
from verifyd._progress import METHOD, OnUpdate, Progress, ReleaseMode
from verifyd.errors import from_call

if TYPE_CHECKING:
    from types import TracebackType

    from verifyd._channel import Metadata, Methods
    from verifyd._core import Core
    from verifyd._requests import EvidenceArguments, Results
    from verifyd.report import Report

MOST_WAITING: Final = 64
"""Parts that wait to be sent before ``write`` waits."""

T = TypeVar("T")


class _Client(Protocol):
    """What a stream needs of ``Client``."""

    address: str
    _core: Core
    _methods: Methods
    _metadata: Metadata

    def _run(
        self,
        conversation: Conversation[T],
        perform: Callable[[Call | Pause], Any] | None = None,
    ) -> T: ...

    def _perform(self, step: Call | Pause) -> Any: ...


class VerificationStream(Progress):
    """A narrative that is verified while it is written (``Client.stream``).

    One thread writes; any may read what is known. The call is made with the first piece or
    evidence, and leaving the context ends it.
    """

    def __init__(
        self,
        client: _Client,
        opening: Conversation[None],
        release: ReleaseMode,
        idle_timeout: float,
        on_update: OnUpdate | None,
    ) -> None:
        super().__init__(opening, release, idle_timeout, on_update)
        self._client = client
        self._changed = Condition()
        self._outbox = Queue[object](MOST_WAITING)

    def write(self, piece: str | bytes) -> None:
        """Add the next piece; it may end anywhere, bytes even inside a character.

        Raises:
            VerifydError: If the narrative cannot be judged. Nothing is approved beyond what was
                released before.
        """
        self._send(self._add(piece))

    def add_evidence(
        self,
        results: Results | None = None,
        *,
        timeout: float | None = None,
        **given: Unpack[EvidenceArguments],
    ) -> None:
        """Add evidence for what is written from now on, and for the report.

        Args:
            results: Query results, as for ``verify``.
            timeout: Seconds that an upload in advance may take.
            **given: ``handles``, ``items`` and ``sources``, as for ``verify``.
        """
        self._check_open()
        self._send(self._client._run(self._client._core.more_evidence(results, timeout, **given)))

    def finish(self) -> Report:
        """End the narrative, and wait for its report: what ``verify`` returns for all of it.

        Raises:
            VerifydError: If it cannot be judged.
        """
        self._half_close()
        self._wait_for(lambda: None)
        return self._settled()

    def cancel(self) -> None:
        """End the call, wherever it is."""
        super().cancel()
        _end_outbox(self._outbox)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cancel()

    def _open(self) -> None:
        opening, self._opening = self._opening, None
        if opening is not None:
            try:
                self._client._run(opening, self._perform)
            except BaseException as error:
                self._error = error
                raise
        self._check()

    def _perform(self, step: Call | Pause) -> Any:
        """Begin the call, if that is the step: it has begun when the server answers."""
        if not isinstance(step, Call) or step.method != METHOD:
            return self._client._perform(step)
        method, metadata = self._client._methods[METHOD], self._client._metadata
        self._outbox = Queue(MOST_WAITING)
        self._outbox.put(step.request)
        # gRPC's thread takes the parts.
        parts = iter(self._outbox.get, None)
        self._call = method(parts, timeout=step.timeout, metadata=metadata)
        try:
            started = next(self._call, None)
        except grpc.RpcError as error:
            _end_outbox(self._outbox)
            return from_call(error, self._client.address, step.request_id)
        if started is not None:
            self._accept(started)
        return Thread(target=self._read, name="verifyd-stream", daemon=True).start()

    def _read(self) -> None:
        error: Exception | None = None
        try:
            for response in self._call:
                with self._changed:
                    update = self._accept(response)
                    self._changed.notify_all()
                if update is not None:
                    self._on_update(update)
        except grpc.RpcError as failed:
            error = from_call(failed, self._client.address)
        except Exception as failed:  # of the caller's function
            self._call.cancel()
            error = failed
        with self._changed:
            self._end(error)
            self._changed.notify_all()
        _end_outbox(self._outbox)

    def _send(self, part: object) -> None:
        self._open()
        try:
            self._outbox.put(part, timeout=self._idle_s)
        except Full:
            self._give_up()
        self._check()

    def _half_close(self) -> None:
        self._open()
        if not self._is_finished:
            self._finish()
            self._send(None)

    def _wait_for(self, look: Callable[[], T]) -> T:
        """Look at what is known until there is something to see, or the call is over."""
        with self._changed:
            while not (seen := look()) and not self._is_over:
                if not self._changed.wait(self._idle_s):
                    self._give_up()
            return seen


def _end_outbox(outbox: Queue[object]) -> None:
    """Drop what waits to be sent, and let gRPC's thread end, which waits even behind the end."""
    with suppress(Empty):
        while True:
            outbox.get_nowait()
    outbox.put(None)
