"""What a claim counts and dates, and what of that its source must have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sidecar.claims.dates import DATES
from sidecar.model.number import Form, Number, Skipped, SkipReason
from sidecar.model.text import Text
from sidecar.text import numbers
from sidecar.text.claims import Reader
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions

_OPTIONS = ExtractOptions()
_WITH_RANKS = ExtractOptions(ordinals="all")
_COUNTED = frozenset({Form.DIGITS, Form.WORDS})
"""How numbers are written that must stand in the source; others may follow from two of them."""

_DERIVED = frozenset({Form.FRACTION, Form.MULTIPLE})
_TOLD = frozenset({SkipReason.VERSION, SkipReason.IDENTIFIER, SkipReason.MALFORMED})
_BELOW_ZERO = re.compile(
    r"\b(?:deficit|shortfall|loss(?:es)?|lost|negative|minus|below|down|outflows?|shrank|shrunk)\b",
    re.IGNORECASE,
)
_LIKE_YEAR = re.compile(r"(?:1[5-9]|2[01])\d\d")
_NOUN = re.compile(
    r"\s+(?!(?:and|or|but|to|in|at|by|with|when|while|as|was|were|is|are)\b)[^\W\d_]"
)


class Figure(NamedTuple):
    """A number of a claim.

    Attributes:
        number: The number.
        written: The same as it stands in the claim.
    """

    number: Number
    written: str


class Figures(NamedTuple):
    """What a claim counts.

    Attributes:
        counted: Numbers that the source must have.
        derived: Shares, multiples and ranks: the source may have what they follow from.
        names: Digits within names and versions ("3.2"), and what only looks like a number.
        dates: Its dates and years, as they stand there.
        rest: The claim without its numbers.
        below_zero: Whether it says in words that something is below zero, or less than it was.
    """

    counted: Sequence[Figure]
    derived: Sequence[Figure]
    names: Sequence[str]
    dates: Sequence[str]
    rest: str
    below_zero: bool


def figures(claim: str) -> Figures:
    """The numbers and dates of a claim.

    Raises:
        TooManyNumbers: If it has more than are read.
    """
    text = Text(claim)
    found = Reader(text).extract(_OPTIONS)
    every = [Figure(one.number, text.slice(one.number.span)) for one in found.claims]
    years = [one for one in every if _may_be_year(one, text)]
    dates = [text.slice(one.span) for one in found.skipped if one.reason in DATES]
    return Figures(
        [one for one in every if _is_counted(one) and one not in years],
        [*(one for one in every if one.number.form in _DERIVED), *_ranks(text, found.skipped)],
        [text.slice(one.span) for one in found.skipped if one.reason in _TOLD],
        [*dates, *(one.written for one in years)],
        _without(text, every),
        _BELOW_ZERO.search(claim) is not None,
    )


def _without(claim: Text, every: Sequence[Figure]) -> str:
    """A claim without its numbers."""
    rest, at = [], 0
    for one in every:
        rest.append(claim.data[at : max(at, one.number.span.start)].decode())
        at = max(at, one.number.span.end)
    return " ".join([*rest, claim.data[at:].decode()])


def _is_counted(figure: Figure) -> bool:
    """Whether the source must have it; a "one" it may write as "a" or "single"."""
    number = figure.number
    return number.form in _COUNTED and not (number.form is Form.WORDS and number.value == 1)


def _may_be_year(figure: Figure, claim: Text) -> bool:
    """Whether it may be a year, since nothing is counted: "the play (1616) was lost"."""
    if not _LIKE_YEAR.fullmatch(figure.written):
        return False
    behind = claim.data[figure.number.span.end :].decode()
    return _NOUN.match(behind) is None


def _ranks(claim: Text, skipped: Sequence[Skipped]) -> list[Figure]:
    """What a claim writes as "4th"; "for the first time" is no rank."""
    if not any(one.reason is SkipReason.ORDINAL and _in_digits(claim, one) for one in skipped):
        return []
    found, _ = numbers.read(claim, _WITH_RANKS, NO_HOLES)
    ranks = [Figure(one, claim.slice(one.span)) for one in found if one.form is Form.ORDINAL]
    return [one for one in ranks if one.written[0].isdigit()]


def _in_digits(claim: Text, one: Skipped) -> bool:
    return claim.slice(one.span)[:1].isdigit()
