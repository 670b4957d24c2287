"""The methods of ``OutcomeService`` before anybody calls them: then the service is loaded.

Extractors, criteria and their messages are megabytes that a pod without outcomes does not need.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import grpc

from sidecar.server.call import CALL, Context, ServedCall
from sidecar.services.narratives import NarrativeVerifier
from sidecar.settings.root import Settings
from sidecar.work.pool import LONG, Pool

if TYPE_CHECKING:
    from sidecar.ledger.ledger import Ledger

NAME = "verifyd.v1.OutcomeService"
METHODS = ("ValidateCriteria", "VerifyOutcome")
READING = ("GetOutcome", "ListOutcomes", "GetStatement")
SETTLING = ("SettleOutcome", "ReverseSettlement", *READING)

Method = Callable[[bytes, ServedCall], Awaitable[Any]]


class OutcomeMethods:
    """Loads the service at the first call.

    Args:
        settings: Of the server.
        narratives: Judges the narratives that come with a task.
        pool: Loads the service, and does what takes long.
        ledger: Where settlements are; None without a store.
    """

    def __init__(
        self, settings: Settings, narratives: NarrativeVerifier, pool: Pool, ledger: Ledger | None
    ) -> None:
        self._settings, self._narratives, self._pool = settings, narratives, pool
        self._ledger = ledger
        self._methods: dict[str, Method] = {}
        self._loading = asyncio.Lock()

    def handlers(self) -> dict[str, Any]:
        """A handler of each method, which reads its requests itself."""
        names = (*METHODS, *SETTLING)
        return {name: grpc.unary_unary_rpc_method_handler(self._method(name)) for name in names}

    async def call(self, name: str, request: Any) -> Any:
        """The response to a message, for the caller of the current call."""
        return await self._answer(name, request.SerializeToString())

    def _method(self, name: str) -> Callable[[bytes, Context], Awaitable[Any]]:
        async def method(data: bytes, context: Context) -> Any:
            del context
            return await self._answer(name, data)

        return method

    async def _answer(self, name: str, data: bytes) -> Any:
        methods = await self._loaded()
        return await methods[name](data, CALL.get())

    async def _loaded(self) -> dict[str, Method]:
        if not self._methods:
            async with self._loading:
                if not self._methods:
                    self._methods = await self._pool.run(self._load, "", LONG, None)
        return self._methods

    def _load(self) -> dict[str, Method]:
        from sidecar.services.outcome import OutcomeService  # noqa: PLC0415 (see above)
        from sidecar.services.settlement import SettlementService  # noqa: PLC0415 (see above)

        outcomes = OutcomeService(self._settings, self._narratives, self._pool, self._ledger)
        settling = SettlementService(outcomes, self._ledger)
        own = {name: getattr(outcomes, name) for name in METHODS}
        return own | {name: getattr(settling, name) for name in SETTLING}
