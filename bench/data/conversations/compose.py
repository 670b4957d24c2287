"""Compose ``conversations.jsonl.gz`` from the calls and answers in ``source``.

    python -m bench.data.conversations.compose

Queries run on the public tables; every number of an answer is written in braces, with the
arithmetic behind it where it is not a cell, and is refused if the data do not give it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.data.conversations import agents, first_calls, source_tables, tool_texts
from bench.data.conversations.first_calls import Call
from bench.data.conversations.numerals import Given, read_answer

HERE = Path(__file__).parent
_WITHOUT_DATA = {"!": "error", "0": "empty"}
_Line = tuple[str, str]  # mark and text
_Identified = tuple[str, Call]


def _sections(name: str) -> dict[str, list[_Line]]:
    """Lines of a source file by conversation."""
    sections: dict[str, list[_Line]] = {}
    for line in (HERE / "source" / name).read_text().splitlines():
        if line.startswith("@"):
            lines = sections[line[1:]] = []
        else:
            mark, _, rest = line.partition(" ")
            lines.append((mark.rstrip(":"), rest))
    return sections


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _query(connection: Any, sql: str) -> tool_texts.Rows:
    relation = connection.sql(sql)
    return tool_texts.Rows(tuple(relation.columns), tuple(relation.fetchall()))


class _Tools:
    """The tools of one conversation: they answer its calls and remember the results."""

    def __init__(self, agent: str, vary: int, lines: Sequence[_Line], connection: Any) -> None:
        self._agent, self._vary, self._connection = agent, vary, connection
        self._passage = {mark: text for mark, text in lines if mark in "PX"}
        self.results: list[tool_texts.Rows] = []

    def call(self, mark: str, text: str) -> Call:
        """The call that a line of the source is, answered."""
        before, _, after = text.partition(" :: ")
        arguments = agents.arguments_of(self._agent, before)
        tool = agents.tool_of(self._agent, arguments)
        if mark in _WITHOUT_DATA:
            return Call(tool, arguments, after.replace("\\n", "\n"), _WITHOUT_DATA[mark], 0)
        result = _query(self._connection, after or before)
        self.results.append(result)
        if mark == "s":
            found = tool_texts.passages(result, self._passage["P"], self._vary, self._passage["X"])
            return Call(tool, arguments, found, "text", len(result.rows))
        content = self._writer()(result, self._vary, arguments)
        return Call(tool, arguments, content, "data", len(result.rows))

    def _writer(self) -> tool_texts.Writer:
        if self._agent == "field":
            return tool_texts.csv_text if self._vary % 2 else tool_texts.json_rows
        return tool_texts.WRITERS[self._agent]


def _function(call_id: str, call: Call) -> dict[str, Any]:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": call.tool, "arguments": arguments},
    }


def _exchanges(calls: Sequence[_Identified], vary: int, remark: str) -> Iterator[dict[str, Any]]:
    """Calls of one turn and their results: one by one, or two good calls at once in some."""
    at_once = len(calls) == 2 and vary % 2 and all(call.holds == "data" for _, call in calls)
    for now in [calls] if at_once else [[call] for call in calls]:
        functions = [_function(call_id, call) for call_id, call in now]
        yield {"role": "assistant", "content": remark or None, "tool_calls": functions}
        for call_id, call in now:
            yield {"role": "tool", "tool_call_id": call_id, "content": call.content}
        remark = ""


def _turns(lines: Sequence[_Line], calls: int) -> Iterator[_Line]:
    """User, calls (how many) and answer lines; without a count all calls follow the question."""
    counted = any(mark == "T" for mark, _ in lines)
    for mark, text in lines:
        if mark in "UAT":
            yield mark, text
        if mark == "U" and not counted:
            yield "T", str(calls)


def _compose(
    name: str, asked: Sequence[_Line], lines: Sequence[_Line], connection: Any
) -> dict[str, Any]:
    agent, vary = name.rstrip("0123456789"), int(_hash(name)[:8], 16)
    tools = _Tools(agent, vary, lines, connection)
    answered = [tools.call(mark, text) for mark, text in asked]
    before = [
        *first_calls.looking_around(agent, vary),
        *first_calls.failing(agent, answered[0], vary),
    ]
    identified = [
        (f"call_{_hash(f'{name} {place}')[:24]}", call)
        for place, call in enumerate([*before, *answered])
    ]
    given = Given(tools.results)
    manner = agents.AGENTS[agent]
    messages: list[dict[str, Any]] = [{"role": "system", "content": manner.prompts[vary % 2]}]
    numbers: list[dict[str, Any]] = []
    done = 0
    for mark, text in _turns(lines, len(answered)):
        if mark == "U":
            messages.append({"role": "user", "content": text})
        elif mark == "T":
            upto = max(done, len(before)) + int(text)
            remark = "" if done else manner.remarks[vary % 3]
            messages += _exchanges(identified[done:upto], vary, remark)
            done = upto
        else:
            content, numbers = read_answer(text.replace("\\n", "\n"), given)
            messages.append({"role": "assistant", "content": content})
    results = [
        {"call_id": call_id, "holds": call.holds, "rows": call.rows} for call_id, call in identified
    ]
    return {
        "id": name,
        "agent": agent,
        "messages": messages,
        "numbers": numbers,
        "results": results,
    }


def main() -> None:
    """Write the file."""
    connection = source_tables.connect()
    asked, lines = _sections("calls.txt"), _sections("answers.txt")
    texts = [
        json.dumps(_compose(name, asked[name], lines[name], connection), ensure_ascii=False)
        for name in lines
    ]
    data = gzip.compress("\n".join([*texts, ""]).encode(), 9, mtime=0)
    (HERE / "conversations.jsonl.gz").write_bytes(data)


if __name__ == "__main__":
    main()
