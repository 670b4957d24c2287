"""The calls of ``OutcomeService``, as conversations (see ``verifyd._calls``)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from verifyd import _arguments, _outcomes, _settling
from verifyd._calls import Conversation, call, deadline_of
from verifyd.enums import SettlementKind
from verifyd.outcomes import (
    Criteria,
    CriteriaFault,
    Money,
    OutcomeResult,
    PreviewArguments,
    TaskArguments,
)
from verifyd.settlements import OutcomePage, OutcomeRecord, Settled, Settlement, Statement
from verifyd.v1 import outcome_service_pb2 as pb


class OutcomeCalls:
    """Conversations about outcomes and what they cost.

    Args:
        timeout: Seconds for a call that names no other.
    """

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout

    def validate_criteria(
        self, criteria: Criteria, timeout: float | None
    ) -> Conversation[tuple[CriteriaFault, ...]]:
        """Ask what is wrong with criteria."""
        request = pb.ValidateCriteriaRequest(document=_outcomes.document(criteria))
        answer = yield from self._call("ValidateCriteria", request, timeout)
        return _outcomes.faults(answer)

    def verify(
        self,
        criteria: Criteria,
        output: Mapping[str, Any],
        task: PreviewArguments,
        timeout: float | None,
    ) -> Conversation[OutcomeResult]:
        """Ask whether a task met its criteria.

        Raises:
            ValueError: If the results are too large for one request, or an amount has too many
                digits.
            TypeError: If an amount is no ``Money``.
        """
        request = _outcomes.preview_request(criteria, output, task)
        answer = yield from self._call("VerifyOutcome", request, timeout)
        return _outcomes.result(answer)

    def settle(
        self,
        criteria: Criteria,
        output: Mapping[str, Any],
        task: TaskArguments,
        *,
        key: str,
        base_cost: Money,
        consumer_id: str,
        domain: str,
        max_bonus: Money | None,
        max_penalty: Money | None,
        max_total: Money | None,
        timeout: float | None,
    ) -> Conversation[Settled]:
        """Ask for a settlement; the same key again is as good as once.

        Raises:
            ValueError: If the results are too large for one request, or an amount has too many
                digits.
            TypeError: If an amount is no ``Money``.
        """
        request = pb.SettleOutcomeRequest(
            outcome=_outcomes.request(criteria, output, task),
            key=key,
            base_cost=_outcomes.money(base_cost, "base_cost"),
            max_bonus=_outcomes.money(max_bonus, "max_bonus"),
            max_penalty=_outcomes.money(max_penalty, "max_penalty"),
            max_total=_outcomes.money(max_total, "max_total"),
            consumer_id=consumer_id,
            domain=domain,
        )
        answer = yield from self._call("SettleOutcome", request, timeout)
        return _settling.settled(answer)

    def reverse(
        self, settlement_id: str, contract_id: str, key: str, reason: str, timeout: float | None
    ) -> Conversation[Settlement]:
        """Take a settlement back."""
        request = pb.ReverseSettlementRequest(
            settlement_id=settlement_id, contract_id=contract_id, key=key, reason=reason
        )
        answer = yield from self._call("ReverseSettlement", request, timeout)
        return _settling.settlement(answer.reversal)

    def get(self, settlement_id: str, timeout: float | None) -> Conversation[OutcomeRecord]:
        """Ask for an entry of the ledger."""
        request = pb.GetOutcomeRequest(settlement_id=settlement_id)
        answer = yield from self._call("GetOutcome", request, timeout)
        return _settling.record(answer.outcome)

    def list(
        self,
        *,
        agent_id: str,
        consumer_id: str,
        domain: str,
        contract_id: str,
        since: datetime | None,
        until: datetime | None,
        success: bool | None,
        kind: SettlementKind | str,
        reversed: bool | None,  # noqa: A002 (named as in the contract)
        page_size: int,
        page_token: str,
        timeout: float | None,
    ) -> Conversation[OutcomePage]:
        """Ask for a page of the ledger.

        Raises:
            ValueError: If a time has no time zone.
        """
        request = pb.ListOutcomesRequest(
            agent_id=agent_id,
            consumer_id=consumer_id,
            domain=domain,
            contract_id=contract_id,
            success=success,
            kind=f"SETTLEMENT_KIND_{_arguments.choice('kind', kind, SettlementKind)}",
            reversed=reversed,
            page_size=page_size,
            page_token=page_token,
        )
        _set_times(request, since=since, until=until)
        answer = yield from self._call("ListOutcomes", request, timeout)
        return _settling.page(answer)

    def statement(
        self,
        *,
        agent_id: str,
        consumer_id: str,
        since: datetime,
        until: datetime,
        timeout: float | None,
    ) -> Conversation[Statement]:
        """Ask for a statement.

        Raises:
            ValueError: If it is of nobody or of both, or a time has no time zone.
        """
        if bool(agent_id) == bool(consumer_id):
            raise ValueError("a statement is of an agent or of a consumer: give one of the two")
        request = pb.GetStatementRequest()
        if agent_id:
            request.agent_id = agent_id
        else:
            request.consumer_id = consumer_id
        _set_times(request, since=since, until=until)
        answer = yield from self._call("GetStatement", request, timeout)
        return _settling.statement(answer.statement)

    def _call(self, method: str, request: object, timeout: float | None) -> Conversation[Any]:
        return call(method, lambda: request, deadline_of(timeout, self._timeout))


def _set_times(request: Any, **times: datetime | None) -> None:
    for name, time in times.items():
        if time is not None:
            if time.tzinfo is None:
                raise ValueError(f"{name} needs a time zone: datetime.now(UTC)")
            getattr(request, name).FromDatetime(time)
