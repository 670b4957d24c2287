"""Data from a file of JSON or YAML: the one door for everything that people write by hand.

A file whose name ends with ``.json`` is JSON. Any other is JSON where its content is, and else
YAML: YAML refuses tabs, long keys and pairs of surrogate escapes that JSON has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TypeVar

from sidecar.settings import strict_json, strict_yaml
from sidecar.settings.strict_yaml import Line

_T = TypeVar("_T")

_PLACE = re.compile(r", line (\d+), column (\d+)")


class DataUnreadable(ValueError):
    """The bytes are neither JSON nor YAML; the message says why, with line and column if known.

    It begins with ", line" or ":", so that it can follow the name of the file.
    """


def parse(data: bytes, name: str = "") -> object:
    """The one document that the bytes hold; None where there is none.

    JSON Lines are read as the list of their values.

    Args:
        data: A file.
        name: The name of the file, or "".

    Raises:
        DataUnreadable: If the bytes hold no single document.
    """
    if strict_json.has_lines(data):
        return _read(data, ".json", strict_json.parse_lines, strict_yaml.parse)
    return _read(data, name, strict_json.parse, strict_yaml.parse)


def parse_exact(data: bytes, name: str = "", lines_before: int = 0) -> object:
    """The same, with numbers as they are written, which amounts must be.

    Args:
        data: A file, or a part of one.
        name: The name of the file, or "".
        lines_before: The lines of the file before ``data``, for the line that an error names.

    Raises:
        DataUnreadable: If the bytes hold no single document.
    """

    def exact_json(text: str) -> object:
        return strict_json.parse("\n" * lines_before + text, is_exact=True)

    return _read(data, name, exact_json, lambda data: strict_yaml.parse_exact(data, lines_before))


def parse_with_lines(data: bytes, name: str = "") -> tuple[object, Line]:
    """The same as ``parse`` (a date is text), and what gives the line of each part.

    Raises:
        DataUnreadable: If the bytes hold no single document.
    """

    def placed_json(text: str) -> tuple[object, Line]:
        return strict_json.parse(text), strict_json.locate_lines(text)

    return _read(data, name, placed_json, strict_yaml.parse_with_lines)


def decode_text(data: bytes) -> str:
    """The text of a file, in UTF-8, or in UTF-16 or UTF-32 with their marks.

    Raises:
        DataUnreadable: If the bytes are in no such encoding.
    """
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        problem = f", line {line}, column {column}: not UTF-8; save the file in UTF-8"
        raise DataUnreadable(problem) from None


def _read(
    data: bytes, name: str, from_json: Callable[[str], _T], from_yaml: Callable[[bytes], _T]
) -> _T:
    text = decode_text(data)
    is_named_json = name.lower().endswith(".json")
    fault: strict_json.JsonInvalid | None = None
    if text.strip() and (is_named_json or text.lstrip()[0] in '{["'):
        try:
            return from_json(text)
        except strict_json.JsonInvalid as error:
            if is_named_json:
                raise DataUnreadable(str(error)) from None
            fault = error
    try:
        return from_yaml(text.encode())
    except strict_yaml.YamlInvalid as error:
        problem = str(error) if fault is None or _place(error) > _place(fault) else str(fault)
        raise DataUnreadable(problem) from None


def _place(error: ValueError) -> tuple[int, int]:
    """How far a reader came before its error."""
    found = _PLACE.match(str(error))
    return (int(found[1]), int(found[2])) if found else (0, 0)
