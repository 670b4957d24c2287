"""Where a value stands in a conversation, each kind compared in its own way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from itertools import islice

from sidecar.transcripts.origins.conversation import Conversation, read_figures
from sidecar.transcripts.origins.dates import NEAR, add_days, lies_between, read_dates
from sidecar.transcripts.origins.haystack import Match, fold
from sidecar.transcripts.origins.judgement import Kind, Origin
from sidecar.transcripts.origins.times import find_times

_MOST_PLACES = 64  # of one value that are looked at
_NEIGHBOURS = 12  # values of a result that may be of the same record
_LEADING = re.compile(r"https?://(?:www\.)?|www\.|/+$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_DIGIT_RUN = re.compile(r"\D+")
_LOCAL_PHONE = 7
_DAY_BOUNDS = frozenset((0, 23 * 60 + 59))


def find_origins(kind: Kind, value: str, said: Conversation) -> list[Origin]:
    """The places that support a value, those where it stands itself before those that imply it."""
    return list(islice(_FINDERS.get(kind, _find_words)(value, said), _MOST_PLACES))


def _find_words(value: str, said: Conversation) -> Iterator[Origin]:
    for match in said.find_words(value):
        yield said.origin(match)


def _find_exact(value: str, said: Conversation) -> Iterator[Origin]:
    """An address of the net, in which separators count."""
    bare = _LEADING.sub("", value).casefold()
    for match in said.find_words(bare):
        if said.quote(match).casefold() == bare:
            yield said.origin(match)


def _find_phone(value: str, said: Conversation) -> Iterator[Origin]:
    digits = _DIGIT_RUN.sub("", value)
    for cut in range(4):
        if cut and len(digits) - cut < _LOCAL_PHONE:
            return
        yield from _find_words(digits[cut:], said)


def _find_name(value: str, said: Conversation) -> Iterator[Origin]:
    """A name, its parts in any order, in one text or in the fields of one record."""
    yield from _find_words(value, said)
    words = _WORD.findall(value)
    if len(words) < 2:
        return
    if len(words) == 2:
        for match in said.find_words(f"{words[1]} {words[0]}"):
            yield said.origin(match)
    for match in said.find_words(words[0]):
        if set(map(fold, words)) <= _record_words(match, said):
            yield said.origin(match)


def _record_words(match: Match, said: Conversation) -> set[str]:
    """The words of the record that a value stands in."""
    here = said.passages[match.passage]
    if not here.is_value:
        return set()
    low, high = max(0, match.passage - _NEIGHBOURS), match.passage + _NEIGHBOURS
    return {
        fold(word)
        for other in said.passages[low:high]
        if other.whole is here.whole and other.path[:-1] == here.path[:-1]
        for word in _WORD.findall(other.string)
    }


def read_amount(value: str) -> Decimal | None:
    """The one number of a value."""
    numbers = read_figures(value).numbers
    return numbers[0][2] if len(numbers) == 1 else None


def _find_number(value: str, said: Conversation) -> Iterator[Origin]:
    amount = read_amount(value)
    if amount is not None:
        for one in (amount, -amount) if amount else (amount,):
            yield from map(said.origin, said.numbers.get(one, ()))


def _find_time(value: str, said: Conversation) -> Iterator[Origin]:
    for _, _, minute in find_times(value):
        yield from map(said.origin, said.times.get(minute, ()))


def _find_date(value: str, said: Conversation) -> Iterator[Origin]:
    """A date, and its time where it has one that begins or ends no day."""
    minutes = {minute for _, _, minute in find_times(value)}
    if minutes and not minutes & (said.times.keys() | _DAY_BOUNDS):
        return
    for read in read_dates(value):
        day = read.resolve()
        if day:
            yield from _find_day(day, said)
            yield from _find_implied(day, said)
        else:
            for one, place in said.dates.get(read.day, ()):
                if one[1:] == read[1:]:
                    yield said.origin(place)


def _find_day(day: date, said: Conversation) -> Iterator[Origin]:
    """A day where it is written, today among them."""
    for written, place in said.dates.get(day.day, ()):
        if written.fits(day, said.today):
            yield said.origin(place)
    if day == said.today and said.today_origin:
        yield said.today_origin


def _find_implied(day: date, said: Conversation) -> Iterator[Origin]:
    """A day that words name by another day, or that lies in a range that they name."""
    for low, high, place in said.ranges:
        if lies_between(day, low, high, said.today):
            yield said.origin(place)
    for relative, place in said.relatives:
        how = said.quote(place)
        if not relative.anchored:
            if _is_from_today(day, relative.first, relative.last, said):
                yield said.origin(place, how)
        elif any(_is_base(day, -days, said) for days in range(relative.first, relative.last + 1)):
            yield said.origin(place, how)
    for days, place in said.durations:
        if days <= NEAR and (_is_base(day, -days, said) or _is_base(day, days, said)):
            yield said.origin(place, f"{days} days")


def _is_from_today(day: date, first: int, last: int, said: Conversation) -> bool:
    return said.today is not None and first <= (day - said.today).days <= last


def _is_base(day: date, days: int, said: Conversation) -> bool:
    """Whether the day that is so far from another one is named."""
    base = add_days(day, days)
    if base is None:
        return False
    if any(True for _ in _find_day(base, said)):
        return True
    return any(
        not one.anchored and one.first == one.last and _is_from_today(base, *one[2:4], said)
        for one, _ in said.relatives
    )


_FINDERS: dict[Kind, Callable[[str, Conversation], Iterator[Origin]]] = {
    Kind.AMOUNT: _find_number,
    Kind.COUNT: _find_number,
    Kind.DATE: _find_date,
    Kind.TIME: _find_time,
    Kind.EMAIL: _find_exact,
    Kind.URL: _find_exact,
    Kind.PHONE: _find_phone,
    Kind.NAME: _find_name,
}
