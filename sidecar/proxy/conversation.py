"""What an answer is judged against, and what of it is judged, whichever API it comes from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from verifyd import TranscriptForm

from sidecar.proxy.errors import ProxyError

NOTICE: Final = "This answer was withheld: it could not be verified."
REST_NOTICE: Final = "\n\n[The rest was withheld: this answer could not be verified.]"
NOT_MADE: Final = "The call was not made."

_MEDIA: Final = frozenset(
    ("image_url", "input_audio", "file", "input_image", "input_file", "image", "audio")
)

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation that is answered.

    Attributes:
        messages: All of it, without images and sounds: they are large and no evidence.
        form: Of the messages.
        tools: The tools that the agent has.
        has_evidence: Whether one of them has returned anything.
    """

    messages: Sequence[Any]
    form: TranscriptForm
    tools: Sequence[Fields]
    has_evidence: bool


class Said(NamedTuple):
    """What an answer says and does.

    Attributes:
        text: For its reader.
        calls: Of tools.
        unknown: The kinds of parts that nobody can verify.
    """

    text: str
    calls: Sequence[Fields]
    unknown: Sequence[str] = ()


def read_object(data: bytes | str) -> Fields | None:
    """A JSON object; None where it is none."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def unreadable(why: str) -> ProxyError:
    """The error for an answer that cannot be verified, since it cannot be read."""
    return ProxyError(502, "upstream_unreadable", f"the upstream is not understood: {why}")


def select_tools(*given: object) -> list[Fields]:
    """The tools that the agent has, unlike those of the API itself."""
    every = [tool for some in given if isinstance(some, list) for tool in some]
    return [tool for tool in every if _is_function(tool)]


def _is_function(tool: object) -> bool:
    named = tool.get("function", tool) if isinstance(tool, dict) else None
    return isinstance(named, dict) and isinstance(named.get("name"), str)


def without_media(messages: Sequence[Any]) -> list[Any]:
    """A conversation without its images and sounds."""
    return [
        {**one, "content": [_lean(part) for part in one["content"]]}
        if isinstance(one, dict) and isinstance(one.get("content"), list)
        else one
        for one in messages
    ]


def _lean(part: Any) -> Any:
    kind = part.get("type") if isinstance(part, dict) else None
    return {"type": kind} if kind in _MEDIA else part
