"""What a sentence tells only of a number beside: in brackets, or of what it compares with.

"Ayr has 12 (2023: 9), Bute 8": the year is that of the 9, and neither of what follows nor of what
the next sentence tells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.language.words import Token
from sidecar.text.vocabulary import one_of

_WITH_NUMBER = one_of("after against versus vs from than")
_COMPARED = one_of("with to")  # "compared with"
PLACING = one_of("in at on for during")
_UNIT = 3  # words of a unit, and the one that places
_LISTING, _MONEY = one_of(", and but while ; ("), one_of("€ $ £ ¥")
_LEADING = frozenset("(,;")
_LISTING = one_of(", and")
_FROM = one_of("from than on over versus vs against")
_PASSED = PLACING | one_of("the")
_CUTS = one_of(", ; : ( ) and but to")
_YEAR = re.compile(r"(?:19|20)\d\d")
_STEP = 5  # words from a step to what it is distinguished from: "57 accounts more than in February"
_CURRENCIES = frozenset("€$£¥")


def is_aside(passage: Passage, start: int, end: int) -> bool:
    """Whether words are no topic of a sentence that the next one may take up."""
    words = passage.words
    return (
        is_led(words, start, end)
        or is_compared(words, start)
        or is_base(words, start)
        or is_closed(passage, start, end, len(words))
    )


def is_closed(passage: Passage, start: int, end: int, first: int) -> bool:
    """Whether words stand with a number in brackets that close before the token ``first``.

    What is stated in brackets goes on in the next ones: "Ayr (12 in May), ahead of Bute (9)".
    """
    goes_on = any(opening < first < closing for opening, closing, _ in passage.once(_brackets))
    return not goes_on and any(
        opening < start and end <= closing < first and any(not start <= n < end for n in numerals)
        for opening, closing, numerals in passage.once(_brackets)
    )


def is_of_bracket(passage: Passage, start: int, first: int, last: int) -> bool:
    """Whether words stand behind a number in brackets that another number has no part in.

    The other one stands from ``first`` to ``last``: "12, or 8% of all (7% in May)".
    """
    return any(
        opening < start < closing
        and not opening < first < closing
        and any(last <= n < start for n in numerals)
        for opening, closing, numerals in passage.once(_brackets)
    )


def is_led(words: Sequence[Token], start: int, end: int) -> bool:
    """Whether words lead a number of their own: "7 million (2023: 5 million)"."""
    if end >= len(words) or words[end].word != ":":
        return False
    at = start - 1 - (start > 0 and words[start - 1].word in PLACING)
    return at >= 0 and words[at].word in _LEADING


def leads_next(words: Sequence[Token], start: int, end: int, low: int) -> bool:
    """Whether words past ``low`` lead the next number: "Alder has 12, Birch 9"."""
    after = [word.word for word in words[end : end + 2]]
    led = bool(after) and (after[0][0].isdigit() or (len(after) > 1 and after[0] in _MONEY))
    return led and start > low and words[start - 1].word in _LISTING


def is_compared(words: Sequence[Token], start: int, low: int = 0) -> bool:
    """Whether words tell of a number past ``low`` that another is compared with: "after 9"."""
    if start - 1 <= low or words[start - 1].word not in PLACING:
        return False
    near = range(start - 2, max(low, start - 2 - _UNIT), -1)
    at = next((at for at in near if words[at].word[0].isdigit()), -1)
    return at >= 0 and _is_held_against(words, at, low)


def is_base(words: Sequence[Token], start: int, low: int = 0) -> bool:
    """Whether words are what a number past ``low`` is a step from: "1,523, up 57 from February"."""
    at = start - 1
    while at > low and words[at].word in _PASSED:
        at -= 1
    if at <= low or words[at].word not in _FROM:
        return False
    told = [words[i].word for i in range(max(low, at - _STEP), at)]
    steps = [i for i, word in enumerate(told) if word[0].isdigit() and not _YEAR.fullmatch(word)]
    return bool(steps) and _CUTS.isdisjoint(told[steps[-1] :])


def _is_held_against(words: Sequence[Token], at: int, low: int) -> bool:
    """Whether another number past ``low`` is compared with one, or against a list that has it."""
    joint = at - 1 - (words[at - 1].word in _CURRENCIES)
    while words[joint].word in _LISTING:
        numerals = (i for i in range(joint - 1, low, -1) if words[i].word[0].isdigit())
        at = next(numerals, -1)
        if at < 0:
            return False
        joint = at - 1 - (words[at - 1].word in _CURRENCIES)
    return compares(words, joint)


def compares(words: Sequence[Token], at: int) -> bool:
    """Whether a word leads to a number that another is compared with: "after 12", "up from 9"."""
    compared = at > 0 and words[at - 1].word == "compared" and words[at].word in _COMPARED
    return at >= 0 and (compared or words[at].word in _WITH_NUMBER)


def _brackets(passage: Passage) -> list[tuple[int, int, list[int]]]:
    """Where each pair of brackets opens and closes, and the numerals between."""
    found: list[tuple[int, int, list[int]]] = []
    opening = -1
    for at, word in enumerate(passage.words):
        if word.word == "(":
            opening = at
        elif word.word == ")" and opening >= 0:
            inside = range(opening + 1, at)
            numerals = [i for i in inside if passage.words[i].word[0].isdigit()]
            found.append((opening, at, numerals))
            opening = -1
    return found
