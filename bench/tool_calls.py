"""How many right tool calls are flagged, and how many made-up arguments are caught?

    python -m bench.tool_calls --data FILE [--rules FILE] [--half tune|report]
        [--beside PYTHON] [--show]

The file has conversations as OpenAI-compatible messages, one a line. Of a run with a ``reward``
that call is judged which was ``corrupted``, else every call, if the reward is 1; of one with
``tools`` the last call. ``--beside`` names a Python that has ``figured`` installed, which judges
the same calls by the same rules: a JSON list of tool, argument and allowed origins.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sidecar.model.transcript import Message, Role, ToolCall, ToolDefinition, ToolResult
from sidecar.transcripts.origins.judgement import JudgedArgument
from sidecar.transcripts.origins.judging import judge_call
from sidecar.transcripts.origins.rules import ToolRule

_ROLES = {role.value: role for role in Role}


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a conversation.

    Attributes:
        run: The id of the conversation.
        number: The place of the call among the run's calls.
        call: The call.
        before: The messages before it.
        tool: The tool, where it is known.
        path: The argument that was corrupted; "" in a right call.
        was: What stood there.
        kind: How it was corrupted, where that is known.
    """

    run: str
    number: int
    call: ToolCall
    before: list[Message]
    tool: ToolDefinition | None
    path: str
    was: str
    kind: str


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rules", type=Path, help="where values may come from")
    parser.add_argument("--half", choices=("tune", "report"), help="of the runs, by their ids")
    parser.add_argument("--beside", help="a Python interpreter that has figured")
    parser.add_argument("--show", action="store_true", help="print what is wrong")
    args = parser.parse_args()
    runs = [run for run in _read(args.data) if args.half in (None, _half(run["id"]))]
    cases = [case for run in runs for case in _cases(run)]
    listed = json.loads(args.rules.read_text("utf-8")) if args.rules else []
    rules = [ToolRule(tool, argument, tuple(origins)) for tool, argument, origins in listed]
    began = time.process_time()
    found = {
        (case.run, case.number): {
            one.path: one
            for one in judge_call(case.call, case.before, rules, definition=case.tool).problems
        }
        for case in cases
    }
    spent = time.process_time() - began
    _print("verifyd", cases, {key: set(paths) for key, paths in found.items()})
    _print_repairs(cases, found)
    print(f"{spent * 1000 / len(cases):.1f} ms of processor time a call")
    if args.show:
        _show(cases, found)
    if args.beside:
        _print("figured", cases, _ask_figured(args.beside, runs, cases, listed))
    return 0


def _judge(case: Case, rules: list[ToolRule]) -> dict[str, JudgedArgument]:
    return {
        one.path: one
        for one in judge_call(case.call, case.before, rules, definition=case.tool).problems
    }


