"""What a claim counts and dates, and what of that its source must have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.claims.dates import DATES
from sidecar.claims.quoted import SourceNumber
from sidecar.model.number import (
    Direction,
    Number,
    NumberForm,
    Qualifier,
    Skipped,
    SkipReason,
    Unit,
    hedged_bounds,
)
from sidecar.model.text import Text
from sidecar.text import numbers
from sidecar.text.claims import ClaimReader
from sidecar.text.masks import NO_HOLES
from sidecar.text.options import ExtractOptions

# Whether a number of a source bears out one of a claim.

_HUNDRED = Decimal(100)
_HEDGED = (Decimal("0.9"), Decimal("1.1"))
_LEAST = frozenset({Qualifier.OVER, Qualifier.AT_LEAST, Qualifier.JUST_OVER})
_MOST = frozenset({Qualifier.UNDER, Qualifier.AT_MOST, Qualifier.NEARLY})
_EITHER = frozenset({Qualifier.ABOUT, Qualifier.CLOSE_TO})


def bears_out(
    one: SourceNumber, figure: ClaimFigure, claimed: ClaimFigures, scales: frozenset[int]
) -> bool:
    """Whether a number of a source is what a claim says.

    Args:
        one: The number of the source.
        figure: That of the claim.
        claimed: All of the claim.
        scales: Powers of ten that the header of a table may have.
    """
    number, said = one.number, figure.number
    alike = (number.form is NumberForm.ORDINAL) is (said.form is NumberForm.ORDINAL)
    return (
        alike
        and _same_movement(one, said, below_zero=claimed.below_zero)
        and _same_bound(number, said)
        and _same_size(one, said, scales)
    )


def _same_size(one: SourceNumber, said: Number, scales: frozenset[int]) -> bool:
    """Whether a number of the source would be written as the claim writes it, or as a share."""
    number, size = one.number, abs(one.number.value)
    low, high = _bounds(said)
    if _same_unit(one, said) and (
        _by_header(one, said, scales) or (low <= size <= high and not _is_scaled(one))
    ):
        return True
    if said.unit is Unit.PERCENT and number.unit is Unit.COUNT:  # 45 % is 0.45
        return size < 1 and low <= size * _HUNDRED <= high
    if said.form is NumberForm.FRACTION and number.unit is Unit.PERCENT:
        return low <= size / _HUNDRED <= high
    return False


def _bounds(said: Number) -> tuple[Decimal, Decimal]:
    """Between what a claim says that a size is."""
    size, half = abs(said.value), (said.high - said.low) / 2
    close = hedged_bounds(said)
    if close is not None:
        return min(map(abs, close)), max(map(abs, close))
    if said.qualifier in _LEAST:
        return size, (size + half) * _HEDGED[1]
    if said.qualifier in _MOST:
        return (size - half) * _HEDGED[0], size
    if said.qualifier is Qualifier.ABOUT:
        return (size - half) * _HEDGED[0], (size + half) * _HEDGED[1]
    return size - half, size + half


def _by_header(one: SourceNumber, said: Number, scales: frozenset[int]) -> bool:
    """Whether a cell has the number in the scale that its header may name: "USD million".

    What the header of its own column says counts; else a scale that the source names somewhere, for
    a number that is written with that scale, or with a larger one.
    """
    if not one.in_row or one.number.scale:
        return False
    if one.scales is None:
        scales = frozenset(power for power in scales if power <= said.scale)
    else:
        scales = one.scales
    low, high = _bounds(said)
    powers = (Decimal(10) ** power for power in scales)
    return any(low / power <= abs(one.number.value) <= high / power for power in powers)


def _is_scaled(one: SourceNumber) -> bool:
    """Whether the header of its column says that a cell is a number of thousands, say."""
    return bool(one.scales) and not one.number.scale and one.number.unit is not Unit.PERCENT


def _same_unit(one: SourceNumber, said: Number) -> bool:
    """Whether both are of one kind; a cell's unit may stand in its header."""
    number = one.number
    if {number.symbol, said.symbol} == {"", "year"}:  # "aged 45", "45 years old"
        return number.unit is Unit.COUNT or said.unit is Unit.COUNT
    if number.unit is said.unit:
        return number.symbol == said.symbol or {number.symbol, said.symbol} <= _PARTS
    bare = number.unit is Unit.COUNT and not number.symbol
    if bare and one.in_row:
        return True
    return said.unit is Unit.COUNT and number.unit is Unit.CURRENCY  # "$40 million, then 45"


_PARTS = frozenset({"pp", "bps"})
"""Both are steps of a percentage, unlike "%"."""


def _same_movement(one: SourceNumber, said: Number, *, below_zero: bool) -> bool:
    """Whether neither says of a number that it rises, falls or is negative where the other not."""
    number = one.number
    if one.is_base and said.direction:
        return False
    if number.direction and said.direction and number.direction is not said.direction:
        return False
    negative = number.sign < 0 or one.in_brackets
    if said.sign < 0:
        return negative or _falls(number)
    if number.sign < 0:
        return below_zero or _falls(said)
    return True


