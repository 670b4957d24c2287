"""What each column of a query result is: its role, its words, its unit, its period.

Nothing here knows a data set: roles follow from the values, words from name, label, synonyms and
description, units from what the caller declares or from the name ("Revenue (QAR m)").
"""

from __future__ import annotations

import re
from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context import alike, periods
from sidecar.binding.context.periods import NOTHING, Period
from sidecar.binding.context.quantities import is_level
from sidecar.binding.context.ways import Scaling, scaling
from sidecar.binding.context.words import STOP, name_words, stem
from sidecar.binding.sizes import sized
from sidecar.binding.units import ColumnUnit, is_known, parse
from sidecar.model.evidence import Column, Table
from sidecar.model.number import Unit
from sidecar.text.units import CODES
from sidecar.text.vocabulary import one_of

_SAMPLE = 200
_ALIKE = 0.6  # of a name that is said with a word of the same meaning
_ENOUGH = 0.8
_LONGEST_LABEL = 80
_ID_WORDS = frozenset({"id", "uuid", "code", "key", "timestamp", "zip", "phone"})
_PERIOD_WORDS = frozenset({"year", "season", "fy", "period"})
_CHANGES = frozenset(
    map(
        stem,
        one_of("change growth delta difference variance yoy qoq mom increase decline rise"),
    )
)
_RATES = frozenset(
    map(
        stem,
        one_of(
            "rate share percent ratio margin proportion fraction yield penetration occupancy "
            "utilisation utilization participation unemployment completion coverage"
        ),
    )
)
_PARTS = frozenset({"quart", "half"})
_ORDINALS = one_of("first second third fourth final")
_IN_PARENTHESES = re.compile(r"[(\[]([^()\[\]]{1,24})[)\]]|,\s*([A-Za-z€£$%°/ ]{1,20})$")
_ENDED = re.compile(r"[;,.(]")
_SAID = re.compile(r"[(\[]([^()\[\]]{1,32})[)\]]|\bin ((?:[^\s()]+\s?){1,3})")
_WORDS_TOO = one_of("all ang bam bob cop cup gel lak mad mop pen ron sos top try")
"""Codes of currencies that are words as well: "clouds_all" is not in leks, "world_cup" in pesos."""

_UNITS = {
    **{word: word for word in ("km", "kg", "mm", "cm", "percent", "bps", "million", "thousand")},
    **{word: word for word in ("k", "m", "bn", "m2", "m3", "km2")},
    **{code.lower(): code for code in CODES if code.lower() not in _WORDS_TOO},
    "pct": "percent", "percentage": "percent", "gb": "GB", "mb": "MB", "mw": "MW", "gwh": "GWh",
    "mwh": "MWh", "kwh": "kWh", "thousands": "thousand", "millions": "million", "mn": "million",
    "hours": "h", "hrs": "h", "days": "day", "minutes": "min", "mins": "min", "months": "month",
}  # fmt: skip


class Role(IntEnum):
    """What a column is for."""

    MEASURE = 1
    LABEL = 2
    PERIOD = 3
    IDENTIFIER = 4
    OTHER = 5


class Phrase(NamedTuple):
    """One way to say a column's name.

    Attributes:
        words: Its stems, those that name nothing left out.
        weight: 1 for names, labels and synonyms, less for words of a description.
    """

    words: tuple[str, ...]
    weight: float


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


def facts(table: Table, place: int) -> ColumnFacts:
    """Learn what one column is."""
    column = table.columns[place]
    unit = parse(column.unit)
    guessed = False
    if not column.unit:
        unit = _unit_of_name(column) or _unit_in_words(column.description) or ColumnUnit()
        if unit.kind is None and not _RATES.intersection(
            name_words(f"{column.name} {column.label}")
        ):
            unit = _unit_in_words(table.title) or ColumnUnit()
        guessed = unit.kind is not None
    names = [column.name, column.label, *column.synonyms]
    period = next((p for name in names for _, _, p in periods.in_name(name)), NOTHING)
    role = _role(table, place)
    phrases = _phrases(column, period if role is Role.MEASURE else NOTHING)
    words = {word for phrase in phrases for word in phrase.words if phrase.weight == 1}
    fraction = _is_fraction(table, place, unit, guessed, words)
    change = bool(words & _CHANGES)
    return ColumnFacts(
        place,
        role,
        phrases,
        unit,
        guessed,
        period,
        fraction,
        change,
        fraction or is_level(words, unit) or (guessed and _is_price(table.title)),
        scaling(unit, fraction=fraction, change=change),
    )


def _role(table: Table, place: int) -> Role:
    cells, values = table.cells[place], table.data[place]
    numbers = cells.values.size if cells.ordinals is None else int((cells.ordinals == 0).sum())
    sample = [v for v in _sampled(values) if v is not None]
    if numbers and sample:
        return _role_of_numbers(cells.values, name_words(table.columns[place].name))
    if not sample:
        return Role.MEASURE if numbers else Role.OTHER
    dated = sum(periods.of_value(v) != NOTHING for v in sample)
    if dated >= _ENOUGH * len(sample):
        return Role.PERIOD
    strings = [v for v in sample if isinstance(v, str)]
    short = sum(len(v) for v in strings) <= _LONGEST_LABEL * len(strings)
    return Role.LABEL if strings and short else Role.OTHER


