"""How long something lasts, in words that hold no number: "an hour and a half", "Monday night"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

DurationUnit = Literal["days", "minutes"]

_WORDS: tuple[tuple[str, DurationUnit, int], ...] = (
    (r"(?:an |one )?hour and a half", "minutes", 90),
    (r"half an hour|half[- ]hour", "minutes", 30),
    (r"three[- ]quarters of an hour", "minutes", 45),
    (r"quarter of an hour", "minutes", 15),
    (r"(?:an|one) hour|hourly", "minutes", 60),
    (r"night", "days", 1),
    (r"a fortnight", "days", 14),
    (r"a week", "days", 7),
)
_ANY = re.compile(
    "|".join(rf"(?P<w{at}>\b(?:{words})\b)" for at, (words, *_) in enumerate(_WORDS)),
    re.IGNORECASE,
)
_UNITS: dict[str, tuple[DurationUnit, int]] = {
    "min": ("minutes", 1),
    "h": ("minutes", 60),
    "day": ("days", 1),
    "week": ("days", 7),
}


def find_durations(string: str) -> Iterator[tuple[int, int, DurationUnit, int]]:
    """Durations in words, with their code points."""
    for match in _ANY.finditer(string):
        row = next(at for at in range(len(_WORDS)) if match[f"w{at}"])
        yield *match.span(), *_WORDS[row][1:]


def read_unit(symbol: str) -> tuple[DurationUnit, int] | None:
    """What one of a unit of time is in days or minutes."""
    return _UNITS.get(symbol)
