"""What webhooks of gateways have in common: a conversation, answers to it, and verdicts on them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from sidecar.server.call import RequestMalformed

Row = dict[str, JsonValue]
Id = Annotated[str, Field(max_length=256)]


class Body(BaseModel):
    """A body: unknown fields are passed over, since gateways add some; wrong types are refused."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


B = TypeVar("B", bound=Body)


class Conversation(NamedTuple):
    """The messages before an answer, as JSON text that takes little memory.

    Attributes:
        messages: The elements of a JSON array.
        tools: The same for the tools that the model may call.
    """

    messages: str = ""
    tools: str = ""

    def followed_by(self, message: Mapping[str, object]) -> str:
        """The messages and one more; in the body of a request where there are tools."""
        rows = ",".join(row for row in (self.messages, _dump([message])) if row)
        return f'{{"messages":[{rows}],"tools":[{self.tools}]}}' if self.tools else f"[{rows}]"


class Answer(NamedTuple):
    """What a model answered.

    Attributes:
        text: What it says.
        calls: The tool calls that it makes, in the form of OpenAI's chat completions.
    """

    text: str
    calls: Sequence[Row] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to verify."""
        return not self.text.strip() and not self.calls

    def message(self) -> Mapping[str, object]:
        """The message of the assistant."""
        calls = {"tool_calls": list(self.calls)} if self.calls else {}
        return {"role": "assistant", "content": self.text, **calls}


class Trace(NamedTuple):
    """What tells that two hooks are about the same call of a model.

    Attributes:
        scope: What the id is unique in, beside the tenant.
        id: The id; "" where there is none.
    """

    scope: str = ""
    id: str = ""


class Hook(NamedTuple):
    """A call of a webhook.

    Attributes:
        trace: What it is about, where the body says so.
        conversation: The messages before the answer, where the body has them.
        answers: What is verified; None before the model has answered.
    """

    trace: Trace
    conversation: Conversation | None
    answers: Sequence[Answer] | None


class Verdict(NamedTuple):
    """What is to become of an answer.

    Attributes:
        text: Of the answer.
        reason: Why it is held; "" where it is released.
        repaired: A text that may go out instead, where one is known.
    """

    text: str
    reason: str = ""
    repaired: str | None = None

    @property
    def is_released(self) -> bool:
        """Whether the text may go out as it is."""
        return not self.reason

    @property
    def is_repaired(self) -> bool:
        """Whether another text may go out instead."""
        return self.repaired is not None


def write_conversation(
    messages: Sequence[Mapping[str, object]], tools: Sequence[Mapping[str, object]] = ()
) -> Conversation:
    """A conversation of messages and tools."""
    return Conversation(_dump(messages), _dump(tools))


def read_body(model: type[B], data: bytes) -> B:
    """The body of a hook.

    Raises:
        RequestMalformed: If it is not JSON, or a field is missing or has a wrong type.
    """
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"])) or "the body"
        raise RequestMalformed(f"{where}: {first['msg']}") from None


def find_trace(headers: Mapping[str, str]) -> Trace:
    """What the headers say a hook is about: a request id, else the trace of a traceparent."""
    if request_id := headers.get("x-request-id"):
        return Trace("x-request-id", request_id)
    _, _, rest = headers.get("traceparent", "").partition("-")
    return Trace("traceparent", rest.partition("-")[0])


def join_reasons(verdicts: Sequence[Verdict]) -> str:
    """Why answers are held."""
    return "\n".join(verdict.reason for verdict in verdicts if verdict.reason)


def _dump(rows: Sequence[Mapping[str, object]]) -> str:
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))[1:-1]
