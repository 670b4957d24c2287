"""Verifying on the workers of a Dask cluster, on this machine or on many (extra ``dask``).

The agent is asked here, the journal is written here, and workers do nothing but verify: an answer
that a lost worker had in hand is verified by another.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from typing import Any, ClassVar

from sidecar.errors import VerifydError
from sidecar.evals.engines import Verified
from sidecar.evals.engines.work import Pages, failed, verify
from sidecar.evals.flow import side_by_side
from sidecar.evals.model import EvalResult
from sidecar.evals.verifying import AnswerVerifier
from sidecar.settings.root import Settings

_AHEAD = 4
"""Answers that a thread of a worker has in hand: a round trip costs milliseconds."""

_TRIES = 3
"""Workers that an answer may end before it is given up."""


class ClusterUnavailable(VerifydError):
    """No cluster can be reached, or it has no workers."""

    code: ClassVar[str] = "UNAVAILABLE"
    reason: ClassVar[str] = "CLUSTER_UNAVAILABLE"


class DaskEngine:
    """Spreads answers over the workers of a cluster, as many as there are while it runs.

    Args:
        settings: By which answers are verified; workers are sent them.
        scheduler: Address of a cluster, such as ``tcp://host:8786``. Empty: one of this machine,
            which ends with the engine.
        workers: Processes of that one.
        checks: Those to run; all that the evidence allows if none are named.
        pages: Which answers have a page.
        timeout_s: Seconds until there must be a worker.
    """

    def __init__(
        self,
        settings: Settings,
        scheduler: str = "",
        workers: int = 1,
        checks: Sequence[str] = (),
        pages: Pages = "none",
        timeout_s: float = 60.0,
    ) -> None:
        self._given = settings, tuple(checks), pages
        self._scheduler, self._workers, self._timeout_s = scheduler, workers, timeout_s
        self._cluster: Any = None
        self._client: Any = None

    async def verified(self, answered: AsyncIterable[EvalResult]) -> AsyncIterator[Verified]:
        """See ``Engine.verified``.

        Raises:
            ClusterUnavailable: If there is no cluster, or no worker in time.
        """
        client = await self._connected()
        given = client.scatter(self._given, broadcast=True, direct=False)
        threads = sum((await _threads(client)).values())
        shared = await given

        async def work(result: EvalResult) -> Verified:
            return await self._verify(shared, result)

        async for done in side_by_side(answered, work, _AHEAD * threads):
            yield done

    async def close(self) -> None:
        """See ``Engine.close``."""
        for one in (self._client, self._cluster):
            if one is not None:
                await one.close()

    async def _verify(self, given: Any, result: EvalResult) -> Verified:
        from distributed import KilledWorker  # noqa: PLC0415 (optional, and large)

        if result.run.error:
            return Verified(result)
        future = self._client.submit(_on_worker, given, result, pure=False, retries=_TRIES - 1)
        try:
            done: Verified = await future
        except KilledWorker:
            return failed(result, f"{_TRIES} workers that tried it have ended")
        except Exception as error:
            return failed(result, f"{type(error).__name__} on a worker")
        finally:
            future.release()
        return done

    async def _connected(self) -> Any:
        """A client of the cluster, which has a worker."""
        if self._client is not None:
            return self._client
        try:
            from distributed import Client, LocalCluster  # noqa: PLC0415 (optional, and large)
        except ModuleNotFoundError as error:
            message = f"{error.name} is not installed; install verifyd-sidecar[dask]"
            raise ClusterUnavailable(message) from None
        try:
            async with asyncio.timeout(self._timeout_s):
                if not self._scheduler:
                    self._cluster = await LocalCluster(
                        n_workers=self._workers,
                        threads_per_worker=1,  # of Python: more would wait for one another
                        asynchronous=True,
                        host="127.0.0.1",
                        dashboard_address=None,
                    )
                self._client = await Client(
                    self._cluster or self._scheduler, asynchronous=True, timeout=self._timeout_s
                )
                await self._client.wait_for_workers(1)
        except (OSError, TimeoutError) as error:
            await self.close()
            where = self._scheduler or "this machine"
            message = f"no cluster with a worker at {where} within {self._timeout_s:g} s"
            raise ClusterUnavailable(message) from error
        return self._client


async def _threads(client: Any) -> dict[str, int]:
    found: dict[str, int] = await client.nthreads()
    return found


class _State(threading.local):
    """What a thread of a worker holds between answers."""

    def __init__(self) -> None:
        self.given: object = None
        self.verifier: AnswerVerifier | None = None
        self.runner = asyncio.Runner()


_STATE = _State()


def _on_worker(given: tuple[Settings, tuple[str, ...], Pages], result: EvalResult) -> Verified:
    """Verify an answer in a thread of a worker, which keeps what is worth keeping."""
    settings, checks, pages = given
    verifier = _STATE.verifier
    if verifier is None or _STATE.given != (settings, checks):
        if verifier is not None:
            verifier.close()
        verifier = _STATE.verifier = AnswerVerifier(settings, checks=checks)
        _STATE.given = settings, checks
    return _STATE.runner.run(verify(verifier, result, pages))
