"""Ranges of days and weeks given in short: "March 3–5", "weeks 30 to 32", "the weekend"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.language.periods import Period, complete, in_week
from sidecar.binding.language.words import STOP, Token
from sidecar.text.vocabulary import one_of

_DASHES = one_of("- – —")
_JOINTS = _DASHES | one_of("/ to and until till through")
_LAST_DAY, _LAST_WEEK = 31, 53
_SPANS = {
    **dict.fromkeys(one_of("weekend weekends"), (5, 6)),
    **dict.fromkeys(one_of("weekday weekdays workdays"), (0, 4)),
}
"""From which to which day of the week words tell."""


def short_ranges(words: Sequence[Token], found: Sequence[PeriodMention]) -> Iterator[PeriodMention]:
    """The ranges of days and weeks of a passage.

    Args:
        words: The passage.
        found: The single periods that it names.
    """
    for each in found:
        period, before = each.period, words[max(0, each.start - 2) : each.start]
        day = _number(words[each.end : each.end + 2])
        if period.week is not None and period.week < day <= _LAST_WEEK:
            yield PeriodMention(period, each.start, each.end + 2, in_week(period.year, day))
        if period.month is None or period.day is None:
            continue
        dashed = bool(day) and words[each.end].word in _DASHES
        if period.day < day <= _LAST_DAY and (dashed or _ends(words, each.end + 2)):
            last = complete(period.year, period.month, day)
            if last.known:
                yield PeriodMention(period, each.start, each.end + 2, last)
        day = _number(before[::-1])
        if 0 < day < period.day:
            first = complete(period.year, period.month, day)
            yield PeriodMention(first, each.start - 2, each.end, period)
    for at, word in enumerate(words):
        if word.word in _SPANS:
            first_day, last_day = (Period(weekday=day) for day in _SPANS[word.word])
            yield PeriodMention(first_day, at, at + 1, last_day)


def _number(words: Sequence[Token]) -> int:
    """The day of the month, or the week, that follows a joint; 0 where none does."""
    joint, day = [*(word.word for word in words), "", ""][:2]
    return int(day) if joint in _JOINTS and day.isdecimal() else 0


def _ends(words: Sequence[Token], at: int) -> bool:
    """Whether a number there counts nothing: "March 3 and 5 orders" is no range."""
    after = [word.word for word in words[at : at + 1]]
    return not after or after[0] in STOP or not (after[0][0].isalnum() or after[0] in "%°")
