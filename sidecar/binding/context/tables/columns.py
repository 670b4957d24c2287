"""What each column of a query result is: its role, its words, its unit, its period.

Nothing here knows a data set: roles follow from the values, words from name, label, synonyms and
description, units from what the caller declares or from the name ("Revenue (QAR m)").
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.language import dated_cells, periods, ranges
from sidecar.binding.context.language.periods import NOTHING, Period
from sidecar.binding.context.language.short_years import short_year
from sidecar.binding.context.language.words import name_words, stem
from sidecar.binding.context.tables import unit_texts
from sidecar.binding.context.tables.figures import are_figures
from sidecar.binding.context.tables.phrases import ID_WORDS, NAMELESS, Phrase, phrases_of
from sidecar.binding.context.tables.quantities import is_level
from sidecar.binding.context.tables.table_years import dated
from sidecar.binding.context.tables.told_units import RATES, ToldUnit
from sidecar.binding.context.tables.ways import Scaling, scaling
from sidecar.binding.units import ColumnUnit
from sidecar.model.evidence import Column, Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_SAMPLE = 200
_ENOUGH = 0.8
_LONGEST_LABEL = 80
_FIRST_YEAR, _LAST_YEAR = 1950, 2050
_FIRST_TOLD = 1800
_SERIES = 3  # years without a gap that tell a column of years, whatever it is called
_WEEKS = range(1, 54)
_STAMPED = frozenset(map(stem, one_of("month date day period yyyymm yearmonth yyyymmdd ym dt")))
_PERIOD_WORDS = frozenset({"year", "season", "fy", "period"})
CHANGES = frozenset(
    map(
        stem,
        one_of("change growth delta difference variance yoy qoq mom increase decline rise"),
    )
)
"""Words for what goes up or down: a verb may carry its sign."""

_NO_PARTS = frozenset(
    map(
        stem,
        one_of(
            "per ratio index score coefficient correlation density price cost fee tariff rating "
            "weight factor probability"
        ),
    )
)
"""Words of what may lie between nothing and one without being a part of anything."""


class Role(IntEnum):
    """What a column is for."""

    MEASURE = 1
    LABEL = 2
    PERIOD = 3
    IDENTIFIER = 4
    OTHER = 5


class ColumnFacts(NamedTuple):
    """What is known about one column.

    Attributes:
        place: Its place in the table.
        role: What it is for.
        phrases: How a text may call it.
        unit: Its unit, as declared or as its name says.
        guessed: Whether the unit was read from the name rather than declared.
        period: The period in its name (a pivoted table); nothing where there is none.
        fraction: Whether its cells are fractions of one that a text writes as percent.
        change: Whether its cells are changes, so that a verb may carry their sign.
        level: Whether its cells are rates, temperatures, prices: sums of them mean nothing.
        scaling: How numbers are compared with it.
        dated: Whether its cells are years in which something was, though the rows are of none.
    """

    place: int
    role: Role
    phrases: tuple[Phrase, ...]
    unit: ColumnUnit
    guessed: bool
    period: Period
    fraction: bool
    change: bool
    level: bool
    scaling: Scaling
    dated: bool = False

    def __hash__(self) -> int:
        return self.place  # all that it is hashed for are columns of one table


def facts(table: Table, place: int, measured: ToldUnit) -> ColumnFacts:
    """Learn what one column is, given its unit."""
    column, (unit, guessed) = table.columns[place], measured
    names = [column.name, column.label, *column.synonyms]
    told = (p for name in names for _, _, p in ranges.in_name(name))
    period = next(told, dated_cells.whole(column.name))
    period = period if period.known else short_year([c.name for c in table.columns], place)
    period = dated(period, table.title)
    role = _role(table, place)
    phrases = phrases_of(column, period if role is Role.MEASURE else NOTHING, table.title)
    words = {word for phrase in phrases for word in phrase.words if phrase.weight == 1}
    fraction = _is_fraction(table, place, unit, guessed, words)
    change = bool(words & CHANGES)
    return ColumnFacts(
        place,
        role,
        phrases,
        unit,
        guessed,
        period,
        fraction,
        change,
        fraction or is_level(words, unit) or (guessed and unit_texts.is_price(table.title)),
        scaling(unit, fraction=fraction, change=change, signed=_goes_below(table, place)),
        role is Role.MEASURE and _is_dated(table.cells[place].values),
    )


def _role(table: Table, place: int) -> Role:
    cells, values = table.cells[place], table.data[place]
    numbers = cells.values.size if cells.ordinals is None else int((cells.ordinals == 0).sum())
    sample = [v for v in _sampled(values) if v is not None]
    if numbers and sample:
        return _role_of_numbers(cells.values, table.columns[place])
    if not sample:
        return Role.MEASURE if numbers else Role.OTHER
    dated = sum(dated_cells.of_value(v) != NOTHING for v in sample)
    if dated >= _ENOUGH * len(sample):
        return Role.PERIOD
    if all(isinstance(v, bool) for v in sample):
        return Role.LABEL
    strings = [v for v in sample if isinstance(v, str)]
    if strings and place and not _is_numbering(table.columns[place].name) and are_figures(strings):
        return Role.MEASURE
    short = sum(len(v) for v in strings) <= _LONGEST_LABEL * len(strings)
    return Role.LABEL if strings and short else Role.OTHER


def _is_numbering(name: str) -> bool:
    """Whether what a column holds are names: ``store_no``."""
    return not NAMELESS.isdisjoint(name_words(name)[-1:])


def _role_of_numbers(values: NDArray[np.float64], column: Column) -> Role:
    name = name_words(column.name)
    if (values % 1 == 0).all() and _are_years(values, named=not _PERIOD_WORDS.isdisjoint(name)):
        return Role.PERIOD
    if not _STAMPED.isdisjoint(name) and _are_stamps(values):
        return Role.PERIOD
    if _is_week(column.name) and np.isin(values, _WEEKS).all():
        return Role.PERIOD
    counted = bool(column.unit) or column.name.endswith("s")  # "keys" are, a key is not
    identifies = name and name[-1] in ID_WORDS and not counted
    return Role.IDENTIFIER if identifies else Role.MEASURE


def _is_week(name: str) -> bool:
    """Whether a column of that name numbers the weeks of a year."""
    return name_words(name)[-1:] == ("week",) and not name.lower().endswith("s")


def numbered_periods(name: str) -> Callable[[int], Period]:
    """What tells the period of a whole number in a column: a year, a month, a day, or a week."""
    return partial(periods.in_week, None) if _is_week(name) else _numbered


def _numbered(value: int) -> Period:
    stamp = dated_cells.stamped(str(value))
    return stamp if stamp.known else Period(value)


def _are_stamps(values: NDArray[np.float64]) -> bool:
    """Whether whole numbers are months or days: 202403, 20240311."""
    distinct = np.unique(values)[:_SAMPLE]
    return all(dated_cells.stamped(f"{each:.0f}").known for each in distinct.tolist())


def _are_years(values: NDArray[np.float64], *, named: bool) -> bool:
    """Whether whole numbers are years: all of them could be, and they are called so or a series."""
    least, most = values.min(), values.max()
    if named:
        return bool(least >= 1500 and most <= 2100)
    distinct = np.unique(values) if least >= _FIRST_YEAR and most <= _LAST_YEAR else ()
    return bool(_SERIES <= len(distinct) == most - least + 1)


def _goes_below(table: Table, place: int) -> bool:
    """Whether any cell is less than nothing."""
    return bool((table.cells[place].values < 0).any())


def _is_dated(values: NDArray[np.float64]) -> bool:
    """Whether cells tell years in which something was."""
    told = values.size and (values % 1 == 0).all()
    return bool(told and values.min() >= _FIRST_TOLD and values.max() <= _LAST_YEAR)


def _sampled(values: object) -> list[object]:
    size = len(values)  # type: ignore[arg-type]
    step = max(1, size // _SAMPLE)
    return [values[i] for i in range(0, size, step)]  # type: ignore[index]


def _is_fraction(
    table: Table, place: int, unit: ColumnUnit, guessed: bool, words: set[str]
) -> bool:
    """Whether a column that does not declare its scale holds fractions of one."""
    if unit.kind is not None and not (guessed and unit.kind is Unit.PERCENT):
        return False
    values = table.cells[place].values
    told = bool(words & RATES) or unit.kind is Unit.PERCENT
    if not told and not _NO_PARTS.isdisjoint(name_words(table.columns[place].name)):
        return False
    least, most = (-1.5, 1.5) if told else (0.0, 1.0)
    parts = (
        values.size >= (1 if told else _SERIES) and values.min() >= least and values.max() <= most
    )
    return bool(parts) and bool((values % 1 != 0).any())


def factor(known: ColumnFacts) -> Decimal:
    """What a cell is multiplied by to be in the base of its unit."""
    if known.fraction:
        return Decimal(100)
    return known.unit.factor
