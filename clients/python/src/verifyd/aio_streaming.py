"""Narratives that are verified while they are written, for asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar, Unpack

import grpc.aio

from verifyd._calls import Call, Conversation, Pause
from verifyd._progress import METHOD, OnUpdate, Progress, ReleaseMode
from verifyd.errors import VerifydError, from_call

if TYPE_CHECKING:
    from types import TracebackType

    from verifyd._channel import Metadata, Methods
    from verifyd._core import Core
    from verifyd._requests import EvidenceArguments, Results
    from verifyd.report import Report


T = TypeVar("T")

_BROKEN: Final = "Internal error from Core"
"""What gRPC says where it cannot send a part, even if the server has said why
(https://github.com/grpc/grpc/issues/36066)."""

_TICK_S: Final = 0.05
"""Seconds by which the clock of a call may be ahead."""


class _Client(Protocol):
    """What a stream needs of ``AsyncClient``."""

    address: str
    _core: Core
    _methods: Methods
    _metadata: Metadata

    async def _run(
        self,
        conversation: Conversation[T],
        perform: Callable[[Call | Pause], Awaitable[Any]] | None = None,
    ) -> T: ...

    async def _perform(self, step: Call | Pause) -> Any: ...


class AsyncVerificationStream(Progress):
    """A narrative that is verified while it is written (``AsyncClient.stream``).

    One task writes; any may read what is known. The call is made with the first piece or
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
        self._changed = asyncio.Event()
        self._status: grpc.aio.AioRpcError | None = None
        self._deadline = 0.0
        self._reading: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def write(self, piece: str | bytes) -> None:
        """Add the next piece, as ``VerificationStream.write`` does."""
        await self._send(self._add(piece))

    async def add_evidence(
        self,
        results: Results | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 (of the upload, which the server must know)
        **given: Unpack[EvidenceArguments],
    ) -> None:
        """Add evidence, as ``VerificationStream.add_evidence`` does."""
        self._check_open()
        adding = self._client._core.more_evidence(results, timeout, **given)
        await self._send(await self._client._run(adding))

    async def finish(self) -> Report:
        """End the narrative, and wait for its report: what ``verify`` returns for all of it.

        Raises:
            VerifydError: If it cannot be judged.
        """
        await self._half_close()
        while not self._is_over:
            await self._wait()
        return self._settled()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _open(self) -> None:
        opening, self._opening = self._opening, None
        if opening is not None:
            try:
                await self._client._run(opening, self._perform)
            except BaseException as error:
                self._error = error
                raise
        self._check()

    async def _perform(self, step: Call | Pause) -> Any:
        """Begin the call, if that is the step: it has begun when the server answers."""
        if not isinstance(step, Call) or step.method != METHOD:
            return await self._client._perform(step)
        method, metadata = self._client._methods[METHOD], self._client._metadata
        self._status = None
        self._deadline = time.monotonic() + step.timeout
        self._call = method(timeout=step.timeout, metadata=metadata)
        self._call.add_done_callback(self._note_status)
        try:
            await self._tell(self._call.write(step.request))
            started = await self._call.read()
            if started is not grpc.aio.EOF:
                self._accept(started)
        except grpc.aio.AioRpcError as error:
            if (reason := await self._reason(error)) is not None:
                return reason
        self._reading = asyncio.create_task(self._read())
        self._tasks.append(self._reading)
        return None

    async def _read(self) -> None:
        error: Exception | None = None
        try:
            while (response := await self._call.read()) is not grpc.aio.EOF:
                update = self._accept(response)
                self._changed.set()
                if update is not None:
                    self._on_update(update)
        except grpc.aio.AioRpcError as failed:
            error = await self._reason(failed)
        except asyncio.CancelledError:  # the call was, as gRPC says it
            pass
        except Exception as failed:  # of the caller's function
            self._call.cancel()
            error = failed
        self._end(error)
        self._changed.set()

    async def _reason(self, failed: grpc.aio.AioRpcError) -> VerifydError | None:
        """Why a call has failed; None where the server has ended it well."""
        late = time.monotonic() > self._deadline - _TICK_S
        for _ in range(100):
            if self._status is not None or failed.details() != _BROKEN:
                break
            await asyncio.sleep(0.01)
        # gRPC may lose the status altogether; that of a call out of time is known without it.
        lost = grpc.StatusCode.DEADLINE_EXCEEDED if late else grpc.StatusCode.UNAVAILABLE
        status = self._status or _ended(lost, _BROKEN)
        if status.code() is grpc.StatusCode.OK:
            return None
        return from_call(status, self._client.address)

    def _note_status(self, call: grpc.aio.Call) -> None:
        """Keep the status of the server, which gRPC replaces where a part is sent in vain."""
        details = _result(call.details())
        if details != _BROKEN:
            trailers = _result(call.trailing_metadata())
            self._status = _ended(_result(call.code()), details, trailers)

    async def _send(self, part: object) -> None:
        await self._open()
        await self._within_idle(self._tell(self._call.write(part)))
        self._check()

    async def _half_close(self) -> None:
        await self._open()
        self._finish()
        await self._within_idle(self._tell(self._call.done_writing()))

    async def _tell(self, telling: Awaitable[None]) -> None:
        """Tell the server something. A call that has ended says why where it is read."""
        try:
            await telling
        except (Exception, asyncio.CancelledError):  # gRPC has many kinds for that, both among them
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            if self._reading is not None:
                await asyncio.wait([self._reading])

    async def _wait(self) -> None:
        """Wait until something has changed since the last time."""
        await self._within_idle(self._changed.wait())
        self._changed.clear()

    async def _within_idle(self, waiting: Coroutine[Any, Any, object]) -> None:
        try:
            async with asyncio.timeout(self._idle_s):
                await waiting
        except TimeoutError:
            self._give_up()


def _ended(code: grpc.StatusCode, details: str, trailers: Any = ()) -> grpc.aio.AioRpcError:
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailers, details)


def _result(finished: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that has nothing to wait for."""
    try:
        finished.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("it waits for something")
