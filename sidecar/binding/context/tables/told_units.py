"""The unit of each column of a table: as declared, as its name says, or as the title says of all.

A title speaks of the columns that tell nothing themselves: "Net sales by region (QAR m)". Where
some columns say the same in their own names, it speaks of those, and the others are something else:
``active_clients`` beside ``balance_kes_m`` is no money.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.context.language.words import name_words, stem
from sidecar.binding.context.tables import column_units, unit_texts
from sidecar.binding.context.tables.unit_tables import Units
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.evidence import Column, Table
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

RATES = frozenset(
    map(
        stem,
        one_of(
            "rate share percent ratio margin proportion fraction yield penetration occupancy "
            "utilisation utilization participation unemployment completion coverage"
        ),
    )
)
"""Words of what is told in percent, and never in the unit of a title."""


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
    parts = unit_texts.by_part(table.title)
    if len(parts) > 1:
        return [
            _titled(one, column, _of_part(column, parts) or titled)
            for one, column in zip(own, table.columns, strict=True)
        ]
    told = [one.unit for one in own if one.unit.kind is not None]
    repeats = titled.factor != 1 and any(unit.factor == titled.factor for unit in told)
    return [
        _completed(one, titled) if repeats else _titled(one, column, titled)
        for one, column in zip(own, table.columns, strict=True)
    ]


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


def _titled(one: ToldUnit, column: Column, titled: ColumnUnit) -> ToldUnit:
    """The unit of the title, for a column that tells none and is no rate."""
    rate = not RATES.isdisjoint(name_words(f"{column.name} {column.label}"))
    told = one.unit.kind is not None or column.unit or rate
    return one if told else ToldUnit(titled, guessed=True)


def _completed(one: ToldUnit, titled: ColumnUnit) -> ToldUnit:
    """The currency of the title, for a column that tells its scale alone: ``due_k``."""
    scaled = one.guessed and one.unit.kind is Unit.COUNT and one.unit.factor == titled.factor
    return ToldUnit(titled, guessed=True) if scaled else one
