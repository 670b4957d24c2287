"""JSON Pointers (RFC 6901), and the places in a JSON text that they lead to."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in its stubs
from typing import Any

from sidecar.model.structure import StructureEdit

# Edits of a text: a text after them, and their places in bytes.


def edited(text: str, edits: Sequence[StructureEdit]) -> str:
    """A text after edits that stand in its order, in code points."""
    parts, position = [], 0
    for edit in edits:
        parts += [text[position : edit.start], edit.replacement]
        position = edit.end
    return "".join([*parts, text[position:]])


def in_bytes(text: str, edits: Sequence[StructureEdit]) -> list[StructureEdit]:
    """The same edits, in order, with their places in bytes of UTF-8."""
    if text.isascii():
        return list(edits)
    counted, made = (0, 0), []  # code points, and the bytes of these
    for edit in edits:
        start = counted[1] + len(text[counted[0] : edit.start].encode())
        end = start + len(text[edit.start : edit.end].encode())
        made.append(StructureEdit(start, end, edit.replacement))
        counted = edit.end, end
    return made


_DECODER = json.JSONDecoder()
_TOKEN = re.compile(r'["{}\[\],]|[^\s"{}\[\],:]+')


def in_value(path: Sequence[str | int], value: Any) -> tuple[str | int, ...]:
    """A path as it leads through a value: a field whose name is a number is told as a number."""
    found: list[str | int] = []
    for part in path:
        found.append(str(part) if isinstance(value, dict) else part)
        value = value[found[-1]]
    return tuple(found)


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
    around = _around(wanted)
    found: dict[str, tuple[int, int]] = {}
    names: list[str | int] = []  # of the member of each open object or array that is read
    paths: list[str] = []  # of those objects and arrays
    at_key = False
    position = start
    while token := _TOKEN.search(text, position):
        begin, position = token.span()
        match token[0]:
            case "}" | "]":
                names.pop()
                paths.pop()
            case ",":
                last = names[-1]
                at_key = isinstance(last, str)
                names[-1] = last if isinstance(last, str) else last + 1
            case '"' if at_key:
                names[-1], position = scanstring(text, position)
                at_key = False
            case first:  # of a value
                here = paths[-1] + pointer(names[-1:]) if paths else ""
                opens = first in "{["
                if opens and here in around:
                    at_key = first == "{"
                    names.append("" if at_key else 0)
                    paths.append(here)
                elif opens or first == '"':  # nothing in it is wanted
                    position = _DECODER.raw_decode(text, begin)[1]
                if here in wanted:
                    found[here] = (begin, begin + 1 if opens else position)
        if not paths:
            break
    return found


def _around(wanted: Iterable[str]) -> set[str]:
    """The pointers to the objects and arrays that hold some values, at any depth."""
    return {one[:end] for one in wanted for end in range(len(one)) if one[end] == "/"}
