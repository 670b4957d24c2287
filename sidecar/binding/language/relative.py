"""Periods given from another one: "the year before", "a quarter earlier", "this month"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from sidecar.binding.language.periods import NOTHING, TimePeriod, complete, in_week
from sidecar.binding.language.words import Token
from sidecar.text.vocabulary import one_of

_MONTHS = {"year": 12, "half": 6, "quarter": 3, "month": 1}
_GRAINS = frozenset(_MONTHS) | {"week"}
_SEVERAL = {f"{grain}s": grain for grain in _GRAINS} | {"halves": "half"}
_COUNTS = {
    word: number
    for number, words in enumerate(("two 2", "three 3", "four 4", "five 5", "six 6"), 2)
    for word in words.split()
} | {"nine": 9, "9": 9, "twelve": 12, "12": 12}
_PARTS = {"year": 1, "half": 2, "quarter": 3, "month": 4}  # of a period that tell it
_FINEST = sorted(_PARTS.items(), key=lambda part: -part[1])
_PRECEDING = one_of("previous prior preceding last")
_NOW = one_of("this current")
_RECENT = ["most", "recent"]
_FIGURES = one_of("figure figures value values reading readings period data number numbers count")
_TOLD = _GRAINS | _FIGURES  # whose newest is told: "the latest figure"
_FOLLOWING = one_of("following next subsequent")
_BEFORE = one_of("before earlier ago previously prior")
_AFTER = one_of("later after")
_TAKING = one_of("before after")  # what may tell of something else
_SHORT = {"yoy": "year", "qoq": "quarter", "mom": "month", "wow": "week"}
_INITIALS = {"y": "year", "q": "quarter", "m": "month", "w": "week"}

_OVER = (["on"], ["over"], ["-", "on", "-"], ["-", "over", "-"], ["/"], ["-", "o", "-"])
_COARSER = {"month": "quarter", "quarter": "half", "half": "year"}
STEPPING = _BEFORE | _AFTER
"""Words that make a stretch of time a step from a period: "a quarter earlier"."""


class Base(Enum):
    """What a step is distinguished from."""

    NAMED = auto()  # the period that was named last
    NEWEST = auto()  # the newest of the data
    EITHER = auto()  # the one that was named last, if it is not that one itself: "last year"


class PeriodStep(NamedTuple):
    """A step from one period to another.

    Attributes:
        start: Index of the first token that tells it.
        end: Index past the last one.
        grain: What is stepped over, by its English name; empty where that is any period.
        by: How many; negative into the past.
        base: What it is distinguished from.
    """

    start: int
    end: int
    grain: str
    by: int
    base: Base = Base.NAMED


def steps(words: Sequence[Token]) -> Iterator[PeriodStep]:
    """The steps that a sentence tells."""
    for at, word in enumerate(words):
        before = words[at - 1].word if at else ""
        after = words[at + 1].word if at + 1 < len(words) else ""
        if word.word in _SEVERAL and before in _COUNTS and _is_step(words, at + 1):
            several = _several(_SEVERAL[word.word], _COUNTS[before], one=_is_the(words, at - 2))
            if several is not None:
                grain, many = several
                yield PeriodStep(at - 1, at + 2, grain, many if after in _AFTER else -many)
        if word.word not in _GRAINS:
            continue
        if before in _PRECEDING and not (before == "last" and _is_the(words, at - 2)):
            base = Base.EITHER if before == "last" else Base.NAMED
            yield PeriodStep(at - 1, at + 1, word.word, -1, base)
        elif before in _NOW:
            yield PeriodStep(at - 1, at + 1, word.word, 0, Base.NEWEST)
        elif before in _FOLLOWING:
            yield PeriodStep(at - 1, at + 1, word.word, 1)
        elif before in ("a", "one", "the") and after in _BEFORE:
            yield PeriodStep(at - 1, at + 2, word.word, -1)
        elif before in ("a", "one", "the") and after in _AFTER:
            yield PeriodStep(at - 1, at + 2, word.word, 1)
    yield from filter(None, (_told(words, at) for at in range(len(words))))


def paced(words: Sequence[Token], at: int) -> int:
    """Where words end that tell what each period is compared with: "year on year"; 0 if none do."""
    word = words[at].word
    if word in _SHORT:
        return at + 1
    if word not in _GRAINS and word not in _INITIALS:
        return 0
    following = [each.word for each in words[at + 1 : at + 5]]
    return next(
        (at + len(over) + 2 for over in _OVER if following[: len(over) + 1] == [*over, word]), 0
    )


def _told(words: Sequence[Token], at: int) -> PeriodStep | None:
    """A step to the newest period: "the latest figure", "the most recent month".

    Or to what each is compared with, "year on year", or to the next of its kind, from whatever
    period was named: "the one before".
    """
    word = words[at].word
    end = paced(words, at)
    if end and "".join(each.word for each in words[end : end + 1]) != "in":  # "… in five of seven"
        return PeriodStep(at, end, _SHORT.get(word) or _INITIALS.get(word, word), -1)
    if word != "one" and word not in _TOLD:
        return None
    before = [each.word for each in words[max(0, at - 2) : at]]
    if word in _TOLD and (before[-1:] == ["latest"] or before == _RECENT):
        grain = word if word in _GRAINS else ""
        return PeriodStep(at - (2 if before == _RECENT else 1), at + 1, grain, 0, Base.NEWEST)
    after = [each.word for each in words[at + 1 : at + 3]]
    if before[-1:] != ["the"] or word != "one" or not after or after[0] not in STEPPING:
        return None
    goes_on = len(after) > 1 and after[1][0].isalpha()  # "the one before the holidays"
    return None if goes_on else PeriodStep(at - 1, at + 2, "", -1 if after[0] in _BEFORE else 1)


def _is_the(words: Sequence[Token], at: int) -> bool:
    """Whether a word is "the": "the last quarter" is the final one."""
    return at >= 0 and words[at].word == "the"


def _is_step(words: Sequence[Token], at: int) -> bool:
    """Whether a word ends a step: "two weeks later", but not "two weeks after the launch"."""
    if at >= len(words) or words[at].word not in STEPPING:
        return False
    follows = words[at + 1].word if at + 1 < len(words) else "."
    return words[at].word not in _TAKING or not follows[0].isalnum()


def _several(grain: str, many: int, *, one: bool) -> tuple[str, int] | None:
    """How far several periods step; all of them as one: "the six months before" are a half."""
    if not one:
        return grain, many
    months = _MONTHS.get(grain, 0) * many
    return next(((each, 1) for each, size in _MONTHS.items() if size == months), None)


def follows(old: TimePeriod, new: TimePeriod) -> bool:
    """Whether a period is the next one of its kind."""
    return stepped(old, PeriodStep(0, 0, "", 1)) == new


def newest_of(newest: TimePeriod, grain: str) -> TimePeriod:
    """The newest year, half, quarter or month; nothing where that is not known so finely.

    With no grain it is the newest period, whatever that is.
    """
    if not grain:
        return newest
    if grain == "week":
        return newest if newest.week is not None else NOTHING
    parts = _PARTS[grain]
    return TimePeriod(*newest[:parts]) if newest[parts - 1] is not None else NOTHING


def stepped(period: TimePeriod, step: PeriodStep) -> TimePeriod:
    """The period a step away; nothing where the one it starts from is not known so finely.

    With no grain it is the next one of its kind: "in May 12, in the one before 9".
    """
    if not step.grain:
        known = period.known and period.day is None
        return stepped(period, step._replace(grain=_grain(period))) if known else NOTHING
    if step.grain == "year":
        return _years(period, step.by)
    if step.grain == "week":
        return NOTHING if period.week is None else in_week(period.year, period.week + step.by)
    place = {"half": period.half, "quarter": period.quarter, "month": period.month}[step.grain]
    return _coarser(period, step) if place is None else _placed(period.year, place, step)


def _grain(period: TimePeriod) -> str:
    """What kind of period one is, by its English name."""
    if period.week is not None:
        return "week"
    return next((grain for grain, parts in _FINEST if period[parts - 1] is not None), "year")


def _coarser(period: TimePeriod, step: PeriodStep) -> TimePeriod:
    """The same where the period is only known more coarsely: "six months before" a half."""
    grain = _COARSER[step.grain]
    by, rest = divmod(step.by, _MONTHS[grain] // _MONTHS[step.grain])
    return NOTHING if rest else stepped(period, step._replace(grain=grain, by=by))


def _placed(year: int | None, place: int, step: PeriodStep) -> TimePeriod:
    """The half, quarter or month so many after that at a place in a year."""
    years, place = divmod(place - 1 + step.by, 12 // _MONTHS[step.grain])
    if years and year is None:
        return NOTHING
    year = None if year is None else year + years
    if step.grain == "month":
        return complete(year, place + 1, None)
    if step.grain == "quarter":
        return TimePeriod(year, place // 2 + 1, place + 1)
    return TimePeriod(year, place + 1)


def _years(period: TimePeriod, by: int) -> TimePeriod:
    """The same in another year."""
    if period.year is None:
        return NOTHING
    year = period.year + by
    dated = complete(year, period.month, period.day)
    return dated if period.month is not None else period._replace(year=year, weekday=None)
