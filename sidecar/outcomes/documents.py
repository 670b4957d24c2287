"""Criteria from the text of a file: YAML or JSON, with or without ``success_criteria:`` around."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from sidecar.settings import plain_data

TOP = "success_criteria"
_START = re.compile(rb"^(?=success_criteria\s*:)|^---[^\n]*$", re.MULTILINE)


class DocumentUnreadable(ValueError):
    """The text is neither JSON nor YAML; the message says why."""


def documents(data: bytes) -> list[object]:
    """What each document of a text says, without the key around it.

    A document begins at a line ``---``, or where ``success_criteria:`` stands again: examples that
    follow one another in one file are several, not a key that stands twice.

    Raises:
        DocumentUnreadable: If it is neither JSON nor YAML, or has aliases or repeated keys.
    """
    return [_inside(said) for said in _parsed(data) if said is not None]


def _parsed(data: bytes) -> Iterator[object]:
    line = 0
    for part in _START.split(data):
        try:
            said = plain_data.exact(part, lines_before=line)
        except plain_data.Unreadable as error:
            raise DocumentUnreadable(str(error).removeprefix(", ").removeprefix(": ")) from None
        try:
            json.dumps(said, ensure_ascii=False, default=str).encode()
        except (UnicodeEncodeError, RecursionError, TypeError, ValueError):
            why = "a key is not text, or a string holds half of a surrogate pair"
            raise DocumentUnreadable(why) from None
        yield said
        line += part.count(b"\n")


def _inside(said: object) -> object:
    if not isinstance(said, dict) or TOP not in said:
        return said
    for name in said:
        if name != TOP:
            raise DocumentUnreadable(f"{name!r:.80} stands beside {TOP}, where it means nothing")
    return said[TOP]
