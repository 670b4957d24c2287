"""The unit that the title of a table, or the description of a column, tells of its cells.

It stands behind a mark or in brackets ("Water use (million cubic metres)", "Arrears, EUR m"), or
behind a word that announces it: "All figures in thousands of euros", "Balance. Unit: USD".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from sidecar.binding.language.words import name_words, stem
from sidecar.binding.sizes import sized
from sidecar.binding.units import ColumnUnit, is_known, parse
from sidecar.model.evidence import Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

# Units that stand in a table of their own: ``units: {temp: "°C", wind: "m/s"}`` beside the rows.

_MOST_UNIT_COLUMNS = 200  # columns of a table of units
_ENOUGH = 0.5  # of its cells that are units
_PARTS = re.compile(r"[^\W\d_]+")

Units = Mapping[int, ColumnUnit]
"""The units of columns, by their places."""

NONE: Units = {}


def units_from_tables(tables: Sequence[Table]) -> list[Units]:
    """The units that tables of units tell of the columns of each table, by their places."""
    units: dict[frozenset[str], ColumnUnit] = {}
    for table in tables:
        units |= _units(table)
    return [_of(table, units) if units else NONE for table in tables]


def _units(table: Table) -> dict[frozenset[str], ColumnUnit]:
    """What a table of units says, by the words of its columns; nothing where it is none."""
    if table.row_count != 1 or not 1 < len(table.columns) <= _MOST_UNIT_COLUMNS:
        return {}
    cells = [values[0] for values in table.data]
    found = {
        frozenset(name_words(column.name)): parse(cell)
        for column, cell in zip(table.columns, cells, strict=True)
        if isinstance(cell, str)
    }
    known = {words: unit for words, unit in found.items() if words and is_known(unit)}
    texts = all(isinstance(cell, str) for cell in cells)
    return known if texts and len(known) > _ENOUGH * len(cells) else {}


def _of(table: Table, units: Mapping[frozenset[str], ColumnUnit]) -> Units:
    """The units of the columns whose names have all words of one that has a unit."""
    found = {}
    for place, column in enumerate(table.columns):
        words = frozenset(name_words(column.name))
        fits = [said for said in units if said <= words]
        if fits and not any(is_known(parse(part)) for part in _PARTS.findall(column.name)):
            found[place] = units[max(fits, key=len)]
    return found


_MARKS = re.compile(r"[()\[\]|;]|,(?!\d)|[:.](?=\s|$)|\s[-–—/](?=\s)")
_OPENING = "(["
_ANNOUNCED = one_of("in unit units")
_ON = one_of("at by for on during as from to with and net before after excluding including")
_GRAINS = one_of("hour day week month quarter year")  # "Calls by team, month" are in no months
_SIGNS = frozenset("$€£¥₹%")
_LONGEST = 5  # words of a unit: "million litres per day"
_MOST = 500  # characters of a text that are read
_BARE = 3  # of one that nothing announces: "Bills by month, thousand EUR"


class _UnitPart(NamedTuple):
    """What stands between two marks."""

    words: list[str]
    start: int
    end: int
    bracketed: bool

    @property
    def first(self) -> bool:
        return not self.start


def in_words(text: str) -> ColumnUnit | None:
    """A currency, scale, percentage or measure in a title or a description.

    A description may be nothing but a unit: "million litres per day".
    """
    parts = [*_parts(text)]
    first = parts[0].words if parts else []
    if len(first) <= _LONGEST and _ANNOUNCED.isdisjoint(map(str.lower, first)):
        whole = parse(" ".join(first))
        if whole.kind is not None and is_known(whole):
            return whole
    return next((unit for part in parts if (unit := _in_part(part)) is not None), None)


def in_label(label: str) -> ColumnUnit | None:
    """The same in the label of a column, of which a word alone is a name: "Share", "Month", "W"."""
    parts = [*_parts(label)]
    first = parts[0].words if parts else []
    if len(first) > 1 or (first and not _SIGNS.isdisjoint(first[0])):
        whole = parse(" ".join(first))
        if _is_plain(whole) and _ANNOUNCED.isdisjoint(map(str.lower, first)):
            return whole
    return next((unit for part in parts if (unit := _in_part(part)) is not None), None)


def by_part(title: str) -> list[tuple[frozenset[str], ColumnUnit]]:
    """The stems of each part of a title, and the unit in brackets behind it.

    "Harvest (thousand tonnes) and area (thousand ha)" has two.
    """
    found, start = [], 0
    for part in _parts(title):
        unit = _in_part(part) if part.bracketed else None
        if unit is not None:
            found.append((frozenset(map(stem, name_words(title[start : part.start]))), unit))
            start = part.end
    return found


def announced(title: str) -> str:
    """What stands before the word that announces a unit: "imports" of "imports in EUR m"."""
    for part in _parts(title):
        for at, word in enumerate(part.words[:-1]):
            if word.lower() in _ANNOUNCED and _announced(part.words[at + 1 :]) is not None:
                return " ".join(part.words[:at])
    return ""


def is_price(title: str) -> bool:
    """Whether a title tells a price: "(QAR per kWh)"."""
    return any("per" in part.words for part in _parts(title) if not part.first)


def _parts(text: str) -> Iterator[_UnitPart]:
    """What stands between the marks of a text; the first page of it tells the unit, if any."""
    text = text[:_MOST]
    ends = [*_MARKS.finditer(text)]
    starts = [0, *(mark.end() for mark in ends)]
    opened = ["", *(mark[0] for mark in ends)]
    stops = [*(mark.start() for mark in ends), len(text)]
    for start, stop, mark in zip(starts, stops, opened, strict=True):
        words = text[start:stop].split()
        if words:
            yield _UnitPart(words, start, stop, mark != "" and mark in _OPENING)


def _in_part(part: _UnitPart) -> ColumnUnit | None:
    """The unit that a part tells: itself, or behind what announces one."""
    words = part.words
    for at, word in enumerate(words[:-1]):
        if word.lower() in _ANNOUNCED and (unit := _announced(words[at + 1 :])) is not None:
            return unit
    most = _LONGEST if part.bracketed else _BARE
    if part.first or (len(words) > most and not part.bracketed):
        return None
    for end in range(min(most, len(words)), 0 if part.bracketed else len(words) - 1, -1):
        unit = parse(" ".join(words[:end]))
        measured = len(words) == 1 and words[0].lower() not in _GRAINS and sized(unit.symbol)[0]
        if _is_plain(unit) or measured:
            return unit
    return None


def _announced(words: list[str]) -> ColumnUnit | None:
    """The unit that words begin with; one of a measure is all of them."""
    words = [*takewhile(lambda word: word.lower() not in _ON, words)]
    for end in range(min(_LONGEST, len(words)), 0, -1):
        unit = parse(" ".join(words[:end]))
        measured = end == len(words) and words[0].lower() not in _GRAINS and is_known(unit)
        if _is_plain(unit) or (measured and unit.kind is Unit.MEASURE):
            return unit
    return None


def _is_plain(unit: ColumnUnit) -> bool:
    """Whether words are a unit wherever they stand."""
    return unit.kind in (Unit.CURRENCY, Unit.PERCENT) or unit.factor != 1
