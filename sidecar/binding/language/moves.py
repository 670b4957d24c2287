"""Numbers that a sentence tells as a move: "slipped from 1.34 to 1.29", "4.4, down from 4.9".

What a value moved from is of another period than the one that is spoken of, and a period that is
attributed to it says nothing of what it moved to: "from 40 in 2022 to 52".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.language.words import Token, is_numeral, stem
from sidecar.text.vocabulary import one_of

_HEDGES = one_of("about around approximately roughly nearly almost some just over under only")
_MOVES = frozenset(
    map(
        stem,
        one_of(
            "up down rise rose fall fell increase decrease decline drop gain grow climb jump surge "
            "slip slide ease slump recover rebound shrink improve cut reduce raise lift lower move "
            "go went come came widen narrow change advance dip plunge soar swing shift expand "
            "contract double halve deteriorate worsen edge inch creep tumble"
        ),
    )
)
RANGING = frozenset(
    map(stem, one_of("range ranged ranging vary varied varying fluctuate fluctuating"))
) | {"between"}
"""What tells the two ends of a range, which are no move."""

_ENDS, _ARTICLES = one_of("from to into"), one_of("a an")
_SIDE = 3  # words of "a loss of"
_VERB = 2  # words from a verb to "from"
_NEAR = 4  # words from "ranging" to "from"
_REACH = 14  # words between the two numbers of a move
_CUTS = one_of("; . : ( ) while whereas but")


class Move(NamedTuple):
    """Where a sentence tells what a value moved from.

    Attributes:
        start: Index of the word "from".
        end: Index of the word "to" behind it.
    """

    start: int
    end: int


def is_left(words: Sequence[Token], first: int, last: int) -> bool:
    """Whether a number is what a value moved from.

    Args:
        words: Of its sentence.
        first: The index of its first token.
        last: The index past its last one.
    """
    at = _joint(words, first)
    if at < 0 or words[at].word != "from" or _ranges(words, at):
        return False
    return (
        _stands(words[last : last + _REACH], "to")
        or any(word.stem in _MOVES for word in words[max(0, at - _VERB) : at])
        or (_reached(words, at) >= 0)
    )


def is_moved(words: Sequence[Token], first: int) -> bool:
    """Whether a verb says that a value moved, before the first of its two ends or the second."""
    moved = before(words, first)
    at = _joint(words, first) if moved is None else moved.start
    verbs = words[max(0, at - _VERB) : at] if at >= 0 and words[at].word == "from" else ()
    return any(word.stem in _MOVES for word in verbs)


def before(words: Sequence[Token], first: int) -> Move | None:
    """What is attributed to the number that a value moved from, before the one that it moved to."""
    end = _joint(words, first)
    if end < 0 or words[end].word != "to":
        return None
    for at in range(end - 1, max(-1, end - _REACH), -1):
        if words[at].word in _CUTS:
            return None
        if words[at].word == "from":
            if _ranges(words, at):
                return None
            return Move(at, end) if any(is_numeral(w.word) for w in words[at:end]) else None
    return None


def _joint(words: Sequence[Token], first: int) -> int:
    """The index of the word before a number, hedges passed over."""
    at = first - 1
    while at >= 0 and words[at].word in _HEDGES:
        at -= 1
    return at - _SIDE if is_side(words, at - 1) else at


def is_side(words: Sequence[Token], at: int) -> bool:
    """Whether a noun is what a value moved from or to: "from a loss of 12 to a gain of 9"."""
    said = [word.word for word in words[max(0, at - 2) : at + 2]]
    return len(said) > _SIDE and said[0] in _ENDS and said[1] in _ARTICLES and said[3] == "of"


def _ranges(words: Sequence[Token], at: int) -> bool:
    """Whether "from" begins a range: "temperatures ranging from 13 to 20"."""
    return any(word.stem in RANGING for word in words[max(0, at - _NEAR) : at])


def _stands(after: Sequence[Token], joint: str) -> bool:
    """Whether a word leads to another number in what follows."""
    for at, word in enumerate(after):
        if word.word in _CUTS:
            return False
        if word.word == joint and any(is_numeral(w.word) for w in after[at + 1 : at + 4]):
            return True
    return False


def _reached(words: Sequence[Token], at: int) -> int:
    """The index of "to" with a number, right before "from": "to 4.4% from 4.9%"; -1 if none."""
    for to in range(at - 1, max(-1, at - 6), -1):
        if words[to].word == "to":
            return to if any(is_numeral(w.word) for w in words[to:at]) else -1
    return -1
