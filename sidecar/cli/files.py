"""The files that a command line names: never more of them is read than is allowed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from sidecar.cli.errors import UsageError
from sidecar.settings import plain_data

STDIN = "-"
LARGEST = 64 << 20
"""Bytes of a file that no setting bounds."""


def content(name: str | Path, maximum: int) -> bytes:
    """The bytes of a file, or of standard input; of a longer one, one byte more than ``maximum``.

    Raises:
        UsageError: If it cannot be read.
    """
    try:
        if name == STDIN:
            if sys.stdin is None:  # `<&-`
                raise UsageError("FILE_UNREADABLE", "cannot read -: standard input is closed")
            return sys.stdin.buffer.read(maximum + 1)
        with Path(name).open("rb") as file:
            return file.read(maximum + 1)
    except OSError as error:
        raise UsageError("FILE_UNREADABLE", f"cannot read {name}: {error.strerror}") from None


def bounded(path: Path, maximum: int, too_large: str) -> bytes:
    """The bytes of a file that has no more of them than are allowed.

    Raises:
        UsageError: With the reason ``too_large`` if it has more; if it cannot be read.
    """
    data = content(path, maximum)
    if len(data) > maximum:
        raise UsageError(too_large, f"{path} is longer than {maximum} bytes")
    return data


def text(path: Path, maximum: int, too_large: str, reason: str) -> str:
    """The text of a file.

    Raises:
        UsageError: With ``reason`` if it is not text, with ``too_large`` if it is too long; if it
            cannot be read.
    """
    try:
        return plain_data.text_of(bounded(path, maximum, too_large))
    except plain_data.Unreadable as error:
        raise UsageError(reason, f"{path}{error}") from None


def plain(path: Path, reason: str) -> object:
    """What a file of JSON or YAML says; None where it is empty.

    Raises:
        UsageError: With that reason if it is neither; if it cannot be read.
    """
    try:
        return plain_data.parse(bounded(path, LARGEST, reason), str(path))
    except plain_data.Unreadable as error:
        raise UsageError(reason, f"{path}{error}") from None


def json_object(path: Path | None, maximum: int, reason: str) -> dict[str, Any]:
    """The JSON object of a file; an empty one without a file.

    Raises:
        UsageError: With that reason if it is none, or too large; if it cannot be read.
    """
    if path is None:
        return {}
    try:
        found = plain_data.parse(bounded(path, maximum, reason), ".json")
    except plain_data.Unreadable as error:
        raise UsageError(reason, f"{path}{error}") from None
    if not isinstance(found, dict):
        raise UsageError(reason, f"{path} is not a JSON object")
    return found


def write(path: Path, data: bytes) -> None:
    """Write a file.

    Raises:
        UsageError: If it cannot be written.
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError("FILE_UNWRITABLE", f"cannot write {path}: {error.strerror}") from None
