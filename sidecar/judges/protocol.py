"""What is asked of a model, what comes back, and who can be asked.

A judge answers questions; it knows neither numbers nor claims. Judges are stacked: one that keeps
answers, or writes them down, stands before one that calls an endpoint, and all look the same.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple, Protocol

from sidecar.judges.errors import JudgeError
from sidecar.judges.spending import Allowance
from sidecar.model.cached import cached_property
from sidecar.model.digests import sha256_of_parts


class PromptMessage(NamedTuple):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Question:
    """What a model is asked.

    Attributes:
        prompt: Name of the prompt: letters, digits, "_" and "-", at most 64.
        version: Version of the prompt: another one makes another question.
        messages: The conversation.
        schema: JSON Schema of the answer, an object; None asks for text. Endpoints that enforce it
            want every property required and none beside them allowed.
        max_tokens: Longest answer, below that of the settings.
        first_token: Whether to tell how likely the first token and its rivals were.
    """

    prompt: str
    version: str
    messages: tuple[PromptMessage, ...]
    schema: Mapping[str, Any] | None = None
    max_tokens: int | None = None
    first_token: bool = False

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all of it, the same for equal questions."""
        asked = [
            self.prompt,
            self.version,
            self.messages,
            self.schema,
            self.max_tokens,
            self.first_token,
        ]
        return sha256_of_parts([json.dumps(asked).encode()])


class TokenUsage(NamedTuple):
    """How many tokens a call took.

    Attributes:
        estimated: Whether the endpoint did not say, so that each byte is counted as one.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: bool = False


_NO_USAGE = TokenUsage()


@dataclass(frozen=True)
class ModelAnswer:
    """What a model answered.

    Attributes:
        text: JSON of an object where the question has a schema, which it need not follow: anyone
            who reads it trusts nothing in it. Else what the model wrote.
        model: The model, as it was asked for.
        usage: What the call took that gave it.
        first_token: By token, the logarithm of how likely it was to come first; empty where the
            question does not ask, or the endpoint does not tell.
        kept: Whether it comes from a cache or a recording, so that it cost nothing now.
    """

    text: str
    model: str
    usage: TokenUsage = _NO_USAGE
    first_token: Mapping[str, float] = field(default_factory=dict)
    kept: bool = False

    def json(self) -> dict[str, Any]:
        """The object of the answer, made anew, where the question has a schema."""
        found: dict[str, Any] = json.loads(self.text)
        return found


class Judge(Protocol):
    """Answers questions."""

    async def ask(self, question: Question, allowance: Allowance) -> ModelAnswer:
        """Answer a question.

        Cancelling it ends the call.

        Args:
            question: What is asked.
            allowance: What the request may take: its deadline, tokens and money.

        Raises:
            JudgeError: If there is no answer.
        """
        ...


async def ask_all(
    judge: Judge, questions: Sequence[Question], allowance: Allowance
) -> list[ModelAnswer | JudgeError]:
    """The answer to each question, or why it has none; they are asked side by side."""

    async def outcome(question: Question) -> ModelAnswer | JudgeError:
        try:
            return await judge.ask(question, allowance)
        except JudgeError as error:
            return error

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(outcome(question)) for question in questions]
    return [task.result() for task in tasks]


# What prompts have in common: rules from a file, and the schema of a list of answers.


@cache
def read_rules(package: str, version: str) -> str:
    """The rules of a prompt, from the folder ``prompts`` of a package."""
    return resources.files(package).joinpath("prompts", f"{version}.md").read_text("utf-8")


def list_schema(name: str, properties: Mapping[str, object], most: int) -> Mapping[str, object]:
    """A JSON Schema of an object that is one list of objects, each with all properties.

    Bound the strings, too: small models never end those that have no bound.

    Args:
        name: Of the list.
        properties: Of each object in it, by name.
        most: How many there may be.
    """
    entry = {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {name: {"type": "array", "items": entry, "maxItems": most}},
        "required": [name],
        "additionalProperties": False,
    }
