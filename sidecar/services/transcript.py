"""``TranscriptService``: verifies what agents say, and what they are about to do.

What reads conversations is loaded with the first of them: other pods keep the memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from verifyd.v1 import transcript_service_pb2 as pb
from verifyd.v1 import transcript_service_pb2_grpc, transcripts_pb2, verify_pb2

from sidecar.server.call import CALL, Context, ServedCall
from sidecar.services.narratives import TRANSCRIPT_S, NarrativeVerifier, WrittenReport
from sidecar.settings.root import Settings
from sidecar.transcripts.pending import PendingCall
from sidecar.work.pool import Pool

T = TypeVar("T")
R = TypeVar("R")


class TranscriptService(transcript_service_pb2_grpc.TranscriptServiceServicer):
    """Judges messages of conversations.

    Args:
        settings: Of the server.
        narratives: Verifies texts.
        pool: Reads long conversations.
    """

    def __init__(self, settings: Settings, narratives: NarrativeVerifier, pool: Pool) -> None:
        self._narratives, self._pool = narratives, pool
        self._enforces_rules = "arguments.rules" in settings.overridable

    async def VerifyTranscript(  # noqa: N802 (named by the contract)
        self, request: pb.VerifyTranscriptRequest, context: Context
    ) -> Any:
        """Verify a message of a conversation: a ``wire.messages.VerifyTranscriptResponse``."""
        from sidecar.wire import transcripts as wire  # noqa: PLC0415 (as the module says)

        started, call, asked = time.perf_counter(), CALL.get(), request.request
        call.name(asked.request_id)
        rules = wire.read_rules(request.rules, enforced=self._enforces_rules)
        chosen, response = await self._read(wire.begin, request, request.transcript, call)
        calls = chosen.list_calls(wire.read_scope(request.tool_calls), rules)
        reports = []
        for message, pending in calls:
            written = await self._judge(pending, asked, call)
            wire.write_call(response, message, pending, written.report)
            reports.append(written.run.report)
        if asked.narrative.strip():
            written = await self._narratives.judge(asked, call)
            response.response.MergeFrom(await self._narratives.respond(written, call, started))
            reports.append(written.run.report)
        wire.write_verdict(response, reports)
        return response

    async def VerifyToolCall(  # noqa: N802 (named by the contract)
        self, request: pb.VerifyToolCallRequest, context: Context
    ) -> Any:
        """Verify a tool call before it is made: a ``wire.messages.VerifyToolCallResponse``."""
        from sidecar.transcripts.choosing import make_pending  # noqa: PLC0415
        from sidecar.wire import transcripts as wire  # noqa: PLC0415 (as the module says)

        started, call = time.perf_counter(), CALL.get()
        call.name(request.request_id)
        rules = wire.read_rules(request.rules, enforced=self._enforces_rules)
        today = wire.read_day(request.today)
        transcript = await self._read(
            wire.read_conversation, request.transcript, request.transcript, call
        )
        given, before = wire.read_call(request, transcript)
        pending = make_pending(transcript, given, before, rules, today)
        written = await self._judge(pending, request, call)
        verified = await self._narratives.respond(written, call, started)
        return wire.write_call_response(pending, verified)

    async def _read(
        self,
        read: Callable[[T], R],
        given: T,
        transcript: transcripts_pb2.Transcript,
        call: ServedCall,
    ) -> R:
        """What is read of a conversation; a long one in a thread."""
        cost_s = TRANSCRIPT_S * len(transcript.messages)
        place = call.tenant, "decode", call.remaining_s()
        return await self._pool.run_by_cost(cost_s, read, *place, given)

    async def _judge(
        self,
        pending: PendingCall,
        like: verify_pb2.VerifyRequest | pb.VerifyToolCallRequest,
        call: ServedCall,
    ) -> WrittenReport:
        from sidecar.wire import transcripts as wire  # noqa: PLC0415 (as the module says)

        return await self._narratives.judge(wire.make_request(pending, like), call, pending)
