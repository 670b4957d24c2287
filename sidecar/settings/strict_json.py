"""JSON that cannot surprise, and where its parts stand.

A key that appears twice is refused, and so are NaN and the infinities, halves of surrogate pairs,
and more than ``MOST_LEVELS`` levels. Every error names its line and column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in its stubs
from math import isinf
from typing import NamedTuple, NoReturn

MOST_LEVELS = 64
"""Most levels of lists and objects in each other, as in YAML."""

_DECODER = json.JSONDecoder()
_TOKEN = re.compile(r'["{}\[\],:]|[^\s"{}\[\],:]+')
_SPACE = re.compile(r"[ \t\r\n]*")
_LINE = re.compile(rb"[^\r\n]*[^\s][^\r\n]*")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_SEARCHED = 1 << 20  # characters before an error of the grammar in which a better one is searched
_MOST_DIGITS = 4300  # of an integer, as Python reads it


class JsonInvalid(ValueError):
    """The text is no strict JSON; the message says why, with line and column."""


class _Token(NamedTuple):
    start: int
    text: str
    is_key: bool = False


class _JsonRefusal(ValueError):
    """The text has a part that strict JSON does not have."""


def parse(text: str, *, is_exact: bool = False) -> object:
    """The one value that the text holds.

    Args:
        text: JSON.
        is_exact: Whether a number that is no float is a ``Decimal``.

    Raises:
        JsonInvalid: If the text is not strict JSON.
    """
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse,
            parse_float=parse_exact_float if is_exact else float,
        )
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
        if text.count("{") + text.count("[") > MOST_LEVELS and _is_deep(value):
            raise _JsonRefusal
    except json.JSONDecodeError as error:
        begun = text[: min(error.pos, _SEARCHED)]
        fault = _located(begun) if begun.count("{") + begun.count("[") > MOST_LEVELS else None
        raise fault or _make_error(text, error.pos, f"not valid JSON: {error.msg}") from None
    except InvalidOperation:  # 1e-99999999999999999999
        raise JsonInvalid(": a number has an exponent of too many digits") from None
    except (ValueError, RecursionError):  # ours, or Python's own of numbers and encodings
        raise _located(text) or JsonInvalid(": no strict JSON") from None
    return value


def parse_exact_float(text: str) -> float | Decimal:
    """A float, where that is the number that is written, or where it is too large for one."""
    made = float(text)
    if isinf(made):
        return made
    written = Decimal(text)
    return made if written == Decimal(repr(made)) else written


def has_lines(data: bytes) -> bool:
    """Whether the bytes begin as JSON Lines: with an object or array on a line of its own."""
    lines = [line[0] for line in islice(_LINE.finditer(data), 2)]
    if len(lines) < 2 or not lines[1].lstrip().startswith((b"{", b"[")):
        return False
    try:
        first = json.loads(lines[0].decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict | list)


def parse_lines(text: str) -> list[object]:
    """The values of JSON Lines; lines without anything are none.

    Raises:
        JsonInvalid: If a line is not strict JSON.
    """
    found = []
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            try:
                found.append(parse(line))
            except JsonInvalid:
                parse("\n" * number + line)  # fails again, and names the line of the file
    return found


def locate_lines(text: str) -> Callable[[Sequence[str | int]], int]:
    """What gives the line, from 1, of the part of a JSON text under some keys and places."""
    below: dict[int, dict[str | int, int]] = {}

    def line(path: Sequence[str | int]) -> int:
        at = _past_space(text, 0)
        for name in path:
            if at not in below:
                below[at] = dict(_children(text, at))
            if name not in below[at]:
                break
            at = below[at][name]
        return text.count("\n", 0, at) + 1

    return line


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise _JsonRefusal
    return made


def _refuse(name: str) -> NoReturn:
    raise _JsonRefusal(name)


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [below for each in level for below in _below(each)]
    return any(isinstance(each, dict | list) for each in level)


def _below(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _make_error(text: str, position: int, problem: str) -> JsonInvalid:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return JsonInvalid(f", line {line}, column {column}: {problem}")


def _located(text: str) -> JsonInvalid | None:
    """The error for what the grammar of JSON allows and strict JSON does not, if there is one.

    Args:
        text: JSON, or the beginning of it.
    """
    names: list[set[str] | None] = []  # the keys of each open object; None for an array
    try:
        for token in _tokens(text):
            problem = _problem(token, names)
            if problem:
                return _make_error(text, token.start, problem)
    except json.JSONDecodeError:  # the beginning ends inside of a string
        pass
    return None


def _problem(token: _Token, names: list[set[str] | None]) -> str:
    """What is wrong with a token, or ""; what is open is brought up to date."""
    match token.text[0]:
        case "{" | "[":
            names.append(set() if token.text == "{" else None)
            return f"more than {MOST_LEVELS} levels" if len(names) > MOST_LEVELS else ""
        case "}" | "]":
            names.pop()
        case '"':
            known = names[-1] if token.is_key else None
            if known is not None:
                key = str(json.loads(token.text))
                if key in known:
                    return f"the key {key!r:.80} appears twice"
                known.add(key)
            return "a string holds half of a surrogate pair" if _is_halved(token.text) else ""
        case _ if token.text in _CONSTANTS:
            return f"JSON has no {token.text}"
        case _ if len(token.text) > _MOST_DIGITS and token.text.lstrip("-").isdigit():
            return "a number has thousands of digits"
    return ""


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while found := _TOKEN.search(text, position):
        start, position = found.span()
        if found[0] == '"':
            position = scanstring(text, position)[1]
            after = _past_space(text, position)
            yield _Token(start, text[start:position], text.startswith(":", after))
        else:
            yield _Token(start, found[0])


def _is_halved(string: str) -> bool:
    """Whether the escapes of a string hold a surrogate without the other half behind it."""
    pending = -1  # where the escape of a first half ends
    for escape in _ESCAPE.finditer(string):
        code = int(escape[1], 16) if escape[1] else 0
        is_second = 0xDC00 <= code < 0xE000
        if is_second != (escape.start() == pending) or (pending >= 0 and not is_second):
            return True
        pending = escape.end() if 0xD800 <= code < 0xDC00 else -1
    return pending >= 0


def _children(text: str, at: int) -> Iterator[tuple[str | int, int]]:
    """The keys or places of what an object or array holds, and where each value begins."""
    if text[at : at + 1] not in ("{", "["):
        return
    place = 0
    position = _past_space(text, at + 1)
    while text[position] not in "}]":
        name: str | int = place
        if text[at] == "{":
            name, position = scanstring(text, position + 1)
            position = _past_space(text, _past_space(text, position) + 1)
        yield name, position
        position = _past_space(text, _DECODER.raw_decode(text, position)[1])
        if text[position] == ",":
            position = _past_space(text, position + 1)
        place += 1


def _past_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position
