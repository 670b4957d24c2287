"""JSON in which every number is what is written, read and written again."""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from typing import NoReturn

MOST_LEVELS = 64
"""Most levels of lists and objects in each other."""

_SHORT = 16  # characters of a number that a double gives back exactly, far from its range's ends
_MARK = "\x00"
_MARKED = re.compile(r'"\\u0000([-+.0-9E]+)"')


class NotJson(ValueError):
    """A text is not JSON, or JSON that has no one meaning."""


class TooDeep(NotJson):
    """A value has more than ``MOST_LEVELS`` levels; ``levels`` is at least how many."""

    levels = MOST_LEVELS + 1


def read_number(text: str) -> float | Decimal:
    """A float, where its shortest decimal is what is written."""
    value = float(text)
    if (len(text) <= _SHORT and 1e-290 < abs(value) < 1e290) or repr(value) == text:
        return value
    exact = Decimal(text)
    return value if exact == 0 or Decimal(repr(value)) == exact else exact


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise NotJson("a key appears twice in one object")
    return made


def _nothing(_: str) -> None:
    """NaN and the infinities, which Python writes and JSON does not have: missing values."""


_DECODER = json.JSONDecoder(
    parse_float=read_number, parse_constant=_nothing, object_pairs_hook=_object
)


def parse(text: str) -> object:
    """The value that a text holds.

    Raises:
        NotJson: If it holds none, or more than that.
    """
    try:
        value: object = _DECODER.decode(text)
    except (ValueError, RecursionError, InvalidOperation) as error:
        _refuse(error)
    _check(text, value)
    return value


def parse_at(text: str, start: int) -> tuple[object, int]:
    """The value that begins at a place of a text, and where it ends.

    Raises:
        NotJson: If there is none.
    """
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError, InvalidOperation) as error:
        _refuse(error)
    _check(text[start:end], value)
    return value, end


def write(value: object) -> str:
    """A value as JSON text; numbers keep their digits."""
    text = json.dumps(value, ensure_ascii=False, default=lambda number: f"{_MARK}{number}")
    return _MARKED.sub(r"\1", text) if "\\u0000" in text else text


def is_deep(value: object) -> bool:
    """Whether a value has more than ``MOST_LEVELS`` levels."""
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [
            below
            for each in level
            for below in (each.values() if isinstance(each, dict) else each)  # type: ignore[attr-defined]
            if isinstance(below, dict | list)
        ]
        if not level:
            return False
    return True


def _check(text: str, value: object) -> None:
    if "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError:
            raise NotJson("a text holds half of a surrogate pair") from None
    if text.count("{") + text.count("[") > MOST_LEVELS and is_deep(value):
        raise TooDeep(f"it has more than {MOST_LEVELS} levels")


def _refuse(error: Exception) -> NoReturn:
    if isinstance(error, NotJson):
        raise error
    if isinstance(error, json.JSONDecodeError):
        raise NotJson(f"{error.msg} (line {error.lineno}, column {error.colno})") from None
    if isinstance(error, RecursionError):
        raise TooDeep(f"it has more than {MOST_LEVELS} levels") from None
    raise NotJson("a number has too many digits") from None
