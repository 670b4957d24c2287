"""Units that stand in a table of their own: ``units: {temp: "°C", wind: "m/s"}`` beside the rows.

Such a table has one row, which says in what the columns of the others are that carry its names:
``main.temp_max`` is a temperature, ``wind.deg`` has a unit of its own and is no speed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sidecar.binding.language.words import name_words
from sidecar.binding.units import ColumnUnit, is_known, parse
from sidecar.model.evidence import Table

_MOST = 200  # columns of a table of units
_ENOUGH = 0.5  # of its cells that are units
_PARTS = re.compile(r"[^\W\d_]+")

Units = Mapping[int, ColumnUnit]
"""The units of columns, by their places."""

NONE: Units = {}


def told(tables: Sequence[Table]) -> list[Units]:
    """The units that tables of units tell of the columns of each table, by their places."""
    units: dict[frozenset[str], ColumnUnit] = {}
    for table in tables:
        units |= _units(table)
    return [_of(table, units) if units else NONE for table in tables]


def _units(table: Table) -> dict[frozenset[str], ColumnUnit]:
    """What a table of units says, by the words of its columns; nothing where it is none."""
    if table.row_count != 1 or not 1 < len(table.columns) <= _MOST:
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
