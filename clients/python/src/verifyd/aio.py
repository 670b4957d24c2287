"""The client for asyncio."""

# ruff: noqa: ASYNC109 (a timeout here is the deadline of a call, which the server must know)

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

import grpc.aio

from verifyd import _channel
from verifyd._calls import Call, Conversation, Pause
from verifyd._core import Core
from verifyd.enums import (
    ClaimFilter,
    Detail,
    ReviewState,
    SettlementKind,
    ToolCallScope,
    TranscriptForm,
)
from verifyd.errors import VerifydError, from_call

if TYPE_CHECKING:
    from datetime import date, datetime
    from pathlib import Path
    from types import TracebackType

    from verifyd._overrides import Overrides
    from verifyd._progress import OnUpdate, ReleaseMode
    from verifyd._rates import CurrencyRate
    from verifyd._requests import Results, TranscriptArguments, VerifyArguments
    from verifyd._sidecar import Sidecar
    from verifyd._tls import TLS
    from verifyd.agreement import Agreement
    from verifyd.aio_streaming import AsyncVerificationStream
    from verifyd.citable import EvidenceItem, Fields, Source
    from verifyd.formulas import Formula
    from verifyd.outcomes import (
        Criteria,
        CriteriaFault,
        Money,
        OutcomeResult,
        PreviewArguments,
        TaskArguments,
    )
    from verifyd.query_result import EvidenceInfo, Handle, QueryResult
    from verifyd.report import Report
    from verifyd.results import CheckInfo
    from verifyd.reviews import Decided, FlaggedPage, ItemDecision, Revision
    from verifyd.settlements import OutcomePage, OutcomeRecord, Settled, Settlement, Statement
    from verifyd.structured import Schema, StructuredResponse
    from verifyd.transcript_results import ToolCallResult, TranscriptResult
    from verifyd.transcripts import Messages, Rules, ToolCall, ToolDefinition, Transcript

T = TypeVar("T")


