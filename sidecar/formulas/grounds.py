"""What the text gives a query to pick by: the words and numbers that it states.

A condition may use what the text names, so that anyone who writes a query cannot choose rows until
the number comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from sidecar.model.cached import cached_property

_WORD = re.compile(r"[^\W\d_]+|\d+")
_NUMERALS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
]
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_QUARTER = re.compile(r"\bq([1-4])\b|\b([1-4])q|\b(first|second|third|fourth) quarter")
_HALF = re.compile(r"\bh([12])\b|\b(first|second) half")
_LONGEST_INITIALS = 4
_SHORTEST_PART = 3


@dataclass(frozen=True)
class Grounds:
    """What a text states.

    Attributes:
        words: The narrative and the titles of the query results.
        numbers: The numbers of the narrative as they are written and in full ("5 million" is 5 and
            5000000), with the years; without the number that the query is said to give.
    """

    words: str
    numbers: tuple[Decimal, ...]

    @cached_property
    def _text(self) -> str:
        return self.words.casefold()

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(stem(word) for word in _WORD.findall(self._text))

    @cached_property
    def _starts(self) -> frozenset[str]:
        return frozenset(
            word[:size] for word in self._words for size in range(_SHORTEST_PART, len(word))
        )

    @cached_property
    def _initials(self) -> frozenset[str]:
        return frozenset(_initials(re.findall(r"\b[^\W\d_]", self.words)))

    @cached_property
    def years(self) -> frozenset[int]:
        """The years that the text states."""
        said = {int(word) for word in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", self.words)}
        short = re.findall(r"(?<!\d)(?:19|20)\d\d[/–-](\d\d)(?!\d)", self.words)
        return frozenset(said | {2000 + int(year) for year in short})

    @cached_property
    def months(self) -> frozenset[int]:
        """The months that the text names, by number from 1; those of a quarter or half with it."""
        named = {
            number
            for number, month in enumerate(_MONTHS, 1)
            if re.search(rf"\b{month[:3]}(?:{month[3:]}|\b)", self._text)
        }
        named |= {3 * quarter - late for quarter in self.quarters for late in (0, 1, 2)}
        return frozenset(named)

    @cached_property
    def quarters(self) -> frozenset[int]:
        """The quarters that the text names; those of a half with it."""
        found = set()
        for match in _QUARTER.finditer(self._text):
            digit = match[1] or match[2]
            found.add(int(digit) if digit else _ORDINALS.index(match[3]) + 1)
        for match in _HALF.finditer(self._text):
            half = int(match[1]) if match[1] else _ORDINALS.index(match[2]) + 1
            found |= {2 * half - 1, 2 * half}
        return frozenset(found)

    @cached_property
    def days(self) -> frozenset[int]:
        """The days of the week that the text names, from 1 for Monday; weekends have two."""
        named = {number for number, day in enumerate(_DAYS, 1) if day in self._text}
        return frozenset(named | ({6, 7} if "weekend" in self._text else set()))

    @cached_property
    def _scaled(self) -> frozenset[Decimal]:
        return frozenset(
            abs(number).scaleb(shift) for number in self.numbers for shift in (0, 3, 6, 9, -2)
        )

    def states(self, number: Decimal) -> bool:
        """Whether the text states a number, in digits or words, in its unit or scale."""
        return abs(number) in self._scaled or (
            number == number.to_integral_value()
            and 1 <= number <= len(_NUMERALS)
            and _NUMERALS[int(number) - 1] in self._words
        )

    def ranks(self, rank: Decimal) -> bool:
        """Whether the text speaks of a place in an order: the first always, "the second"."""
        if rank == 1 or self.states(rank):
            return True
        place = int(rank) if rank == rank.to_integral_value() else 0
        return 1 <= place <= len(_ORDINALS) and _ORDINALS[place - 1] in self._words

    def said(self, label: str, *, exact: bool = False) -> tuple[str, ...] | None:
        """Give the words of a label that the text has.

        Args:
            label: A cell of a label column, or part of one.
            exact: Whether the beginning of a word of the text does not count for it.

        Returns:
            Them in lower case, as they stand in the label; None where it has none of them, or not
            all digits of the label.
        """
        words = _WORD.findall(label.casefold())
        found = tuple(word for word in words if self._has(word, exact=exact))
        missing = [word for word in words if word not in found]
        if len(words) == 1 and not found and label.casefold() in self._initials:
            return (words[0],)
        return found if found and not any(word.isdigit() for word in missing) else None

    def _has(self, word: str, *, exact: bool) -> bool:
        whole = stem(word)
        if whole in self._words or (whole.isdigit() and whole.lstrip("0") in self._words):
            return True
        return not (exact or whole.isdigit()) and whole in self._starts


def stem(word: str) -> str:
    """A word without the ending of its plural or genitive."""
    for ending, kept in (
        ("ies", "y"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("xes", "x"),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + kept
    return word[:-1] if len(word) > _SHORTEST_PART and word.endswith("s") else word


def parse_month(word: str) -> int | None:
    """The number of a month by its name or its first three letters or more."""
    return _place(word, _MONTHS)


def parse_weekday(word: str) -> int | None:
    """The number of a day of the week by its name or its first three letters or more."""
    return _place(word, _DAYS)


def _place(word: str, names: list[str]) -> int | None:
    word = word.casefold().rstrip(".")
    if len(word) < _SHORTEST_PART:
        return None
    return next((place for place, name in enumerate(names, 1) if name.startswith(word)), None)


def _initials(letters: list[str]) -> Iterator[str]:
    """Abbreviations: runs of capital letters that begin words next to each other."""
    run = ""
    for letter in letters:
        run = (run + letter.casefold())[-_LONGEST_INITIALS:] if letter.isupper() else ""
        yield from (run[-size:] for size in range(2, len(run) + 1))
