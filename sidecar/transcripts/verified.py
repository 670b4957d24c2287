"""What was found in a message of a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sidecar.model.report import Report
from sidecar.model.text import Text
from sidecar.model.transcript import ToolCall
from sidecar.transcripts.choosing import ChosenMessage


@dataclass(frozen=True, slots=True)
class VerifiedCall:
    """What was found in a tool call.

    Attributes:
        message: The place of its message.
        call: The call.
        report: On its arguments.
    """

    message: int
    call: ToolCall
    report: Report

    @property
    def text(self) -> Text:
        """Its arguments, which the report is about."""
        return Text(self.call.arguments)

    @property
    def name(self) -> str:
        """What it is called for people: ``message 3, refund (call_1)``."""
        return name_call(self.message, self.call.tool, self.call.id)


@dataclass(frozen=True, slots=True)
class VerifiedMessage:
    """What was found in a message: at least one report.

    Attributes:
        chosen: The message.
        report: On its text; None where it has none.
        calls: On tool calls.
    """

    chosen: ChosenMessage
    report: Report | None
    calls: Sequence[VerifiedCall]

    @property
    def reports(self) -> list[Report]:
        """All reports."""
        text = [] if self.report is None else [self.report]
        return [*text, *(one.report for one in self.calls)]


def name_call(message: int, tool: str, call_id: str) -> str:
    """What a tool call is called for people."""
    call = f" ({call_id})" if call_id else ""
    return f"message {message}, {tool or 'unknown tool'}{call}"
