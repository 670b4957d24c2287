"""Stretches of time given by how many periods they have: "over the nine months", "in six quarters".

They are all periods of data that have so many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.binding.language.periods import Period
from sidecar.binding.language.words import Token
from sidecar.text.vocabulary import one_of

_GRAINS = {"quarters": 3, "months": 4, "days": 5}  # parts of a period that tell it
_ANY = "periods"
_NUMBERS = {
    word: number
    for number, word in enumerate(
        ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 3
    )
} | {str(number): number for number in range(3, 53)}
_THROUGH = one_of("in over across during throughout within for through")
_PASSED = one_of("the all these those whole full entire reporting")
_ANOTHER = one_of("before earlier ago previously prior after later to ended ending of")


class Counted(NamedTuple):
    """A stretch of time.

    Attributes:
        start: Index of the first token that tells it.
        end: Index past the last one.
        parts: How many parts of a period tell one of its periods; 0 for any.
        number: How many it has.
    """

    start: int
    end: int
    parts: int
    number: int

    def spans(self, order: Sequence[Period]) -> bool:
        """Whether it has just as many periods as there are."""
        if len(order) != self.number:
            return False
        finest = max((at for at, part in enumerate(order[0][:5], 1) if part is not None), default=0)
        return self.parts in (0, finest)


def counted(words: Sequence[Token]) -> Iterator[Counted]:
    """The stretches that a sentence tells so."""
    for at, word in enumerate(words):
        parts = _GRAINS.get(word.word, 0)
        if not parts and word.word != _ANY:
            continue
        after = words[at + 1].word if at + 1 < len(words) else ""
        number, start = 0, at - 1
        while start >= 0 and (words[start].word in _PASSED or (words[start].word in _NUMBERS)):
            number = _NUMBERS.get(words[start].word, number)
            start -= 1
        if number and start >= 0 and words[start].word in _THROUGH and after not in _ANOTHER:
            yield Counted(start, at + 1, parts, number)
