"""The unit of each column of a table: as declared, as its name says, or as the title says of all.

A title speaks of the columns that tell nothing themselves: "Net sales by region (QAR m)". But never
of years, rates and indices; and of no others than those of which it says so, "realgdp and realcons
in billions of USD". Where some columns say the same in their own names, it speaks of those, and the
others are something else: ``active_clients`` beside ``balance_kes_m`` is no money.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.language.words import name_words, stem
from sidecar.binding.tables import column_units, unit_texts
from sidecar.binding.tables.barred import RATES, barred
from sidecar.binding.tables.phrases import is_period
from sidecar.binding.tables.unit_texts import Units
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.evidence import Cells, Column, Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_LEVELS = RATES | set(
    map(stem, one_of("index score rating rank growth yoy qoq inflation infl cpi"))
)
"""Words of what is in no unit that a title tells, unless that is per cent."""


class ToldUnit(NamedTuple):
    """The unit of a column.

    Attributes:
        unit: The unit.
        guessed: Whether it was read from names rather than declared.
    """

    unit: ColumnUnit
    guessed: bool


def units_of(table: Table, beside: Units) -> list[ToldUnit]:
    """The units of all columns of a table; ``beside`` has those that another table tells."""
    own = [_own(column, beside.get(place)) for place, column in enumerate(table.columns)]
    titled = unit_texts.in_words(table.title)
    if titled is None:
        return own
    may = [_may_be(titled, *each) for each in zip(table.columns, table.cells, own, strict=True)]
    units: Sequence[ColumnUnit | None]
    parts = unit_texts.by_part(table.title)
    if len(parts) > 1:
        units = [_of_part(column, parts) or titled for column in table.columns]
    else:
        told = [one.unit for one in own if one.unit.kind is not None]
        if titled.factor != 1 and any(unit.factor == titled.factor for unit in told):
            return [_completed(one, titled) for one in own]
        about = frozenset(name_words(unit_texts.announced(table.title)))
        named = [_is_named(column, about) for column in table.columns]
        meant = [fits and said for fits, said in zip(may, named, strict=True)]
        units = [titled if each else None for each in (meant if any(meant) else may)]
    return [
        ToldUnit(unit, guessed=True) if fits and unit is not None else one
        for one, fits, unit in zip(own, may, units, strict=True)
    ]


def _may_be(titled: ColumnUnit, column: Column, cells: Cells, own: ToldUnit) -> bool:
    """Whether a column that tells no unit may be in one: no year, rate or index is in euros."""
    if column.unit or own.unit.kind is not None or not cells.values.size:
        return False
    rated = not _LEVELS.isdisjoint(name_words(f"{column.name} {column.label}"))
    if rated and titled.kind is not Unit.PERCENT:
        return False
    return titled.kind not in barred(column, cells.values, own.unit)


def _is_named(column: Column, about: frozenset[str]) -> bool:
    """Whether words that a unit is attributed to name a column."""
    names = ([w for w in name_words(n) if not is_period(w)] for n in (column.name, column.label))
    return any(name and about.issuperset(name) for name in names)


def _own(column: Column, beside: ColumnUnit | None) -> ToldUnit:
    """What a column says itself: what it declares, with the scale that its description adds."""
    unit, described = parse(column.unit), unit_texts.in_words(column.description)
    if column.unit:
        scaled = unit.factor == 1 and unit.kind in (Unit.CURRENCY, Unit.COUNT)
        if scaled and described is not None:  # pounds, described as "thousands of pounds"
            unit = unit._replace(factor=described.factor)
        return ToldUnit(unit, guessed=False)
    unit = column_units.of_name(column) or beside or described or ColumnUnit()
    return ToldUnit(unit, guessed=unit.kind is not None)


def _of_part(
    column: Column, parts: Sequence[tuple[frozenset[str], ColumnUnit]]
) -> ColumnUnit | None:
    """The unit of the part of a title that names a column."""
    words = {stem(word) for word in name_words(f"{column.name} {column.label}")}
    return next((unit for said, unit in parts if not words.isdisjoint(said)), None)


def _completed(one: ToldUnit, titled: ColumnUnit) -> ToldUnit:
    """The currency of the title, for a column that tells its scale alone: ``due_k``."""
    scaled = one.guessed and one.unit.kind is Unit.COUNT and one.unit.factor == titled.factor
    return ToldUnit(titled, guessed=True) if scaled else one
