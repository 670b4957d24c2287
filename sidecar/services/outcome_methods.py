"""The methods of ``OutcomeService`` before anybody calls them: then the service is loaded.

Extractors, criteria and their messages are megabytes that a pod without outcomes does not need.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import grpc

from sidecar.server.call import CALL, Context
from sidecar.services.verify import VerifyService
from sidecar.settings.root import Settings
from sidecar.work import LONG, Pool

if TYPE_CHECKING:
    from sidecar.services.outcome import OutcomeService

NAME = "verifyd.v1.OutcomeService"
METHODS = ("ValidateCriteria", "VerifyOutcome")


class OutcomeMethods:
    """Loads the service at the first call.

    Args:
        settings: Of the server.
        verify: Judges the narratives that come with a task.
        pool: Loads the service, and does what takes long.
    """

    def __init__(self, settings: Settings, verify: VerifyService, pool: Pool) -> None:
        self._settings, self._verify, self._pool = settings, verify, pool
        self._service: OutcomeService | None = None
        self._loading = asyncio.Lock()

    def handlers(self) -> dict[str, Any]:
        """A handler of each method, which reads its requests itself."""
        return {name: grpc.unary_unary_rpc_method_handler(self._method(name)) for name in METHODS}

    def _method(self, name: str) -> Callable[[bytes, Context], Awaitable[Any]]:
        async def method(data: bytes, context: Context) -> Any:
            service = await self._loaded()
            return await getattr(service, name)(data, CALL.get())

        return method

    async def _loaded(self) -> OutcomeService:
        if self._service is None:
            async with self._loading:
                if self._service is None:
                    self._service = await self._pool.run(self._load, "", LONG, None)
        return self._service

    def _load(self) -> OutcomeService:
        from sidecar.services.outcome import OutcomeService  # noqa: PLC0415 (see above)

        return OutcomeService(self._settings, self._verify, self._pool)
