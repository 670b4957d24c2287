"""What a column's declared unit says about its cells, and how a number may be compared with them.

A column declares ``percent``, ``fraction``, ``bps``, ``count``, a currency ("QAR"), a scale
("thousands", "QAR m") or a measure ("km"); or nothing, and then its values tell: parts of one are
fractions, all else is compared with a percentage as it stands. No percentage agrees with a value
and with a hundred times it.

Example:
    parse("QAR m")     currency QAR, cells times 1000000 are amounts
    parse("fraction")  percent, cells times 100 are percent
    parse("EUR/t")     currency EUR, per t
    parse("")          nothing is told
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.sizes import MULTIPLES, sized, step
from sidecar.binding.unit_spellings import UNTOLD, disambiguate_unit, spellings, unspaced
from sidecar.model.cached import cache_if_short
from sidecar.model.number import NumberForm, Quantity, Unit
from sidecar.text.units import (
    CODE_ALIASES,
    CODES,
    DOLLARS,
    MONEY_SUFFIXES,
    PHRASES,
    POWERS,
    SIGNS,
    SPELLED,
    UNITS,
)

_ONE = Decimal(1)
_HUNDRED = Decimal(100)
_FRACTIONS = frozenset({"fraction", "ratio", "share", "proportion"})
_PHRASES = dict(phrase for phrases in PHRASES.values() for phrase in phrases)
_KNOWN = (*UNITS.values(), *SPELLED.values(), *_PHRASES.values())
_SYMBOLS = frozenset(unit.symbol for unit in _KNOWN)
_COUNTS = frozenset({"count", "counts", "number", "persons", "people", "items", "units"})
_SCALE_WORDS = {
    "hundred": 2,
    "thousand": 3,
    "lakh": 5,
    "million": 6,
    "crore": 7,
    "billion": 9,
    "trillion": 12,
}
_SCALES = {
    **_SCALE_WORDS,
    **{f"{word}s": power for word, power in _SCALE_WORDS.items()},
    **{suffix: power for suffix, power in MONEY_SUFFIXES.items() if suffix.isalpha()},
    **dict.fromkeys(("000", "'000", "’000", "‘000", "000s", "1000", "1,000", "1000s"), 3),
}
del _SCALES["t"], _SCALES["T"]  # tonnes and tesla
_TIMES = frozenset({"s", "h", "hour", "day", "week", "month", "quarter", "year", "annum"})
_OF_MONEY = re.compile(r"(k|m|mn|bn)?([a-z]{3})(k|m|mn|bn|tn)?", re.IGNORECASE)
"""A currency and its scale in one word: "kUSD", "EURm"."""

_PARTS = re.compile(r"[A-Z]{0,3}\$|[€£¥₹]|[^\s()$€£¥₹]+")
_PER = re.compile(r"\s*/\s*|\s+(?:per|an?)\s+")


class ColumnUnit(NamedTuple):
    """What is known about the cells of a column.

    Attributes:
        kind: What they count or measure; None where the column does not tell.
        symbol: The currency's code, or the measure's symbol.
        factor: A cell times this is in the base of the unit: percent, whole units of a currency.
        per: What the cells are counted for: "t" of "EUR/t".
    """

    kind: Unit | None = None
    symbol: str = ""
    factor: Decimal = _ONE
    per: str = ""


_FRACTIONAL = ColumnUnit(factor=_HUNDRED)


def of_values(unit: ColumnUnit, values: NDArray[np.float64]) -> ColumnUnit:
    """The unit of a column, where it does not tell one by its values: fractions, or as they stand.

    Args:
        unit: What the column declares.
        values: Its numbers.
    """
    if unit.kind is None and values.size and values.min() >= -1 and values.max() <= 1:
        return _FRACTIONAL if (values % 1 != 0).any() else unit
    return unit


@cache_if_short(4096)
def parse(unit: str) -> ColumnUnit:
    """Read a declared unit; one that is not known is a measure by its own name."""
    unit = unit.strip()
    if not unit or unit.lower() in UNTOLD:
        return ColumnUnit()
    unit = disambiguate_unit(unit)
    told = map(_told, (unit, *spellings(unit)))
    return next((known for known in told if known), ColumnUnit(Unit.MEASURE, unit))


def is_known(unit: ColumnUnit) -> bool:
    """Whether a unit is more than a name that nothing is known of."""
    return unit.kind is not Unit.MEASURE or unit.symbol in _SYMBOLS or bool(sized(unit.symbol)[0])


def _told(unit: str) -> ColumnUnit | None:
    """What a unit says as it is spelled, if anything."""
    word = unit.lower()
    if word in _FRACTIONS:
        return ColumnUnit(Unit.PERCENT, "%", _HUNDRED)
    return ColumnUnit(Unit.COUNT) if word in _COUNTS else _known(unit)


def _known(unit: str) -> ColumnUnit | None:
    """A unit of known parts: a scale, a currency or a measure, and what it is counted for."""
    whole = _measure(unit)
    if whole is not None:
        return whole
    if spelled := unspaced(unit):
        return ColumnUnit(spelled[1].unit, spelled[1].symbol, Decimal(10) ** spelled[0])
    said, *per = _PER.split(unit, maxsplit=1)
    kind, symbol, factor = Unit.COUNT, "", _ONE
    power_of = ""
    for part in _PARTS.findall(said):
        if part.lower() in POWERS:
            power_of = POWERS[part.lower()]
            continue
        named = _measure(part)
        power = _SCALES.get(part, _SCALES.get(part.lower()))
        if symbol and not per and power is None and _divides(part, named):
            per = [part]  # "EUR kg", "km h", "QAR month": the second is what it is counted for
        elif named is not None and _is_meant(named, power, power_of):
            kind, symbol = named.kind or Unit.COUNT, named.symbol + power_of
            factor *= named.factor
        elif power is not None:
            factor *= Decimal(10) ** power
        elif factor == 1 or not part.isalpha():
            return None  # "capita", "hectopascals at sea level": no scale can be taken from it
    return _composed(kind, symbol, factor, per)


def _composed(kind: Unit, symbol: str, factor: Decimal, per: Sequence[str]) -> ColumnUnit | None:
    """A unit of its parts; None of a plain count."""
    if kind is Unit.COUNT and factor == 1:
        return None
    return ColumnUnit(kind, symbol, factor, per[0].lower() if per else "")


def _divides(part: str, named: ColumnUnit | None) -> bool:
    """Whether a word that is ``named``, if it is a unit, can be what a unit is counted for."""
    return named is not None or part.lower() in _TIMES


def _is_meant(named: ColumnUnit, power: int | None, power_of: str) -> bool:
    """Whether a word means its unit rather than its scale: "m" after "square", not in "QAR m"."""
    return named.kind is Unit.CURRENCY or power is None or power_of != ""


def _measure(word: str) -> ColumnUnit | None:
    """A single known unit, or None."""
    code = SIGNS.get(word) or CODE_ALIASES.get(word, word)
    if word.endswith("$"):
        code = DOLLARS.get(word[:-1], code)
    if code in CODES:
        return ColumnUnit(Unit.CURRENCY, code)
    if word in MULTIPLES:
        symbol, power = MULTIPLES[word]
        return ColumnUnit(Unit.MEASURE, symbol, Decimal(10) ** power)
    found = UNITS.get(word) or SPELLED.get(word.lower()) or _PHRASES.get(word.lower())
    if found is None:
        return _money(word)
    return ColumnUnit(found.unit, found.symbol, Decimal(10) ** found.power)


def _money(word: str) -> ColumnUnit | None:
    """A currency with its scale in the same word, or None."""
    match = _OF_MONEY.fullmatch(word)
    if match is None or match[2].upper() not in CODES or bool(match[1]) == bool(match[3]):
        return None
    power = _SCALES[(match[1] or match[3]).lower()]
    return ColumnUnit(Unit.CURRENCY, match[2].upper(), Decimal(10) ** power)


class Scale(NamedTuple):
    """One way to compare a number with the cells of a column.

    Attributes:
        factor: A cell times this is compared with the number's value: a power of ten, which may be
            negative.
        at_most: Only cells of at most this size take part, or None.
        code: What agreement in this scale says against the number; "" where it supports it.
    """

    factor: Decimal = _ONE
    at_most: Decimal | None = None
    code: str = ""


_PLAIN = (Scale(),)
MISFIT = (Scale(code="UNIT_MISMATCH"),)


def scales(number: Quantity, column: ColumnUnit) -> tuple[Scale, ...]:
    """The ways to compare a number with a column, most natural first.

    A bare number fits every column, as written and in the column's scale: its unit is left out, not
    wrong. Any other does not fit a column that declares something else, nor another scale than the
    one that the column declares.
    """
    if column.kind is None:
        return (Scale(column.factor),) if number.unit is Unit.PERCENT else _PLAIN
    if number.unit is Unit.COUNT:
        return _bare_scales(number, column)
    if _clashes(number, column):
        return MISFIT
    if number.unit is Unit.MEASURE:
        if column.kind is Unit.MEASURE:
            return _sizes(number, column)
        return _PLAIN if column.factor == _ONE else (Scale(), Scale(column.factor))
    return (Scale(column.factor), *_wrong_scales(number, column))


def _sizes(number: Quantity, column: ColumnUnit) -> tuple[Scale, ...]:
    """Those of two units that may be sizes of one; an equal value in two sizes is a slip."""
    size = step(column.symbol, number.symbol) or _ONE
    if size == _ONE:
        return (Scale(column.factor),)
    return Scale(column.factor * size), Scale(column.factor, code="UNIT_MISMATCH")


def _bare_scales(number: Quantity, column: ColumnUnit) -> tuple[Scale, ...]:
    if column.kind is Unit.PERCENT and number.form is NumberForm.FRACTION:
        return (Scale(column.factor / _HUNDRED),)  # "two-thirds" of a column in percent
    return _PLAIN if column.factor == _ONE else (Scale(), Scale(column.factor))


def _clashes(number: Quantity, column: ColumnUnit) -> bool:
    """Whether a column declares that it holds something else than a number with a unit states."""
    if number.unit is Unit.PERCENT:
        return column.kind is not Unit.PERCENT
    if number.unit is Unit.CURRENCY:
        if column.kind is Unit.CURRENCY:
            return number.symbol in CODES and number.symbol != column.symbol
        return column.kind is not Unit.COUNT or column.factor == _ONE  # "millions" may be money
    known = _is_symbol(column.symbol) and _is_symbol(number.symbol)
    if column.kind is Unit.MEASURE:
        return known and step(column.symbol, number.symbol) is None
    return column.kind is not Unit.COUNT


def _is_symbol(symbol: str) -> bool:
    """Whether a symbol is that of a unit, or of its square or cube."""
    return symbol in _SYMBOLS or symbol.rstrip("²³") in _SYMBOLS


def _wrong_scales(number: Quantity, column: ColumnUnit) -> Iterator[Scale]:
    """Scales in which an equal value shows that text and column differ by a power of ten."""
    if column.factor != _ONE:
        yield Scale(code="UNIT_MISMATCH")
    elif number.unit is Unit.PERCENT:
        yield Scale(_HUNDRED, at_most=_ONE, code="UNIT_MISMATCH")
    elif number.scale:
        yield Scale(Decimal(10) ** number.scale, code="UNIT_MISMATCH")
