"""Verifying in processes of this machine, one answer at a time in each."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait

from sidecar.evals.concurrency import map_concurrently
from sidecar.evals.engines import VerifiedResult
from sidecar.evals.engines.work import Pages, mark_failed, require_importable, verify
from sidecar.evals.model import EvalResult
from sidecar.evals.verifying import AnswerVerifier, Keep
from sidecar.settings.root import Settings
from sidecar.work import collecting

# Verifying in this process, on its event loop and the threads of its verifier.


class InlineEngine:
    """Verifies some answers side by side, which helps where models are asked.

    Args:
        verifier: What verifies; the caller closes it.
        most: How many at a time.
        pages: Which answers have a page.
    """

    def __init__(self, verifier: AnswerVerifier, most: int = 2, pages: Pages = "none") -> None:
        self._verifier, self._most, self._pages = verifier, most, pages

    def verified(self, answered: AsyncIterable[EvalResult]) -> AsyncIterator[VerifiedResult]:
        """See ``Engine.verified``."""

        async def work(result: EvalResult) -> VerifiedResult:
            return await verify(self._verifier, result, self._pages)

        return map_concurrently(answered, work, self._most)

    async def close(self) -> None:
        """See ``Engine.close``."""


_AHEAD = 2
"""Answers that a process has in hand, so that it need not wait for the next."""

_TRIES = 3
"""Processes that an answer may end before it is given up."""


class LocalEngine:
    """Spreads answers over worker processes, which are started with the first of them.

    A process that dies is replaced, and what it had in hand is asked again, one at a time in a
    process apart, so that an answer which ends processes does not end the work on others.

    Args:
        settings: By which answers are verified.
        processes: How many.
        checks: Those to run; all that the evidence allows if none are named.
        pages: Which answers have a page.
        keep: As of ``AnswerVerifier``: a function of a module, which processes can import.

    Raises:
        ValueError: If they cannot import it.
    """

    def __init__(
        self,
        settings: Settings,
        processes: int,
        checks: Sequence[str] = (),
        pages: Pages = "none",
        *,
        keep: Keep | None = None,
    ) -> None:
        self._given = settings, tuple(checks), pages, require_importable(keep)
        self._workers = [_Worker(*self._given) for _ in range(processes)]
        self._apart, self._alone = _Worker(*self._given), asyncio.Lock()

    def verified(self, answered: AsyncIterable[EvalResult]) -> AsyncIterator[VerifiedResult]:
        """See ``Engine.verified``."""
        return map_concurrently(answered, self._verify, _AHEAD * len(self._workers))

    async def close(self) -> None:
        """See ``Engine.close``."""
        await asyncio.gather(
            *(asyncio.to_thread(one.close) for one in (*self._workers, self._apart))
        )

    async def _verify(self, result: EvalResult) -> VerifiedResult:
        if result.run.error:
            return VerifiedResult(result)
        worker = min(self._workers, key=lambda one: one.load)
        done = await worker.verify(result)
        for _ in range(1, _TRIES):
            if done is not None:
                return done
            async with self._alone:
                done = await self._apart.verify(result)
        return done or mark_failed(result, f"{_TRIES} processes that tried it have ended")


class _Worker:
    """A process, and the one after it where it dies.

    Attributes:
        load: Answers that it has in hand.
    """

    def __init__(
        self, settings: Settings, checks: tuple[str, ...], pages: Pages, keep: Keep | None
    ) -> None:
        self._given = settings, checks, pages, keep
        self._executor = self._started()
        self._is_used = False
        self.load = 0

    async def verify(self, result: EvalResult) -> VerifiedResult | None:
        """The result with its verification; None if the process has died meanwhile."""
        executor, self._is_used = self._executor, True
        self.load += 1
        try:
            future: Future[VerifiedResult] = executor.submit(_verify, result)
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            if self._executor is executor:  # others that it had in hand come here as well
                executor.shutdown(wait=False)
                self._executor = self._started()
            return None
        finally:
            self.load -= 1

    def close(self) -> None:
        """End the process, if it was begun, when it has done what it has in hand."""
        if self._is_used:
            with suppress(BrokenProcessPool):
                self._executor.submit(_end)
        self._executor.shutdown()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),  # this process has threads
            initializer=_begin,
            initargs=self._given,
        )


class _EngineState:
    """What a worker process holds between answers."""

    verifier: AnswerVerifier
    runner: asyncio.Runner
    pages: Pages


def _begin(settings: Settings, checks: tuple[str, ...], pages: Pages, keep: Keep | None) -> None:
    """Make this process ready; it ends with the one that started it, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the others
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _EngineState.verifier, _EngineState.pages = (
        AnswerVerifier(settings, checks=checks, keep=keep),
        pages,
    )
    _EngineState.runner = asyncio.Runner()
    collecting.collect_rarely()


def _verify(result: EvalResult) -> VerifiedResult:
    return _EngineState.runner.run(verify(_EngineState.verifier, result, _EngineState.pages))


def _end() -> None:
    _EngineState.runner.close()
    _EngineState.verifier.close()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
