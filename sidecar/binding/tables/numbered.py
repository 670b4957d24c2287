"""Columns that are numbered: "period 1" and "period 2", said as "the first period".

A number in a text is attributed to one of them only where its number is said too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.language.words import Token, stem
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.text.vocabulary import one_of

ORDINALS = {
    word: str(number)
    for number, words in enumerate(
        ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th"), 1
    )
    for word in words.split()
}
"""Ordinals of a text, and how the names of columns write them."""

_ENDING = frozenset(map(stem, one_of("end ended ending finished finishing concluded saw")))


class Part(NamedTuple):
    """What tells a numbered column from those like it.

    Attributes:
        noun: What is numbered.
        number: Its number, in digits.
    """

    noun: str
    number: str


class Said(NamedTuple):
    """Where a text speaks of a numbered thing, and of which.

    Attributes:
        start: Index of its first token.
        end: Index past its last token.
        number: Its number, in digits.
    """

    start: int
    end: int
    number: str


def parts(columns: Sequence[ColumnFacts]) -> dict[int, Part]:
    """The columns that are one of several of a kind, by their places; others are only coded."""
    found: dict[int, tuple[Part, tuple[str, ...]]] = {}
    numbers: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for column in columns:
        for phrase in column.phrases:
            words = phrase.words
            for at, (noun, number) in enumerate(pairwise(words)):
                said = phrase.weight == 1 and len(noun) > 1  # "v01" and "v02" are only coded
                if said and noun.isalpha() and number.isdecimal():
                    kind = *words[: at + 1], *words[at + 2 :]
                    found.setdefault(column.place, (Part(noun, number), kind))
                    numbers[kind].add(number)
    return {place: part for place, (part, kind) in found.items() if len(numbers[kind]) > 1}


def up_to(
    part: Part, columns: Sequence[ColumnFacts], known: Mapping[int, Part]
) -> list[ColumnFacts]:
    """Those of some columns that are numbered as a part is, and not past it."""
    return [
        column
        for column in columns
        if (other := known.get(column.place)) is not None
        and other.noun == part.noun
        and int(other.number) <= int(part.number)
    ]


def spoken(words: Sequence[Token], noun: str) -> Iterator[Said]:
    """Where a text speaks of what is numbered."""
    for at, word in enumerate(words):
        if word.stem != noun:
            continue
        before = ORDINALS.get(words[at - 1].word) if at else None
        if before is not None:
            yield Said(at - 1, at + 1, before)
        elif at + 1 < len(words) and words[at + 1].word.isdecimal():
            yield Said(at, at + 2, words[at + 1].word)


def ends(words: Sequence[Token], noun: str) -> bool:
    """Whether a numbered thing itself ends: "the third period ended 1-0" tells no running sum."""
    return any(
        said.end < len(words) and words[said.end].stem in _ENDING for said in spoken(words, noun)
    )
