"""What each column of a query result is: its role, its words, its unit, its period.

Nothing here knows a data set: roles follow from the values, words from name, label, synonyms and
description, units from what the caller declares or from the name ("Revenue (QAR m)").
"""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language import dated_cells, ranges
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.short_years import short_year
from sidecar.binding.language.words import name_words, stem
from sidecar.binding.tables import unit_texts
from sidecar.binding.tables.barred import barred
from sidecar.binding.tables.counted_per import counted_per
from sidecar.binding.tables.figures import are_figures
from sidecar.binding.tables.numbered_periods import are_periods
from sidecar.binding.tables.phrases import ID_WORDS, NAMELESS, Phrase, phrases_of
from sidecar.binding.tables.quantities import RATES, is_level
from sidecar.binding.tables.table_years import dated
from sidecar.binding.tables.told_units import ToldUnit
from sidecar.binding.tables.ways import Scaling, scaling
from sidecar.binding.units import ColumnUnit
from sidecar.evidence import learnt
from sidecar.model.evidence import Column, Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_ENOUGH = 0.8
_SERIES = 3  # parts of one that tell a column of fractions, whatever it is called
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

_BEYOND_ONE = frozenset(map(stem, one_of("ratio margin proportion yield")))
"""Words of rates that may be fractions larger than one: a debt ratio of 1.3."""

_NONE: frozenset[Unit] = frozenset()


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

    def __hash__(self) -> int:
        return self.place  # all that it is hashed for are columns of one table


def facts(table: Table, place: int, measured: ToldUnit) -> ColumnFacts:
    """Learn what one column is, given its unit."""
    column, (unit, guessed) = table.columns[place], measured
    values = table.cells[place].values
    names = [column.name, column.label, *column.synonyms]
    told = (p for name in names for _, _, p in ranges.in_name(name))
    period = next(told, dated_cells.whole(column.name))
    period = period if period.known else short_year([c.name for c in table.columns], place)
    period = dated(period, table.title)
    role = _role(table, place)
    phrases = phrases_of(column, period if role is Role.MEASURE else NOTHING, table.title)
    words = {word for phrase in phrases for word in phrase.words if phrase.weight == 1}
    fraction = _is_fraction(column, values, unit, words)
    plain = table.cells[place].ordinals is None
    never = _NONE if fraction else barred(column, values, unit, plain=plain)
    change, fallen = bool(words & CHANGES), bool((values < 0).any())
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
        scaling(
            unit,
            fraction=fraction,
            change=change,
            signed=fallen,
            never=never,
            percent=unit.kind is None and _is_percent(values, words),
            per=counted_per(column),
        ),
    )


def _role(table: Table, place: int) -> Role:
    cells, values = table.cells[place], table.data[place]
    numbers = cells.values.size if cells.ordinals is None else int((cells.ordinals == 0).sum())
    sample = [v for v in learnt.sampled(values) if v is not None]
    if numbers and sample:
        return _role_of_numbers(table, place)
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
    return Role.LABEL if strings and learnt.are_short(strings) else Role.OTHER


def _is_numbering(name: str) -> bool:
    """Whether what a column holds are names: ``store_no``."""
    return not NAMELESS.isdisjoint(name_words(name)[-1:])


def _role_of_numbers(table: Table, place: int) -> Role:
    if are_periods(table, place):
        return Role.PERIOD
    column = table.columns[place]
    name = name_words(column.name)
    counted = bool(column.unit) or column.name.endswith("s")  # "keys" are, a key is not
    identifies = name and name[-1] in ID_WORDS and not counted
    return Role.IDENTIFIER if identifies else Role.MEASURE


def _is_fraction(
    column: Column, values: NDArray[np.float64], unit: ColumnUnit, words: set[str]
) -> bool:
    """Whether a column that tells no unit holds fractions of one, which a text writes as percent.

    Its name says share or rate; or several parts of one are there, and it says nothing else.
    """
    with np.errstate(over="ignore"):  # of values near the largest float, which are no fractions
        fine = bool((np.round(values, 1) != values).any())  # growth of "0.3, 0.2" is in percent
    changes = not words.isdisjoint(CHANGES)
    told = not words.isdisjoint(RATES) or (changes and fine)
    if unit.kind is not None or values.size < (1 if told else _SERIES):
        return False
    if not told and (changes or not _NO_PARTS.isdisjoint(name_words(column.name))):
        return False
    parts = values.min() >= (-1 if told else 0) and values.max() <= 1
    return bool(parts) and bool((values % 1 != 0).any())


def _is_percent(values: NDArray[np.float64], words: set[str]) -> bool:
    """Whether rates are too large for fractions of one: those below one are percent as well."""
    rates = words & RATES - _BEYOND_ONE
    return bool(rates and values.size and values.max() > 1)


def factor(known: ColumnFacts) -> Decimal:
    """What a cell is multiplied by to be in the base of its unit."""
    if known.fraction:
        return Decimal(100)
    return known.unit.factor
