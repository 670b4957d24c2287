"""JSON as it came: read strictly, or as what it probably means, and what was done to it.

In this order, and the first that gives JSON counts: as it stands; without the words or the code
fence around it; closed where it ends too early, without the value that it ends in; and the worker's
guess. Two values beside each other are never made one.
"""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import isinf
from typing import Any

from sidecar.model.structure import RepairKind

_OPENS = re.compile(r"[{\[]")
_CLOSED_BY = {"{": "}", "[": "]"}
_CUT_OFF = string.ascii_letters + string.digits + ".+-"
"""What a number or literal is made of, whose end may be missing."""
_LITERALS = ("true", "false", "null")


@dataclass(frozen=True, slots=True)
class Reading:
    """A response that could be read.

    Attributes:
        value: What it says.
        start: Where its JSON begins in the text, in code points.
        kind: What had to be done; None where it is JSON as it stands.
        complaint: What is wrong with it as it stands, if anything.
        repeated: Keys that stand twice in one object; the last one counts.
    """

    value: Any
    start: int = 0
    kind: RepairKind | None = None
    complaint: str = ""
    repeated: tuple[str, ...] = ()


class NotJson(Exception):
    """Text that is no JSON and cannot be made any.

    Attributes:
        position: Where that shows, in code points.
    """

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


class _Unusable(ValueError):
    """A number that no JSON has."""


class TooDeep(Exception):
    """JSON with more levels than are allowed."""

    def __init__(self, maximum: int) -> None:
        super().__init__(f"the JSON has more than {maximum} levels")


def read(text: str, max_depth: int, guess: Callable[[str], str | None] | None) -> Reading:
    """Read a response.

    Args:
        text: What the model wrote.
        max_depth: Most levels of objects and arrays.
        guess: Makes JSON of what is none; None where nothing may be repaired.

    Raises:
        NotJson: If it cannot be read.
        TooDeep: If it has too many levels.
    """
    try:
        return strictly(text, max_depth)
    except NotJson as error:
        if guess is None:
            raise
        fault = error
    opening = _OPENS.search(text)
    if opening is None:
        raise fault
    start = opening.start()
    kind, json_text = _made(text, start, guess)
    if json_text is None or json_text[0] != opening[0]:  # two values became a list of them
        raise fault
    found = strictly(json_text, max_depth)
    return replace(found, start=start, kind=kind, complaint=str(fault))


def _made(
    text: str, start: int, guess: Callable[[str], str | None]
) -> tuple[RepairKind, str | None]:
    """The JSON that a text can be made into, if any, and how."""
    rest = text[start:].rstrip()
    bare = rest[: rest.rfind(_CLOSED_BY[rest[0]]) + 1]
    fault = _fault(bare)
    if fault is None:
        return RepairKind.UNWRAPPED, bare
    fault = _fault(rest)
    if fault is not None and _ends_early(rest, fault):
        from pydantic_core import from_json  # noqa: PLC0415 (few responses end early)

        with suppress(ValueError):
            kept = from_json(rest.rstrip(_CUT_OFF), allow_partial=True, allow_inf_nan=False)
            return RepairKind.CLOSED, json.dumps(kept)
    return RepairKind.SYNTAX, guess(text)


def _fault(text: str) -> json.JSONDecodeError | None:
    """Why a text is no JSON; None where it is."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error
    except (ValueError, RecursionError):  # it is, and ``strictly`` says what else is wrong with it
        return None
    return None


def _ends_early(text: str, fault: json.JSONDecodeError) -> bool:
    """Whether a text is JSON up to its end, where more should come."""
    left = text[fault.pos :]
    return (
        not left
        or fault.msg.startswith("Unterminated string")
        or any(literal.startswith(left) for literal in _LITERALS)
    )


def strictly(text: str, max_depth: int) -> Reading:
    """Read a text that must be JSON as it stands.

    Raises:
        NotJson: If it is not.
        TooDeep: If it has too many levels.
    """
    repeated: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            repeated.extend(key for key, count in counts.items() if count > 1)
        return made

    try:
        value = json.loads(
            text, object_pairs_hook=members, parse_float=_finite, parse_constant=_refuse_constant
        )
        if "\\u" in text:
            json.dumps([value, repeated], ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise NotJson(f"{error.msg} ({place})", error.pos) from None
    except RecursionError:
        raise TooDeep(max_depth) from None
    except UnicodeEncodeError:
        raise NotJson("a string holds half of a surrogate pair") from None
    except _Unusable as error:
        raise NotJson(str(error)) from None
    except ValueError:  # of int()
        raise NotJson("a number has thousands of digits") from None
    check_depth(text, value, max_depth)
    return Reading(value, repeated=tuple(repeated))


def check_depth(text: str, value: object, maximum: int) -> None:
    """Refuse JSON with too many levels.

    Raises:
        TooDeep: If it has.
    """
    if text.count("{") + text.count("[") <= maximum:
        return
    level = [value]
    for _ in range(maximum):
        level = [below for each in level for below in _below(each)]
    if any(isinstance(each, dict | list) for each in level):
        raise TooDeep(maximum)


def _below(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _finite(number: str) -> float:
    value = float(number)
    if isinf(value):
        raise _Unusable(f"{number[:20]} is out of the range of numbers")
    return value


def _refuse_constant(name: str) -> None:
    raise _Unusable(f"{name} is no JSON")
