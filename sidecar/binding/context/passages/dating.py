"""The periods that a passage names: outright, by way of other ones, and as ranges.

"The year before" is distinguished from the period that was named last, "this year" from the newest
of the data. Either may tell the year of what stands before it ("the first half of last year"), and
"the same months of 2023" are those that were named last in another year.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.language import edges, ranges
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.relative import (
    Base,
    Step,
    follows,
    newest_of,
    paced,
    stepped,
    steps,
)
from sidecar.binding.language.words import STOP, Token, is_numeral, stem
from sidecar.text.vocabulary import one_of

_UNTIL = one_of("to until till through - – — up and")
_DASHES, _SHORT_YEAR = one_of("- – —"), re.compile(r"\d\d")
_SAME = one_of("same corresponding comparable equivalent")
_SPANS = one_of("period span stretch time season months month weeks quarter quarters half")
_JOINTS = one_of("of in the a")
_FINAL = one_of("last final closing")
_LAST_PARTS = {"half": (2,), "quarter": (2, 4)}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_PARTS, _HALVES = frozenset(map(stem, ("quarter", "half", "halves"))), 2
_GOES_ON = one_of("of to")  # "the third of them"
_OLD = one_of("of than from on against to with versus vs since")


class PeriodMention(NamedTuple):
    """A period named in a text.

    Attributes:
        period: The period.
        start: Index of its first token.
        end: Index past its last token.
        until: The last one, where the text names a range of periods; nothing where it is the first
            or last of the data ("since 2021").
        edge: Whether it only opens or closes such a range, or is only compared with.
        anchor: The period that it is distinguished from, where a sentence before names that.
    """

    period: Period
    start: int
    end: int
    until: Period | None = None
    edge: bool = False
    anchor: Period = NOTHING

    @property
    def spanned(self) -> PeriodMention | None:
        """The same as one period, where a range of months is a quarter or half."""
        span = NOTHING if self.until is None else ranges.spanned(self.period, self.until)
        return self._replace(period=span, until=None) if span.known else None


class Before(NamedTuple):
    """What was named before a passage.

    Attributes:
        mention: The last period that was named; the newest of the data where none was.
        newest: The newest period of the data.
        years: Whether any data have parts of several years.
    """

    mention: PeriodMention
    newest: Period
    years: bool


def related(
    words: Sequence[Token], found: Sequence[PeriodMention], before: Callable[[], Before]
) -> list[PeriodMention]:
    """The periods of a passage, with those that are stated by way of others.

    Args:
        words: The passage.
        found: The periods that it names outright.
        before: Tells what was named before it, if it is wanted.
    """
    told = sorted(found, key=lambda m: m.start)
    for step in steps(words):
        told = _with_step(words, told, step, before)
    for at, (word, noun) in enumerate(pairwise(words)):
        if word.word in _SAME and noun.word in _SPANS:
            told = _with_same(words, told, at, before)
    told = list(_final(words, told))
    told += _elliptic(words, told)
    return [*told, *_of_year_before(told, before)]


def _final(words: Sequence[Token], told: Sequence[PeriodMention]) -> Iterator[PeriodMention]:
    """The periods; of a year its last part where that is intended: "the final quarter of 2024"."""
    for one in told:
        said = [word.word for word in words[max(0, one.start - 3) : one.start]]
        part = _LAST_PARTS.get("".join(said[1:2])) if said[:1] and said[0] in _FINAL else None
        if part is None or said[2:] != ["of"] or one.period != Period(one.period.year):
            yield one
        else:
            yield one._replace(period=Period(one.period.year, *part), start=one.start - 3)


def _elliptic(words: Sequence[Token], told: Sequence[PeriodMention]) -> Iterator[PeriodMention]:
    """Quarters and halves given by their ordinal alone: "the first quarter, the second"."""
    fine = [m for m in told if m.period.half is not None and m.period.month is None]
    named = {at for m in told for at in range(m.start, m.end)}
    for at, (article, word) in enumerate(pairwise(words)):
        place = _ORDINALS.get(word.word)
        if place is None or article.word != "the" or at + 1 in named:
            continue
        after = "".join(w.word for w in words[at + 2 : at + 3])
        if after in _GOES_ON or (after.isalpha() and after not in STOP):
            continue
        last = next((m.period for m in reversed(fine) if m.end <= at), NOTHING)
        spoken = {w.stem for w in words[:at]} & _PARTS
        if last.quarter is not None or (last is NOTHING and stem("quarter") in spoken):
            yield PeriodMention(Period(last.year, (place + 1) // 2, place), at, at + 2)
        elif place <= _HALVES and (last is not NOTHING or spoken):
            yield PeriodMention(Period(last.year, place), at, at + 2)


def _of_year_before(
    told: Sequence[PeriodMention], before: Callable[[], Before]
) -> Iterator[PeriodMention]:
    """Parts of a year in the year that was named last: "in 2024 … and the fourth quarter".

    Each may still be of any year.
    """
    fine = [m for m in told if m.period.year is None and m.period.half is not None]
    for mention in fine if fine and before().years else ():
        ahead = [m.period.year for m in told if m.end <= mention.start and m.period.year]
        year = ahead[-1] if ahead else before().mention.period.year
        if year is not None and mention.until is None:
            yield mention._replace(period=mention.period._replace(year=year))


def _with_step(
    words: Sequence[Token],
    told: list[PeriodMention],
    step: Step,
    before: Callable[[], Before],
) -> list[PeriodMention]:
    """The periods of a passage with one that a step leads to."""
    ahead = [m for m in told if m.end <= step.start]
    if told and not ahead and paced(words, step.start):
        return told  # "month on month, it gained 12 in May"
    part = next((m for m in ahead[-1:] if _is_part(words, m, step)), None)
    if part is not None:
        ahead.remove(part)
    own = [m for m in ahead if not edges.is_edge(words, m)]  # "up 5% on Q1, and 9% year on year"
    here = bool(own)
    last = own[-1] if here else before().mention
    newest = before().newest
    if step.base is Base.NEWEST:
        reached = [newest_of(newest, step.grain)]
    else:
        anchor = _dated((last.spanned or last).period, newest)
        reached = [stepped(anchor, step)]
        compared = step.start > 0 and words[step.start - 1].word in _OLD
        if step.base is Base.EITHER and not (here or part or compared):
            reached.append(newest_of(anchor, step.grain))
    reached = [period for period in reached if period.known]
    if part is not None:
        dated = [
            part._replace(period=part.period._replace(year=each.year), end=step.end)
            for each in reached
        ]
        return [*(m for m in told if m is not part), *dated] if dated else told
    carried = NOTHING if here or step.base is not Base.NAMED else last.period
    return [*told, *(PeriodMention(p, step.start, step.end, anchor=carried) for p in reached)]


def _is_part(words: Sequence[Token], mention: PeriodMention, step: Step) -> bool:
    """Whether a step tells the year of the period before it: "the first half of last year"."""
    between = [word.word for word in words[mention.end : step.start]]
    fine = mention.period.half is not None and mention.period.year is None
    return fine and step.grain == "year" and between in ([], ["of"], ["in"])


def _dated(period: Period, newest: Period) -> Period:
    """A part of a year in the newest year, where no year is told."""
    return period if period.half is None else period.merged(Period(year=newest.year))


def _with_same(
    words: Sequence[Token],
    told: list[PeriodMention],
    at: int,
    before: Callable[[], Before],
) -> list[PeriodMention]:
    """The periods of a passage with one that was named last, in another year."""
    start = at + 2
    while start < len(words) and words[start].word in _JOINTS:
        start += 1
    year = next(
        (m for m in told if m.period == Period(m.period.year) and m.start in (start, start - 1)),
        None,
    )
    ahead = [m for m in told if m.end <= at]
    last = ahead[-1] if ahead else before().mention
    if year is None or last.period.half is None:
        return told
    number = year.period.year
    until = None if last.until is None else last.until._replace(year=number)
    same = PeriodMention(last.period._replace(year=number), at, year.end, until)
    return [*(m for m in told if m is not year), same]


def open_ranges(words: Sequence[Token], found: Sequence[PeriodMention]) -> Iterator[PeriodMention]:
    """Ranges with one end: "since 2021", "up to May"."""
    for mention in found:
        if edges.opens(words, mention):
            yield mention._replace(until=NOTHING, edge=False)
        elif edges.closes(words, mention):
            yield mention._replace(period=NOTHING, until=mention.period, edge=False)
        elif edges.may_close(words, mention):
            yield mention._replace(period=Period(mention.period.year), until=mention.period)


def joined_ranges(
    words: Sequence[Token], found: Sequence[PeriodMention]
) -> Iterator[PeriodMention]:
    """Ranges of periods: "January to March", "from 2019 until 2023", "2021-23"."""
    for each in found:
        after, year = [w.word for w in words[each.end : each.end + 2]], each.period.year
        if any(a.end < b.start for a, b in pairwise(words[each.start : each.end + 2])):
            continue  # "in 2021 - 45 of them"
        if len(after) > 1 and after[0] in _DASHES and _SHORT_YEAR.fullmatch(after[1]) and year:
            until = Period(year - year % 100 + int(after[1]))
            if each.period == Period(year) and until > each.period:
                yield PeriodMention(each.period, each.start, each.end + 2, until)
    for first, last in pairwise(found):
        between = [w.word for w in words[first.end : last.start]]
        opens = words[first.start - 1].word if first.start else ""
        joined = between == ["and"] and opens != "between"
        listed = first.start > 0 and words[first.start - 1].word == ","
        joined = joined and (listed or not follows(first.period, last.period))  # "in 2022 and 2023"
        if any(map(is_numeral, between)):  # "from 9 in 2022 to 12 in 2023"
            continue
        if between and len(between) <= 2 and between[0] in _UNTIL and not joined:
            start, end = first.period, last.period
            if end.year is not None and start.year is None:
                start = start.merged(Period(year=end.year))
            yield PeriodMention(start, first.start, last.end, end)