class AsyncClient:
    """Verifies narratives with a sidecar, without blocking. Tasks of one loop may share one.

    Args:
        address: ``unix:///path.sock`` or ``tcp://host:port``; where a server listens by itself
            if it is not given.
        token: The caller's token, where the server asks for one; refused in the clear over TCP
            beyond this machine.
        tls: How to trust a server over TCP; without it, TCP is in the clear.
        timeout: Seconds for a call that names no other.

    Raises:
        InvalidArgument: If the address is none, or a token would be sent in the clear.
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        token: str | None = None,
        tls: TLS | None = None,
        timeout: float = 10.0,
    ) -> None:
        self.address = address or _channel.default_address()
        self._core = Core(timeout)
        self._metadata = _channel.metadata(token, self.address, tls)
        self._sidecar: Sidecar | None = None
        target, options = _channel.target(self.address), _channel.options(tls)
        if tls is None:
            self._channel = grpc.aio.insecure_channel(target, options)
        else:
            self._channel = grpc.aio.secure_channel(target, tls.credentials(), options)
        self._methods = _channel.Methods(self._channel)

    @classmethod
    async def local(
        cls,
        settings: Mapping[str, object] | None = None,
        config: str | Path | None = None,
        *,
        timeout: float = 10.0,
    ) -> Self:
        """A client with a private sidecar, which ends with it or with this process.

        ``async with await AsyncClient.local() as client: ...``

        Args:
            settings: The sidecar's settings, nested as in its YAML file.
            config: Or that file.
            timeout: Seconds for a call that names no other.

        Raises:
            SidecarError: If `verifyd-sidecar` is not installed, or does not start.
        """
        from verifyd._sidecar import Sidecar  # noqa: PLC0415 (most clients connect)

        sidecar = await asyncio.to_thread(Sidecar.start, settings, config)
        client = cls(sidecar.address, timeout=timeout)
        client._sidecar = sidecar
        return client

    async def verify(
        self,
        narrative: str,
        results: Results | None = None,
        *,
        handles: Sequence[Handle | str] = (),
        checks: Sequence[str] = (),
        detail: Detail | str = Detail.UNSPECIFIED,
        overrides: Overrides | None = None,
        currency_rates: Sequence[CurrencyRate | Fields] = (),
        items: Sequence[EvidenceItem | Fields] = (),
        sources: Sequence[Source | Fields] = (),
        bare_numbers: bool = False,
        claim_filter: ClaimFilter | str = ClaimFilter.UNSPECIFIED,
        structured: StructuredResponse | Schema | None = None,
        formulas: Sequence[Formula | Fields] = (),
        premises: Sequence[str] = (),
        transcript: Transcript | Messages | None = None,
        request_id: str = "",
        agent_id: str = "",
        timeout: float | None = None,
    ) -> Report:
        """Verify a narrative against query results, as ``Client.verify`` does."""
        return await self._run(
            self._core.verify(
                narrative,
                results,
                timeout,
                handles=handles,
                checks=checks,
                detail=detail,
                overrides=overrides,
                currency_rates=currency_rates,
                items=items,
                sources=sources,
                bare_numbers=bare_numbers,
                claim_filter=claim_filter,
                structured=structured,
                formulas=formulas,
                premises=premises,
                transcript=transcript,
                request_id=request_id,
                agent_id=agent_id,
            )
        )

    async def verify_transcript(
        self,
        messages: Messages,
        results: Results | None = None,
        *,
        form: TranscriptForm | str | None = None,
        message: int | None = None,
        rules: Rules = (),
        tools: Sequence[ToolDefinition | Fields] = (),
        tool_calls: ToolCallScope | str = ToolCallScope.MESSAGE,
        timeout: float | None = None,
        **asked: Unpack[TranscriptArguments],
    ) -> TranscriptResult:
        """Verify a message of a conversation, as ``Client.verify_transcript`` does."""
        return await self._run(
            self._core.verify_transcript(
                messages,
                results,
                timeout,
                {
                    "form": form,
                    "message": message,
                    "rules": rules,
                    "tools": tools,
                    "tool_calls": tool_calls,
                },
                **asked,
            )
        )

    async def verify_tool_call(
        self,
        messages: Messages,
        call: ToolCall | Fields | None = None,
        *,
        form: TranscriptForm | str | None = None,
        rules: Rules = (),
        tools: Sequence[ToolDefinition | Fields] = (),
        today: date | str = "",
        detail: Detail | str = Detail.UNSPECIFIED,
        overrides: Overrides | None = None,
        request_id: str = "",
        agent_id: str = "",
        timeout: float | None = None,
    ) -> ToolCallResult:
        """Verify a tool call before it is made, as ``Client.verify_tool_call`` does."""
        return await self._run(
            self._core.verify_tool_call(
                messages,
                call,
                timeout,
                form=form,
                rules=rules,
                tools=tools,
                today=today,
                detail=detail,
                overrides=overrides,
                request_id=request_id,
                agent_id=agent_id,
            )
        )

    def stream(
        self,
        results: Results | None = None,
        *,
        release: ReleaseMode = "report",
        on_update: OnUpdate | None = None,
        timeout: float | None = None,
        idle_timeout: float = 30.0,
        **asked: Unpack[VerifyArguments],
    ) -> AsyncVerificationStream:
        """Verify a narrative while it is written, as ``Client.stream`` does.

        ``async with client.stream(rows) as stream: await stream.write("Energy "); ...``
        """
        from verifyd.aio_streaming import AsyncVerificationStream  # noqa: PLC0415 (as in client.py)

        opening = self._core.stream(results, release, timeout, **asked)
        return AsyncVerificationStream(self, opening, release, idle_timeout, on_update)

    async def put(self, result: QueryResult, *, timeout: float | None = None) -> Handle:
        """Send a query result ahead, while the model still writes (default: within 60 s)."""
        return await self._run(self._core.put(result, timeout))

    async def put_source(self, source: Source, *, timeout: float | None = None) -> Handle:
        """Send a source ahead, to be cited in requests that name its handle."""
        return await self._run(self._core.put_source(source, timeout))

    async def get(self, handle: Handle | str, *, timeout: float | None = None) -> EvidenceInfo:
        """What the server knows of a piece of evidence; ``EvidenceNotFound`` if nothing."""
        return await self._run(self._core.get(handle, timeout))

    async def delete(self, handle: Handle | str, *, timeout: float | None = None) -> None:
        """Delete a piece of evidence; ``EvidenceNotFound`` if there is none."""
        await self._run(self._core.delete(handle, timeout))

    async def list_checks(self, *, timeout: float | None = None) -> tuple[CheckInfo, ...]:
        """The checks of the server, with the codes of their findings."""
        return await self._run(self._core.list_checks(timeout))

    async def list_flagged(
        self,
        state: ReviewState | str = ReviewState.OPEN,
        *,
        check: str = "",
        code: str = "",
        since: datetime | None = None,
        review_id: str = "",
        agent_id: str = "",
        page_size: int = 0,
        page_token: str = "",
        timeout: float | None = None,
    ) -> FlaggedPage:
        """Flagged findings that wait for a person, as ``Client.list_flagged`` lists them."""
        return await self._run(
            self._core.reviews.list_flagged(
                state=state,
                check=check,
                code=code,
                since=since,
                review_id=review_id,
                agent_id=agent_id,
                page_size=page_size,
                page_token=page_token,
                timeout=timeout,
            )
        )

    async def decide(
        self,
        review_id: str,
        decisions: Sequence[ItemDecision],
        *,
        decided_by: str,
        comment: str = "",
        expected_revision: int | None = None,
        timeout: float | None = None,
    ) -> Decided:
        """Decide items of one review, as ``Client.decide`` does."""
        return await self._run(
            self._core.reviews.decide(
                review_id,
                decisions,
                decided_by=decided_by,
                comment=comment,
                expected_revision=expected_revision,
                timeout=timeout,
            )
        )

    async def revision(
        self, review_id: str, *, original: bool = False, timeout: float | None = None
    ) -> Revision:
        """The text of a review with its decisions applied, as ``Client.revision`` gives it."""
        return await self._run(
            self._core.reviews.revision(review_id, original=original, timeout=timeout)
        )

    async def agreement(
        self,
        *,
        check: str = "",
        code: str = "",
        since: datetime | None = None,
        threshold: float | None = None,
        timeout: float | None = None,
    ) -> Agreement:
        """What the decisions of people say about the checks, as ``Client.agreement`` tells."""
        return await self._run(
            self._core.reviews.agreement(
                check=check, code=code, since=since, threshold=threshold, timeout=timeout
            )
        )

    async def validate_criteria(
        self, criteria: Criteria, *, timeout: float | None = None
    ) -> tuple[CriteriaFault, ...]:
        """Everything that is wrong with success criteria; nothing where they are right.

        Args:
            criteria: A mapping as in YAML, or the text of one document of YAML or JSON.
            timeout: Seconds.
        """
        return await self._run(self._core.outcomes.validate_criteria(criteria, timeout))

    async def verify_outcome(
        self,
        criteria: Criteria,
        output: Mapping[str, Any],
        *,
        timeout: float | None = None,
        **task: Unpack[PreviewArguments],
    ) -> OutcomeResult:
        """Whether a task met its success criteria, as ``Client.verify_outcome`` tells."""
        return await self._run(self._core.outcomes.verify(criteria, output, task, timeout))

    async def settle_outcome(
        self,
        criteria: Criteria,
        output: Mapping[str, Any],
        *,
        key: str,
        base_cost: Money,
        consumer_id: str,
        domain: str = "",
        max_bonus: Money | None = None,
        max_penalty: Money | None = None,
        max_total: Money | None = None,
        timeout: float | None = None,
        **task: Unpack[TaskArguments],
    ) -> Settled:
        """Settle a task, as ``Client.settle_outcome`` does."""
        return await self._run(
            self._core.outcomes.settle(
                criteria,
                output,
                task,
                key=key,
                base_cost=base_cost,
                consumer_id=consumer_id,
                domain=domain,
                max_bonus=max_bonus,
                max_penalty=max_penalty,
                max_total=max_total,
                timeout=timeout,
            )
        )

    async def reverse_settlement(
        self,
        settlement_id: str,
        *,
        contract_id: str,
        key: str,
        reason: str = "",
        timeout: float | None = None,
    ) -> Settlement:
        """Take a settlement back, as ``Client.reverse_settlement`` does."""
        return await self._run(
            self._core.outcomes.reverse(settlement_id, contract_id, key, reason, timeout)
        )

    async def get_outcome(
        self, settlement_id: str, *, timeout: float | None = None
    ) -> OutcomeRecord:
        """An entry of the ledger with what it rests on."""
        return await self._run(self._core.outcomes.get(settlement_id, timeout))

    async def list_outcomes(
        self,
        *,
        agent_id: str = "",
        consumer_id: str = "",
        domain: str = "",
        contract_id: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        success: bool | None = None,
        kind: SettlementKind | str = SettlementKind.UNSPECIFIED,
        reversed: bool | None = None,  # noqa: A002 (named as in the contract)
        page_size: int = 0,
        page_token: str = "",
        timeout: float | None = None,
    ) -> OutcomePage:
        """A page of the ledger, as ``Client.list_outcomes`` gives it."""
        return await self._run(
            self._core.outcomes.list(
                agent_id=agent_id,
                consumer_id=consumer_id,
                domain=domain,
                contract_id=contract_id,
                since=since,
                until=until,
                success=success,
                kind=kind,
                reversed=reversed,
                page_size=page_size,
                page_token=page_token,
                timeout=timeout,
            )
        )

    async def get_statement(
        self,
        *,
        agent_id: str = "",
        consumer_id: str = "",
        since: datetime,
        until: datetime,
        timeout: float | None = None,
    ) -> Statement:
        """What a period comes to, as ``Client.get_statement`` gives it."""
        return await self._run(
            self._core.outcomes.statement(
                agent_id=agent_id,
                consumer_id=consumer_id,
                since=since,
                until=until,
                timeout=timeout,
            )
        )

    async def close(self) -> None:
        """Close the connection, and stop the sidecar if it is a private one."""
        await self._channel.close()
        if self._sidecar is not None:
            await asyncio.to_thread(self._sidecar.stop)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _run(
        self,
        conversation: Conversation[T],
        perform: Callable[[Call | Pause], Awaitable[Any]] | None = None,
    ) -> T:
        perform = perform or self._perform
        try:
            step = next(conversation)
            while True:
                outcome = await perform(step)
                if isinstance(outcome, VerifydError):
                    step = conversation.throw(outcome)
                else:
                    step = conversation.send(outcome)
        except StopIteration as end:
            result: T = end.value
            return result

    async def _perform(self, step: Call | Pause) -> Any:
        """The answer to a call, or its error."""
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        method = self._methods[step.method]
        try:
            return await method(step.request, timeout=step.timeout, metadata=self._metadata)
        except grpc.RpcError as error:
            return from_call(error, self.address, step.request_id)
