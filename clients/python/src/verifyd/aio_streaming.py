"""Narratives that are verified while they are written, for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar, Unpack

import grpc.aio

from verifyd._calls import Call, Conversation, Pause
from verifyd._progress import METHOD, OnUpdate, Progress, ReleaseMode
from verifyd.errors import from_call

if TYPE_CHECKING:
    from types import TracebackType

    from verifyd._channel import Metadata, Methods
    from verifyd._core import Core
    from verifyd._requests import EvidenceArguments, Results
    from verifyd.report import Report


T = TypeVar("T")


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
        self._call = method(timeout=step.timeout, metadata=metadata)
        responses = aiter(self._call)
        try:
            await self._put(step.request)
            started = await anext(responses, None)
        except grpc.RpcError as error:
            return from_call(error, self._client.address, step.request_id)
        if started is not None:
            self._accept(started)
        self._reading = asyncio.create_task(self._read(responses))
        self._tasks.append(self._reading)
        return None

    async def _read(self, responses: AsyncIterator[Any]) -> None:
        error: Exception | None = None
        try:
            async for response in responses:
                update = self._accept(response)
                self._changed.set()
                if update is not None:
                    self._on_update(update)
        except grpc.RpcError as failed:
            error = from_call(failed, self._client.address)
        except asyncio.CancelledError:  # the call was, as gRPC says it
            pass
        except Exception as failed:  # of the caller's function
            self._call.cancel()
            error = failed
        self._end(error)
        self._changed.set()

    async def _send(self, part: object) -> None:
        await self._open()
        await self._within_idle(self._put(part))
        self._check()

    async def _put(self, part: object) -> None:
        try:
            await self._call.write(part)
        except (asyncio.InvalidStateError, grpc.RpcError):
            # The call has ended, and tells why where it is read.
            if self._reading is not None:
                await asyncio.wait([self._reading])

    async def _half_close(self) -> None:
        await self._open()
        self._finish()
        await self._call.done_writing()

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
