"""``VerifyService``: verifies narratives, whole or while they are written."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from verifyd.v1 import verify_pb2, verify_pb2_grpc

from sidecar.runner import Runner
from sidecar.server.call import CALL, Context
from sidecar.services.narratives import NarrativeVerifier
from sidecar.settings.root import Settings
from sidecar.streaming.memory import StreamMemory
from sidecar.wire import verify as wire


class VerifyService(verify_pb2_grpc.VerifyServiceServicer):
    """Judges narratives.

    Args:
        settings: Of the server, before overrides.
        runner: Runs the checks.
        narratives: Verifies whole narratives.
    """

    def __init__(self, settings: Settings, runner: Runner, narratives: NarrativeVerifier) -> None:
        self._settings, self._runner = settings, runner
        self._narratives = narratives
        self._stream_memory = StreamMemory(settings.streams.memory_bytes)

    async def Verify(  # noqa: N802 (named by the contract)
        self, request: verify_pb2.VerifyRequest, context: Context
    ) -> Any:
        """Run the requested checks and return one report: a ``wire.messages.VerifyResponse``."""
        started, call = time.perf_counter(), CALL.get()
        written = await self._narratives.judge(request, call)
        return await self._narratives.respond(written, call, started)

    async def VerifyStream(  # noqa: N802 (named by the contract)
        self, requests: AsyncIterator[verify_pb2.VerifyStreamRequest], context: Context
    ) -> AsyncIterator[Any]:
        """Verify a narrative while it is being written."""
        # A pod whose agents do not stream keeps the memory.
        from sidecar.services.stream import NarrativeStream  # noqa: PLC0415

        with self._stream_memory.counting() as held:
            given = self._narratives, self._runner, self._settings, held, CALL.get()
            async with aclosing(NarrativeStream(*given).responses(requests)) as responses:
                async for response in responses:
                    yield response

    async def ListChecks(  # noqa: N802 (named by the contract)
        self, request: verify_pb2.ListChecksRequest, context: Context
    ) -> verify_pb2.ListChecksResponse:
        """List the checks of this server and the codes of their findings."""
        return verify_pb2.ListChecksResponse(checks=wire.check_infos(self._settings.policy))
