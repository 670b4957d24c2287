"""The message of a conversation that is verified, with its evidence and its tool calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import Any, ClassVar

from sidecar.errors import VerifydError
from sidecar.model.transcript import Message, Role, ToolCall, Transcript
from sidecar.transcripts.errors import TranscriptTooLarge
from sidecar.transcripts.origins.rules import ToolRule
from sidecar.transcripts.pending import PendingCall
from sidecar.transcripts.results.gathering import Gathered, gather
from sidecar.transcripts.results.parts import ExtractedSource, ExtractedTable, Unread

MAX_CALLS = 200
"""Tool calls of one request."""


class TranscriptMessageUnknown(VerifydError):
    """A conversation has no such message of the assistant."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TRANSCRIPT_MESSAGE_UNKNOWN"


class CallScope(Enum):
    """Which tool calls are verified: those of the message, all up to it, or none."""

    MESSAGE = "message"
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class ResultReading:
    """What was made of a tool result.

    Attributes:
        message: The place of the message that brought it.
        call_id: The call that it answers; empty where it is unknown.
        tool: The name of the tool; empty where it is unknown.
        query_ids: The query results that it became.
        source_ids: The sources that it became.
        unread: Why some of it is no evidence; empty where nothing was left.
    """

    message: int
    call_id: str
    tool: str
    query_ids: tuple[str, ...]
    source_ids: tuple[str, ...]
    unread: str


@dataclass(frozen=True, slots=True)
class ChosenMessage:
    """A message of a conversation that is verified.

    Attributes:
        transcript: The conversation.
        place: Of the message among those that were read.
        gathered: What the tools had returned until then.
    """

    transcript: Transcript
    place: int
    gathered: Gathered

    @property
    def message(self) -> Message:
        """The message."""
        return self.transcript.messages[self.place]

    @property
    def premises(self) -> list[str]:
        """What was said before it: words are no evidence."""
        return list_premises(self.transcript.messages[: self.place])

    def readings(self) -> Iterator[ResultReading]:
        """What was made of each tool result, in the order of the conversation.

        Of results of one message with the same id, the first has it all.
        """
        found = self.gathered
        tables = _group((_place(one), one.query_id) for one in found.tables)
        sources = _group((_place(one), one.id) for one in found.sources)
        unread = _group((_place(one), one.reason) for one in found.unread)
        for message in self.transcript.messages[: self.place + 1]:
            for result in message.results:
                here = message.index, result.call_id
                yield ResultReading(
                    message.index,
                    result.call_id,
                    result.tool,
                    tuple(tables.pop(here, ())),
                    tuple(sources.pop(here, ())),
                    "; ".join(unread.pop(here, ())),
                )

    def list_calls(
        self, scope: CallScope, rules: Sequence[ToolRule]
    ) -> list[tuple[Message, PendingCall]]:
        """The tool calls that are verified, each with its message.

        Args:
            scope: Which.
            rules: Where values may come from.

        Raises:
            TranscriptTooLarge: If there are too many.
            TranscriptMessageUnknown: If there is none, and no text either.
        """
        first = {CallScope.MESSAGE: self.place, CallScope.ALL: 0, CallScope.NONE: self.place + 1}
        messages = self.transcript.messages
        calls = [
            (messages[at], pending)
            for at in range(first[scope], self.place + 1)
            for pending in self._pending(at, rules)
        ]
        if len(calls) > MAX_CALLS:
            raise TranscriptTooLarge("max_tool_calls", len(calls), MAX_CALLS)
        if not calls and not self.message.text.strip():
            index = self.message.index
            problem = f"message {index} has no text, and its tool calls are not to be verified"
            raise TranscriptMessageUnknown(problem, index=index)
        return calls

    def _pending(self, at: int, rules: Sequence[ToolRule]) -> Iterator[PendingCall]:
        """The calls of a message, for which the messages before it are read once."""
        read: dict[date | None, Any] = {}
        for call in self.transcript.messages[at].calls:
            yield replace(make_pending(self.transcript, call, at, rules), read=read)


def choose_message(transcript: Transcript, index: int | None) -> ChosenMessage:
    """The message that is verified.

    Args:
        transcript: The conversation.
        index: Its place in the list that was given; None for the last one of the assistant.

    Raises:
        TranscriptMessageUnknown: If the assistant has no such message.
        TranscriptTooLarge: If the tools returned too much.
    """
    for place in reversed(range(len(transcript.messages))):
        message = transcript.messages[place]
        first = transcript.messages[place - 1].index + 1 if place else 0
        if message.role is not Role.ASSISTANT:
            continue
        if index is not None and not first <= index <= message.index:
            continue
        if not message.text.strip() and not message.calls:
            break  # no other message is verified in its place
        return ChosenMessage(transcript, place, gather(transcript, message.index))
    where = "" if index is None else f" at {index}"
    raise TranscriptMessageUnknown(
        f"the conversation has no message of the assistant{where} with text or tool calls",
        **({} if index is None else {"index": index}),
    )


def list_premises(messages: Sequence[Message]) -> list[str]:
    """What some messages say."""
    return [message.text for message in messages if message.text]


def make_pending(
    transcript: Transcript,
    call: ToolCall,
    before: int,
    rules: Sequence[ToolRule],
    today: date | None = None,
) -> PendingCall:
    """A call that is about to be made, after so many messages."""
    definition = next((tool for tool in transcript.tools if tool.name == call.tool), None)
    made = ToolCall(call.id, call.tool, call.arguments if call.arguments.strip() else "{}")
    return PendingCall(made, transcript.messages[:before], tuple(rules), today, definition)


def _group(parts: Iterable[tuple[tuple[int, str], str]]) -> dict[tuple[int, str], list[str]]:
    """What belongs to each result."""
    groups: dict[tuple[int, str], list[str]] = {}
    for place, name in parts:
        groups.setdefault(place, []).append(name)
    return groups


def _place(part: ExtractedTable | ExtractedSource | Unread) -> tuple[int, str]:
    return part.message, part.call_id
