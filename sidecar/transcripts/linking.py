"""Which call each tool result answers.

A result answers the one call with its id that nothing answered yet. Where a form has no ids, it
answers the oldest such call of its tool, and without a name the only open call. Where none of this
gives one call, the result stays without one: nothing is guessed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from sidecar.model.transcript import Message, ToolCall, ToolResult


def link_results(messages: Sequence[Message]) -> list[Message]:
    """The same messages: calls without an id get one, and results their calls' ids and tools."""
    unanswered = _Unanswered()
    linked = []
    for message in messages:
        calls = tuple(
            call if call.id else replace(call, id=f"m{message.index}-call-{place}")
            for place, call in enumerate(message.calls, 1)
        )
        unanswered.add(calls)
        results = tuple(_linked(result, unanswered.take(result)) for result in message.results)
        linked.append(replace(message, calls=calls, results=results))
    return linked


def find_calls(messages: Sequence[Message]) -> list[list[ToolCall | None]]:
    """The call of each result of each message, after ``link_results``."""
    unanswered = _Unanswered()
    found = []
    for message in messages:
        unanswered.add(message.calls)
        found.append([unanswered.take(result) for result in message.results])
    return found


def _linked(result: ToolResult, call: ToolCall | None) -> ToolResult:
    if call is None:
        return result
    return replace(result, call_id=call.id, tool=result.tool or call.tool)


class _Unanswered:
    """Calls that nothing answered yet, by id and by tool, each in its order."""

    def __init__(self) -> None:
        self._calls: dict[int, ToolCall] = {}
        self._by_id: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._by_tool: defaultdict[str, dict[int, None]] = defaultdict(dict)
        self._added = 0

    def add(self, calls: Sequence[ToolCall]) -> None:
        for call in calls:
            self._calls[self._added] = call
            self._by_id[call.id][self._added] = None
            self._by_tool[call.tool][self._added] = None
            self._added += 1

    def take(self, result: ToolResult) -> ToolCall | None:
        """The call that a result answers; it is answered then."""
        if result.call_id:
            fitting = self._by_id.get(result.call_id, {})
            place = _only(fitting)
        elif result.tool:
            place = next(iter(self._by_tool.get(result.tool, {})), None)
        else:
            place = _only(self._calls)
        if place is None:
            return None
        call = self._calls.pop(place)
        del self._by_id[call.id][place], self._by_tool[call.tool][place]
        return call


def _only(places: Collection[int]) -> int | None:
    """The place, where there is just one."""
    return min(places) if len(places) == 1 else None