def _role_of_numbers(values: NDArray[np.float64], name: tuple[str, ...]) -> Role:
    years = ((values >= 1500) & (values <= 2100) & (values % 1 == 0)).all()
    if values.size and bool(years) and _PERIOD_WORDS.intersection(name):
        return Role.PERIOD
    return Role.IDENTIFIER if name and name[-1] in _ID_WORDS else Role.MEASURE


def _sampled(values: object) -> list[object]:
    size = len(values)  # type: ignore[arg-type]
    step = max(1, size // _SAMPLE)
    return [values[i] for i in range(0, size, step)]  # type: ignore[index]


def _phrases(column: Column, period: Period) -> tuple[Phrase, ...]:
    found: dict[tuple[str, ...], float] = {}
    for name, weight in (
        (column.name, 1.0),
        (column.label, 1.0),
        *((synonym, 1.0) for synonym in column.synonyms),
        (column.description, 0.4),
    ):
        words = tuple(w for w in name_words(_without_unit(name)) if w not in STOP)
        if period.known:
            ordinals = _ORDINALS if _PARTS.intersection(words) else frozenset()
            words = tuple(w for w in words if not is_period(w) and w not in ordinals)
        if weight < 1:
            words = words[:8]
        elif len(words) > 1:
            words = tuple(w for w in words if w not in _UNITS) or words  # units are no names
        if words:
            found[words] = max(weight, found.get(words, 0))
    for words in [words for words, weight in found.items() if weight == 1]:
        for other in alike.others(words):
            found.setdefault(other, _ALIKE)
    return tuple(Phrase(words, weight) for words, weight in found.items())


def _without_unit(name: str) -> str:
    return re.sub(r"[(\[][^()\[\]]{1,24}[)\]]", " ", name)


def is_period(word: str) -> bool:
    """Whether a word of a name is part of a period."""
    return (
        word.isdigit()
        or re.fullmatch(r"q|h|fy|quart|half|year", word) is not None
        or bool(periods.whole(word).known)
    )


def _unit_of_name(column: Column) -> ColumnUnit | None:
    for name in (column.label, column.name):
        for match in _IN_PARENTHESES.finditer(name):
            said = (match[1] or match[2]).strip()
            if said.isdigit() or said == "s":  # a year, a plural
                continue
            unit = parse(_UNITS.get(said.lower(), said))
            if unit.kind is not None and (
                unit.kind is not Unit.MEASURE or unit.factor != 1 or len(unit.symbol) <= 4
            ):
                return unit
        words = re.findall(
            r"[A-Za-z%]+(?<=[mM])[23]\b|[A-Za-z%]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
        )
        for start in range(1, len(words)):
            unit = parse(" ".join(_UNITS.get(w.lower(), w) for w in words[start:]))
            known = unit.kind in (Unit.CURRENCY, Unit.PERCENT) or unit.factor != 1
            if known or (
                unit.kind is Unit.MEASURE
                and start == len(words) - 1
                and words[start].lower() in _UNITS
            ):
                return unit
        if words and (words[-1].lower() in ("pct", "percent", "percentage") or "%" in name):
            return parse("percent")
    return None


def _unit_in_words(text: str) -> ColumnUnit | None:
    """A currency, scale or percentage in a title: "(QAR million)", "in thousands".

    A description may be nothing but a unit: "million litres per day".
    """
    whole = parse(_ENDED.split(text, maxsplit=1)[0])
    if whole.kind is not None and is_known(whole):
        return whole
    for match in _SAID.finditer(text):
        words = (match[1] or match[2]).split()
        for end in range(min(3, len(words)), 0, -1):
            unit = parse(" ".join(words[:end]).rstrip(",.;"))
            measured = bool(match[1]) and len(words) == 1 and bool(sized(unit.symbol)[0])
            if unit.kind in (Unit.CURRENCY, Unit.PERCENT) or unit.factor != 1 or measured:
                return unit
    return None


def _is_price(title: str) -> bool:
    """Whether a title tells a price: "(QAR per kWh)"."""
    return any("per" in (match[1] or match[2]).split() for match in _SAID.finditer(title))


def _is_fraction(
    table: Table, place: int, unit: ColumnUnit, guessed: bool, words: set[str]
) -> bool:
    """Whether a column that does not declare its scale holds fractions of one."""
    if unit.kind is not None and not (guessed and unit.kind is Unit.PERCENT):
        return False
    if not (words & _RATES or unit.kind is Unit.PERCENT):
        return False
    values = table.cells[place].values
    return (
        bool(values.size) and bool((np.abs(values) <= 1.5).all()) and bool((values % 1 != 0).any())
    )


def factor(known: ColumnFacts) -> Decimal:
    """What a cell is multiplied by to be in the base of its unit."""
    if known.fraction:
        return Decimal(100)
    return known.unit.factor
