"""The forms that messages have over HTTP, as an OpenAPI document describes them."""

from __future__ import annotations

from typing import Any

from bench.contract import Contract


def describe_content(message: str, *, streams: bool) -> dict[str, Any]:
    """The forms of a message; in a stream each has a flag and its length before it."""
    name = message.removeprefix(".")
    if streams:
        framed = {"schema": {"type": "string", "description": f"Frames of `{name}`."}}
        return dict.fromkeys(("application/connect+json", "application/connect+proto"), framed)
    return {
        "application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}},
        "application/proto": {"schema": {"type": "string", "description": f"`{name}` in bytes."}},
    }


def describe_lines(message: str) -> dict[str, Any]:
    """The form of a stream of messages that needs no library."""
    name = message.removeprefix(".")
    text = {"type": "string", "description": f"Lines, each a `{name}` in JSON."}
    return {"application/x-ndjson": {"schema": text}}


def describe_events(contract: Contract, message: str) -> dict[str, Any]:
    """The same of messages that hold one of several parts each."""
    name = message.removeprefix(".")
    parts = [
        f"- `{field.json_name}`: `{field.type_name.removeprefix('.')}`"
        for field in contract.messages[name].field
    ]
    about = ["Events, each with a message in JSON as its data:", "", *parts]
    about.append("- `error`: an `Error`. Nothing comes after it.")
    return {"text/event-stream": {"schema": {"type": "string", "description": "\n".join(about)}}}
