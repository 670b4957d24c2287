"""The number that a word of a measure's name is stated with: "revenue of 12", "12 visitors".

The last noun right behind a number is that number's; one that leads to a number over nothing but
small words is that one's ("loans of 76 against deposits of 71"); what is left is that of the number
before it ("12 in loans"), unless a word parts them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sidecar.binding.engine.lexicon import FUNCTION, PARTING, UNIT_WORDS

_FARTHEST = 7  # tokens between a word and its number
_SMALL = (FUNCTION - PARTING) | frozenset(":(–—=$€£")

WAYS = ("right behind", "leading to", "loosely behind")


class Attached(NamedTuple):
    """The number that a word is stated with, and how, one of ``WAYS``."""

    number: int
    way: str


class Words(NamedTuple):
    """The tokens of a text.

    Attributes:
        words: They.
        numbers: The number that each belongs to, or -1.
        sentences: The sentence of each.
        names: Those that stand in names of measures.
    """

    words: Sequence[str]
    numbers: Sequence[int]
    sentences: Sequence[int]
    names: AbstractSet[int]


def attached(some: Words) -> Mapping[int, Attached]:
    """The number of each word of a name that is stated with one."""
    found: dict[int, Attached] = {}
    for token in some.names:
        if _is_followed(some, token):
            continue
        for way, step, small in (
            (WAYS[0], -1, UNIT_WORDS),
            (WAYS[1], 1, _SMALL),
            (WAYS[2], -1, _SMALL | UNIT_WORDS),
        ):
            number = _reached(some, token, step, small)
            if number >= 0:
                found[token] = Attached(number, way)
                break
    return found


def _is_followed(some: Words, token: int) -> bool:
    """Whether a word right behind a number leaves it to the next one: "66 patients responded"."""
    behind = _reached(some, token, -1, frozenset())
    return behind >= 0 and token + 1 in some.names and some.numbers[token + 1] < 0


def _reached(some: Words, token: int, step: int, small: AbstractSet[str]) -> int:
    """The number that is reached from a word over names and small words alone; or -1."""
    for at in range(token + step, token + step * _FARTHEST, step):
        if not 0 <= at < len(some.words) or some.sentences[at] != some.sentences[token]:
            return -1
        if some.numbers[at] >= 0:
            return some.numbers[at]
        if at not in some.names and some.words[at] not in small:
            return -1
    return -1
