"""Calculations that a text shows: "412 + 387 = 799", "(412 − 387) / 387 ≈ 6.5%".

What they start from are figures by themselves, whatever the words around ask for: those words are
about what comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place

_SIGNS = {
    "+": "+", "−": "-", "-": "-", "–": "-", "×": "*", "*": "*", "x": "*", "÷": "/", "/": "/",
    "at": "*", "@": "*",
}  # fmt: skip
_AT, _EQUAL = ("at", "@"), frozenset("=≈→")
_WORD = r"[^\W\d_]{1,15}"
_TERM = rf"\(?[$€£]?(?<![\d.,])\d[\d.,]*+(?:\s?(?:%|{_WORD}))?(?:\s{_WORD})?\)?"
_SIGN = r"(?:\s?[+−×÷*/x–-]\s?|\s(?:at|@)\s(?=[$€£]))"
_EQUALS = r"[)*_\s]*+[=≈→][*_~\s]*+[-−+]?(?:[$€£]|[A-Z]{3}\s)?(?=\d)"
_SHOWN = re.compile(rf"(?<!\()\(*+{_TERM}(?:{_SIGN}{_TERM})+(?P<equals>{_EQUALS})?")
_CLEAR = re.compile(r"[+×÷]|\s/\s")
"""Signs of calculations alone: no equals sign is needed to tell."""

_PART = re.compile(r"\d(?:[\d.,]*\d)?|[()+−×÷*/–-]|(?<!\w)(?:x|at|@)(?!\w)")
_SCALING = frozenset({7.0, 12.0, 24.0, 52.0, 60.0, 365.0, 1e2, 1e3, 1e4, 1e5, 1e6})


class Calculation(NamedTuple):
    """One that is shown.

    Attributes:
        terms: The places of its numerals in the text, signs and brackets, in order.
        result: The place of the numeral that it comes to; -1 where none is told.
    """

    terms: tuple[int | str, ...]
    result: int


def operates(place: Place) -> bool:
    """Whether a calculation starts from a number."""
    return any(holds(place, term) for one in _all(place) for term in one.terms)


def adds(place: Place) -> bool:
    """Whether a number is one of those that a calculation adds up."""
    return any(
        "+" in (before, after) and (holds(place, before) or holds(place, after))
        for one in _all(place)
        for before, after in pairwise(one.terms)
    )


def scales(place: Place, value: float) -> bool:
    """Whether a number only scales a calculation: 1,000 in "× 1,000", 1 in "− 1"."""
    signs = ("*", "/") if value in _SCALING else ("-",) if value == 1 else ()
    return any(
        before in signs and holds(place, term)
        for one in _all(place)
        for before, term in pairwise(one.terms)
    )


def result(place: Place) -> Calculation | None:
    """The calculation that a number comes out of."""
    return next((one for one in _all(place) if holds(place, one.result)), None)


def holds(place: Place, term: int | str) -> bool:
    """Whether a number stands where a term of a calculation does."""
    if isinstance(term, str):
        return False
    words = place.passage.words
    return words[place.first].start <= term < words[place.last - 1].end


def _all(place: Place) -> Sequence[Calculation]:
    return place.passage.once(_find)


def _find(passage: Passage) -> Sequence[Calculation]:
    equals = any(word.word in _EQUAL for word in passage.words)
    signed = any(word.word in _SIGNS and (equals or word.word not in _AT) for word in passage.words)
    return tuple(shown(passage.string, passage.start)) if signed else ()


def shown(string: str, start: int = 0) -> Iterator[Calculation]:
    """The calculations of a string that begins at a place of the text."""
    for match in _SHOWN.finditer(string):
        equals = match.start("equals")
        end = match.end() if equals < 0 else equals
        if equals < 0 and not _CLEAR.search(match[0]):
            continue
        terms = tuple(
            start + part.start() if part[0][0].isdigit() else _SIGNS.get(part[0], part[0])
            for part in _PART.finditer(string, match.start(), end)
        )
        yield Calculation(terms, -1 if equals < 0 else start + match.end())
