"""Numbers that the text brings itself: rates of exchange that it converts with, and thresholds.

Such a number is no figure of the data. A stated rate also turns cells of one currency into amounts
of another, and a threshold decides which rows are counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.language.words import Token, is_numeral
from sidecar.model.number import Form, Number, Qualifier, Unit, is_integral
from sidecar.text.units import CODES, SIGNS, SPELLED
from sidecar.text.vocabulary import one_of

_RATE = frozenset(
    {"rat", "rate", "peg", "pegg", "exchang", "exchange", "convert", "conversion", "parity"}
)
_AT = frozenset({"at", "@"})
_BOUNDS = frozenset({Qualifier.OVER, Qualifier.UNDER, Qualifier.AT_LEAST, Qualifier.AT_MOST})
_PER = (["per"], ["to", "the"], ["="], ["a"], ["to"])
_POUND = "lb"  # which is money beside a rate of exchange
_REACH = 4
_BESIDE = 8  # numbers on each side of one that may say something about it


class Stated(NamedTuple):
    """A number where it stands."""

    place: Place
    target: Target


def near(one: Stated, told: Sequence[Stated]) -> Sequence[Stated]:
    """The numbers of a sentence that stand nearest to one of them."""
    at = bisect_left(told, one.place.first, key=lambda other: other.place.first)
    return told[max(0, at - _BESIDE) : at + _BESIDE + 1]


def is_rate(place: Place, number: Number) -> bool:
    """Whether a number is a rate of exchange: "at a rate of 3.64", "at QAR 3.64 per dollar"."""
    if (
        number.unit not in (Unit.COUNT, Unit.CURRENCY)
        or number.scale
        or number.form is not Form.DIGITS
    ):
        return False
    words = place.passage.words
    near = range(max(0, place.first - _REACH), place.first)
    before = [words[at].stem for at in near]
    told = any(words[at].stem in _RATE and at not in place.passage.naming for at in near)
    if told and _is_money_told(words):  # no "churn rate of 4.4"
        return True
    if _is_aside(place) and number.unit is Unit.COUNT and not is_integral(number.value):
        return words[place.first - 1].word in _AT  # "in riyals (at 3.64)"
    said = [words[at].word for at in near if not _is_money([words[at].word])]
    if said[-2:] == ["1", "="]:
        return _is_money_told([words[at] for at in near])  # "GBP 1 = EUR 1.18"
    after = [w.word for w in words[place.last : place.last + _REACH]]
    if after[:1] == ["per"] and _is_other_money(number, after[1:]):
        return True
    money = any(after[: len(joint)] == joint and _is_money(after[len(joint) :]) for joint in _PER)
    return money and not _AT.isdisjoint(before)


def _is_other_money(number: Number, words: Sequence[str]) -> bool:
    """Whether another currency is stated than that of an amount: "4.30 zloty per euro"."""
    word = "".join(words[:1])
    spelled = SPELLED.get(word)
    code = spelled.symbol if spelled is not None else SIGNS.get(word, word.upper())
    return number.unit is Unit.CURRENCY and code in CODES and code != number.symbol


def _is_money(words: Sequence[str]) -> bool:
    """Whether what a rate is stated for is another currency: "per dollar", but not "per tonne"."""
    word = "".join(words[:1])
    spelled = SPELLED.get(word)
    named = spelled is not None and (spelled.unit is Unit.CURRENCY or spelled.symbol == _POUND)
    return named or word in SIGNS or word.upper() in CODES


def _is_money_told(words: Sequence[Token]) -> bool:
    """Whether a sentence speaks of money, or of a currency."""
    return any(_is_money([word.word]) for word in words)


def tells_rate(word: Token) -> bool:
    """Whether a word may make a number beside it a rate of exchange."""
    return word.stem in _RATE or word.word in _AT


def _is_aside(place: Place) -> bool:
    """Whether a number stands in brackets with nothing but one word before it."""
    words = place.passage.words
    marks = [
        word.word
        for word in (
            *words[max(0, place.first - 2) : max(0, place.first - 1)],
            *words[place.last : place.last + 1],
        )
    ]
    return marks == ["(", ")"]


def exchange(numbers: Sequence[Stated]) -> None:
    """Tell the numbers of a text the rates of exchange that it states."""
    said = [one.target.number for one in numbers if is_rate(one.place, one.target.number)]
    for one in numbers if said else ():
        one.target.rates = tuple(number.value for number in said if number.value > 0)


def is_bound(number: Number) -> bool:
    """Whether a number bounds what is counted rather than states a value."""
    return number.qualifier in _BOUNDS


def counts_rest(place: Place) -> bool:
    """Whether a number counts those of which something is not said: "all but two grew"."""
    before = [w.word for w in place.passage.words[max(0, place.first - _REST) : place.first]]
    return before[:1] in (["all"], ["everyone"], ["everybody"]) and before[-1] in _BUT


def counted(one: Stated, rows: int) -> int:
    """Of how many of some rows something is said that a number counts."""
    told = int(one.target.number.value)
    return rows - told if counts_rest(one.place) else told


_REST, _BUT = 2, one_of("but except bar")


def is_band(low: Stated, high: Stated) -> bool:
    """Whether two numbers bound what is counted from both sides: "between 10 and 25 hectares"."""
    words, first = low.place.passage.words, low.place.first
    pair = low.target.number.group and low.target.number.group == high.target.number.group
    rises = low.target.number.value < high.target.number.value
    return bool(pair) and rises and words[first - 1].word in _BETWEEN


_BETWEEN = one_of("between the with of have has")  # "in the 10 to 25 band", "with 10 to 25 staff"
_SHARED_OUT = 6  # words of "one guide for every 7,900"
_COUNTED = 5  # words from what is counted to the base of its rate
_RECKONED = one_of("counted reckoned measured expressed scaled related calculated converted")
_BASES = frozenset({100.0, 1000.0, 10_000.0, 100_000.0, 1_000_000.0})


def is_base(place: Place, number: Number) -> bool:
    """Whether a number is the base of a rate: "4.5 vacancies per 100 employees", "6 in 10,000".

    A unit with an article is one, too: "8 tonnes a hectare".
    """
    words = place.passage.words
    if number.value == 1 and _is_shared_out(words[place.last : place.last + _SHARED_OUT]):
        return True
    if float(number.value) not in _BASES:
        return words[place.first].word in ("a", "an") and number.unit is Unit.MEASURE
    before = [word.word for word in words[max(0, place.first - _COUNTED) : place.first]]
    if before[-1:] in (["per"], ["every"], ["each"]):
        return True
    if before[-1:] == ["for"]:  # "for 10,000 inhabitants it has 6.6"
        return any(word.word[0].isdigit() for word in words[place.last : place.last + _SHARED_OUT])
    reckoned = any(map(is_numeral, before)) or not _RECKONED.isdisjoint(before)
    return reckoned and before[-1:] in (["in"], ["on"], ["to"])


def _is_shared_out(after: Sequence[Token]) -> bool:
    """Whether what is counted is stated for so many others: "one guide for 7,900 visitors"."""
    return any(
        word.word in ("per", "for", "every") and number.word[0].isdigit()
        for word, number in pairwise(after)
    )


def bases(place: Place) -> list[float]:
    """The bases of rates that a sentence names."""
    words = place.passage.words
    found = []
    for before, word in pairwise(words):
        if before.word in ("per", "every", "each"):
            if word.word == "million":
                found.append(1e6)
            elif word.word in ("thousand", "1,000", "1000"):
                found.append(1e3)
            elif word.word == "100,000":
                found.append(1e5)
            elif word.word in ("100", "hundred"):
                found.append(100.0)
    return found
