"""Times of day as people write them, in minutes after midnight."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TIME = re.compile(
    r"(?<![\d:.])(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?|(?P<clock>\s?o['’]?clock))?(?!\d)|\b(?P<word>noon|midday|midnight)\b",
    re.IGNORECASE,
)
_HOUR, _NOON, _DAY = 60, 12, 24


def find_times(string: str) -> Iterator[tuple[int, int, int]]:
    """The times of a text: their code points, and the minute that each may mean.

    A time without "am" or "pm" that people also use in the afternoon may be either.
    """
    for match in _TIME.finditer(string):
        if match["word"]:
            yield *match.span(), 0 if match["word"].lower() == "midnight" else _NOON * _HOUR
            continue
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if not (match["minute"] or match["half"] or match["clock"]) or hour >= _DAY:
            continue
        if match["half"]:
            hour = hour % _NOON + (_NOON if match["half"].lower() == "p" else 0)
        yield *match.span(), hour * _HOUR + minute
        if not match["half"] and 0 < hour < _NOON and len(match["hour"]) == 1:
            yield *match.span(), (hour + _NOON) * _HOUR + minute
