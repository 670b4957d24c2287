"""Criteria from the text of a file, and everything that is wrong with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, TypeVar

from sidecar.model.outcome import CriteriaFault
from sidecar.settings import plain_data
from sidecar.settings.section import suggest_name

TOP = "success_criteria"
_START = re.compile(rb"^(?=success_criteria\s*:)|^---[^\n]*$", re.MULTILINE)


class DocumentUnreadable(ValueError):
    """The text is neither JSON nor YAML; the message says why."""


def parse_documents(data: bytes) -> list[object]:
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
            said = plain_data.parse_exact(part, lines_before=line)
        except plain_data.DataUnreadable as error:
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


# Everything that is wrong with criteria, collected while they are read.

SHOWN = 80  # characters of what was given that a message repeats

E = TypeVar("E", bound=StrEnum)


class CriteriaFaults:
    """Faults in the order in which they were found.

    Attributes:
        index: The criterion that is read, from 0; None for what is about all of them.
        metric: Its metric, as far as one was given.
        found: All of them.
    """

    def __init__(self) -> None:
        self.index: int | None = None
        self.metric = ""
        self.found: list[CriteriaFault] = []

    def about(self, index: int | None, metric: str = "") -> None:
        """Say what the next faults are about."""
        self.index, self.metric = index, metric

    def add(self, code: str, field: str, message: str) -> None:
        """Add a fault; its message names the criterion."""
        if self.index is None:
            self.found.append(CriteriaFault(code=code, message=message, field=field))
            return
        named = f"criteria[{self.index}]{' ' + self.metric if self.metric else ''}: {message}"
        self.found.append(
            CriteriaFault(
                code=code, message=named, index=self.index, metric=self.metric, field=field
            )
        )

    def one_of(
        self, kind: type[E], given: Mapping[str, Any], field: str, default: E | None = None
    ) -> E | None:
        """The member of an enumeration that a field names; None, and a fault, for none of them."""
        value = given.get(field)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            with suppress(ValueError):
                return kind(value)
        names = [str(one) for one in kind]
        said = suggest_name(str(value)[:SHOWN], names) or f": {', '.join(names)}"
        self.add(
            f"{field.upper()}_UNKNOWN",
            field,
            f"{shorten_given(value)} is not a valid {field}{said}",
        )
        return None

    def unknown(self, given: Mapping[Any, Any], known: Sequence[str]) -> None:
        """A fault for each field that there is not."""
        for name in given:
            if name not in known:
                near = suggest_name(str(name)[:SHOWN], known)
                message = f"there is no field {shorten_given(name)}{near}"
                self.add("CRITERIA_MALFORMED", str(name)[:SHOWN], message)


def shorten_given(given: object) -> str:
    """What was given, as far as a message repeats it."""
    return repr(given)[:SHOWN] if given is not None else "nothing"
