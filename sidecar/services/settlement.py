"""The methods of ``OutcomeService`` that settle what is verified, take it back, and list it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError
from verifyd.v1 import outcome_service_pb2 as pb
from verifyd.v1 import settlement_pb2

from sidecar.ledger.model import EntryRecord, IdempotencyKey, OutputDelivered, SettlementRequest
from sidecar.model.digests import sha256_hex
from sidecar.model.outcome import OutcomeFault
from sidecar.outcomes.causes import DEADLINE_EXCEEDED, JudgingStep, find_cause
from sidecar.server.call import RequestMalformed, ServedCall, WrittenEntry
from sidecar.services.narratives import reserve_reply
from sidecar.services.outcome import OutcomeService
from sidecar.settlement import calculation
from sidecar.settlement.model import OutcomeOpen
from sidecar.store.errors import StoreNotConfigured
from sidecar.wire import outcomes as outcomes_wire
from sidecar.wire import settlement_requests as requests
from sidecar.wire import settlements
from sidecar.wire import settlements as wire
from sidecar.wire.messages import make_bytes_class
from sidecar.wire.requests import make_reader, read_page_size
from sidecar.wire.settlements import write_record

if TYPE_CHECKING:  # it brings the libraries of the store
    from sidecar.ledger.ledger import Ledger

_TRIES = 3
"""Times that a task is judged where others settle the same output at the same time."""

_RESULTS = {True: "SUCCESS", False: "FAILURE", None: "REVERSED"}


class SettlementService:
    """Settles the tasks of the calling tenant.

    Args:
        outcomes: Verifies them.
        ledger: Where settlements are; None without a store.
    """

    def __init__(self, outcomes: OutcomeService, ledger: Ledger | None) -> None:
        self._outcomes, self._kept = outcomes, ledger
        limits = outcomes_wire.list_limits()
        self._read_settle = make_reader(make_bytes_class(pb.SettleOutcomeRequest), limits)
        self._read_reverse = make_reader(pb.ReverseSettlementRequest, limits)
        self._read_get = make_reader(pb.GetOutcomeRequest, limits)
        self._read_list = make_reader(pb.ListOutcomesRequest, limits)
        self._read_statement = make_reader(pb.GetStatementRequest, limits)

    async def SettleOutcome(  # noqa: N802 (named by the contract)
        self, data: bytes, call: ServedCall
    ) -> pb.SettleOutcomeResponse:
        """Verify a task and write what it costs, once for a contract and key."""
        ledger = self._ledger()
        request = await self._outcomes.message(self._read_settle, data, call)
        asked = requests.read_terms(request)
        said = await self._outcomes.meaning(request.outcome, call)
        digest, request_id = await self._outcomes.done(request, call, self._body(request, said))
        call.name(request_id)
        key = IdempotencyKey(
            tenant=call.tenant, contract_id=asked.contract_id, key=asked.key, body_digest=digest
        )
        there = await ledger.replayed(key, call.remaining_s())
        if there is None:
            there, result = await self._written(request, call, key, asked)
        else:
            result = None
        _note(call, there)
        return wire.write_settled(there, result, call.request_id)

    async def ReverseSettlement(  # noqa: N802 (named by the contract)
        self, data: bytes, call: ServedCall
    ) -> pb.ReverseSettlementResponse:
        """Take a settlement back, once for a contract and key."""
        ledger = self._ledger()
        request = await self._outcomes.message(self._read_reverse, data, call)
        # The same request, however its id is shortened, has the same digest.
        request.settlement_id = await ledger.whole_id(
            call.tenant, request.settlement_id, request.contract_id, call.remaining_s()
        )
        reversing = requests.read_reversal(request, call.tenant, call.caller)
        done = await ledger.add(reversing, call.remaining_s())
        _note(call, done)
        return wire.write_reversed(done)

    async def GetOutcome(  # noqa: N802 (named by the contract)
        self, data: bytes, call: ServedCall
    ) -> pb.GetOutcomeResponse:
        """Give one entry of the ledger with its record."""
        ledger = self._ledger()
        request = await self._outcomes.message(self._read_get, data, call)
        found = await ledger.get(call.tenant, request.settlement_id, call.remaining_s())
        return pb.GetOutcomeResponse(outcome=wire.write_outcome(found))

    async def ListOutcomes(  # noqa: N802 (named by the contract)
        self, data: bytes, call: ServedCall
    ) -> pb.ListOutcomesResponse:
        """List entries of the ledger with their records, the newest first."""
        ledger = self._ledger()
        request = await self._outcomes.message(self._read_list, data, call)
        query, size = requests.read_query(request), read_page_size(request.page_size)
        found, following = await ledger.listed(
            call.tenant, query, size, request.page_token, call.remaining_s()
        )
        call.facts |= {"items": len(found)}
        return wire.write_page(found, following)

    async def GetStatement(  # noqa: N802 (named by the contract)
        self, data: bytes, call: ServedCall
    ) -> pb.GetStatementResponse:
        """Add up the entries of an agent or a consumer in a period."""
        ledger = self._ledger()
        request = await self._outcomes.message(self._read_statement, data, call)
        found = await ledger.statement(
            call.tenant, settlements.read_period(request), call.remaining_s()
        )
        call.facts |= {"items": len(found.currencies)}
        return settlements.write_response(request, found)

    async def _written(
        self, request: Any, call: ServedCall, key: IdempotencyKey, asked: requests.SettlementTerms
    ) -> tuple[EntryRecord, Any]:
        """The entry of a task, and the result that it follows from."""
        for _ in range(_TRIES - 1):
            settling, result = await self._settling(request, call, key, asked)
            try:
                return await self._ledger().add(settling, call.remaining_s()), result
            except OutputDelivered:  # meanwhile: now the store says so before it is judged
                continue
        settling, result = await self._settling(request, call, key, asked)
        return await self._ledger().add(settling, call.remaining_s()), result

    async def _settling(
        self, request: Any, call: ServedCall, key: IdempotencyKey, asked: requests.SettlementTerms
    ) -> tuple[SettlementRequest, Any]:
        """What a task comes to, and the result that this follows from.

        Raises:
            OutcomeOpen: If that is not known, through no doing of the task.
        """
        seconds = reserve_reply(call.remaining_s())
        try:
            async with asyncio.timeout(seconds):
                criteria, result = await self._outcomes.verified(
                    request.outcome, call, lambda criteria: calculation.check(asked.terms, criteria)
                )
        except TimeoutError:
            row = find_cause(JudgingStep.ANY, DEADLINE_EXCEEDED)
            late = OutcomeFault(
                reason=row.reason, message=row.words, detail=row.code, retry_s=row.retry_s
            )
            raise OutcomeOpen([late]) from None
        if result.faults:
            raise OutcomeOpen(result.faults)
        breakdown = self._outcomes.cost(asked.terms, result)
        currency = asked.terms.currency
        told = outcomes_wire.write_result(result)
        record = settlement_pb2.OutcomeRecord(
            result=told,
            execution_metadata_json=request.outcome.metadata_json,
            billing=wire.write_breakdown(breakdown, currency),
        )
        document = await self._outcomes.done(request, call, lambda: write_record(criteria, record))
        return SettlementRequest(
            key=key,
            parties=asked.parties,
            currency=currency,
            breakdown=breakdown,
            success=result.success,
            document=document,
            record_digest=sha256_hex(document),
            actor=call.caller,
            output_digest=result.output_digest,
            alone=self._outcomes.rests_on_new_output(result),
        ), told

    def _body(self, request: Any, criteria: bytes) -> Callable[[], tuple[str, str]]:
        def body() -> tuple[str, str]:
            try:
                return requests.digest_request(request, self._outcomes.read_verify, criteria)
            except DecodeError:
                raise RequestMalformed("the narrative is not a valid message") from None

        return body

    def _ledger(self) -> Ledger:
        if self._kept is None:
            raise StoreNotConfigured(
                "this server cannot settle: see its setting store.url", setting="store.url"
            )
        return self._kept


def _note(call: ServedCall, done: EntryRecord) -> None:
    """Tell log and instruments what the ledger has of a call."""
    call.facts |= {"settlement": done.entry.entry_id, "replayed": done.replayed}
    ended = _RESULTS[done.entry.success]
    call.settled = WrittenEntry(done.entry.kind.name, "REPLAYED" if done.replayed else ended)
