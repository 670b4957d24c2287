"""``OutcomeService``: decode, judge, encode."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from google.protobuf.message import DecodeError
from verifyd.v1 import outcome_service_pb2 as pb

from sidecar.errors import VerifydError
from sidecar.model.outcome import CriteriaFault, OutcomeResult, SuccessCriteria
from sidecar.outcomes.criteria import CriteriaReading
from sidecar.outcomes.engine import TaskBytes, encode_task
from sidecar.server.call import RequestMalformed, ServedCall
from sidecar.services import governance
from sidecar.services.governance import make_engine
from sidecar.services.narratives import NarrativeVerifier
from sidecar.settings.root import Settings
from sidecar.settlement import calculation
from sidecar.settlement.model import Breakdown, Terms
from sidecar.wire import outcomes as wire
from sidecar.wire import settlement_requests as requests
from sidecar.wire import settlements as settlements_wire
from sidecar.wire.messages import VerifyRequest, make_bytes_class
from sidecar.wire.requests import Read as ReadBytes
from sidecar.wire.requests import list_limits, make_reader
from sidecar.work.pool import LONG, Pool

if TYPE_CHECKING:  # it brings the libraries of the store
    from sidecar.ledger.ledger import Ledger

T = TypeVar("T")
K = TypeVar("K")
Check = Callable[[SuccessCriteria], None]

_READ_S = 0.5e-6
"""Seconds of processor time that reading a byte of a task takes at most."""

_KEPT = 128  # criteria that were read: many tasks are judged by the same ones
_KEPT_BYTES = 8192  # of the longest of them
_TOLD = 20  # faults
_LONGEST = 2000  # characters of all of them, which travel in the header of a reply


class CriteriaInvalid(VerifydError):
    """Success criteria cannot be used."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CRITERIA_INVALID"

    @classmethod
    def of(cls, faults: Sequence[CriteriaFault]) -> CriteriaInvalid:
        """The error that tells of all faults, as far as there is room."""
        told = "; ".join(f"{fault.message} [{fault.code}]" for fault in faults[:_TOLD])
        codes = ",".join(dict.fromkeys(fault.code for fault in faults))
        return cls(told[:_LONGEST], codes=codes, faults=len(faults))


