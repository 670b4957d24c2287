"""Where numbers can begin in a string, and what is read there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from fastpath.numbers import NumberScan
from sidecar.model.number import SkipReason, Unit
from sidecar.model.text import Text
from sidecar.text import digits, shares, words
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Exclusion
from sidecar.text.lexicon import LEXICON
from sidecar.text.options import ExtractOptions, TooManyNumbers
from sidecar.text.units import CODES
from sidecar.work import check_abandoned

# Numbers inside names of things: the "three" of "three-point shots" counts nothing.

_CALLED = (2, 3)
_POINT = re.compile(
    r"[-‑](?:pointers?\b|point\b(?!\s(?:[a-z]+\s)?(?:leads?|gaps?|margins?|edge|advantage|deficit|"
    r"difference|cushion|wins?|victor(?:y|ies)|loss(?:es)?|defeats?|rise|gains?|increase|jump|swing|"
    r"improvement|falls?|drops?|declines?|decrease|dip|change|games?|runs?)\b))",
    re.IGNORECASE,
)


def unless_part_of_name(string: str, draft: Draft) -> Draft | Exclusion:
    """A number as it was read, unless it is part of what something is called."""
    if draft.value in _CALLED and draft.unit is Unit.COUNT:
        tail = _POINT.match(string, draft.end)
        if tail is not None:
            return Exclusion(draft.start, tail.end(), SkipReason.IDENTIFIER)
    return draft


# Digits, vulgar fractions, and words as long as those of the lexicon and with their first letters.
_INITIALS = "".join(sorted({word[0] for word in LEXICON}))
_ANCHOR = re.compile(rf"\d+|\b[{_INITIALS}{_INITIALS.upper()}][A-Za-z]{{2,13}}(?![^\W_])|[¼-¾⅐-⅞]")
_LEXICON = shares.SIGNS.union(
    spelling for word in LEXICON for spelling in (word, word.capitalize(), word.upper())
)
_AT_ONCE = 4096  # places that are made into objects
_LOOKALIKES = 5  # for each number that is let in


class OverrunError(Exception):
    """A number that needed judgement reaches into one that was taken for plain."""


@lru_cache(maxsize=8)
def currency_codes(currencies: tuple[str, ...]) -> frozenset[str]:
    """All codes of currencies; one object for each choice, whose hash is known."""
    return CODES.union(currencies)


class NumberPlace(NamedTuple):
    """A place that may hold a number.

    Attributes:
        start: Where its digits or its word begin.
        end: Where they end.
        floor: Where the plain number, year or hole before it ends, or 0.
        limit: Where the next plain number or year begins.
    """

    start: int
    end: int
    floor: int
    limit: int


def find_anchors(string: str) -> Iterator[NumberPlace]:
    """Where numbers can begin."""
    limit = len(string) + 1
    for anchor in _ANCHOR.finditer(string):
        yield NumberPlace(anchor.start(), anchor.end(), 0, limit)


def find_doubtful(text: Text, found: NumberScan) -> Iterator[NumberPlace]:
    """Where numbers can begin that are not plain."""
    for first in range(0, len(found.places), _AT_ONCE):
        places = text.char_offsets(found.places[first : first + _AT_ONCE])
        for start, end, floor, limit in places.tolist():
            anchor = _ANCHOR.match(text.string, start)
            if anchor is not None and (
                anchor[0].isdecimal() or (anchor.end() == end and anchor[0] in _LEXICON)
            ):
                yield NumberPlace(start, anchor.end(), floor, limit)


def collect_numbers(
    string: str,
    options: ExtractOptions,
    places: Iterator[NumberPlace],
    excluded: list[Exclusion],
    known: int = 0,
) -> list[Draft]:
    """The numbers at the given places; ranges are not joined yet.

    What only looks like one joins ``excluded``.

    Raises:
        OverrunError: One reaches past the limit of its place.
        TooManyNumbers: There are more than the options allow, the ``known`` ones among them.
    """
    codes = currency_codes(options.currencies)
    of_digits = digits.DigitReader(
        string, options.locale, codes, years=options.ignore_years, ordinals=options.ordinals
    )
    of_words = words.WordReader(string, codes, ordinals=options.ordinals)
    drafts: list[Draft] = []
    pos = 0
    check_limits(known, len(excluded), options)
    for start, end, floor, limit in places:
        check_abandoned()
        if start < pos:
            continue
        pos = max(pos, floor)
        found: Iterable[Draft | Exclusion | None]
        if string[start].isdecimal():
            found = of_digits.read(start, end, pos)
        elif string[start] in shares.SIGNS:
            found = [shares.read_lone_fraction(string, start, codes)]
        else:
            found = [of_words.read(start, end, pos)]
        for read in found:
            if read is not None:
                one = unless_part_of_name(string, read) if isinstance(read, Draft) else read
                pos = max(pos, one.end)
                (drafts if isinstance(one, Draft) else excluded).append(one)  # type: ignore[arg-type]
                check_limits(len(drafts) + known, len(excluded), options)
        if pos > limit:
            raise OverrunError
    check_limits(len(drafts) + known, len(excluded), options)
    return drafts


def check_limits(numbers: int, skipped: int, options: ExtractOptions) -> None:
    """Refuses a text with more numbers, or what looks like them, than the options allow."""
    if numbers > options.max_numbers or skipped > _LOOKALIKES * options.max_numbers:
        raise TooManyNumbers(options.max_numbers)


def find_outside(
    string: str,
    places: Iterator[NumberPlace],
    holes: Iterator[Exclusion],
    excluded: list[Exclusion],
) -> Iterator[NumberPlace]:
    """The places of digits and of words that make numbers, behind the last hole.

    A hole that holds digits is added to ``excluded``.
    """
    end_of_text = Exclusion(len(string) + 1, len(string) + 1, SkipReason.CODE)
    pending = chain(holes, (end_of_text,))
    hole, floor = next(pending), 0
    for place in places:
        check_abandoned()
        start = place.start
        digit = string[start].isdecimal()
        if not digit and string[start : place.end] not in _LEXICON:
            continue
        while start >= hole.end:
            floor, hole = hole.end, next(pending)
        if start < hole.start:
            yield place._replace(floor=floor)
        elif digit and (not excluded or excluded[-1] is not hole):
            excluded.append(hole)
