"""What may support a value: the words of the user and of the system, and the values of results.

A result is read value by value where it is JSON. What the assistant said is left out, and so is
what a tool only repeats from the arguments of its call: neither adds anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sidecar.model.text import Text
from sidecar.model.transcript import Message, Role, ToolCall, ToolResult
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import Path, format_path, read_leaves

_SPEAKERS = {Role.USER: "user", Role.SYSTEM: "system"}


@dataclass(frozen=True, slots=True)
class Passage:
    """One text or value.

    Attributes:
        source: "user", "system" or "tool:NAME".
        message: The index of its message.
        call: The call that returned it, if it is of a result.
        path: Where it stands in the JSON of the result.
        string: What it says.
        whole: The text that it stands in.
        place: Its code points there.
        is_number: Whether it is a JSON number.
        is_key: Whether it is the key of a JSON object.
    """

    source: str
    message: int
    call: ToolCall | None
    path: Path
    string: str
    whole: Text
    place: tuple[int, int]
    is_number: bool = False
    is_key: bool = False

    @property
    def is_value(self) -> bool:
        """Whether it is a value of a JSON result, and no prose."""
        return bool(self.path)

    def origin(self, start: int, end: int, how: str = "") -> Origin:
        """The place of some of its code points."""
        first = self.place[0]
        whole = self.place if self.is_value else (first + start, first + end)
        call_id = self.call.id if self.call else ""
        path = format_path(self.path)
        return Origin(self.source, self.message, call_id, path, self.whole.span(*whole), how)


def read_passages(before: Iterable[Message]) -> Iterator[Passage]:
    """What supports values, in the order of the conversation."""
    calls: dict[str, ToolCall] = {}
    latest: dict[str, ToolCall] = {}
    for message in before:
        for call in message.calls:
            calls[call.id] = latest[call.tool] = latest[""] = call
        if message.text and message.role in _SPEAKERS:
            text = Text(message.text)
            place = (0, len(message.text))
            source = _SPEAKERS[message.role]
            yield Passage(source, message.index, None, (), message.text, text, place)
        for result in message.results:
            answered = calls.get(result.call_id) or latest.get(result.tool)
            yield from _read_result(message.index, result, answered)


def _read_result(message: int, result: ToolResult, call: ToolCall | None) -> Iterator[Passage]:
    """The values of a result, or its text."""
    source = f"tool:{result.tool or (call.tool if call else '')}"
    call = call or ToolCall(result.call_id, result.tool, "{}")
    text = Text(result.content)
    leaves = read_leaves(result.content, keys=True)
    if leaves is None or (len(leaves) == 1 and not leaves[0].path):
        place = (0, len(result.content))
        yield Passage(source, message, call, (), result.content, text, place)
        return
    for leaf in leaves:
        if leaf.value and not leaf.is_constant:
            place = (leaf.start, leaf.end)
            yield Passage(
                source,
                message,
                call,
                leaf.path,
                leaf.value,
                text,
                place,
                leaf.is_number,
                leaf.is_key,
            )


def is_scalar(passage: Passage) -> bool:
    """Whether a result is one number and nothing else, as a calculator returns it."""
    try:
        float(passage.string)
    except ValueError:
        return False
    return passage.call is not None and not passage.path