def _falls(number: Number) -> bool:
    return number.direction in (Direction.DOWN_BY, Direction.DOWN_TO)


def _same_bound(number: Number, said: Number) -> bool:
    """Whether a bound of the source ("up to 45") is none that the claim does not have."""
    if number.qualifier in (Qualifier.UNDER, Qualifier.AT_MOST):
        return said.qualifier in _MOST or said.qualifier in _EITHER
    if number.qualifier in _LEAST:
        return said.qualifier not in _MOST
    return True


_OPTIONS = ExtractOptions()
_WITH_RANKS = ExtractOptions(ordinals="all")
_COUNTED = frozenset({NumberForm.DIGITS, NumberForm.WORDS})
"""How numbers are written that must stand in the source; others may follow from two of them."""

_DERIVED = frozenset({NumberForm.FRACTION, NumberForm.MULTIPLE})
_TOLD = frozenset({SkipReason.VERSION, SkipReason.IDENTIFIER, SkipReason.MALFORMED})
_BELOW_ZERO = re.compile(
    r"\b(?:deficit|shortfall|loss(?:es)?|lost|negative|minus|below|down|outflows?|shrank|shrunk)\b",
    re.IGNORECASE,
)
_LIKE_YEAR = re.compile(r"(?:1[5-9]|2[01])\d\d")
_NOUN = re.compile(
    r"\s+(?!(?:and|or|but|to|in|at|by|with|when|while|as|was|were|is|are)\b)[^\W\d_]"
)


class ClaimFigure(NamedTuple):
    """A number of a claim.

    Attributes:
        number: The number.
        written: The same as it stands in the claim.
    """

    number: Number
    written: str


class ClaimFigures(NamedTuple):
    """What a claim counts.

    Attributes:
        counted: Numbers that the source must have.
        derived: Shares, multiples and ranks: the source may have what they follow from.
        names: Digits within names and versions ("3.2"), and what only looks like a number.
        dates: Its dates and years, as they stand there.
        rest: The claim without its numbers.
        below_zero: Whether it says in words that something is below zero, or less than it was.
    """

    counted: Sequence[ClaimFigure]
    derived: Sequence[ClaimFigure]
    names: Sequence[str]
    dates: Sequence[str]
    rest: str
    below_zero: bool


def read_claim_figures(claim: str) -> ClaimFigures:
    """The numbers and dates of a claim.

    Raises:
        TooManyNumbers: If it has more than are read.
    """
    text = Text(claim)
    found = ClaimReader(text).extract(_OPTIONS)
    every = [ClaimFigure(one.number, text.slice(one.number.span)) for one in found.claims]
    years = [one for one in every if _may_be_year(one, text)]
    dates = [text.slice(one.span) for one in found.skipped if one.reason in DATES]
    return ClaimFigures(
        [one for one in every if _is_counted(one) and one not in years],
        [*(one for one in every if one.number.form in _DERIVED), *_ranks(text, found.skipped)],
        [text.slice(one.span) for one in found.skipped if one.reason in _TOLD],
        [*dates, *(one.written for one in years)],
        _without(text, every),
        _BELOW_ZERO.search(claim) is not None,
    )


def _without(claim: Text, every: Sequence[ClaimFigure]) -> str:
    """A claim without its numbers."""
    rest, at = [], 0
    for one in every:
        rest.append(claim.data[at : max(at, one.number.span.start)].decode())
        at = max(at, one.number.span.end)
    return " ".join([*rest, claim.data[at:].decode()])


def _is_counted(figure: ClaimFigure) -> bool:
    """Whether the source must have it; a "one" it may write as "a" or "single"."""
    number = figure.number
    return number.form in _COUNTED and not (number.form is NumberForm.WORDS and number.value == 1)


def _may_be_year(figure: ClaimFigure, claim: Text) -> bool:
    """Whether it may be a year, since nothing is counted: "the play (1616) was lost"."""
    if not _LIKE_YEAR.fullmatch(figure.written):
        return False
    behind = claim.data[figure.number.span.end :].decode()
    return _NOUN.match(behind) is None


def _ranks(claim: Text, skipped: Sequence[Skipped]) -> list[ClaimFigure]:
    """What a claim writes as "4th"; "for the first time" is no rank."""
    if not any(one.reason is SkipReason.ORDINAL and _in_digits(claim, one) for one in skipped):
        return []
    found, _ = numbers.read_numbers(claim, _WITH_RANKS, NO_HOLES)
    ranks = [
        ClaimFigure(one, claim.slice(one.span)) for one in found if one.form is NumberForm.ORDINAL
    ]
    return [one for one in ranks if one.written[0].isdigit()]


def _in_digits(claim: Text, one: Skipped) -> bool:
    return claim.slice(one.span)[:1].isdigit()
