"""Words that make numbers, by what they do in one."""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum

from sidecar.text.vocabulary import listed, one_of


class Kind(IntEnum):
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


_SMALL = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_SCALES = {
    "thousand": 3, "lakh": 5, "lakhs": 5, "lac": 5, "million": 6, "crore": 7, "crores": 7,
    "billion": 9, "trillion": 12, "quadrillion": 15,
}  # fmt: skip
_ORDINALS = listed(
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_MULTIPLES = {"doubl": 2, "tripl": 3, "trebl": 3, "quadrupl": 4, "quintupl": 5}
_MONTHS = listed(
    "january february march april may june july august september october november december"
)


def _lexicon() -> dict[str, tuple[Kind, Decimal]]:
    words: dict[str, tuple[Kind, Decimal]] = {}

    def add(kind: Kind, value: Decimal | int, *spellings: str) -> None:
        for word in spellings:
            words[word] = (kind, Decimal(value))

    for value, word in enumerate(_SMALL):
        add(Kind.UNIT if value < 10 else Kind.TEEN, value, word)
        add(Kind.MULTIPLE, value, f"{word}fold")
    add(Kind.UNIT, 0, "nought", "naught")
    for index, word in enumerate(_TENS, 2):
        add(Kind.TENS, 10 * index, word)
        add(Kind.PART, 10 * index, f"{word[:-1]}ieth", f"{word[:-1]}ieths")
    add(Kind.TENS, 40, "fourty")
    add(Kind.HUNDRED, 100, "hundred")
    for word, power in _SCALES.items():
        add(Kind.SCALE, power, word)
    add(Kind.DOZEN, 12, "dozen", "doz", "dzs", "dozs")
    add(Kind.HALF, 2, "half")
    for value, word in enumerate(_ORDINALS, 3):
        add(Kind.PART, value, word, f"{word}s")
    add(Kind.PART, 2, "halves")
    add(Kind.PART, 4, "quarter", "quarters")
    for word, value in (("hundredth", 100), ("thousandth", 1000), ("millionth", 10**6)):
        add(Kind.PART, value, word, f"{word}s")
    for word, power in (("billionth", 9), ("trillionth", 12)):
        add(Kind.PART, 10**power, word, f"{word}s")
    add(Kind.ORDINAL, 1, "first", "firsts")
    add(Kind.ORDINAL, 2, "second")
    add(Kind.ORDINAL, 9, "nineth")
    for stem, value in _MULTIPLES.items():
        add(Kind.MULTIPLE, value, f"{stem}ed", f"{stem}ing")
        add(Kind.TWICE, value, f"{stem}e")
    add(Kind.MULTIPLE, Decimal("0.5"), "halved", "halving")
    add(Kind.TWICE, 2, "twice")
    add(Kind.TWICE, 3, "thrice")
    for index, word in enumerate(_MONTHS, 1):
        add(Kind.MONTH, index, word, word[:3])
    add(Kind.MONTH, 9, "sept")
    return words


LEXICON = _lexicon()

# Words after which "one" stands for a thing and counts nothing, and counts nothing.
ONE_AFTER = one_of(
    "no this that the which each every any some another other good bad next last first second "
    "third previous current such wrong"
)

_REACH = 16  # code points; longer than any word that is looked for


def word_before(string: str, pos: int, floor: int, marks: str) -> tuple[str, int]:
    """The lower-cased word before ``pos``, with some of ``marks`` between, and where it starts.

    Nothing before ``floor`` is looked at; the word is empty where none stands there.
    """
    head = string[max(floor, pos - _REACH) : pos].rstrip(marks)
    start = len(head)
    while start and head[start - 1].isalpha():
        start -= 1
    return head[start:].lower(), max(floor, pos - _REACH) + start
