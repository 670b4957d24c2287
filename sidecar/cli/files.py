"""The files that a command line names: never more of them is read than is allowed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from sidecar.cli.terminal import UsageError
from sidecar.evidence.data_files import READERS
from sidecar.settings import plain_data

# NARRATIVE, the text of a command line, wherever among the options it stands.

_TEXTS = frozenset({".md", ".markdown", ".txt", ".text", ""}) - frozenset(READERS)
_GREEDY = {"data": "query results", "sources": "documents that it cites"}
"""Options that take several files, and what these are."""


def choose_narrative(given: str | None, args: argparse.Namespace) -> str:
    """The NARRATIVE of a command line.

    Args:
        given: What stands in its own place, if anything does.
        args: With the files of ``--data``, which loses the one that is the narrative.

    Raises:
        UsageError: If no word can only be the narrative.
    """
    if given:
        return given
    texts: list[str] = [word for word in args.data if is_text(word)]
    if given is None and len(texts) == 1 and len(args.data) > 1:
        args.data = [word for word in args.data if word != texts[0]]
        return texts[0]
    took = [
        f"--{option} ({files}) took {', '.join(words)}"
        for option, files in _GREEDY.items()
        if (words := getattr(args, option, None))
    ]
    said = f": {'; '.join(took)}. Write NARRATIVE before the options" if took else ""
    raise UsageError(
        "ARGUMENT_MISSING",
        f"NARRATIVE is missing, the text to verify (a file, or - for standard input){said}",
    )


def is_text(word: str) -> bool:
    """Whether a word names a text, and cannot be a data file."""
    return "=" not in word and Path(word).suffix.lower() in _TEXTS


STDIN = "-"
LARGEST = 64 << 20
"""Bytes of a file that no setting bounds."""


def read_up_to(name: str | Path, maximum: int) -> bytes:
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


def read_bounded(path: Path | str, maximum: int, too_large: str) -> bytes:
    """The bytes of a file that has no more of them than are allowed.

    Raises:
        UsageError: With the reason ``too_large`` if it has more; if it cannot be read.
    """
    data = read_up_to(path, maximum)
    if len(data) > maximum:
        raise UsageError(too_large, f"{path} is longer than {maximum} bytes")
    return data


def read_text(path: Path | str, maximum: int, too_large: str, reason: str) -> str:
    """The text of a file.

    Raises:
        UsageError: With ``reason`` if it is not text, with ``too_large`` if it is too long; if it
            cannot be read.
    """
    try:
        return plain_data.decode_text(read_bounded(path, maximum, too_large))
    except plain_data.DataUnreadable as error:
        raise UsageError(reason, f"{path}{error}") from None


def read_plain(path: Path, reason: str) -> object:
    """What a file of JSON or YAML says; None where it is empty.

    Raises:
        UsageError: With that reason if it is neither; if it cannot be read.
    """
    try:
        return plain_data.parse(read_bounded(path, LARGEST, reason), str(path))
    except plain_data.DataUnreadable as error:
        raise UsageError(reason, f"{path}{error}") from None


def read_json_object(path: Path | None, maximum: int, reason: str) -> dict[str, Any]:
    """The JSON object of a file; an empty one without a file.

    Raises:
        UsageError: With that reason if it is none, or too large; if it cannot be read.
    """
    if path is None:
        return {}
    try:
        found = plain_data.parse(read_bounded(path, maximum, reason), ".json")
    except plain_data.DataUnreadable as error:
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
