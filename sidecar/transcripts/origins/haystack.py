"""Search for a value among many texts, whatever its case, accents and separators.

All letters and digits of all texts stand in one string, so that one ``str.find`` looks through a
whole conversation. A match must begin and end where a word does: "1234" is not in "W12345".
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sidecar.work.job import check_abandoned

_RUN = re.compile(r"[^\W_]+")
_JOINT = re.compile(r"[-_./#:@+' ()]{1,2}")
_GAP = re.compile(r"[^\w\n]{1,3}|_|[ \t]*\n[ \t]*")
_BREAK = "\n"
_SHORTEST_SPACED = 8  # digits that may be written in groups: "1234 5678"
_ABBREVIATED = {
    "street": "st",
    "avenue": "ave",
    "road": "rd",
    "drive": "dr",
    "boulevard": "blvd",
    "lane": "ln",
    "court": "ct",
    "place": "pl",
    "square": "sq",
    "apartment": "apt",
    "highway": "hwy",
    "suite": "ste",
    "terrace": "ter",
}


_Place = tuple[int, int, int]


class Match(NamedTuple):
    """Where a value stands: the number of its text, and code points in it."""

    passage: int
    start: int
    end: int


@lru_cache(maxsize=65_536)
def fold(run: str) -> str:
    """A word as it is compared: without case and accents, parts of addresses abbreviated."""
    if not run.isascii():
        decomposed = unicodedata.normalize("NFKD", run)
        run = "".join(c for c in decomposed if not unicodedata.combining(c))
    run = run.casefold()
    return _ABBREVIATED.get(run, run)


def compact(value: str) -> str:
    """The letters and digits of a value, as they are compared."""
    return "".join(fold(run) for run in _RUN.findall(value))


class Haystack:
    """Texts that are searched together."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._joined: str | None = ""
        self._starts: list[int] = []  # of each word in the joined string
        self._places: list[_Place] = []  # its text, and its code points there
        self._strings: list[str] = []

    def add(self, string: str) -> None:
        """Add a text, which gets the next number."""
        number = len(self._strings)
        self._strings.append(string)
        for match in _RUN.finditer(string):
            run = fold(match[0])
            if run:
                self._starts.append(self._length)
                self._places.append((number, match.start(), match.end()))
                self._parts.append(run)
                self._length += len(run)
        self._parts.append(_BREAK)
        self._length += 1
        self._joined = None

    def find(self, value: str) -> Iterator[Match]:
        """Every place where a value stands, in the order of the texts."""
        runs = [folded for run in _RUN.findall(value) if (folded := fold(run))]
        needle = "".join(runs)
        if not needle:
            return
        if self._joined is None:
            self._joined = "".join(self._parts)
        at = self._joined.find(needle)
        while at >= 0:
            check_abandoned()
            found = self._match(at, at + len(needle), runs)
            if found:
                yield found
            at = self._joined.find(needle, at + 1)

    def _match(self, at: int, end: int, runs: list[str]) -> Match | None:
        """A match, where it begins and ends with words that stand together."""
        first = bisect_left(self._starts, at)
        if first == len(self._starts) or self._starts[first] != at:
            return None
        behind = bisect_left(self._starts, end)
        number = self._places[first][0]
        if self._end(behind - 1) != end or number != self._places[behind - 1][0]:
            return None
        words = self._places[first:behind]
        same = len(words) == len(runs)
        spaced = same or end - at >= _SHORTEST_SPACED
        if all(self._are_joined(*pair, same, spaced) for pair in pairwise(words)):
            return Match(number, words[0][1], words[-1][2])
        return None

    def _are_joined(self, one: _Place, other: _Place, same: bool, spaced: bool) -> bool:
        """Whether two words that follow one another may be parts of one value."""
        string = self._strings[one[0]]
        gap = string[one[2] : other[1]]
        if not (_GAP if same else _JOINT).fullmatch(gap):
            return False
        return spaced or not (gap.isspace() and string[one[1] : one[2]].isdecimal())

    def _end(self, word: int) -> int:
        _, start, end = self._places[word]
        string = self._strings[self._places[word][0]]
        return self._starts[word] + len(fold(string[start:end]))
