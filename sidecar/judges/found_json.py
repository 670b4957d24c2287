"""The JSON object in what a model wrote: alone, in a fence, or between sentences.

Nothing is repaired: a guess at broken JSON would be an answer that nobody gave, and guessing can
stall (see ``sidecar.structure.worker``). Nor is one of several objects chosen, or one of several
values of a name: which of them is the answer is for the model to say. All of it is one pass.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

_OPENING = re.compile(r'\{\s*"')
"""Where an object begins; a brace in prose has no quotation mark after it."""

_EMPTY = re.compile(r"\{\s*\}")

_THOUGHTS_END = "</think>"
"""What some models write between their thoughts and their answer."""


class NoObject(ValueError):
    """The text has no JSON object, or several, or a broken one."""


def object_in(text: str) -> str:
    """The JSON of the one object in a text, as it stands there.

    Raises:
        NoObject: If there is none that is whole, or there are several that differ.
    """
    text = text.rpartition(_THOUGHTS_END)[2].strip()
    if _EMPTY.fullmatch(text):
        return text
    try:
        return _only_object(text)
    except NoObject:
        raise
    except (ValueError, RecursionError):  # an integer of too many digits, too many levels
        raise NoObject("its JSON is broken") from None


def _only_object(text: str) -> str:
    """The first object, if no other one differs."""
    first: Any = None
    json_text = ""
    end = 0
    while opening := _OPENING.search(text, end):
        value, end = _DECODER.raw_decode(text, opening.start())
        if not json_text:
            first, json_text = value, text[opening.start() : end]
        elif value != first:
            raise NoObject("it has several JSON objects")
    if not json_text:
        raise NoObject("it has no JSON object")
    # Half of a surrogate pair is in no UTF-8, and 1e999 is no number: neither may travel on.
    json.dumps(first, ensure_ascii=False, allow_nan=False).encode()
    return json_text


def _with_each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name appears twice in one object")
    return made


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_with_each_name_once, parse_constant=_refused)
