"""What to tell a model whose response has not the required shape."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.model.structure import StructureError

_LONGEST = 4000


def retry_hint(complaint: str, errors: Sequence[StructureError]) -> str:
    """A message to send back.

    Args:
        complaint: Why the response is no JSON, where it is none.
        errors: Its departures from the shape, mended or not.
    """
    lines = ["Your last response does not have the required shape."]
    if complaint:
        lines.append(f"It is not JSON: {complaint}.")
    if errors:
        lines.append("Mend this:")
        lines += [f"- {error.path or 'the whole response'}: {error.message}" for error in errors]
    lines.append(
        "Send the whole response again as one JSON value, with nothing before or after it."
    )
    hint = "\n".join(lines)
    return hint if len(hint) <= _LONGEST else f"{hint[: _LONGEST - 1]}…"
