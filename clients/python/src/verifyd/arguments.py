"""The values of the arguments of a tool call, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from verifyd.enums import Verdict
from verifyd.results import Span


@dataclass(frozen=True, slots=True)
class ValueOrigin:
    """Where a value comes from.

    Attributes:
        kind: ``user``, ``system``, ``tool`` or ``computed``.
        message_index: The place of the message in the list, from 0.
        tool: The tool, for a result.
        call_id: The id of the tool call, for a result.
        location: The path in the result, the words of the message, or how it was computed.
    """

    kind: str
    message_index: int
    tool: str
    call_id: str
    location: str


@dataclass(frozen=True, slots=True)
class ArgumentValue:
    """A value of the arguments of a tool call.

    Attributes:
        path: Where it stands, such as ``passengers[0].name``.
        span: Its place in the JSON text of the arguments.
        text: The characters there.
        kind: What kind of value it is, such as ``id`` or ``amount``.
        verdict: What the conversation says about it; None where it was not judged.
        origin: Where it comes from, where that is known.
    """

    path: str
    span: Span
    text: str
    kind: str
    verdict: Verdict | None
    origin: ValueOrigin | None
