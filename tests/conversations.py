"""Conversations for tests, and what is judged in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

from sidecar.model.transcript import Message, Role, ToolCall, ToolDefinition, ToolResult
from sidecar.transcripts.origins.judgement import JudgedArgument
from sidecar.transcripts.origins.judging import judge_call
from sidecar.transcripts.origins.rules import ToolRule


class Talk:
    """A conversation that a test writes message by message."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def system(self, text: str) -> Talk:
        """Add what the system says."""
        return self._say(Role.SYSTEM, text)

    def user(self, text: str) -> Talk:
        """Add what the user says."""
        return self._say(Role.USER, text)

    def assistant(self, text: str) -> Talk:
        """Add what the assistant says."""
        return self._say(Role.ASSISTANT, text)

    def tool(self, tool: str, arguments: object, content: object) -> Talk:
        """Add a call and its result."""
        index = len(self.messages)
        call = ToolCall(f"call_{index}", tool, json.dumps(arguments))
        written = content if isinstance(content, str) else json.dumps(content)
        result = ToolResult(call.id, tool, written, failed=False)
        self.messages.append(Message(index, "", Role.ASSISTANT, "", (call,)))
        self.messages.append(Message(index + 1, "", Role.TOOL, "", (), (result,)))
        return self

    def judge(
        self,
        arguments: object,
        rules: Sequence[ToolRule] = (),
        *,
        today: date | None = None,
        schema: dict[str, Any] | None = None,
    ) -> dict[str, JudgedArgument]:
        """What is found out about a call with such arguments, by path."""
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        tool = ToolDefinition("act", "", json.dumps(schema)) if schema else None
        call = ToolCall("now", "act", written)
        judged = judge_call(call, self.messages, rules, today=today, definition=tool)
        return {one.path: one for one in judged.arguments}

    def problem(self, key: str, value: object, **rest: Any) -> str:
        """The code of what is wrong with one argument, or ""."""
        found = self.judge({key: value}, **rest)[key].problem
        return found.value if found else ""

    def _say(self, role: Role, text: str) -> Talk:
        self.messages.append(Message(len(self.messages), "", role, text))
        return self
