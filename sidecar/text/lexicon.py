"""Words that make numbers, by what they do in one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum
from itertools import chain
from typing import NamedTuple

from sidecar.model.number import NumberForm
from sidecar.text.vocabulary import listed, one_of


class WordKind(IntEnum):
    """What a word does in a number."""

    UNIT = 1  # zero to nine
    TEEN = 2  # ten to nineteen
    TENS = 3  # twenty to ninety
    HUNDRED = 4
    SCALE = 5  # thousand, million, lakh
    DOZEN = 6
    HALF = 7
    PART = 8  # third, fifths: denominators, and most of them ordinals too
    ORDINAL = 9  # first, second: ordinals that are no denominators
    MULTIPLE = 10  # doubled, threefold
    TWICE = 11  # multiples only where they compare: "twice as many"
    MONTH = 12
    THING = 13  # units that an article counts: "a gallon"


_SMALL = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_SCALES = {
    "thousand": 3, "lakh": 5, "lakhs": 5, "lac": 5, "lacs": 5, "million": 6,
    "crore": 7, "crores": 7,
    "billion": 9, "milliard": 9, "milliards": 9, "trillion": 12, "quadrillion": 15,
}  # fmt: skip
_ORDINALS = listed(
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_FRACTIONS = {"hundredth": 2, "thousandth": 3, "millionth": 6, "billionth": 9, "trillionth": 12}
_MULTIPLES = {
    "doubl": 2, "tripl": 3, "trebl": 3, "quadrupl": 4, "quintupl": 5, "sextupl": 6, "septupl": 7,
    "octupl": 8, "decupl": 10,
}  # fmt: skip
_MONTHS = listed(
    "january february march april may june july august september october november december"
)


# Units that "a" counts as one: no time, and no word with a common second meaning.
_THINGS = listed(
    "gallon litre liter millilitre milliliter kilometre kilometer centimetre centimeter millimetre "
    "millimeter kilogram milligram gramme ton tonne hectare ounce pint tablespoon teaspoon penny "
    "kilobyte megabyte gigabyte terabyte petabyte kibibyte mebibyte gibibyte tebibyte kilowatt "
    "megawatt gigawatt"
)
# Nouns for people and the like: a bare number before one counts them.
COUNTED = one_of(
    "people persons men women children adults employees workers staff students pupils teachers "
    "residents inhabitants citizens members users customers clients subscribers patients voters "
    "households families jobs passengers visitors guests fans spectators attendees participants "
    "respondents soldiers troops refugees migrants tourists viewers followers units copies"
)


_Entry = tuple[WordKind, Decimal | int, tuple[str, ...]]


def _counting() -> Iterator[_Entry]:
    """Words that count: cardinals, scales and dozens."""
    for value, word in enumerate(_SMALL):
        yield WordKind.UNIT if value < 10 else WordKind.TEEN, value, (word,)
    for index, word in enumerate(_TENS, 2):
        yield WordKind.TENS, 10 * index, (word,)
    for word, power in _SCALES.items():
        yield WordKind.SCALE, power, (word,)
    yield WordKind.UNIT, 0, ("nought", "naught")
    yield WordKind.TENS, 40, ("fourty",)
    yield WordKind.HUNDRED, 100, ("hundred",)
    yield WordKind.DOZEN, 12, ("dozen", "doz", "dzs", "dozs")


def _dividing() -> Iterator[_Entry]:
    """Words that divide, most of which rank as well."""
    for value, word in enumerate(_ORDINALS, 3):
        yield WordKind.PART, value, (word, f"{word}s")
    for index, word in enumerate(_TENS, 2):
        yield WordKind.PART, 10 * index, (f"{word[:-1]}ieth", f"{word[:-1]}ieths")
    for word, power in _FRACTIONS.items():
        yield WordKind.PART, 10**power, (word, f"{word}s")
    yield WordKind.HALF, 2, ("half",)
    yield WordKind.PART, 2, ("halves",)
    yield WordKind.PART, 4, ("quarter", "quarters")
    yield WordKind.ORDINAL, 1, ("first", "firsts")
    yield WordKind.ORDINAL, 2, ("second",)
    yield WordKind.ORDINAL, 9, ("nineth",)


def _multiplying() -> Iterator[_Entry]:
    """Words that multiply, and the months."""
    for value, word in enumerate(_SMALL):
        yield WordKind.MULTIPLE, value, (f"{word}fold",)
    for index, word in enumerate(_TENS, 2):
        yield WordKind.MULTIPLE, 10 * index, (f"{word}fold",)
    yield WordKind.MULTIPLE, 100, ("hundredfold",)
    for stem, value in _MULTIPLES.items():
        yield WordKind.MULTIPLE, value, (f"{stem}ed", f"{stem}ing")
        yield WordKind.TWICE, value, (f"{stem}e",)
    yield WordKind.MULTIPLE, Decimal("0.5"), ("halved", "halving")
    yield WordKind.TWICE, 2, ("twice",)
    yield WordKind.TWICE, 3, ("thrice",)
    for index, word in enumerate(_MONTHS, 1):
        yield WordKind.MONTH, index, (word, word[:3])
    yield WordKind.MONTH, 9, ("sept",)
    for word in _THINGS:
        yield WordKind.THING, 1, (word,)


# What each lower-cased word does, and its value.
LEXICON = {
    word: (kind, Decimal(value))
    for kind, value, words in chain(_counting(), _dividing(), _multiplying())
    for word in words
}

# Words after which "one" stands for a thing and counts nothing, and counts nothing.
ONE_AFTER = one_of(
    "no this that the which each every any some another other good bad next last first second "
    "third previous current such wrong"
)

# Words before which it counts nothing.
ONE_BEFORE = one_of("another moment thing")

_REACH = 16  # code points; longer than any word that is looked for


def find_word_before(string: str, pos: int, floor: int, marks: str) -> tuple[str, int]:
    """The lower-cased word before ``pos``, with some of ``marks`` between, and where it starts.

    Nothing before ``floor`` is looked at; the word is empty where none stands there.
    """
    head = string[max(floor, pos - _REACH) : pos].rstrip(marks)
    start = len(head)
    while start and head[start - 1].isalpha():
        start -= 1
    return head[start:].lower(), max(floor, pos - _REACH) + start


# The words that numbers in words are made of, one at a time.

_WORD = re.compile(r"(?:[ \u00a0]{0,2}-[ \u00a0]{0,2}|[ \u00a0\n]{1,3})?([^\W\d_]{1,24})")


class SpelledNumber(NamedTuple):
    """A number read from words.

    Attributes:
        end: Where it ends.
        value: Exact, with its scale.
        step: Power of ten of the last place that was written.
        scale: Power of ten of its last scale word.
        form: Words or a fraction.
        margin: Half width of what rounds to it, where that is not half a step.
    """

    end: int
    value: Decimal
    step: int = 0
    scale: int = 0
    form: NumberForm = NumberForm.WORDS
    margin: Decimal | None = None


class WordItem(NamedTuple):
    """One word, with where it ends and what it does in a number."""

    end: int
    word: str
    kind: WordKind | None
    value: Decimal


NOTHING = WordItem(-1, "", None, Decimal(0))


def read_item(string: str, pos: int) -> WordItem:
    """The word at a place, after at most a space or hyphen; ``end`` is -1 where none is."""
    match = _WORD.match(string, pos)
    if match is None:
        return NOTHING
    word = match[1].lower()
    kind, value = LEXICON.get(word, (None, Decimal(0)))
    return WordItem(match.end(), word, kind, value)


def read_below_hundred(string: str, pos: int) -> tuple[Decimal, int]:
    """A number below a hundred in words, and where it ends (``pos`` where none is)."""
    first = read_item(string, pos)
    if first.kind in (WordKind.UNIT, WordKind.TEEN):
        return first.value, first.end
    if first.kind is not WordKind.TENS:
        return Decimal(0), pos
    second = read_item(string, first.end)
    if second.kind is WordKind.UNIT and second.value:
        return first.value + second.value, second.end
    return first.value, first.end
