"""Times of day as people write them, in minutes after midnight."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORDS = "one two three four five six seven eight nine ten eleven twelve"
_HOURS = {word: hour for hour, word in enumerate(_WORDS.split(), start=1)}
_PARTS = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "half": 30}
_NAMES = {"midnight": 0, "noon": 720, "midday": 720}
_TIME = re.compile(
    r"(?<![\d:.])(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?|(?P<clock>\s?o['’]?clock))?(?!\d)"
    r"|\b(?:at|from|by|until|till|around) (?P<bare>\d{1,2}\b|(?:"
    rf"{'|'.join(_HOURS)})\b)(?![:.,]?\d|%| past\b| to [a-z])"
    r"|(?<![\d:.])(?P<first>\d{1,2})(?=\s?(?:-|–|to|till|until|and)\s?\d{1,2}(?::\d\d)?\s?[ap]\.?m)"
    rf"|\b(?:(?P<part>{'|'.join(_PARTS)}) (?P<to>past|to) )"
    rf"(?P<spoken>\d{{1,2}}\b|(?:{'|'.join(_HOURS)})\b)(?! ?[ap]\.?m)"
    rf"|\b(?P<name>{'|'.join(_NAMES)})\b",
    re.IGNORECASE,
)
_HOUR, _NOON, _DAY = 60, 12, 24
_WHOLE_DAY = _DAY * _HOUR


def find_times(string: str) -> Iterator[tuple[int, int, int]]:
    """The times of a text: their code points, and the minute that each may mean.

    A time without "am" or "pm" that people also use in the afternoon may be either.
    """
    for match in _TIME.finditer(string):
        for minute in _read(match):
            yield *match.span(), minute


def _read(match: re.Match[str]) -> Iterator[int]:
    """The minutes that a time may mean."""
    if match["name"]:
        yield _NAMES[match["name"].lower()]
    elif spoken := match["bare"] or match["first"] or match["spoken"]:
        minute = (_HOURS.get(spoken.lower()) or int(spoken)) * _HOUR
        if match["part"]:
            part = _PARTS[match["part"].lower()]
            minute += part if match["to"].lower() == "past" else -part
        yield minute % _WHOLE_DAY
        if minute < (_NOON + 1) * _HOUR:
            yield (minute + _NOON * _HOUR) % _WHOLE_DAY
    elif match["minute"] or match["half"] or match["clock"]:
        yield from _read_digits(match)


def _read_digits(match: re.Match[str]) -> Iterator[int]:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if hour >= _DAY:
        return
    if match["half"]:
        hour = hour % _NOON + (_NOON if match["half"].lower() == "p" else 0)
    yield hour * _HOUR + minute
    if not match["half"] and 0 < hour < _NOON and len(match["hour"]) == 1:
        yield (hour + _NOON) * _HOUR + minute
