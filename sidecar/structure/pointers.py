"""JSON Pointers (RFC 6901), and the places in a JSON text that they lead to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in its stubs

_TOKEN = re.compile(r'["{}\[\],]|[^\s"{}\[\],:]+')


def pointer(path: Iterable[str | int]) -> str:
    """The pointer to a path of names and positions."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def places(text: str, start: int, wanted: Collection[str]) -> dict[str, tuple[int, int]]:
    """Where values stand in a text, in code points; in one pass.

    The place of an object or array is its opening bracket: all that it holds would be too much to
    point at.

    Args:
        text: JSON from ``start`` on.
        start: Where it begins.
        wanted: The pointers whose places are asked for.
    """
    found: dict[str, tuple[int, int]] = {}
    path: list[str | int] = []
    at_key = False
    position = start

    def keep(begin: int, end: int) -> None:
        here = pointer(path)
        if here in wanted:
            found[here] = (begin, end)

    while token := _TOKEN.search(text, position):
        begin, position = token.span()
        match token[0]:
            case "{" | "[":
                keep(begin, position)
                at_key = token[0] == "{"
                path.append("" if at_key else 0)
            case "}" | "]":
                path.pop()
            case ",":
                last = path[-1]
                at_key = isinstance(last, str)
                path[-1] = last if isinstance(last, str) else last + 1
            case '"':
                string, position = scanstring(text, position)
                if at_key:
                    path[-1], at_key = string, False
                else:
                    keep(begin, position)
            case _:
                keep(begin, position)
        if not path:
            break
    return found
