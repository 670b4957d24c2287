"""OpenAI's responses: the conversation of a request, and what the items of an answer say.

A stream of them is verified as a whole and then written anew, in few events, so that nothing is
passed on that the last event, which is what was verified, does not hold.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from verifyd import TranscriptForm

from sidecar.proxy import events
from sidecar.proxy.conversation import (
    NOT_MADE,
    NOTICE,
    Conversation,
    Fields,
    Said,
    read_object,
    select_tools,
    unreadable,
    without_media,
)
from sidecar.proxy.errors import ProxyError
from sidecar.proxy.verdict import Verdict

_CALLS: Final = ("function_call", "custom_tool_call")
_PASSED: Final = frozenset(
    (
        *("reasoning", "web_search_call", "file_search_call", "code_interpreter_call"),
        *("mcp_list_tools", "mcp_call"),
    )
)
"""Items that are no part of the answer: what the model thought, and what the API itself did."""

_ENVELOPE: Final = (
    *("id", "object", "created_at", "completed_at", "model", "usage", "service_tier", "metadata"),
    *("instructions", "tools", "tool_choice", "parallel_tool_calls", "temperature", "top_p"),
    *("max_output_tokens", "previous_response_id", "text", "truncation", "user", "store", "error"),
)
"""Fields of a response that say nothing of what the model wrote."""

_LAST: Final = {f"response.{status}" for status in ("completed", "incomplete", "failed")}


class Responses:
    """Reads a request, and the answers to it.

    Args:
        data: The body of the request.

    Raises:
        ProxyError: If its conversation cannot be read.
    """

    def __init__(self, data: bytes) -> None:
        body = read_object(data)
        given = body.get("input") if body else None
        if body is None or not isinstance(given, str | list):
            raise ProxyError(400, "request_unreadable", "the body is no JSON object with an input")
        self.body = body
        self.items = [{"role": "user", "content": given}] if isinstance(given, str) else given
        system = _text(body, "instructions")
        said = [{"role": "system", "content": system}] if system else []
        kinds = {str(item.get("type")) for item in self.items if isinstance(item, dict)}
        self.conversation = Conversation(
            [*said, *without_media(self.items)],
            TranscriptForm.OPENAI_RESPONSES,
            select_tools(body.get("tools")),
            has_evidence=any(kind.endswith("_output") for kind in kinds),
        )

    @property
    def wants_json(self) -> bool:
        """Whether the answer is read by a program, which a note would be in the way of."""
        text = self.body.get("text")
        form = text.get("format") if isinstance(text, dict) else None
        return isinstance(form, dict) and form.get("type") != "text"

    def read(self, data: bytes) -> ResponseAnswer:
        """An answer in one piece.

        Raises:
            ProxyError: If it is none.
        """
        return ResponseAnswer(self, _check(read_object(data)), data)

    async def read_stream(self, pieces: AsyncIterator[bytes]) -> ResponseAnswer:
        """An answer in events: the last of them has all of it.

        Raises:
            ProxyError: If it is none.
        """
        async for arrived in events.read_events(pieces):
            for event in arrived:
                if event.get("type") in _LAST:
                    return ResponseAnswer(self, _check(event.get("response")), b"")
        raise unreadable("the stream ends before its end")


def _check(response: Any) -> Fields:
    items = response.get("output") if isinstance(response, dict) else None
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise unreadable("its answer is no response")
    found: Fields = response
    return found


@dataclass(frozen=True, slots=True)
class ResponseAnswer:
    """A response.

    Attributes:
        asked: What it answers.
        fields: Of it.
        data: Its body as it came; empty where it came in events.
    """

    asked: Responses
    fields: Fields
    data: bytes

    @property
    def said(self) -> Sequence[Said]:
        """What it says: one alternative."""
        texts, calls, unknown = [], [], set()
        for item in self.fields["output"]:
            kind = item.get("type")
            if kind == "message":
                for part in _parts(item):
                    text = _text(part, "text") or _text(part, "refusal")
                    texts.append(text)
                    if part.get("type") not in ("output_text", "refusal"):
                        unknown.add(str(part.get("type")))
            elif kind in _CALLS:
                calls.append(item)
            elif kind not in _PASSED:
                unknown.add(str(kind))
        return [Said("\n\n".join(filter(None, texts)), calls, sorted(unknown))]

    def asked_again(self, verdict: Verdict) -> bytes:
        """The request with the answer, and what is wrong with it, in its conversation."""
        output = self.fields["output"]
        said = [
            {"type": f"{item['type']}_output", "call_id": item.get("call_id"), "output": NOT_MADE}
            for item in output
            if item.get("type") in _CALLS
        ]
        more = [*output, *said, {"role": "user", "content": verdict.feedback}]
        return json.dumps({**self.asked.body, "input": [*self.asked.items, *more]}).encode()

    def write(self, verdicts: Sequence[Verdict], *, annotates: bool) -> bytes:
        """The body that goes out: as it came where it is released."""
        (verdict,) = verdicts
        if verdict.released and self.data:
            return self.data
        fields = self.fields
        if not verdict.released:
            fields = {name: self.fields[name] for name in _ENVELOPE if name in self.fields}
            fields |= self._replace(verdict, annotates=annotates)
        fields = {**fields, "verifyd": verdict.write()}
        return json.dumps(fields).encode() if self.data else b"".join(_as_events(fields))

    def _replace(self, verdict: Verdict, *, annotates: bool) -> Fields:
        """Output and status of a response that is held."""
        if annotates and verdict.can_be_annotated:
            note = "" if self.asked.wants_json else verdict.note()
            output = list(self.fields["output"])
            messages = [at for at, item in enumerate(output) if item.get("type") == "message"]
            if messages and note:
                last = output[messages[-1]]
                content = [*last["content"], _make_text(note)]
                output[messages[-1]] = {**last, "content": content}
            return {"output": output, "status": self.fields.get("status")}
        notice = {
            "id": "msg_verifyd",
            "type": "message",
            "role": "assistant",
            "status": "incomplete",
            "content": [_make_text(NOTICE)],
        }
        why = {"reason": "content_filter"}
        return {"output": [notice], "status": "incomplete", "incomplete_details": why}


def _make_text(text: str) -> Fields:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _text(fields: Fields, name: str) -> str:
    given = fields.get(name)
    return given if isinstance(given, str) else ""


def _parts(item: Fields) -> list[Fields]:
    content = item.get("content")
    if not isinstance(content, list) or not all(isinstance(part, dict) for part in content):
        raise unreadable("a message of its answer has no parts")
    return content


def _as_events(response: Fields) -> Iterator[bytes]:
    """A response as a stream."""
    for number, event in enumerate(_list_events(response)):
        written = {**event, "sequence_number": number}
        yield f"event: {event['type']}\n".encode() + events.write_event(written)


def _list_events(response: Fields) -> Iterator[Fields]:
    begun = {**response, "status": "in_progress", "output": [], "usage": None}
    begun.pop("verifyd", None)
    yield {"type": "response.created", "response": begun}
    yield {"type": "response.in_progress", "response": begun}
    for at, item in enumerate(response["output"]):
        here = {"output_index": at, "item_id": item.get("id")}
        empty: Fields = {name: "" for name in ("arguments", "input") if name in item}
        if item.get("type") == "message":
            empty["content"] = []
        added = {**item, **empty, "status": "in_progress"} if empty else item
        yield {"type": "response.output_item.added", "output_index": at, "item": added}
        for place, part in enumerate(_parts(item)) if item.get("type") == "message" else ():
            yield from _list_part({**here, "content_index": place}, part)
        if item.get("type") == "function_call":
            arguments = item.get("arguments", "")
            about = "response.function_call_arguments"
            yield {"type": f"{about}.delta", **here, "delta": arguments}
            yield {"type": f"{about}.done", **here, "arguments": arguments}
        yield {"type": "response.output_item.done", "output_index": at, "item": item}
    status = response.get("status")
    last = f"response.{status}" if f"response.{status}" in _LAST else "response.completed"
    yield {"type": last, "response": response}


def _list_part(here: Fields, part: Fields) -> Iterator[Fields]:
    """The events of a part of a message."""
    kind = part.get("type")
    name = "refusal" if kind == "refusal" else "text"
    about = f"response.{kind}"
    yield {"type": "response.content_part.added", **here, "part": {**part, name: ""}}
    yield {"type": f"{about}.delta", **here, "delta": part.get(name), "logprobs": []}
    yield {"type": f"{about}.done", **here, name: part.get(name), "logprobs": []}
    yield {"type": "response.content_part.done", **here, "part": part}
