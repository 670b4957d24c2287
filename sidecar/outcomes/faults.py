"""Everything that is wrong with criteria, collected while they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, TypeVar

from sidecar.model.outcome import CriteriaFault
from sidecar.settings.fields import nearest

SHOWN = 80  # characters of what was given that a message repeats

E = TypeVar("E", bound=StrEnum)


class Faults:
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
        said = nearest(str(value)[:SHOWN], names) or f": {', '.join(names)}"
        self.add(f"{field.upper()}_UNKNOWN", field, f"{shown(value)} is not a valid {field}{said}")
        return None

    def unknown(self, given: Mapping[Any, Any], known: Sequence[str]) -> None:
        """A fault for each field that there is not."""
        for name in given:
            if name not in known:
                message = f"there is no field {shown(name)}{nearest(str(name)[:SHOWN], known)}"
                self.add("CRITERIA_MALFORMED", str(name)[:SHOWN], message)


def shown(given: object) -> str:
    """What was given, as far as a message repeats it."""
    return repr(given)[:SHOWN] if given is not None else "nothing"
