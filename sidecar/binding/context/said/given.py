"""Numbers that the text gives: bases of an index, ages, places in a list.

"With 2019 at 100", "aged 65 or older", "the number one". None is a figure of the data.
"""

from __future__ import annotations

from itertools import pairwise

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import is_numeral, stem
from sidecar.model.number import Form, Number, Unit, is_integral
from sidecar.text.vocabulary import one_of

_BASES = frozenset({1.0, 10.0, 100.0, 1000.0})
_HUNDRED = 100.0  # the base that needs no word but what is put at it
_INDEX = frozenset(map(stem, one_of("index indexed rebased normalised normalized")))
_SETS = frozenset(map(stem, one_of("set setting take taking with put putting let")))
_EQUALS = one_of("= as at to is equals equal of on")
_SETTING = 8  # words from "setting" to the base
_AGED = one_of("aged age ages")
_OLDER = one_of("older younger")
_YOUNGEST, _ELDEST = 15, 105  # of those whose age is stated with no further word
_JOINS = one_of("or and")
_MOST = 12
_OLDEST, _OLD = 1000, 1900  # years that are not read as such everywhere
_BEGAN = one_of("founded built established born opened began started dating since launched erected")
_SHORTEST, _LONGEST = 28, 31  # days of a month
_TAKES = one_of("takes needs")
_NEAR = 5  # words beside a number
_DEFINITE = one_of("the those these both his her its our their other")
_AFTER_GROUP = one_of(", . ; : ( ) of that which who alone is are was were have has had together")


def is_given(place: Place, number: Number) -> bool:
    """Whether the text gives a number rather than tells it."""
    return (
        _is_index(place, number)
        or _is_age(place, number)
        or _names(place, number)
        or _is_year(place, number)
        or _is_needed(place)
        or _is_calendar(place, number)
    )


def is_group(place: Place, number: Number) -> bool:
    """Whether a number stands for things that were named before: "those two", "the other three"."""
    words = place.passage.words
    if number.form is not Form.WORDS or number.unit is not Unit.COUNT or not place.first:
        return False
    small = 1 < number.value <= _MOST and words[place.first - 1].word in _DEFINITE
    after = words[place.last].word if place.last < len(words) else "."
    return small and after in _AFTER_GROUP


def _is_index(place: Place, number: Number) -> bool:
    """Whether a number is the base of an index: "2019 = 100", "setting May to 100"."""
    if float(number.value) not in _BASES or number.unit is not Unit.COUNT or not place.first:
        return False
    words, at = place.passage.words, place.first - 1
    if words[at].word not in _EQUALS or place.head():  # "with May at 1,000 orders"
        return False
    before = [word.stem for word in words[max(0, at - _SETTING) : at]]
    if not _INDEX.isdisjoint(before):
        return True
    if float(number.value) != _HUNDRED:
        return False
    named = [p for p in place.passage.periods if at - _SETTING <= p.start and p.end <= at]
    equal = words[at].word == "=" and any(p.end == at for p in named)
    return equal or (bool(named) and not _SETS.isdisjoint(before))


def _is_age(place: Place, number: Number) -> bool:
    """Whether a number is an age that tells who is intended: "aged 15", "65 or older"."""
    if not is_integral(number.value) or (number.unit is not Unit.COUNT and number.symbol != "year"):
        return False
    words = place.passage.words
    before = words[place.first - 1].word if place.first else ""
    after = [word.word for word in words[place.last : place.last + 2]]
    if before in _AGED or (len(after) == 2 and after[0] in _JOINS and after[1] in _OLDER):
        return True
    aside = (before, *after[:1]) in ((",", ","), ("(", ")"))
    return aside and _is_in_apposition(place, number)


def _is_in_apposition(place: Place, number: Number) -> bool:
    """Whether a number set off is somebody's age: "the manager, 45, has left", "Anna (38)"."""
    at = place.first - 2
    named = at in place.passage.labelled or at in place.passage.naming
    words = place.passage.words
    if at < 0 or named or not words[at].word.isalpha():
        return False
    follows = [word.word for word in words[place.last + 1 : place.last + 2]]
    listed = any(is_numeral(word) or word in _JOINS for word in follows)
    told = words[at].capital if words[place.first - 1].word == "(" else not listed
    return told and _YOUNGEST <= number.value <= _ELDEST


def _names(place: Place, number: Number) -> bool:
    """Whether a number is a name: "the number one", "top 3"; no rank as "number four by size"."""
    words = [w.word for w in place.passage.words[max(0, place.first - 2) : place.first]]
    named = words == ["the", "number"] or words[-1:] == ["top"]
    return named and number.unit is Unit.COUNT and number.value <= _HUNDRED


def _is_year(place: Place, number: Number) -> bool:
    """Whether a number is a year long past: "since 1868", "founded in 1898"."""
    if not _OLDEST <= number.value < _OLD or not is_integral(number.value) or not place.first:
        return False
    words = [word.word for word in place.passage.words[max(0, place.first - _NEAR) : place.first]]
    if place.passage.words[place.first].word != str(int(number.value)):
        return False  # "1,868" counts something
    began = words[-1] == "in" and not _BEGAN.isdisjoint(words)
    return (words[-1] == "since" or began) and not place.counts_things


def _is_needed(place: Place) -> bool:
    """Whether a number tells what anything takes: "it takes 5.2 people to keep a desk open"."""
    words = place.passage.words
    if place.passage.labelled:
        return False
    before = words[max(0, place.first - _NEAR) : place.first]
    takes = any(a.word == "it" and b.word in _TAKES for a, b in pairwise(before))
    return takes and any(w.word == "to" for w in words[place.last : place.last + _NEAR])


def _is_calendar(place: Place, number: Number) -> bool:
    """Whether a number is how many days a month has: "December has 31 days"."""
    if number.symbol != "day" or not _SHORTEST <= number.value <= _LONGEST or not place.first:
        return False
    has = place.passage.words[place.first - 1].word == "has"
    return has and any(m.period.month for m in place.passage.periods)
