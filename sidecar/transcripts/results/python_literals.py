"""Values as Python prints them: ``[('North', Decimal('12.50'), datetime.date(2024, 5, 1))]``.

Rows of databases come so where a framework prints what a driver returned. Nothing is evaluated: the
text is read token by token, and anything but these values ends the reading.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from sidecar.text.vocabulary import one_of
from sidecar.transcripts.exact_json import MOST_LEVELS, read_number

_TOKEN = re.compile(
    r"\s*('(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
    r"|[A-Za-z_][\w.]*|[\[\](){}:=])\s*(,?)"
)
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_SAID = {"n": "\n", "t": "\t", "r": "\r", "'": "'", '"': '"', "\\": "\\"}
_CONSTANTS = {"None": None, "nan": None, "NaT": None, "True": True, "False": False}
_WRAPPERS = one_of("UUID int64 int32 float64 float32 str_")
_CLOSING = {"[": "]", "(": ")", "{": "}"}


class NotPython(ValueError):
    """A text is no value that is read here."""


def parse_at(text: str, start: int) -> tuple[object, int]:
    """The value that begins at a place of a text, and where it ends.

    Raises:
        NotPython: If there is none.
    """
    reader = _Reader(text, start)
    value = reader.value(reader.token(), 0)
    return value, reader.end


class _Reader:
    """Reads tokens one by one; a comma belongs to the token before it.

    Attributes:
        end: Where the last token ends, without its comma.
    """

    def __init__(self, text: str, start: int) -> None:
        self._scan = _TOKEN.scanner(text, start).match  # type: ignore[attr-defined]
        self._comma = ""
        self.end = start

    def token(self) -> str:
        """The next token."""
        found = self._scan()
        if found is None:
            raise NotPython
        token: str
        token, self._comma = found.groups()
        self.end = found.end(1)
        return token

    def value(self, token: str, level: int) -> Any:
        """The value that begins with a token."""
        first = token[0]
        if first in "'\"":
            return _unescape(token) if "\\" in token else token[1:-1]
        if first in "+-.0123456789":
            return _number(token)
        if first in _CLOSING and level < MOST_LEVELS:
            return self._pairs(level + 1) if first == "{" else self._items(first, level + 1)
        return self._word(token, level)

    def _items(self, opening: str, level: int) -> list[Any]:
        """What a list or tuple holds."""
        closing, items = _CLOSING[opening], []
        token = self.token()
        while token != closing:
            items.append(self.value(token, level))
            token = self._after(closing)
        return items

    def _pairs(self, level: int) -> dict[str, Any]:
        """What a dict holds; keys are texts."""
        pairs: dict[str, Any] = {}
        first = self.token()
        while first != "}":
            key = self.value(first, level)
            if not isinstance(key, str | int) or str(key) in pairs or self.token() != ":":
                raise NotPython
            pairs[str(key)] = self.value(self.token(), level)
            first = self._after("}")
        return pairs

    def _after(self, closing: str) -> str:
        """The token after a value: anything where a comma is between, else the closing bracket."""
        has_comma = self._comma
        token = self.token()
        if not has_comma and token != closing:
            raise NotPython
        return token

    def _word(self, word: str, level: int) -> Any:
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if not word[0].isalpha() or self.token() != "(":
            raise NotPython
        arguments = self._items("(", level)
        name = word.rpartition(".")[2]
        if name == "Decimal" and len(arguments) == 1:
            return _decimal(str(arguments[0]))
        if name in ("date", "datetime", "time") and all(isinstance(n, int) for n in arguments):
            return _moment(name, arguments)
        if name in _WRAPPERS and len(arguments) == 1:
            return arguments[0]
        raise NotPython


def _number(token: str) -> int | float | Decimal:
    try:
        return read_number(token) if set(token) & set(".eE") else int(token)
    except (ValueError, ArithmeticError):
        raise NotPython from None


def _decimal(text: str) -> Decimal:
    try:
        made = Decimal(text)
    except ArithmeticError:
        raise NotPython from None
    if not made.is_finite():
        raise NotPython
    return made


def _moment(name: str, parts: list[int]) -> str:
    """A date or time as ISO 8601 writes it."""
    if name == "time":
        return ":".join(f"{part:02}" for part in (*parts, 0, 0)[: max(2, min(len(parts), 3))])
    if len(parts) < 3:
        raise NotPython
    day = f"{parts[0]:04}-{parts[1]:02}-{parts[2]:02}"
    clock = ":".join(f"{part:02}" for part in (*parts[3:6], 0, 0)[:3])
    return day if name == "date" else f"{day} {clock}"


def _unescape(token: str) -> str:
    try:
        text = _ESCAPE.sub(_said, token[1:-1])
        text.encode()
    except (ValueError, OverflowError):
        raise NotPython from None
    return text


def _said(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    return chr(int(code, 16)) if code else _SAID.get(found[4], found[0])
