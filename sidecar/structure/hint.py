"""What to tell a model whose response has not the required shape."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate

from sidecar.model.structure import StructureError

_LONGEST = 4000
_TAIL = "Send the whole response again as one JSON value, with nothing before or after it."
_MORE = "- {} more are left out."


def retry_hint(complaint: str, advised: Sequence[tuple[StructureError, str]]) -> str:
    """A message to send back, of whole lines.

    Args:
        complaint: Why the response is no JSON, where it is none.
        advised: Its departures from the shape, repaired or not, and what to do about each.
    """
    head = ["Your last response does not have the required shape."]
    if complaint:
        head.append(f"It is not JSON: {_on_one_line(complaint)}.")
    if advised:
        head.append("Fix this:")
    each = (f"- {error.path or 'the whole response'}: {what}" for error, what in advised)
    lines = list(dict.fromkeys(map(_on_one_line, each)))  # one sentence has two bounds of a field
    room = _LONGEST - sum(len(line) + 1 for line in (*head, _MORE, _TAIL))
    sizes = accumulate(len(line) + 1 for line in lines)
    kept = sum(size <= room for size in sizes)
    more = [_MORE.format(len(lines) - kept)] if kept < len(lines) else []
    return "\n".join([*head, *lines[:kept], *more, _TAIL])


def _on_one_line(words: str) -> str:
    """Words of the response or its schema, in which nothing ends the line or hides."""
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in words)
