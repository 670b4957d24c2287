"""What each column of a query result is: its role, its words, its unit, its period.

Nothing here knows a data set: roles follow from the values, words from name, label, synonyms and
description, units from what the caller declares or from the name ("Revenue (QAR m)").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language import dated_cells
from sidecar.binding.language.dated_cells import short_year
from sidecar.binding.language.periods import NOTHING, TimePeriod
from sidecar.binding.language.words import name_words, stem
from sidecar.binding.tables import unit_texts
from sidecar.binding.tables.barred import RATES, barred, is_level
from sidecar.binding.tables.numbered_periods import are_periods, dated
from sidecar.binding.tables.phrases import ID_WORDS, NAMELESS, Phrase, phrases_of
from sidecar.binding.tables.told_units import ToldUnit
from sidecar.binding.tables.ways import Scaling, scaling
from sidecar.binding.units import ColumnUnit
from sidecar.evidence import derived
from sidecar.model.evidence import Column, Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of
from sidecar.work import check_abandoned

# Of how many the cells of a column are counted: ``cases_per_1000``, "Deaths per 100,000".

_PER = re.compile(
    r"(?:^|[^a-z])per[ _]?(?P<digits>1[0,._ ]{1,9}0)(?P<scale>[ _]?k|[ _]?m(?:illion)?)?(?![a-z\d])"
    r"|(?:^|[^a-z])per[ _](?P<word>hundred|thousand|million)(?![a-z])",
    re.IGNORECASE,
)
_WORDS = {"hundred": 2, "thousand": 3, "million": 6}
_SCALES = {"k": 3, "m": 6, "": 0}
_LONGEST = 200


def counted_per(column: Column) -> Decimal | None:
    """Of how many, by the unit, the label or the name; None where none of them says."""
    for told in (column.unit, column.label, column.name):
        match = _PER.search((told or "")[:_LONGEST])
        if match is None:
            continue
        if match["word"]:
            return Decimal(10) ** _WORDS[match["word"].lower()]
        zeros = match["digits"].count("0") + _SCALES[(match["scale"] or "").strip(" _")[:1].lower()]
        return Decimal(10) ** zeros
    return None


# Columns whose cells are numbers written as strings: "$4,127", "12.5 %", "388*", "n/a".

_FIGURE = re.compile(
    r"[~≈<>≤≥]?\s*\(?\s*[+\-−–]?\s*(?:[A-Z]{0,3}[$€£¥₹]|[A-Z]{3}\s)?\s*\d[\d.,'’\s]*(?:e[+-]?\d+)?"
    r"\s*(?:(?:[A-Za-zµ]{1,6}|[$€£¥%‰°])[A-Za-z%²³/]{0,5})?\s*\)?\s*(?:\*+|†|‡|\[\w{1,2}\]|\(\w\))?"
)
_NAME = re.compile(r"0\d+|\d+(?:\.\d+){2,}(?<!\.\d{3})|\d+\.\d{1,2}\..*|\d+\.\d{4,}\..*")
"""A number, version or address that is a name: "0012", "1.2.3", "10.0.0.1"; no "4.127.512"."""

_DIGITS = re.compile(r"\d+")
_BLANK = re.compile(
    r"(?:n/?a\.?|nan|null|none|nil|tbd|unknown|missing|[-–—.…:x*?]*|\[\w{1,4}\]|\([a-z]{1,3}\))",
    re.IGNORECASE,
)
"""What stands for no number; in brackets what statistical offices write: "[c]", "(D)"."""

_LONGEST_FIGURE = 40
_ENOUGH_FIGURES = 0.6
_DISTINCT = 0.8


def are_figures(strings: Sequence[str]) -> bool:
    """Whether strings are figures, but for some that stand for none."""
    if any(len(string) > _LONGEST_FIGURE for string in strings):
        return False
    told = [string.strip() for string in strings]
    figures = [string for string in told if _FIGURE.fullmatch(string)]
    if len(figures) < _ENOUGH_FIGURES * len(told) or any(map(_NAME.fullmatch, figures)):
        return False
    if not all(_BLANK.fullmatch(string) for string in told if not _FIGURE.fullmatch(string)):
        return False
    plain = all(_DIGITS.fullmatch(string) for string in figures)
    return plain or len({*figures}) >= _DISTINCT * len(figures)


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
    period: TimePeriod
    fraction: bool
    change: bool
    level: bool
    scaling: Scaling

    def __hash__(self) -> int:
        return self.place  # all that it is hashed for are columns of one table


def facts(table: Table, place: int, measured: ToldUnit) -> ColumnFacts:
    """Learn what one column is, given its unit."""
    check_abandoned()
    column, (unit, guessed) = table.columns[place], measured
    values = table.cells[place].values
    names = [column.name, column.label, *column.synonyms]
    told = (p for name in names for _, _, p in dated_cells.in_name(name))
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
    sample = [v for v in derived.sample_values(values) if v is not None]
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
    return Role.LABEL if strings and derived.are_short(strings) else Role.OTHER


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
