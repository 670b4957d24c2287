"""Stretches of time stated by where they end: "the last three months", "year to date", "by June".

Each ends with the newest period of the data, or with the one that is named, and adds up what lies
before; "the first three months" begin with the oldest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.relative import Step, stepped
from sidecar.binding.language.words import Token
from sidecar.text.vocabulary import one_of

_PARTS = {"half": 2, "quarter": 3, "month": 4, "week": 7}  # of a period that tell it
_MONTHS = 3  # of a quarter
_FINAL = one_of("last final closing")
_FIRST = one_of("first opening after")
_COUNTS = {
    word: number
    for number, words in enumerate(("two 2", "three 3", "four 4", "five 5", "six 6"), 2)
    for word in words.split()
} | {"nine": 9, "9": 9}
_TO_DATE = (["year", "to", "date"], ["ytd"], ["year", "so", "far"])
_MIDYEAR = (["midyear"], ["mid", "-", "year"], ["mid-year"])
_TELLING = _FINAL | _FIRST | {phrase[0] for phrase in (*_TO_DATE, *_MIDYEAR)}


class Stretch(NamedTuple):
    """A stretch of time.

    Attributes:
        start: Index of the first token that tells it.
        end: Index past the last one.
        first: Its first period; nothing for the first of the data.
        last: Its last period; None where the first one is all of it.
    """

    start: int
    end: int
    first: Period
    last: Period | None


def stretches(
    words: Sequence[Token], oldest: Period, newest: Period, before: Callable[[], Period]
) -> Iterator[Stretch]:
    """The stretches that a text tells.

    Args:
        words: The text.
        oldest: The first period that "the first three months" may begin with.
        newest: The last period of the data.
        before: Tells the last one that was named before: what "to date" means, if it is so fine.
    """
    said = [word.word for word in words]
    if not newest.known or _TELLING.isdisjoint(said):
        return
    for at, word in enumerate(said):
        if word in _FINAL and at and said[at - 1] == "the":
            yield from _final(said, at, newest)
        if word in _FIRST and at + 2 < len(said):
            yield from _first(said, at, oldest)
        for phrase in _TO_DATE:
            if said[at : at + len(phrase)] == phrase:
                named = before()
                date = named if named.half is not None else newest
                yield Stretch(at, at + len(phrase), Period(year=date.year), date)
        for phrase in _MIDYEAR:
            if at and said[at - 1] == "by" and said[at : at + len(phrase)] == phrase:
                half = Period(year=newest.year, half=1)
                yield Stretch(at, at + len(phrase), NOTHING, half)


def _first(said: Sequence[str], at: int, oldest: Period) -> Iterator[Stretch]:
    """The first months, quarters or halves: "the first three quarters", "after two months"."""
    many, grain = _COUNTS.get(said[at + 1], 0), said[at + 2].removesuffix("s")
    behind = said[at + 3 : at + 5]
    told = said[at] == "after" or (at and said[at - 1] == "the")
    other = behind[:1] == ["of"] and behind[1:] not in (["the"], [str(oldest.year)])
    if many and told and not other and grain in _PARTS and oldest[_PARTS[grain] - 1] is not None:
        first = Period(*oldest[: _PARTS[grain]])
        last = stepped(first, Step(0, 0, grain, many - 1))
        if last.known:
            yield Stretch(at, at + 3, first, last)


def _final(said: Sequence[str], at: int, newest: Period) -> Iterator[Stretch]:
    """The final month, quarter or half, or several of them: "the last three months"."""
    many = _COUNTS.get(said[at + 1], 0) if at + 1 < len(said) else 0
    noun = at + 2 if many else at + 1
    grain = said[noun].removesuffix("s") if noun < len(said) else ""
    if grain not in _PARTS:
        return
    if not many:
        if newest[_PARTS[grain] - 1] is not None:
            yield Stretch(at, noun + 1, Period(*newest[: _PARTS[grain]]), None)
        return
    if grain == "month" and newest.month is None and not many % _MONTHS:
        grain, many = "quarter", many // _MONTHS
    first = stepped(newest, Step(0, 0, grain, 1 - many))
    if first.known:
        yield Stretch(at, noun + 1, first, newest)