def _read(path: Path) -> Iterator[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _half(run: str) -> str:
    """Which half a run is of: a corrupted run with the one that it is made of."""
    name = run.removesuffix("-corrupt")
    return "tune" if sha256(name.encode()).digest()[0] % 2 else "report"


def _cases(run: dict[str, Any]) -> Iterator[Case]:
    """The calls of a run that are known to be right or wrong."""
    corrupted = run.get("corrupted") or {}
    if not corrupted and run.get("reward", 1) != 1:
        return
    wrong = _path(corrupted.get("path", "")), str(corrupted.get("was", ""))
    kind = corrupted.get("kind", "")
    tools = {tool.name: tool for tool in map(_tool, run.get("tools", ()))}
    only = (corrupted.get("message"), corrupted.get("tool_call"))
    if "tools" in run:
        only = len(run["messages"]) - 1, 0
    messages: list[Message] = []
    number = 0
    for index, message in enumerate(run["messages"]):
        read = _message(index, message)
        for at, call in enumerate(read.calls):
            if only in ((None, None), (index, at)):
                before = [*messages]
                yield Case(run["id"], number, call, before, tools.get(call.tool), *wrong, kind)
            number += 1
        messages.append(read)


def _path(parts: str | list[str | int]) -> str:
    """A path as judgements have it, from a list of keys or from a JSON Pointer."""
    if isinstance(parts, str):
        parts = [int(part) if part.isdecimal() else part for part in parts.split("/")[1:]]
    written = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return written.removeprefix(".")


def _tool(tool: dict[str, Any]) -> ToolDefinition:
    function = tool["function"]
    return ToolDefinition(
        function["name"], function.get("description", ""), json.dumps(function["parameters"])
    )


def _message(index: int, message: dict[str, Any]) -> Message:
    calls = tuple(
        ToolCall(call["id"], call["function"]["name"], call["function"]["arguments"])
        for call in message.get("tool_calls") or ()
    )
    content, role = message.get("content") or "", _ROLES[message["role"]]
    text = content if isinstance(content, str) else "\n".join(part["text"] for part in content)
    if role is not Role.TOOL:
        return Message(index, "", role, text, calls)
    result = ToolResult(message["tool_call_id"], message.get("name") or "", text, failed=False)
    return Message(index, "", role, "", (), (result,))


def _print(name: str, cases: list[Case], flagged: dict[tuple[str, int], set[str]]) -> None:
    right = [case for case in cases if not case.path]
    wrong = [case for case in cases if case.path]
    alarms = sum(bool(flagged[case.run, case.number]) for case in right)
    caught = sum(case.path in flagged[case.run, case.number] for case in wrong)
    kinds = Counter(case.kind for case in wrong)
    missed = Counter(case.kind for case in wrong if case.path not in flagged[case.run, case.number])
    print(
        f"{name}: right calls flagged {alarms} of {len(right)} ({_share(alarms, right)}), "
        f"wrong arguments caught {caught} of {len(wrong)} ({_share(caught, wrong)})"
    )
    for kind in sorted(filter(None, kinds)):
        print(f"  {kind} {kinds[kind] - missed[kind]} of {kinds[kind]}")


def _share(count: int, cases: list[Case]) -> str:
    return f"{count / max(1, len(cases)):.1%}"


Found = dict[tuple[str, int], dict[str, JudgedArgument]]


def _print_repairs(cases: list[Case], found: Found) -> None:
    """How often the repair is what stood there."""
    caught = [
        (case, found[case.run, case.number][case.path])
        for case in cases
        if case.path in found[case.run, case.number] and case.path
    ]
    offered = [(case.was, one.repair) for case, one in caught if one.repair]
    right = sum(was == repair for was, repair in offered)
    print(f"repairs: {len(offered)} of {len(caught)} caught have one, {right} are the right value")


def _show(cases: list[Case], found: Found) -> None:
    """Print the right calls that are flagged, the wrong ones that are not, and wrong repairs."""
    for case in cases:
        problems = found[case.run, case.number]
        if not case.path:
            for one in problems.values():
                print(
                    f"flagged {case.run} {case.call.tool} {one.path} {one.kind.value} {one.value}"
                )
        elif case.path not in problems:
            print(f"missed {case.run} {case.call.tool} {case.path}, was {case.was}")
        elif problems[case.path].repair not in ("", case.was):
            print(f"repaired {case.path} {case.was} as {problems[case.path].repair}")


_FIGURED = """
import json, sys
from figured.agents import AgentPolicy, RunMonitor, events
rules = {f"{tool}.{argument}*": origins for tool, argument, origins in json.loads(sys.argv[1])}
policy = AgentPolicy.build(rules, pure_tools=("calculate",), ignore=("think.*",))
for line in sys.stdin:
    run = json.loads(line)
    monitor, flagged = RunMonitor(policy, tools=run.get("tools")), []
    for kind, event in events(run["messages"], None, "ignore"):
        if kind == "call":
            decision = monitor.before_call(event["name"], event["args"], event["id"])
            found = [check.where for check in decision.checks if check.status != "sourced"]
            flagged.append([where.partition(".")[2] for where in found])
        elif kind == "result":
            monitor.tool_result(event["name"], event["output"], event["id"])
        else:
            getattr(monitor, kind)(event["text"])
    print(json.dumps(flagged))
"""
"""What figured flags of each call before it is made; its paths have no indices."""


def _ask_figured(
    python: str, runs: list[dict[str, Any]], cases: list[Case], rules: list[Any]
) -> dict[tuple[str, int], set[str]]:
    lines = "\n".join(json.dumps(run) for run in runs)
    command = [python, "-c", _FIGURED, json.dumps(rules)]
    done = subprocess.run(command, input=lines, text=True, capture_output=True, check=True)
    calls = {
        run["id"]: json.loads(line)
        for run, line in zip(runs, done.stdout.splitlines(), strict=True)
    }
    return {
        (case.run, case.number): {
            case.path if where == re.sub(r"\[\d+\]", "[]", case.path) else where
            for where in calls[case.run][case.number]
        }
        for case in cases
    }


if __name__ == "__main__":
    sys.exit(main())
