"""The ends of a range that a sentence spells out: "from 8 in the morning to highs of 19".

Ranges that are written as one ("8-19", "between 8 and 19") come as a group already; here are those
with other words between their ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.moves import RANGING
from sidecar.binding.language.words import Token
from sidecar.text.vocabulary import one_of

_TO = one_of("to and until through")
_DASHES = one_of("to - – —")
_SPAN = 3  # words from the first end of a range to its joint
_CUTS = one_of(". ; : ( ) while but with")
_BEFORE, _BETWEEN = 8, 9  # words


def partner(one: Stated, beside: Sequence[Stated]) -> Stated | None:
    """The other end of the range that a number is an end of; None where it is none.

    Args:
        one: The number.
        beside: The other numbers of its sentence.
    """
    ordered = sorted([one, *beside], key=lambda each: each.place.first)
    at = [each is one for each in ordered].index(True)
    for low, high in ((at, at + 1), (at - 1, at)):
        if low >= 0 and high < len(ordered) and _ends(ordered[low], ordered[high]):
            return ordered[high if low == at else low]
    return None


def _ends(left: Stated, right: Stated) -> bool:
    """Whether two neighbours are the ends of one range."""
    words = left.place.passage.words
    between = [w.word for w in words[left.place.last : right.place.first]]
    if not 0 < len(between) <= _BETWEEN or not _TO.intersection(between):
        return False
    alike = left.target.number.symbol == right.target.number.symbol
    if not (alike or not left.target.number.symbol) or not _CUTS.isdisjoint(between):
        return False
    return ranging(left.place)


def ranging(place: Place) -> bool:
    """Whether the words before a number speak of a range that it begins."""
    return _asked(place.passage.words[max(0, place.first - _BEFORE) : place.first])


def _asked(before: Sequence[Token]) -> bool:
    """Whether the words before a number speak of a range, with no other number between.

    "The gap between A and B was 94 in May and 155 in June" tells none.
    """
    joined = False
    for word in reversed(before):
        if word.stem in RANGING:
            return not (joined and word.word == "between")
        joined = joined or word.word == "and"
        if word.word[0].isdigit() or word.word in _CUTS:
            return False
    return False


def is_end(place: Place) -> bool:
    """Whether a number is an end of a range that is spelled out: "from 7 to 22"."""
    words = place.passage.words
    before = words[place.first - 1].word if place.first else ""
    if before == "from":
        return any(word.word == "to" for word in words[place.last : place.last + 3])
    near = words[max(0, place.first - 5) : place.first]
    if before == "to" and any(word.word == "from" for word in near):
        return True
    if before == ":":  # "Term: 3 to 30 months"
        return _reaches(words[place.last : place.last + _SPAN])
    at = next((i for i, word in enumerate(near) if word.word == ":"), len(near))
    return _reaches(near[at + 2 :]) if before in _DASHES else False


def _reaches(words: Sequence[Token]) -> bool:
    """Whether words lead from one number to another: only a unit stands before "to"."""
    at = next((i for i, word in enumerate(words) if word.word in _DASHES), -1)
    return at >= 0 and all(word.word[0].isalnum() or word.word == "%" for word in words[:at])
