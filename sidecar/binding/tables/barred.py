"""What the cells of a column cannot be, though nothing declares what they are.

An amount of money is no count, rate or year, and a percentage is no count, amount or year. The
column's name and its values tell what it counts: whole numbers of "orders", of a "headcount".
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.words import name_words, spelled_out, stem
from sidecar.binding.units import ColumnUnit
from sidecar.model.evidence import Column
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

# What names and units say about a quantity: whether its values may be added up.

_LEVELS = frozenset(
    stem(word)
    for word in one_of(
        "temperature feels pressure speed velocity gust humidity visibility rate ratio price index "
        "angle direction degree bearing age average mean median maximum minimum latitude longitude "
        "altitude elevation density percentage percent share margin yield expectancy "
        "occupancy utilisation utilization penetration participation coverage aht alos"
    )
)
"""What is measured at a time or a place: a total of it means nothing."""

RATES = frozenset(
    map(
        stem,
        one_of(
            "rate share percent ratio margin proportion fraction yield penetration occupancy "
            "utilisation utilization participation unemployment completion coverage"
        ),
    )
)
"""Words of what is stated in percent, and never in the unit of a title."""

_LEVEL_SYMBOLS = frozenset(
    {"°C", "°F", "°", "hPa", "Pa", "kPa", "bar", "mbar", "m/s", "km/h", "mph"}
)


_TIMES = one_of("s sec second min minute h hr hour d day week month quarter year yr a annum")


def is_level(words: AbstractSet[str], unit: ColumnUnit) -> bool:
    """Whether sums of a quantity mean nothing, by the words of its name and its unit."""
    return (
        unit.kind is Unit.PERCENT
        or unit.symbol in _LEVEL_SYMBOLS
        or bool(unit.per and unit.per not in _TIMES)  # flows add up, prices do not
        or not _LEVELS.isdisjoint(words)
    )


_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[^\W\d_]+")
_SINGULAR = ("ss", "us", "is")
_SHORT = 3  # letters of words that are no plurals: "gas"

_COUNTED = one_of(
    "count headcount number quantity qty people persons men women children staff population "
    "attendance footfall"
)
_NUMBERED = one_of("n num nb nbr nr no number count")
"""Words that begin the name of a count: ``num_orders``."""

_MONEY = frozenset(
    map(
        stem,
        one_of(
            "sales revenue turnover takings receipts proceeds earnings income profit loss gain "
            "return cost expense expenditure spend outlay budget price charge fee fare tariff toll "
            "wage salary pay payment payroll bonus commission tax duty levy fine penalty rent bill "
            "billings bookings value worth amount sum money cash capital asset "
            "liability debt loan credit deposit saving balance reserve fund grant subsidy donation "
            "contribution premium claim refund discount rebate arrears receivable payable due "
            "dividend royalty investment equity export import trade transfer withdrawal allowance "
            "benefit aid transaction gross net total"
        ),
    )
)
"""Words of what may be money, though it is said in the plural."""

_AMOUNTS = frozenset(
    map(
        stem,
        one_of(
            "sales revenue turnover takings receipts proceeds earnings income cost expense "
            "expenditure spend outlay budget price wage salary payroll billings bookings cash "
            "capital asset liability debt loan deposit fund"
        ),
    )
)
"""Words of what is an amount, and no percentage, where any of it is past a hundred."""

_MOVED = frozenset(
    map(stem, one_of("change growth delta difference variance increase decline rise yoy qoq mom"))
)
_GRADED = frozenset(map(stem, one_of("score grade mark result point change")))
"""Words of what may be told in percent."""

_YEARS = frozenset({"year", "founded"})
_PRICED = frozenset(map(stem, one_of("hour hourly day daily night nightly room weekly monthly")))
"""Words of rates that are paid."""

_NOT_MONEY, _NOTHING_ELSE = frozenset({Unit.CURRENCY}), frozenset({Unit.CURRENCY, Unit.PERCENT})
_NO_PERCENTAGE = frozenset({Unit.PERCENT})
_NOTHING: frozenset[Unit] = frozenset()
_FIRST, _LAST = 1500, 2100
_WHOLE = 100  # percent
_LARGE = 1000  # percent, of what no name calls a rate or a change


def barred(
    column: Column, values: NDArray[np.float64], unit: ColumnUnit, *, plain: bool = True
) -> frozenset[Unit]:
    """The units of numbers that are told of no cell of a column.

    Args:
        column: What is said about it.
        values: Its numbers.
        unit: Its unit; one that is told clashes with others by itself.
        plain: Whether its cells are numbers, and no texts that may hold numbers of any kind.
    """
    if unit.kind is not None or not values.size:
        return _NOTHING
    least, most = values.min(), values.max()
    whole = bool(least >= 0 and (values % 1 == 0).all())
    for name in (column.label, column.name):
        stems = frozenset(name_words(name))
        if whole and (_is_count(name, stems) or _is_year(stems, least, most)):
            return _NOTHING_ELSE
        if _is_rate(stems, least, most):
            return _NOT_MONEY
    if not plain:
        return _NOTHING
    named = frozenset(name_words(column.label)) | frozenset(name_words(column.name))
    return _NO_PERCENTAGE if _is_amount(named, np.abs(values)) else _NOTHING


def _is_year(stems: frozenset[str], least: float, most: float) -> bool:
    """Whether a column of whole numbers holds years."""
    return least >= _FIRST and most <= _LAST and bool(stems & _YEARS)


def _is_rate(stems: frozenset[str], least: float, most: float) -> bool:
    """Whether a column holds rates, none of which is paid: shares, percentages."""
    named = stems & RATES and not stems & (_MONEY | _PRICED)
    return bool(named) and least >= -_WHOLE and most <= _WHOLE


def _is_amount(stems: frozenset[str], sizes: NDArray[np.float64]) -> bool:
    """Whether a column is too large for percentages: by its name, or each of its values is.

    A column without such a name may hold a figure of another kind in each row.
    """
    if stems & (RATES | _MOVED | _GRADED):
        return False
    most = sizes.max()
    return (most > _WHOLE and bool(stems & _AMOUNTS)) or (most >= _LARGE and sizes.min() > _WHOLE)


def _is_count(name: str, stems: frozenset[str]) -> bool:
    """Whether what a column of whole numbers is called is counted."""
    words = _WORD.findall(_CAMEL.sub(" ", spelled_out(name)).lower())
    if not words or stems & (_MONEY | _GRADED | RATES):
        return False
    last = words[-1]
    plural = last.endswith("s") and not last.endswith(_SINGULAR) and len(last) > _SHORT
    return plural or last in _COUNTED or (len(words) > 1 and words[0] in _NUMBERED)
