"""What was found in a message of a conversation, and in a tool call."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from verifyd.arguments import ArgumentValue
from verifyd.enums import Action, Decision
from verifyd.report import Report
from verifyd.v1 import transcript_service_pb2, verify_pb2


@dataclass(frozen=True)
class ToolCallResult:
    """What was found in a tool call. Make the call only where ``action`` is RELEASE.

    Attributes:
        tool: The name of the tool; empty where the server was to find the call.
        call_id: The id of the call; may be empty.
        report: The report, whose spans point into ``arguments_json``.
        message_index: The place of its message in the list; None for a call that was given.
    """

    tool: str
    call_id: str
    report: Report
    message_index: int | None = None

    @property
    def arguments_json(self) -> str:
        """The JSON text of the arguments."""
        return self.report.narrative

    @property
    def arguments(self) -> tuple[ArgumentValue, ...]:
        """The values of the arguments, in the order of the text."""
        return self.report.arguments

    @property
    def decision(self) -> Decision:
        """What the findings add up to."""
        return self.report.decision

    @property
    def action(self) -> Action:
        """Whether to make the call."""
        return self.report.action

    @property
    def ok(self) -> bool:
        """Whether the decision is PASS or WARN."""
        return self.report.ok

    def feedback(self) -> str:
        """What to send back to the model so that it corrects its call."""
        return self.report.feedback()


@dataclass(frozen=True, slots=True)
class ToolResultReading:
    """What was made of a tool result.

    Attributes:
        message_index: The place of its message in the list, from 0.
        call_id: The id of the call that it answers; may be empty.
        tool: The name of the tool; may be empty.
        query_ids: The query results that it became, as the report names them.
        source_ids: The sources that it became.
        unread: Why some of it could not be read as data; empty where nothing was left.
    """

    message_index: int
    call_id: str
    tool: str
    query_ids: tuple[str, ...]
    source_ids: tuple[str, ...]
    unread: str


@dataclass(frozen=True, eq=False)
class TranscriptResult:
    """What was found in a message of a conversation.

    Attributes:
        raw: The whole answer as it came; its spans count UTF-8 bytes.
    """

    raw: transcript_service_pb2.VerifyTranscriptResponse = field(repr=False)

    @property
    def decision(self) -> Decision:
        """The worst decision of text and tool calls; UNVERIFIED where the answer does not say."""
        return Decision(self.raw.decision)

    @property
    def action(self) -> Action:
        """What to do with the message; HOLD where the answer does not say, or gives no decision."""
        known = self.decision.value == self.raw.decision
        return Action(self.raw.action) if known else Action.HOLD

    @property
    def ok(self) -> bool:
        """Whether the decision is PASS or WARN."""
        return self.decision in (Decision.PASS, Decision.WARN)

    @property
    def narrative(self) -> str:
        """The text of the message."""
        return self.raw.narrative

    @property
    def message_index(self) -> int:
        """The place of the message in the list, from 0."""
        return self.raw.message_index

    @cached_property
    def report(self) -> Report | None:
        """What was found in the text; None where the message has none."""
        has_text = self.raw.HasField("response")
        return Report(self.raw.narrative, self.raw.response) if has_text else None

    @cached_property
    def tool_calls(self) -> tuple[ToolCallResult, ...]:
        """What was found in the tool calls."""
        return tuple(
            ToolCallResult(
                one.tool,
                one.call_id,
                Report(one.arguments_json, verify_pb2.VerifyResponse(report=one.report)),
                one.message_index,
            )
            for one in self.raw.tool_calls
        )

    @cached_property
    def results(self) -> tuple[ToolResultReading, ...]:
        """What was made of each tool result before the message, in their order."""
        return tuple(
            ToolResultReading(
                message_index=one.message_index,
                call_id=one.call_id,
                tool=one.tool,
                query_ids=tuple(one.query_ids),
                source_ids=tuple(one.source_ids),
                unread=one.unread,
            )
            for one in self.raw.results
        )

    @property
    def passed_over(self) -> dict[str, int]:
        """What was passed over in the messages, such as ``image``, counted."""
        return {one.reason: one.count for one in self.raw.passed_over}

    def feedback(self) -> str:
        """What to send back to the model; "" where nothing is wrong with text and tool calls."""
        text = [] if self.report is None else [self.report.feedback()]
        calls = [
            f"Call of {one.tool}: {said}" for one in self.tool_calls if (said := one.feedback())
        ]
        return "\n\n".join(filter(None, [*text, *calls]))

    def __str__(self) -> str:
        text = [] if self.report is None else [str(self.report)]
        return "\n".join([*text, *(f"{one.tool}: {one.report}" for one in self.tool_calls)])
