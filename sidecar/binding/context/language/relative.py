"""Periods that are told from another one: "the year before", "a quarter earlier", "this month"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from sidecar.binding.context.language.periods import NOTHING, Period, complete
from sidecar.binding.context.language.words import Token
from sidecar.text.vocabulary import one_of

_MONTHS = {"year": 12, "half": 6, "quarter": 3, "month": 1}
_PARTS = {"year": 1, "half": 2, "quarter": 3, "month": 4}  # of a period that tell it
_PRECEDING = one_of("previous prior preceding last")
_NOW = one_of("this current")
_FOLLOWING = one_of("following next subsequent")
_BEFORE = one_of("before earlier ago previously prior")
_AFTER = one_of("later after")
STEPPING = _BEFORE | _AFTER
"""Words that make a stretch of time a step from a period: "a quarter earlier"."""


class Base(Enum):
    """What a step is told from."""

    NAMED = auto()  # the period that was named last
    NEWEST = auto()  # the newest of the data
    EITHER = auto()  # the one that was named last, if it is not that one itself: "last year"


class Step(NamedTuple):
    """A step from one period to another.

    Attributes:
        start: Index of the first token that tells it.
        end: Index past the last one.
        grain: What is stepped over, by its English name.
        by: How many; negative into the past.
        base: What it is told from.
    """

    start: int
    end: int
    grain: str
    by: int
    base: Base = Base.NAMED


def steps(words: Sequence[Token]) -> Iterator[Step]:
    """The steps that a sentence tells."""
    for at, word in enumerate(words):
        if word.word not in _MONTHS:
            continue
        before = words[at - 1].word if at else ""
        after = words[at + 1].word if at + 1 < len(words) else ""
        if before in _PRECEDING and not (before == "last" and _is_the(words, at - 2)):
            base = Base.EITHER if before == "last" else Base.NAMED
            yield Step(at - 1, at + 1, word.word, -1, base)
        elif before in _NOW:
            yield Step(at - 1, at + 1, word.word, 0, Base.NEWEST)
        elif before in _FOLLOWING:
            yield Step(at - 1, at + 1, word.word, 1)
        elif before in ("a", "one", "the") and after in _BEFORE:
            yield Step(at - 1, at + 2, word.word, -1)
        elif before in ("a", "one", "the") and after in _AFTER:
            yield Step(at - 1, at + 2, word.word, 1)


def _is_the(words: Sequence[Token], at: int) -> bool:
    """Whether a word is "the": "the last quarter" is the final one."""
    return at >= 0 and words[at].word == "the"


def newest_of(newest: Period, grain: str) -> Period:
    """The newest year, half, quarter or month; nothing where that is not known so finely."""
    parts = _PARTS[grain]
    return Period(*newest[:parts]) if newest[parts - 1] is not None else NOTHING


def stepped(period: Period, step: Step) -> Period:
    """The period a step away; nothing where the one it starts from is not known so finely."""
    if step.grain == "year":
        return _years(period, step.by)
    place = {"half": period.half, "quarter": period.quarter, "month": period.month}[step.grain]
    if place is None:
        return NOTHING
    many = 12 // _MONTHS[step.grain]
    years, place = divmod(place - 1 + step.by, many)
    if years and period.year is None:
        return NOTHING
    year = None if period.year is None else period.year + years
    if step.grain == "month":
        return complete(year, place + 1, None)
    if step.grain == "quarter":
        return Period(year, place // 2 + 1, place + 1)
    return Period(year, place + 1)


def _years(period: Period, by: int) -> Period:
    """The same in another year."""
    if period.year is None:
        return NOTHING
    year = period.year + by
    dated = complete(year, period.month, period.day)
    return dated if period.month is not None else period._replace(year=year, weekday=None)
