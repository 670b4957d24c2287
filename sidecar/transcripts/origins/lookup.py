"""Where a value stands in a conversation, each kind compared in its own way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import islice

from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.figures import read_amount
from sidecar.transcripts.origins.haystack import Match, fold
from sidecar.transcripts.origins.judgement import Kind, Origin
from sidecar.transcripts.origins.lookup_dates import find_date
from sidecar.transcripts.origins.times import find_times

_MOST_PLACES = 64  # of one value that are looked at
_NEIGHBOURS = 12  # values of a result that may be of the same record
_LEADING = re.compile(r"https?://(?:www\.)?|www\.|/+$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_NO_DIGITS = re.compile(r"\D+")
_CODE = re.compile(r"[A-Z]{2,3}")
_OFFSET = re.compile(r"(?<=\d)(?:Z|[+-]\d\d:?\d\d)$")
_LOCAL_PHONE = 7
_LONGEST_PREFIX = 4  # digits of a country's code, and the 0 that it may replace
_DAY_BOUNDS = (0, 23 * 60 + 59)
_BEFORE_ADDRESS = re.compile(r"[\w.+%@-]\Z")
_AFTER_ADDRESS = re.compile(r"[@-]|\.\w")
_BEFORE_ID, _AFTER_ID = re.compile(r"\d\w*[-_]\Z"), re.compile(r"[-_]\w*\d")
_BESIDE = 40  # characters beside a match that are looked at


def find_origins(kind: Kind, value: str, said: Conversation) -> list[Origin]:
    """The places that support a value, those where it stands itself before those that imply it."""
    if any(unicodedata.category(one) == "Cf" for one in value):
        return [*_find_literal(value, said)]
    return list(islice(_FINDERS.get(kind, _find_words)(value, said), _MOST_PLACES))


def _find_literal(value: str, said: Conversation) -> Iterator[Origin]:
    """A value with characters that nobody sees, only where it stands with them."""
    for match in islice(said.find_words(value), _MOST_PLACES):
        if value in said.passages[match.passage].string:
            yield said.origin(match)


def _find_words(value: str, said: Conversation) -> Iterator[Origin]:
    for match in said.find_words(value):
        yield said.origin(match)


def _find_id(value: str, said: Conversation) -> Iterator[Origin]:
    """An id as it stands; of several words those that have digits."""
    for match in said.find_words(value):
        if not _is_cut(match, said, _BEFORE_ID, _AFTER_ID):
            yield said.origin(match)
    coded = [word for word in value.split() if any(c.isdigit() for c in word)]
    found = [list(_find_words(word, said)) for word in coded] if " " in value else []
    if found and all(found):
        for places in found:
            yield places[0]


def _find_exact(value: str, said: Conversation) -> Iterator[Origin]:
    """An address of the net, in which separators count."""
    bare = _LEADING.sub("", value).casefold()
    for match in said.find_words(bare):
        is_same = said.quote(match).casefold() == bare
        if is_same and not _is_cut(match, said, _BEFORE_ADDRESS, _AFTER_ADDRESS):
            yield said.origin(match)


def _is_cut(
    match: Match, said: Conversation, before: re.Pattern[str], after: re.Pattern[str]
) -> bool:
    """Whether a match is a part of a longer value, by what stands beside it."""
    string = said.passages[match.passage].string
    left = string[max(0, match.start - _BESIDE) : match.start].removesuffix("www.")
    right = string[match.end : match.end + _BESIDE]
    return bool(before.search(left) or after.match(right))


def _find_phone(value: str, said: Conversation) -> Iterator[Origin]:
    """A number with or without the code of its country."""
    digits = _NO_DIGITS.sub("", value)
    for cut in range(_LONGEST_PREFIX):
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
        yield from _find_words(f"{words[1]} {words[0]}", said)
    spoken = [[match for match in said.find_words(word) if said.is_user(match)] for word in words]
    if all(spoken):
        yield said.origin(spoken[0][0])
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


def _find_address(value: str, said: Conversation) -> Iterator[Origin]:
    """An address as it stands, or part by part; codes of states and countries may be added."""
    yield from _find_words(value, said)
    parts = [part.strip() for part in value.split(",")]
    needed = [part for part in parts if not _CODE.fullmatch(part)]
    found = [list(_find_words(part, said)) for part in needed] if len(parts) > 1 else []
    if found and all(found):
        for places in found:
            yield places[0]


def _find_number(value: str, said: Conversation) -> Iterator[Origin]:
    amount = read_amount(value)
    if amount is not None:
        for one in (amount, -amount) if amount else (amount,):
            yield from map(said.origin, said.numbers.get(one, ()))


def _find_time(value: str, said: Conversation) -> Iterator[Origin]:
    """A time where it is written, or so long before or after one as something lasts."""
    for _, _, minute in find_times(value):
        yield from map(said.origin, said.times.get(minute, ()))
        for length, place in said.durations["minutes"].items():
            if minute - length in said.times or minute + length in said.times:
                yield said.origin(place, f"{length} minutes")


def _find_moment(value: str, said: Conversation) -> Iterator[Origin]:
    """A date, and its time where it has one that begins or ends no day."""
    bare = _OFFSET.sub("", value)
    minutes = [minute for _, _, minute in find_times(bare)]
    if minutes and minutes[0] not in _DAY_BOUNDS and not any(_find_time(bare, said)):
        return
    yield from find_date(bare, said)


_FINDERS: dict[Kind, Callable[[str, Conversation], Iterator[Origin]]] = {
    Kind.ID: _find_id,
    Kind.AMOUNT: _find_number,
    Kind.COUNT: _find_number,
    Kind.DATE: _find_moment,
    Kind.TIME: _find_time,
    Kind.EMAIL: _find_exact,
    Kind.URL: _find_exact,
    Kind.PHONE: _find_phone,
    Kind.NAME: _find_name,
    Kind.ADDRESS: _find_address,
}
