"""A cluster of Dask: connecting to it, and knowing whether it can still do anything."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any, ClassVar

from sidecar.errors import VerifydError
from sidecar.evals.engines import own_worker
from sidecar.evals.engines.work import identify_build

_HERE = "127.0.0.1"
_LOOKED_S = 1.0  # between two looks at the workers
_SHOWN = 3

_RESTART_S = 600
"""Seconds that a worker of our own cluster may take to start again before it is given up; the usual
15 are too few on a busy machine."""

_LOOSE = 0
"""Answers in hand may be lost with a worker of our own cluster; each is then tried alone."""

_REFUSALS = (OSError, ValueError, TypeError, RuntimeError)
"""What Dask raises where it cannot connect, also for want of a fit address or certificates."""

_CERTIFICATES = "ca-file, client.cert and client.key of Dask's distributed.comm.tls"


class ClusterUnavailable(VerifydError):
    """No cluster can be reached, or it has no workers."""

    code: ClassVar[str] = "UNAVAILABLE"
    reason: ClassVar[str] = "CLUSTER_UNAVAILABLE"


class ClusterUnfit(VerifydError):
    """Workers of the cluster cannot verify answers as this process would."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "CLUSTER_UNFIT"


class Cluster:
    """A connection to a cluster. Use ``connected`` first, and close it at the end.

    Args:
        scheduler: Its address, such as ``tcp://host:8786``, or ``tls://host:8786`` with the
            certificates of Dask's configuration. Empty: one of this machine, which ends with the
            connection.
        workers: Processes of that one.
        timeout_s: Seconds that there may be no scheduler, or no worker.

    Attributes:
        threads: Threads of all workers, as of the last look.
        lost: Has an exception once the cluster can do nothing any more.
    """

    threads: int
    lost: asyncio.Future[None]

    def __init__(self, scheduler: str, workers: int, timeout_s: float) -> None:
        self._scheduler, self._workers, self._timeout_s = scheduler, workers, timeout_s
        self._own: Any = None
        self._client: Any = None
        self._watching: asyncio.Task[None] | None = None

    async def connected(self) -> Any:
        """A client of the cluster, which has workers that can verify.

        Raises:
            ClusterUnavailable: If there is no cluster or no worker in time, or no Dask here.
            ClusterUnfit: If a worker has another verifyd, or none.
        """
        if self._watching is not None:
            return self._client
        try:
            import dask.config  # noqa: PLC0415 (optional, and large)
            import distributed  # noqa: PLC0415 (as above)
        except ModuleNotFoundError as error:
            message = f"{error.name} is not installed; install verifyd-sidecar[dask]"
            raise ClusterUnavailable(message) from None
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._timeout_s):
                await self._connect(dask, distributed)
                found = await self._client.run(identify_build, on_error="return")
                self.threads = await self._counted()
        except _REFUSALS as error:
            await self.close()
            where = self._scheduler or "this machine"
            if where.startswith("tls:"):
                where = f"{where} with {_CERTIFICATES}"
            after = f"after {time.monotonic() - began:.0f} s"
            message = f"no cluster with a worker at {where} {after}{_why(error)}"
            raise ClusterUnavailable(message) from error
        unfit = [
            f"{at} has {_describe_state(has)}"
            for at, has in found.items()
            if has != identify_build()
        ]
        if unfit:
            await self.close()
            more = f" and {len(unfit) - _SHOWN} more" if len(unfit) > _SHOWN else ""
            told = f"{'; '.join(sorted(unfit)[:_SHOWN])}{more}"
            raise ClusterUnfit(f"workers need verifyd {identify_build()}: {told}")
        self.lost = asyncio.get_running_loop().create_future()
        self._watching = asyncio.create_task(self._watched())
        return self._client

    async def close(self) -> None:
        """End the connection, and the cluster where it is our own."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
            self._watching = None
            self.lost.cancel()
        client, own, self._client, self._own = self._client, self._own, None, None
        for one in (client, own):
            if one is not None:
                await one.close()

    async def _connect(self, dask: Any, distributed: Any) -> None:
        # Workers that end are ours to tell of, and only where an answer cannot be verified.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        if not self._scheduler:
            dask.config.set({"distributed.deploy.lost-worker-timeout": _RESTART_S})
            self._own = distributed.LocalCluster(
                n_workers=self._workers,
                threads_per_worker=1,  # of Python: more would wait for one another
                asynchronous=True,
                host=_HERE,
                dashboard_address=f"{_HERE}:0",  # any port: with None it is one that may be taken
                preload=[own_worker.__name__],
                silence_logs=logging.CRITICAL,
                scheduler_kwargs={"allowed_failures": _LOOSE, "dashboard": False},
            )
            with _interrupts_waiting():
                await self._own
        self._client = distributed.Client(
            self._own or self._scheduler, asynchronous=True, timeout=self._timeout_s
        )
        await self._client
        await self._client.wait_for_workers(1)

    async def _watched(self) -> None:
        """Count the workers, and give up when there were none for too long."""
        seen = time.monotonic()
        while True:
            await asyncio.sleep(_LOOKED_S)
            threads = await self._counted()
            now = time.monotonic()
            if threads:
                seen, self.threads = now, threads
            elif now - seen >= self._timeout_s and not self.lost.done():
                told = f"the cluster had no worker for {self._timeout_s:g} s"
                self.lost.set_exception(ClusterUnavailable(told))
                self.lost.exception()  # a caller that waits gets it; there may be none
                return

    async def _counted(self) -> int:
        """Threads of all workers; none where the scheduler does not answer."""
        try:
            async with asyncio.timeout(self._timeout_s):
                found: dict[str, int] = await self._client.nthreads()
        except (OSError, TimeoutError, ValueError, RuntimeError):
            return 0
        return sum(found.values())


def _why(error: BaseException) -> str:
    """The first cause, as Dask words it; empty if nothing is known but that time is up."""
    if isinstance(error, TimeoutError):
        return ""
    while error.__cause__ is not None:
        error = error.__cause__
    return f": {' '.join(str(error).split()) or type(error).__name__}"


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Let this thread, and processes that are started meanwhile, take no Ctrl-C.

    Workers ignore it only once they have begun; this thread learns of it afterwards.
    """
    resource_tracker.ensure_running()  # else the first process begins it, and unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _describe_state(found: object) -> str:
    if isinstance(found, ModuleNotFoundError):
        return f"no module {found.name}"
    return f"an error ({type(found).__name__})" if isinstance(found, Exception) else str(found)
