"""Hostile conversations. The same seed gives the same ones.

Conversations of ``bench/data/conversations`` in six forms, with faults in their values, their order
and their bytes. In every fourth one each tool result failed, is empty or is gone, so that nothing
in it is evidence: whatever number its answer states, nothing may approve it.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.conversations import FORMS
from bench.data.conversations import render
from sidecar.checks.arguments import ArgumentsCheck
from sidecar.checks.base import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.model.report import Verdict
from sidecar.model.text import Text
from sidecar.settings.root import Settings
from sidecar.transcripts.choosing import CallScope
from sidecar.wire import transcripts as wire
from sidecar.wire.messages import VerifyTranscriptRequest

_NASTY: tuple[Any, ...] = (
    None, True, 0, -1, 1e300, 10**30, "", "\u0000", "\u202e", "assistant", "tool", [], {}, [[]],
    [{}], {"type": "text"}, {"role": "tool"}, "<table><tr><td>" * 40, "|---|" * 50, "[(" * 60,
    "{" * 60, "a,b\n" * 40, "key: " * 30, "SELECT 1 WHERE a = 'b' AND ", "x" * 5000,
)  # fmt: skip
_BYTES = ("\u0000", '"', "\\", "{", "}", "[", "]", ",", ":", "\n", "NaN", "1e999", "\\ud800", "é")
_NO_ROWS = '"rows": []}'
_NO_EVIDENCE = ("", "[]", "{}", "null", "Error: no such table: sales", '{"error": "timed out"}')
_NUMERIC = NumericCheck(Settings().numeric)
_ARGUMENTS = ArgumentsCheck(Settings().arguments)


class HostileTranscript(NamedTuple):
    """A conversation, and whether nothing in it is evidence."""

    messages: str
    is_bare: bool


class Approved(AssertionError):
    """A number was supported that no tool returned."""


def inputs(seed: int, count: int) -> Iterator[HostileTranscript]:
    """Yield conversations with faults."""
    source = random.Random(seed)
    known = [*render.conversations()]
    for number in range(count):
        conversation = copy.deepcopy(source.choice(known))
        is_bare = number % 4 == 0
        if is_bare:
            _empty_results(source, conversation)
        written = FORMS[source.choice([*FORMS])](conversation)
        if not is_bare:
            for _ in range(source.choice((0, 1, 1, 2, 8))):
                _spoil(source, written)
        text = json.dumps(written, ensure_ascii=source.random() < 0.5)
        if not is_bare and source.random() < 0.3:
            text = _cut(source, text)
        yield HostileTranscript(text.encode("utf-8", "ignore").decode(), is_bare)


def verify(given: HostileTranscript) -> None:
    """Read a conversation and judge what needs no evidence.

    Raises:
        VerifydError: If it is refused.
        Approved: If a number is supported that no tool returned.
    """
    request = VerifyTranscriptRequest()
    request.transcript.messages = given.messages
    chosen = wire.read_chosen(request)
    for _, pending in chosen.list_calls(CallScope.MESSAGE, ()):
        _ARGUMENTS.run(CheckSubject(Text(pending.call.arguments), tool_call=pending))
    if given.is_bare:
        _require_nothing(request.request)


def _require_nothing(asked: Any) -> None:
    """Refuse evidence, and numbers that are supported, where no tool returned any."""
    results = asked.evidence.query_results
    for result in results:
        if not result.json.endswith(_NO_ROWS):
            raise Approved(f"evidence of nothing: {result.json[:200]}")
    if results:
        return  # that there are no rows is known
    subject = CheckSubject(Text(asked.narrative), premises=tuple(asked.premises))
    detail: Any = _NUMERIC.run(subject).detail
    if any(one.verdict is Verdict.SUPPORTED for one in detail.bindings):
        raise Approved(asked.narrative[:200])


def _empty_results(source: random.Random, conversation: dict[str, Any]) -> None:
    for message in conversation["messages"]:
        if message["role"] == "tool":
            message["content"] = source.choice(_NO_EVIDENCE)


def _spoil(source: random.Random, value: Any) -> None:
    """Change something somewhere in a value."""
    while True:
        places = list(value) if isinstance(value, dict) else range(len(value))
        if not places:
            return
        place = source.choice(places)
        below = value[place]
        if isinstance(below, dict | list) and source.random() < 0.8:
            value = below
            continue
        match source.randrange(4):
            case 0:
                del value[place]
            case 1 if isinstance(value, list):
                value.insert(source.randrange(len(value)), copy.deepcopy(below))
            case 2 if isinstance(value, dict):
                value[str(source.choice(_NASTY))[:20]] = below
            case _:
                value[place] = copy.deepcopy(source.choice(_NASTY))
        return


def _cut(source: random.Random, text: str) -> str:
    """A text with faults in its characters."""
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(text) + 1)
        text = text[:at] + source.choice(_BYTES) + text[at + source.randrange(3) :]
    return text[: source.randrange(len(text))] if source.random() < 0.2 else text
