"""The periods that a text names: as dates, as days short of a month, as steps from others.

"In March 12, a month earlier 9" names February; "from 1 to 4 May" the first of May as well; "on
Monday the 21st" and "34 on Friday" are days near the one that was named before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.lexicon import LEADING
from sidecar.binding.language import periods, relative
from sidecar.binding.language.periods import NOTHING, TimePeriod, complete
from sidecar.binding.language.relative import Base, PeriodStep
from sidecar.binding.language.words import Token

_ORDINAL = frozenset(["st", "nd", "rd", "th"])
_JOINED = frozenset(["and", "to", "or", ",", "-", "–", "until", "till", "through"])
_PARTS_OF_WEEK = {
    word: days
    for words, days in (
        (("weekend", "weekends"), (5, 6)),
        (("weekdays", "workdays"), (0, 1, 2, 3, 4)),
    )
    for word in words
}
MONTH = "month"
"""What names a month by its number, right behind it."""

_MONTHS = frozenset(map(str, range(1, 13)))
_MOST_DAYS = 31
_WEEK = 7
_DAY, _DAYS = "day", "days"
_BACK, _ON = frozenset(["earlier", "before", "ago"]), frozenset(["later", "after", "on"])
_PRECEDING = frozenset(["previous", "preceding"])
_FOLLOWING = frozenset(["next", "following"])
_COUNTS = {
    word: count
    for count, words in enumerate(("a one the", "two 2", "three 3", "four 4", "five 5", "six 6"), 1)
    for word in words.split()
}


class DateMention(NamedTuple):
    """A period that a text names.

    Attributes:
        first, end: Its tokens.
        period: The period.
        year: The year that was named last, or 0.
        is_step: Whether it is named by its distance from another one.
    """

    first: int
    end: int
    period: TimePeriod
    year: int
    is_step: bool = False


def find_dates(string: str, tokens: Sequence[Token], evidence: EngineEvidence) -> list[DateMention]:
    """The periods that a text names, in their order.

    Args:
        string: The text.
        tokens: Its words.
        evidence: Whose newest periods "this year" is.
    """
    starts = [t.start for t in tokens]
    found: list[tuple[int, int, TimePeriod]] = []
    for start, end, period in periods.find(string):
        first = bisect_right(starts, start) - 1
        if first >= 0:
            found.append((first, max(first + 1, bisect_left(starts, end)), period))
    if not found and not evidence.newest:
        return []
    found += _of_week(tokens)
    found += _numbered(tokens)
    found.sort(key=lambda one: one[:2])
    days = list(_days(tokens, found)) if evidence.has_days else []
    steps = [s for s in relative.steps(tokens) if s.end - s.start < _WEEK]
    if evidence.has_days:
        steps += _day_steps(tokens)
    return list(_in_order([*found, *days], steps, evidence))


def _day_steps(tokens: Sequence[Token]) -> Iterator[PeriodStep]:
    """Steps of days: "a day earlier", "two days later", "the next day"."""
    for at in range(1, len(tokens) - 1):
        if tokens[at].word not in (_DAY, _DAYS):
            continue
        before, behind = tokens[at - 1].word, tokens[at + 1].word
        count = _COUNTS.get(before, 0)
        if count and behind in _BACK | _ON:
            yield PeriodStep(at - 1, at + 2, _DAY, count if behind in _ON else -count)
        elif before in _FOLLOWING | _PRECEDING:
            yield PeriodStep(at - 1, at + 1, _DAY, 1 if before in _FOLLOWING else -1)


def _in_order(
    found: Sequence[tuple[int, int, TimePeriod]],
    steps: Sequence[PeriodStep],
    evidence: EngineEvidence,
) -> Iterator[DateMention]:
    year, last = 0, NOTHING
    newest = evidence.newest[0] if evidence.newest else NOTHING
    events = [(one[0], 0, at) for at, one in enumerate(found)]
    events += [(step.start, 1, at) for at, step in enumerate(steps)]
    for _, is_step, at in sorted(events):
        if is_step:
            step = steps[at]
            for period in _stepped(step, last, evidence.newest):
                yield DateMention(step.start, step.end, period, period.year or year, is_step=True)
            continue
        first, end, period = found[at]
        year = period.year or year
        yield DateMention(first, end, period, year)
        if period.weekday is None or period.day is not None:
            last = period
        elif evidence.has_days and (near := _next(period.weekday, last, newest)).known:
            yield DateMention(first, end, near, year)


def _stepped(
    step: PeriodStep, last: TimePeriod, newest: Sequence[TimePeriod]
) -> Iterator[TimePeriod]:
    """The period that lies a step away from the one named last, or from the newest ones."""
    if step.grain == _DAY:
        day = _day_from(last, newest[0] if newest else NOTHING, step.by)
        yield from [day] if day.known else []
        return
    if step.base is Base.NAMED and last.known:
        newer = newest[0] if newest else NOTHING
        for base in (last, last.merged(TimePeriod(year=newer.year))):
            if (found := relative.stepped(base, step)).known:
                yield found
                return
    if step.base is Base.NAMED and last.known:
        return
    told = {
        (
            relative.newest_of(each, step.grain)
            if step.base is Base.NEWEST
            else relative.stepped(relative.newest_of(each, step.grain), step)
        )
        for each in newest
    }
    yield from (each for each in sorted(told, key=periods.order) if each.known)


def _next(weekday: int, last: TimePeriod, newest: TimePeriod) -> TimePeriod:
    """The day of the week that comes next after a day."""
    after = _day_from(last, newest, 1)
    if after.weekday is None:
        return NOTHING
    return _day_from(after, newest, (weekday - after.weekday) % _WEEK)


def _day_from(period: TimePeriod, newest: TimePeriod, by: int) -> TimePeriod:
    """The day so many days from another one, which is of the newest year where it tells none."""
    year = period.year or newest.year
    if year is None or period.month is None or period.day is None:
        return NOTHING
    if not complete(year, period.month, period.day).known:
        return NOTHING
    day = date(year, period.month, period.day) + timedelta(by)
    return complete(day.year, day.month, day.day)


def _of_week(tokens: Sequence[Token]) -> Iterator[tuple[int, int, TimePeriod]]:
    """The days that a part of the week is: "at the weekend"."""
    for at, token in enumerate(tokens):
        for weekday in _PARTS_OF_WEEK.get(token.word, ()):
            yield at, at + 1, TimePeriod(weekday=weekday)


def _numbered(tokens: Sequence[Token]) -> Iterator[tuple[int, int, TimePeriod]]:
    """Months by their numbers: "in month 2"."""
    for at, (token, number) in enumerate(pairwise(tokens)):
        leads = token.capital or (at and tokens[at - 1].word in LEADING)
        if token.word == MONTH and leads and number.word in _MONTHS:
            yield at, at + 2, complete(None, int(number.word), None)


def _days(
    tokens: Sequence[Token], found: Sequence[tuple[int, int, TimePeriod]]
) -> Iterator[tuple[int, int, TimePeriod]]:
    """Days whose month another one tells: "1 to 4 May", "the 21st"."""
    taken = {t for first, end, _ in found for t in range(first, end)}
    for first, _, period in found:
        if period.day is not None and period.month is not None:
            yield from _before(tokens, first, period, taken)
    named = [(first, period) for first, _, period in found if period.month is not None]
    at_named = [first for first, _ in named]
    for at in range(1, len(tokens) - 1):
        day = 0 if at in taken else _ordinal(tokens, at)
        if day:
            before = bisect_left(at_named, at)
            base = named[before - 1][1] if before else NOTHING
            yield at, at + 2, complete(base.year, base.month, day)


def _ordinal(tokens: Sequence[Token], at: int) -> int:
    """The day that a token begins, as "the 21st" does; 0 for none."""
    number, mark = tokens[at], tokens[at + 1]
    if mark.word not in _ORDINAL or number.end != mark.start or tokens[at - 1].word != "the":
        return 0
    day = int(number.word) if number.word.isdigit() else 0
    return day if day <= _MOST_DAYS else 0


def _before(
    tokens: Sequence[Token], first: int, period: TimePeriod, taken: set[int]
) -> Iterator[tuple[int, int, TimePeriod]]:
    """The days joined before one with its month: "23 and 25 October"."""
    at = first
    if not tokens[first].word.isdigit():  # "May 1 to 4" has its month before
        return
    while at > 1 and tokens[at - 1].word in _JOINED and at - 2 not in taken:
        number = tokens[at - 2].word
        if not number.isdigit() or not 1 <= int(number) <= _MOST_DAYS:
            return
        at -= 2
        yield at, at + 1, complete(period.year, period.month, int(number))
