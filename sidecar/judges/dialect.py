"""How a question is put to an endpoint, since not all of them know the same words.

An endpoint may refuse a parameter that others need, or take a schema and not follow it. A
``Dialect`` is one way to ask; what an endpoint refuses leads to the next. Anyone who asks remembers
the one that worked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from sidecar.judges.protocol import Question
from sidecar.judges.settings import JudgeSettings


class ObjectRequest(IntEnum):
    """How an object is asked for, the surest way first."""

    SCHEMA = 1
    """The endpoint lets the model write nothing but what the schema allows."""

    OBJECT = 2
    """The endpoint lets it write nothing but JSON; the prompt has the schema."""

    TEXT = 3
    """The prompt has the schema."""


_INSTRUCTION = (
    "Answer with one JSON object and nothing else: no explanation, no code fence. It follows this"
    " JSON Schema:\n"
)
_OPTIONAL = ("temperature", "seed", "top_logprobs", "logprobs")
_RIVALS = 5
"""Tokens whose likelihood is given beside the first one's."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to ask.

    Attributes:
        form: How an object is asked for.
        length: The parameter that bounds the answer.
        without: Parameters that the endpoint refuses.
    """

    form: ObjectRequest = ObjectRequest.SCHEMA
    length: str = "max_tokens"
    without: frozenset[str] = frozenset()

    def body(self, question: Question, settings: JudgeSettings) -> dict[str, Any]:
        """The request for an answer, but for the model's name."""
        most = min(settings.max_tokens, question.max_tokens or settings.max_tokens)
        body: dict[str, Any] = {"messages": self._messages(question), self.length: most}
        if settings.temperature is not None:
            body["temperature"] = settings.temperature
        if settings.seed is not None:
            body["seed"] = settings.seed
        if question.first_token:
            body |= {"logprobs": True, "top_logprobs": _RIVALS}
        if question.schema is not None and self.form != ObjectRequest.TEXT:
            body["response_format"] = _format(self.form, question.prompt, question.schema)
        return {name: value for name, value in body.items() if name not in self.without}

    def after_refusal(self, told: str, question: Question) -> Dialect | None:
        """The next way to ask an endpoint that refuses this one; None where there is none.

        Args:
            told: The name of the parameter that it refuses, or what it says.
            question: What was asked.
        """
        for name in _OPTIONAL:
            if name not in self.without and _names(told, name):
                gone = {"logprobs", "top_logprobs"} if "logprobs" in name else {name}
                return replace(self, without=self.without | gone)
        if _names(told, self.length) and self.length == "max_tokens":
            return replace(self, length="max_completion_tokens")
        return self.after_no_object(question)

    def after_no_object(self, question: Question) -> Dialect | None:
        """The next way to ask for an object; None where there is none."""
        if question.schema is None or self.form == ObjectRequest.TEXT:
            return None
        return replace(self, form=ObjectRequest(self.form + 1))

    def _messages(self, question: Question) -> list[dict[str, str]]:
        messages = [message._asdict() for message in question.messages]
        if question.schema is None or self.form == ObjectRequest.SCHEMA:
            return messages
        wanted = _INSTRUCTION + json.dumps(question.schema, ensure_ascii=False)
        if messages and messages[0]["role"] == "system":  # some templates take only one of them
            first = messages[0]["content"] + "\n\n" + wanted
            return [{"role": "system", "content": first}, *messages[1:]]
        return [{"role": "system", "content": wanted}, *messages]


def _format(form: ObjectRequest, name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    if form == ObjectRequest.OBJECT:
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": name, "strict": True, "schema": dict(schema)},
    }


def _names(told: str, parameter: str) -> bool:
    return re.search(rf"(?<![a-z_]){parameter}(?![a-z_])", told) is not None
