"""The blocking client."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

import grpc

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
    from verifyd.streaming import VerificationStream
    from verifyd.structured import Schema, StructuredResponse
    from verifyd.transcript_results import ToolCallResult, TranscriptResult
    from verifyd.transcripts import Messages, Rules, ToolCall, ToolDefinition, Transcript

T = TypeVar("T")


class Client:
    """Verifies narratives with a sidecar. Threads may share one.

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
            self._channel = grpc.insecure_channel(target, options)
        else:
            self._channel = grpc.secure_channel(target, tls.credentials(), options)
        self._methods = _channel.Methods(self._channel)

    @classmethod
    def local(
        cls,
        settings: Mapping[str, object] | None = None,
        config: str | Path | None = None,
        *,
        timeout: float = 10.0,
    ) -> Self:
        """A client with a private sidecar, which ends with it or with this process.

        Args:
            settings: The sidecar's settings, nested as in its YAML file.
            config: Or that file.
            timeout: Seconds for a call that names no other.

        Raises:
            SidecarError: If `verifyd-sidecar` is not installed, or does not start.
        """
        from verifyd._sidecar import Sidecar  # noqa: PLC0415 (most clients connect)

        sidecar = Sidecar.start(settings, config)
        client = cls(sidecar.address, timeout=timeout)
        client._sidecar = sidecar
        return client

    def verify(
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
        """Verify a narrative against query results.

        What does not fit into one message is uploaded in advance, and evidence behind a handle that
        the server has dropped is put again.

        Args:
            narrative: The text, Markdown or plain.
            results: Data by query id, or a list of ``QueryResult``.
            handles: Query results and sources that were uploaded in advance.
            checks: The checks to run; all that the evidence allows where none is named.
            detail: How much of the reasoning the report carries, a ``Detail`` or its name.
            overrides: Settings for this request, such as ``{"numeric": {"rel_epsilon": 0}}``.
            currency_rates: Exchange rates that conversions in the text are judged by.
            items: Pieces of evidence that the text cites by id: ``[ev-abc-001]``. They, sources,
                rates and formulas are objects, or dicts of their fields.
            sources: Documents that it cites by number or name: ``[Source 3]``, ``Per LMIS:``.
            bare_numbers: Whether ``[3]`` cites a source too.
            claim_filter: What repairs do with claims that their sources do not support; else the
                server's setting says.
            structured: A response in JSON and its shape, for the structure check; or only the
                shape, where the narrative is the response: a name, a path or a dict.
            formulas: The queries that numbers of the text are the values of.
            premises: What was said before, such as the user's question. It supports nothing.
            transcript: The conversation that the text answers, as a ``Transcript`` or its messages:
                tool results join the evidence, what was said joins the premises.
            request_id: Your id for the request; it stands in the server's log.
            agent_id: Who wrote the text; it is kept with what is flagged.
            timeout: Seconds.

        Raises:
            VerifydError: If the request could not be judged. Then nothing was approved.
            InvalidArgument: If an argument is wrong. Then nothing was sent.
        """
        return self._run(
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

    def verify_transcript(
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
        """Verify what an agent says and does in a message of a conversation.

        Its text is verified against the tool results before it, and its tool calls are verified as
        ``verify_tool_call`` does. What the user or the agent said before supports nothing.

        Args:
            messages: The conversation in any ``TranscriptForm``: a list of dicts or of objects of
                the provider's library, JSON text, or the body of a request or response.
            results: Query results beside those of the tools, as for ``verify``.
            form: The form of the messages; None: recognized by their fields.
            message: The place of the message in the list; None: the last one of the assistant.
            rules: Where values of arguments may come from, such as
                ``{"refund": {"order_id": "tool:get_order", "amount": ["tool", "computed"]}}``.
            tools: The tools with the JSON Schemas of their arguments, as a provider is given them.
            tool_calls: Which calls are verified: those of the ``message``, ``all``, or ``none``.
            timeout: Seconds.
            **asked: As for ``verify``.

        Raises:
            VerifydError: If the request could not be judged. Then nothing was approved.
        """
        return self._run(
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

    def verify_tool_call(
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
        """Verify the arguments of a tool call before it is made.

        Args:
            messages: The conversation so far, as for ``verify_transcript``.
            call: The call, as a ``ToolCall`` or as a provider gives it; None: the only one of the
                last message.
            form: The form of the messages; None: recognized by their fields.
            rules: Where values may come from, as for ``verify_transcript``.
            tools: The tools with the JSON Schemas of their arguments.
            today: The day that "tomorrow" counts from; empty: the one that the messages state.
            detail: How much of the reasoning the report carries.
            overrides: Settings for this request.
            request_id: Your id for the request; it stands in the server's log.
            agent_id: Who makes the call; it is kept with what is flagged.
            timeout: Seconds.

        Raises:
            VerifydError: If the call could not be judged. Then nothing was approved.
        """
        return self._run(
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
    ) -> VerificationStream:
        """Verify a narrative while it is written.

        ``with client.stream(rows) as stream: stream.write("Energy "); ...; stream.finish()``

        Args:
            results: What is known before; ``add_evidence`` adds to it.
            release: Whether text is released by the report or, before it, ``sentence`` by sentence.
            on_update: Called with each update, in a thread of the stream, which waits for it.
            timeout: Seconds for all of it, from the first piece on (default: 600).
            idle_timeout: Seconds that the server may take wherever it is waited for.
            **asked: As for ``verify``.

        Raises:
            InvalidArgument: If ``release`` is neither; other arguments are checked when the first
                piece is written.
        """
        from verifyd.streaming import VerificationStream  # noqa: PLC0415 (most narratives are whole)

        opening = self._core.stream(results, release, timeout, **asked)
        return VerificationStream(self, opening, release, idle_timeout, on_update)

    def put(self, result: QueryResult, *, timeout: float | None = None) -> Handle:
        """Send a query result ahead, while the model still writes (default: within 60 s)."""
        return self._run(self._core.put(result, timeout))

    def put_source(self, source: Source, *, timeout: float | None = None) -> Handle:
        """Send a source ahead, to be cited in requests that name its handle."""
        return self._run(self._core.put_source(source, timeout))

    def get(self, handle: Handle | str, *, timeout: float | None = None) -> EvidenceInfo:
        """What the server knows of a piece of evidence; ``EvidenceNotFound`` if nothing."""
        return self._run(self._core.get(handle, timeout))

    def delete(self, handle: Handle | str, *, timeout: float | None = None) -> None:
        """Delete a piece of evidence; ``EvidenceNotFound`` if there is none."""
        self._run(self._core.delete(handle, timeout))

    def list_checks(self, *, timeout: float | None = None) -> tuple[CheckInfo, ...]:
        """The checks of the server, with the codes of their findings."""
        return self._run(self._core.list_checks(timeout))

    def list_flagged(
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
        """Flagged findings that wait for a person, the newest text first.

        Args:
            state: Open ones, decided ones, or all.
            check: Those of one check.
            code: Those with one code.
            since: Those of texts that were verified then or later.
            review_id: Those of one text.
            agent_id: Those of the texts of one agent.
            page_size: How many; the server's 100 where it is 0.
            page_token: That of the page before.
            timeout: Seconds.
        """
        return self._run(
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

    def decide(
        self,
        review_id: str,
        decisions: Sequence[ItemDecision],
        *,
        decided_by: str,
        comment: str = "",
        expected_revision: int | None = None,
        timeout: float | None = None,
    ) -> Decided:
        """Decide items of one review: all of them or, with an error, none.

        Args:
            review_id: The review.
            decisions: What happens to each item.
            decided_by: Who decides.
            comment: Why.
            expected_revision: The revision that you know, to decide anew what is decided.
            timeout: Seconds.

        Raises:
            ReviewConflict: If somebody else has decided.
        """
        return self._run(
            self._core.reviews.decide(
                review_id,
                decisions,
                decided_by=decided_by,
                comment=comment,
                expected_revision=expected_revision,
                timeout=timeout,
            )
        )

    def revision(
        self, review_id: str, *, original: bool = False, timeout: float | None = None
    ) -> Revision:
        """The text of a review with its decisions applied.

        Args:
            review_id: The review.
            original: Whether the text as it was verified is wanted as well.
            timeout: Seconds.
        """
        return self._run(self._core.reviews.revision(review_id, original=original, timeout=timeout))

    def agreement(
        self,
        *,
        check: str = "",
        code: str = "",
        since: datetime | None = None,
        threshold: float | None = None,
        timeout: float | None = None,
    ) -> Agreement:
        """What the decisions of people say about the checks.

        Args:
            check: Findings of one check.
            code: Findings with one code.
            since: Those of texts that were verified then or later.
            threshold: The one value to try of settings that compare confidence; None: many.
            timeout: Seconds.
        """
        return self._run(
            self._core.reviews.agreement(
                check=check, code=code, since=since, threshold=threshold, timeout=timeout
            )
        )

    def validate_criteria(
        self, criteria: Criteria, *, timeout: float | None = None
    ) -> tuple[CriteriaFault, ...]:
        """Everything that is wrong with success criteria; nothing where they are right.

        Args:
            criteria: A mapping as in YAML, or the text of one document of YAML or JSON.
            timeout: Seconds.
        """
        return self._run(self._core.outcomes.validate_criteria(criteria, timeout))

    def verify_outcome(
        self,
        criteria: Criteria,
        output: Mapping[str, Any],
        *,
        timeout: float | None = None,
        **task: Unpack[PreviewArguments],
    ) -> OutcomeResult:
        """Whether a task met its success criteria, and what bonus or penalty follows.

        Args:
            criteria: A mapping as in YAML, or the text of one document of YAML or JSON.
            output: What the agent delivered: ``text``, ``predictions``, ``confidence``.
            timeout: Seconds.
            **task: What it was given, and what came with it (``PreviewArguments``).

        Raises:
            VerifydError: If it could not be judged: then nothing was approved. With the reason
                ``CRITERIA_INVALID``, ``validate_criteria`` tells more.
            ValueError: If the results are too large for one request.
        """
        return self._run(self._core.outcomes.verify(criteria, output, task, timeout))

    def settle_outcome(
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
        """Verify a task, and write what it costs into the server's ledger: once for a key.

        A call that ended without an answer is made again with the same key.

        Args:
            criteria: As for ``verify_outcome``.
            output: What the agent delivered.
            key: Yours, unique for the contract.
            base_cost: What the work costs by itself.
            consumer_id: Who pays.
            domain: What the work is about.
            max_bonus: Most that all bonuses add.
            max_penalty: Most that all penalties take off.
            max_total: Most that is paid.
            timeout: Seconds.
            **task: As for ``verify_outcome``; ``contract_id`` and ``agent_id`` are needed.

        Raises:
            VerifydError: If nothing was settled. With the reason ``KEY_REUSED`` the key was used
                for something else.
            ValueError: If an amount has more than nine decimal places, or the results are too
                large for one request.
        """
        return self._run(
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

    def reverse_settlement(
        self,
        settlement_id: str,
        *,
        contract_id: str,
        key: str,
        reason: str = "",
        timeout: float | None = None,
    ) -> Settlement:
        """Take a settlement back, by an entry of its own with the opposite amounts.

        Args:
            settlement_id: The settlement.
            contract_id: Its contract.
            key: Yours, unique for the contract.
            reason: Why.
            timeout: Seconds.
        """
        return self._run(
            self._core.outcomes.reverse(settlement_id, contract_id, key, reason, timeout)
        )

    def get_outcome(self, settlement_id: str, *, timeout: float | None = None) -> OutcomeRecord:
        """An entry of the ledger with what it rests on."""
        return self._run(self._core.outcomes.get(settlement_id, timeout))

    def list_outcomes(
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
        """A page of the ledger, the newest entry first; what is not given does not restrict it.

        Args:
            agent_id: Who did the work.
            consumer_id: Who pays.
            domain: What it is about.
            contract_id: The contract.
            since: The earliest time.
            until: The time that all are before.
            success: Whether the task had succeeded.
            kind: Settlements or reversals.
            reversed: Whether it is a settlement that has been reversed.
            page_size: How many; the server's 100 where it is 0.
            page_token: That of the page before.
            timeout: Seconds.
        """
        return self._run(
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

    def get_statement(
        self,
        *,
        agent_id: str = "",
        consumer_id: str = "",
        since: datetime,
        until: datetime,
        timeout: float | None = None,
    ) -> Statement:
        """What the entries of an agent or a consumer in a period come to, rounded once.

        Args:
            agent_id: The agent who is paid; or
            consumer_id: The consumer who pays.
            since: Start of the period, which belongs to it.
            until: End of the period, which does not.
            timeout: Seconds.

        Raises:
            ValueError: If it is of nobody or of both, or a time has no time zone.
        """
        return self._run(
            self._core.outcomes.statement(
                agent_id=agent_id,
                consumer_id=consumer_id,
                since=since,
                until=until,
                timeout=timeout,
            )
        )

    def close(self) -> None:
        """Close the connection, and stop the sidecar if it is a private one."""
        self._channel.close()
        if self._sidecar is not None:
            self._sidecar.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _run(
        self,
        conversation: Conversation[T],
        perform: Callable[[Call | Pause], Any] | None = None,
    ) -> T:
        perform = perform or self._perform
        try:
            step = next(conversation)
            while True:
                outcome = perform(step)
                if isinstance(outcome, VerifydError):
                    step = conversation.throw(outcome)
                else:
                    step = conversation.send(outcome)
        except StopIteration as end:
            result: T = end.value
            return result

    def _perform(self, step: Call | Pause) -> Any:
        """The answer to a call, or its error."""
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        method = self._methods[step.method]
        try:
            return method(step.request, timeout=step.timeout, metadata=self._metadata)
        except grpc.RpcError as error:
            return from_call(error, self.address, step.request_id)