class OutcomeService:
    """Validates criteria and verifies outcomes.

    Args:
        settings: Of the server.
        narratives: Judges the narratives that come with a task.
        pool: Does what takes long.
        ledger: Has what was settled; None without a store.

    Attributes:
        read_verify: Reads the narratives.
    """

    def __init__(
        self,
        settings: Settings,
        narratives: NarrativeVerifier,
        pool: Pool,
        ledger: Ledger | None = None,
    ) -> None:
        self._settings, self._narratives, self._pool = settings, narratives, pool
        self._engine = make_engine(settings, ledger)
        self._known: OrderedDict[str | bytes, SuccessCriteria] = OrderedDict()
        self._said: OrderedDict[str, bytes] = OrderedDict()
        own = wire.list_limits()
        self._read_criteria = make_reader(pb.ValidateCriteriaRequest, own)
        self._read_outcome = make_reader(make_bytes_class(pb.VerifyOutcomeRequest), own)
        self.read_verify = make_reader(VerifyRequest, list_limits(settings))

    async def ValidateCriteria(  # noqa: N802 (named by the contract)
        self, data: bytes, call: ServedCall
    ) -> pb.ValidateCriteriaResponse:
        """Tell everything that is wrong with criteria."""
        request = await self.message(self._read_criteria, data, call)
        found = await self._in_thread(call, lambda: self._engine.read(wire.read_criteria(request)))
        call.facts |= {"faults": len(found.faults)}
        return wire.write_validation(found)

    async def VerifyOutcome(  # noqa: N802 (named by the contract)
        self, data: bytes, call: ServedCall
    ) -> pb.VerifyOutcomeResponse:
        """Judge a task by its criteria."""
        request = await self.message(self._read_outcome, data, call)
        terms = requests.read_preview_terms(request)
        if terms is None:
            _, result = await self.verified(request, call)
            return wire.write_response(result, call.request_id, time.time())
        _, result = await self.verified(
            request, call, lambda criteria: calculation.check(terms, criteria), keeps=False
        )
        response = wire.write_response(result, call.request_id, time.time())
        if not result.faults:
            cost = self.cost(terms, result)
            response.cost.CopyFrom(settlements_wire.write_breakdown(cost, terms.currency))
        return response

    def cost(self, terms: Terms, result: OutcomeResult) -> Breakdown:
        """What an outcome costs, whether it is settled or only asked for."""
        rounds = self._settings.outcomes.rounding == "settlement"
        return calculation.settle(terms, result.bonus, result.penalty, rounds=rounds)

    def rests_on_new_output(self, result: OutcomeResult) -> bool:
        """Whether a result would be another one if its output were settled for another contract."""
        own = self._settings.outcomes.governance
        looked = own.enabled and own.output_reused != "off"
        found = any(flag.code == governance.CODE for flag in result.governance_flags)
        return looked and not found and result.output_bytes >= own.output_reused_min_bytes

    async def verified(
        self, request: Any, call: ServedCall, check: Check | None = None, *, keeps: bool = True
    ) -> tuple[SuccessCriteria, OutcomeResult]:
        """The criteria of a request, and how they ended.

        Args:
            request: A ``VerifyOutcomeRequest`` whose narrative is bytes.
            call: In whose time that happens.
            check: Is given the criteria before anything is measured, and may refuse them.
            keeps: Whether flagged findings of a narrative are kept for people to look at.

        Raises:
            VerifydError: Why there is no result.
        """
        wire.check(request, self._settings.outcomes.max_task_bytes)
        criteria = await self._criteria(request, call)
        if check is not None:
            check(criteria)
        report = None
        if request.verify:
            narrative = await self.message(self.read_verify, request.verify, call)
            report = await self._narratives.report(narrative, call, keeps=keeps)
        most = self._settings.structure.max_depth
        task = await self.done(request, call, lambda: wire.read_task(request, most, report))
        parts: TaskBytes = await self.done(request, call, lambda: encode_task(task))
        result = await self._engine.verify(
            criteria,
            task,
            parts,
            tenant=call.tenant,
            in_thread=lambda work: self._in_thread(call, work),
        )
        call.facts |= {
            "success": result.success,
            "criteria": len(criteria.criteria),
            "flags": [flag.code for flag in result.governance_flags],
            "faults": [fault.detail for fault in result.faults],
            "outcome_digest": result.digest,
        }
        return criteria, result

    async def _criteria(self, request: Any, call: ServedCall) -> SuccessCriteria:
        """The criteria of a request.

        Raises:
            CriteriaInvalid: With everything that is wrong with them.
        """
        document: str = request.document
        key = document or request.criteria.SerializeToString(deterministic=True)
        criteria = self._known.get(key)
        if criteria is not None:
            return criteria

        def read() -> CriteriaReading:
            return self._engine.read(wire.read_criteria(request))

        # YAML takes a millisecond for each two hundred bytes.
        found = await self._in_thread(call, read) if document else read()
        if found.criteria is None:
            raise CriteriaInvalid.of(found.faults)
        if len(key) <= _KEPT_BYTES:
            _keep(self._known, key, found.criteria)
        return found.criteria

    async def meaning(self, request: Any, call: ServedCall) -> bytes:
        """What the criteria of a request say: the same bytes for the same."""
        document: str = request.document
        if not document:
            return requests.encode_criteria_of(request)
        said = self._said.get(document)
        if said is None:
            said = await self._in_thread(call, lambda: requests.encode_criteria_of(request))
            if len(document) <= _KEPT_BYTES:
                _keep(self._said, document, said)
        return said

    async def message(self, read: ReadBytes, data: bytes, call: ServedCall) -> Any:
        """A message from its bytes.

        Raises:
            RequestMalformed: If they are none.
        """
        try:
            place = call.tenant, "parse", call.remaining_s()
            return await self._pool.run_by_cost(_READ_S * len(data), read, *place, data)
        except DecodeError:
            raise RequestMalformed("the request is not a valid message of this method") from None

    async def done(self, request: Any, call: ServedCall, work: Callable[[], T]) -> T:
        """What a function of a request returns; in a thread where the request is large."""
        place = call.tenant, "parse", call.remaining_s()
        return await self._pool.run_by_cost(_READ_S * request.ByteSize(), work, *place)

    async def _in_thread(self, call: ServedCall, work: Callable[[], T]) -> T:
        return await self._pool.run(work, call.tenant, LONG, call.remaining_s())


def _keep(kept: OrderedDict[K, T], key: K, value: T) -> None:
    """Keep a value; the oldest goes."""
    kept[key] = value
    while len(kept) > _KEPT:
        kept.popitem(last=False)
