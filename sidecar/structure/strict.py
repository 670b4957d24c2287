"""JSON that must stand as it is, read without any repair."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from math import isinf
from typing import Any, NamedTuple


class StrictJson(NamedTuple):
    """What a JSON text says.

    Attributes:
        value: Its value.
        repeated: Keys that stand twice in one object; the last one counts.
    """

    value: Any
    repeated: tuple[str, ...] = ()


class UnrepairableJson(Exception):
    """Text that is no JSON and cannot be made any.

    Attributes:
        position: Where that shows, in code points.
        cut: Whether the text ends inside of a value: it may be JSON that was cut off.
    """

    def __init__(self, message: str, position: int = 0, *, cut: bool = False) -> None:
        super().__init__(message)
        self.position = position
        self.cut = cut


class TooDeep(Exception):
    """JSON with more levels than are allowed."""

    def __init__(self, maximum: int) -> None:
        super().__init__(f"the JSON has more than {maximum} levels")


class _NonFiniteNumber(ValueError):
    """A number that no JSON has."""


def parse_strictly(text: str, max_depth: int) -> StrictJson:
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
        raise locate_fault(UnrepairableJson(error.msg, error.pos), text) from None
    except RecursionError:
        raise TooDeep(max_depth) from None
    except UnicodeEncodeError:
        raise UnrepairableJson("a string holds half of a surrogate pair") from None
    except _NonFiniteNumber as error:
        raise UnrepairableJson(str(error)) from None
    except ValueError:  # of int()
        raise UnrepairableJson("a number has thousands of digits") from None
    check_depth(text, value, max_depth)
    return StrictJson(value, tuple(repeated))


def locate_fault(fault: UnrepairableJson, text: str) -> UnrepairableJson:
    """The same fault, its message with the place for people: "line 1, column 7"."""
    line = text.count("\n", 0, fault.position) + 1
    column = fault.position - text.rfind("\n", 0, fault.position)
    return UnrepairableJson(
        f"{fault} (line {line}, column {column})", fault.position, cut=fault.cut
    )


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
        raise _NonFiniteNumber(f"{number[:20]} is out of the range of numbers")
    return value


def _refuse_constant(name: str) -> None:
    raise _NonFiniteNumber(f"{name} is not a JSON value")
