"""Whether a sentence and what it cites have anything in common: words and numbers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from decimal import Decimal

from sidecar.model.cached import cached_property
from sidecar.model.number import Number, Qualifier, Unit
from sidecar.model.text import Text
from sidecar.text import numbers
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions
from sidecar.text.vocabulary import one_of

MOST_NUMBERS = 100_000
_LEAST_WORDS = 3
_SHORT = 4096  # characters of a text that is searched for each number as it is written
_STEM = 6  # letters: "employment" and "employees" are alike
_HEDGED = (Decimal("0.9"), Decimal("1.1"))
_HUNDRED = Decimal(100)
_OPTIONS = ExtractOptions(ignore_years=False, ordinals="all", max_numbers=MOST_NUMBERS)
_WORD = re.compile(r"[^\W\d_]{3,}|[\u2e80-\ud7af]{2,}")
_IDEOGRAPHIC = "\u2e80"
_STOP = one_of(
    "the and for are was were with that this these those from which who whom has have had not but "
    "its their there they them then than been being into over under about also can could may might "
    "will would shall should such some any all each both other more most per our your his her you "
    "when where while what how why because between within without during after before according"
)


def content_words(string: str) -> frozenset[str]:
    """The beginnings of the words that say something; pairs of signs where none are spaced."""
    found: set[str] = set()
    for match in _WORD.finditer(string):
        word = match[0].casefold()
        if word[0] >= _IDEOGRAPHIC:
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        elif word not in _STOP:
            found.add(word[:_STEM])
    return frozenset(found)


def _apart(before: str, after: str) -> bool:
    """Whether what stands around digits leaves them a number of their own."""
    begins = not before or before.isspace() or before in "([\"'“"
    ends = not after or not (after[0].isalnum() or (after[0] in ".,:/-–%" and after[1:].isalnum()))
    return begins and ends


class CitedContent:
    """What a text that is cited holds, read when it is first asked for."""

    def __init__(self, string: str) -> None:
        self._string = string

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words."""
        return content_words(self._string)

    @cached_property
    def _values(self) -> Sequence[Decimal]:
        """The sizes of its numbers in order; nothing in it is taken for Markdown."""
        found, _ = numbers.read_numbers(Text(self._string), _OPTIONS, NO_HOLES)
        return sorted({abs(number.value) for number in found})

    def overlap(self, sentence: frozenset[str]) -> float | None:
        """The share of a sentence's words that it holds; None where there are too few."""
        if len(sentence) < _LEAST_WORDS or not self.words:
            return None
        return len(sentence & self.words) / len(sentence)

    def holds(self, number: Number, written: str) -> bool:
        """Whether one of its numbers would be written so, whatever its sign.

        Args:
            number: A number of the sentence.
            written: The same as it stands there.
        """
        if len(self._string) <= _SHORT and self._says(written):
            return True
        size, half = abs(number.value), (number.high - number.low) / 2
        low, high = size - half, size + half
        if number.qualifier not in (Qualifier.NONE, Qualifier.EXACTLY):
            low, high = low * _HEDGED[0], high * _HEDGED[1]
        if self._between(low, high):
            return True
        return number.unit is Unit.PERCENT and self._between(low / _HUNDRED, high / _HUNDRED)

    def _says(self, written: str) -> bool:
        """Whether these very signs stand there by themselves: most numbers are copied."""
        string, at = self._string, self._string.find(written)
        while at >= 0:
            if _apart(string[max(0, at - 1) : at], string[at + len(written) :][:2]):
                return True
            at = string.find(written, at + 1)
        return False

    def _between(self, low: Decimal, high: Decimal) -> bool:
        at = bisect_left(self._values, low)
        return at < len(self._values) and self._values[at] <= high
