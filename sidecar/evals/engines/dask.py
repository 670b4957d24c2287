"""Verifying on the workers of a Dask cluster, on this machine or on many (extra ``dask``).

The agent is asked here, the journal is written here, and workers do nothing but verify: an answer
that a lost worker had in hand is verified by another.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sidecar.evals.concurrency import map_concurrently
from sidecar.evals.engines import VerifiedResult
from sidecar.evals.engines.cluster import Cluster, ClusterUnavailable, ClusterUnfit
from sidecar.evals.engines.work import (
    OtherVersion,
    Pages,
    add_verification,
    identify_build,
    mark_failed,
    pack_verifier,
    require_importable,
    verify_in_worker,
)
from sidecar.evals.model import EvalResult, VerificationResult
from sidecar.evals.verifying import Keep
from sidecar.settings.root import Settings

# Work side by side, and work that needs to be alone.


class SharedLock:
    """Lets many work together, or one alone. Who wants to be alone goes first."""

    def __init__(self) -> None:
        self._changed = asyncio.Condition()
        self._together = self._wanting = 0
        self._alone = asyncio.Lock()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """Beside others, once nobody is alone or wants to be."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._wanting)
            self._together += 1
        try:
            yield
        finally:
            self._together -= 1
            await self._tell()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """With nobody beside, once all others have ended."""
        self._wanting += 1
        try:
            async with self._alone:
                async with self._changed:
                    await self._changed.wait_for(lambda: not self._together)
                yield
        finally:
            self._wanting -= 1
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


_AHEAD = 4
"""Answers that a thread of a worker has in hand: a round trip costs milliseconds."""

_ALONE = 2
"""Workers at least that an answer may end by itself before it is given up."""


class DaskEngine:
    """Spreads answers over the workers of a cluster, as many as there are while it runs.

    Workers that end are the cluster's to replace. When an answer was in hand of those that ended,
    more often than the scheduler allows, it is tried again with nothing beside it, so that one
    which ends workers does not end the work on others.

    Args:
        settings: By which answers are verified; workers are sent them.
        scheduler: Address of a cluster, such as ``tcp://host:8786``. Empty: one of this machine,
            which ends with the engine.
        workers: Processes of that one.
        checks: Those to run; all that the evidence allows if none are named.
        pages: Which answers have a page.
        timeout_s: Seconds that there may be no scheduler, or no worker.
        keep: As of ``AnswerVerifier``: a function of a module, which workers can import.
    """

    def __init__(
        self,
        settings: Settings,
        scheduler: str = "",
        *,
        workers: int = 1,
        checks: Sequence[str] = (),
        pages: Pages = "none",
        timeout_s: float = 60.0,
        keep: Keep | None = None,
    ) -> None:
        self._given = pack_verifier(settings, checks, pages, require_importable(keep))
        self._cluster = Cluster(scheduler, workers, timeout_s)
        self._turns = SharedLock()

    async def verified(self, answered: AsyncIterable[EvalResult]) -> AsyncIterator[VerifiedResult]:
        """See ``EvalEngine.verified``.

        Raises:
            ClusterUnavailable: If there is no cluster, or no worker for too long.
            ClusterUnfit: If a worker has another verifyd.
        """
        client = await self._cluster.connected()

        async def work(result: EvalResult) -> VerifiedResult:
            return await self._verify(client, result)

        def most() -> int:
            return _AHEAD * self._cluster.threads

        async for done in map_concurrently(answered, work, most):
            yield done

    async def close(self) -> None:
        """See ``EvalEngine.close``."""
        await self._cluster.close()

    async def _verify(self, client: Any, result: EvalResult) -> VerifiedResult:
        from distributed import KilledWorker  # noqa: PLC0415 (optional, and large)

        if result.run.error:
            return VerifiedResult(result)
        try:
            async with self._turns.together():
                return await self._tried(client, result)
        except KilledWorker:
            pass  # by this answer, or by another that its workers had in hand
        ended = 0
        async with self._turns.alone():
            while ended < _ALONE:
                try:
                    return await self._tried(client, result)
                except KilledWorker as error:
                    ended += error.allowed_failures + 1
        return mark_failed(
            result, f"{ended} workers that had nothing else to do have ended with it"
        )

    async def _tried(self, client: Any, result: EvalResult) -> VerifiedResult:
        """The result with what a worker finds.

        Raises:
            KilledWorker: If workers ended that had it in hand.
            ClusterUnavailable: If the cluster has lost it.
            ClusterUnfit: If the worker has another verifyd.
        """
        from distributed import KilledWorker  # noqa: PLC0415 (optional, and large)
        from distributed.client import FutureCancelledError  # noqa: PLC0415

        future = client.submit(
            verify_in_worker,
            identify_build(),
            self._given,
            pickle.dumps(result),
            pure=False,
            retries=0,
        )
        try:
            found, page = await self._awaited(future)
        except (KilledWorker, ClusterUnavailable):
            raise
        except FutureCancelledError:
            raise ClusterUnavailable("the scheduler has ended, or has lost an answer") from None
        except OtherVersion as error:
            raise ClusterUnfit(
                f"workers need verifyd {identify_build()}: one has {error}"
            ) from None
        except Exception as error:
            return mark_failed(result, f"{type(error).__name__} on a worker")
        finally:
            future.release()
        return VerifiedResult(add_verification(result, found), page)

    async def _awaited(self, future: Any) -> tuple[VerificationResult, str]:
        """What a worker returns, unless the cluster is lost before."""
        waiting = asyncio.ensure_future(future.result())
        try:
            await asyncio.wait({waiting, self._cluster.lost}, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                self._cluster.lost.result()
            found: tuple[VerificationResult, str] = await waiting
            return found
        finally:
            waiting.cancel()
