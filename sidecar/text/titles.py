"""What may be cited by its name alone, in brackets or parentheses: "[World Bank]", "(BG 2.47)".

A name may be followed by the place in what it names: "(Smith, p. 14)". Of works that are cited by
verse ("BG 2.47") any verse is a citation, so that an unknown one can be reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_BETWEEN_DIGITS = re.compile(r"(?<=\d)[\W_]+(?=\d)")
_MARKS = re.compile(r"(?<!\d)[\W_]+|[\W_]+(?!\d)")
_PLACE = re.compile(
    r"[\s,:]{1,3}(?:[a-z]{1,8}\.?\s?|§{1,2}\s?)?\d{1,6}(?:[.:,–-]\d{1,6}){0,4}[a-z]?\Z"
)
_VERSE = re.compile(r"\s\d{1,4}[.:]\d{1,4}(?:\s?[–-]\s?\d{1,4}(?:[.:]\d{1,4})?)?\Z")
_LEAD = re.compile(r"\s*(?:(?:and|&|see(?: also)?|cf\.?|e\.g\.,?|per|from)\s+)?", re.IGNORECASE)
_ALL = re.compile(r".+")
_APART = re.compile(r"[^;]+")
_LISTED = re.compile(r"(?:(?!\s(?:and|&)\s)[^;,])+")


def squeezed(name: str) -> str:
    """A name without case, spaces and marks: "World Bank" is "WorldBank", but 2.47 not 24.7."""
    return _MARKS.sub("", _BETWEEN_DIGITS.sub(".", name.casefold()))


def placeless(name: str) -> str:
    """A name without the place in what it names: "Smith" of "Smith, p. 14"."""
    return _PLACE.sub("", name)


class Titles:
    """What may be cited by name.

    Args:
        names: As the request writes them.
        verses: Whether any verse of a work that is cited by verse may.
    """

    def __init__(self, names: Iterable[str] = (), *, verses: bool = True) -> None:
        each = list(names)
        self._whole = frozenset(map(squeezed, each)) - {""}
        works = (_VERSE.sub("", name) for name in each if verses and _VERSE.search(name))
        self._works = frozenset(map(squeezed, works)) - {""}

    def __bool__(self) -> bool:
        return bool(self._whole)

    def cited(self, body: str) -> list[tuple[int, int]]:
        """Where the names stand that a pair of brackets holds, if it holds nothing else."""
        for parts in (_ALL, _APART, _LISTED):
            found = list(_places(body, parts))
            if found and all(self._is_known(body[start:end]) for start, end in found):
                return found
        return []

    def _is_known(self, name: str) -> bool:
        if squeezed(name) in self._whole or squeezed(placeless(name)) in self._whole:
            return True
        verse = _VERSE.search(name)
        return verse is not None and squeezed(name[: verse.start()]) in self._works


def _places(body: str, parts: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for part in parts.finditer(body):
        lead = _LEAD.match(body, part.start(), part.end())
        start = lead.end() if lead else part.start()
        yield start, start + len(body[start : part.end()].rstrip())
