"""Cases of conversations as data: what is found in a message and in its tool calls.

A file of ``tests/cases/transcripts`` holds cases that share the beginning of a conversation::

    description: one sentence
    settings: {...}            # of the server, where they differ from the shipped ones
    before: [...]              # the first messages, in any form
    cases:
      - name: a_number_of_the_question
        messages: [...]        # the other messages; or all of them, as text
        request: {...}         # the rest of a ``VerifyTranscriptRequest``; may be left out
        want: {decision, action, message_index, report, tool_calls, results, passed_over, error}

``report`` is what other cases want of a report; null where the message has no text. ``tool_calls``
is a list of the same with ``message_index``, ``call_id`` and ``tool``. ``results`` and
``passed_over`` are those of the response, in protobuf's JSON mapping. Only the keys that are named
are compared.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from case_files import Refusal, compare, describe
from google.protobuf.json_format import MessageToDict, ParseDict
from verifyd.v1 import report_pb2
from verifyd.v1 import transcript_service_pb2 as pb

from bench import yaml_file

FOLDER = Path(__file__).parent / "cases" / "transcripts"


class TranscriptCase(NamedTuple):
    """One case of one file."""

    id: str
    settings: Mapping[str, Any]
    request: pb.VerifyTranscriptRequest
    want: Mapping[str, Any]


@functools.cache
def load() -> Sequence[TranscriptCase]:
    """Every case of every file."""
    return tuple(_load())


def _load() -> Iterator[TranscriptCase]:
    for path in sorted(FOLDER.glob("*.yaml")):
        content = yaml_file.read(path)
        for case in content["cases"]:
            request = ParseDict(case.get("request", {}), pb.VerifyTranscriptRequest())
            messages = case["messages"]
            if not isinstance(messages, str):
                messages = json.dumps(_join(content.get("before", []), messages))
            request.transcript.messages = messages
            name = f"transcripts/{path.stem}/{case['name']}"
            yield TranscriptCase(name, content.get("settings", {}), request, case["want"])


def _join(before: Any, messages: Any) -> Any:
    """All messages; a body keeps what stands beside its list."""
    if isinstance(messages, Mapping):
        return {**messages, "messages": [*before, *messages["messages"]]}
    return [*before, *messages]


def differences(case: TranscriptCase, got: pb.VerifyTranscriptResponse | Refusal) -> list[str]:
    """Where an answer is not what the case wants; empty where it is."""
    wanted = case.want.get("error")
    if isinstance(got, Refusal) or wanted is not None:
        refused = got._asdict() if isinstance(got, Refusal) else {}
        return compare("error", wanted or {"code": "none"}, refused)
    seen = _describe(got)
    return [line for key, want in case.want.items() for line in compare(key, want, seen[key])]


def _describe(got: pb.VerifyTranscriptResponse) -> dict[str, Any]:
    """An answer in the words of the cases."""
    report = describe(got.narrative, got.response.report) if got.HasField("response") else None
    return {
        "decision": report_pb2.Decision.Name(got.decision).removeprefix("DECISION_"),
        "action": report_pb2.Action.Name(got.action).removeprefix("ACTION_"),
        "message_index": got.message_index,
        "report": report,
        "tool_calls": [
            {
                "message_index": one.message_index,
                "call_id": one.call_id,
                "tool": one.tool,
                **describe(one.arguments_json, one.report),
            }
            for one in got.tool_calls
        ],
        "results": [MessageToDict(one) for one in got.results],
        "passed_over": [MessageToDict(one) for one in got.passed_over],
    }
