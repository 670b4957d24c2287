"""What to tell a model whose response has not the required shape."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.model.structure import StructureError

_LONGEST = 4000


def retry_hint(complaint: str, advised: Sequence[tuple[StructureError, str]]) -> str:
    """A message to send back.

    Args:
        complaint: Why the response is no JSON, where it is none.
        advised: Its departures from the shape, mended or not, and what to do about each.
    """
    lines = ["Your last response does not have the required shape."]
    if complaint:
        lines.append(f"It is not JSON: {complaint}.")
    if advised:
        lines.append("Mend this:")
        told = (f"- {error.path or 'the whole response'}: {what}" for error, what in advised)
        lines += dict.fromkeys(told)  # two bounds of a field are told in one sentence
    lines.append(
        "Send the whole response again as one JSON value, with nothing before or after it."
    )
    hint = "\n".join(lines)
    return hint if len(hint) <= _LONGEST else f"{hint[: _LONGEST - 1]}…"
