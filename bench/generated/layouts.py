"""The same facts as different tables."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from verifyd import Column

from bench.generated.facts import FactPlace, Facts
from bench.generated.measures import Described

LAYOUTS = ("wide", "spread", "pivoted", "long", "tidy", "series")

Cell = str | int | float


class Laid(NamedTuple):
    """A header, rows, and the row and column of each fact."""

    columns: list[Column]
    rows: list[list[Cell]]
    where: dict[FactPlace, tuple[int, int]]


def lay(
    layout: str, facts: Facts, described: Sequence[Described], subject: Column, told: str
) -> Laid:
    """Lay facts out; ``told`` is where units are said."""
    if layout in ("wide", "spread", "pivoted"):
        return _across(layout, facts, described, subject, told)
    if layout == "tidy":
        return _facts_as_rows(facts, described, subject, told)
    return _down(facts, described, subject)


def _across(
    layout: str, facts: Facts, described: Sequence[Described], subject: Column, told: str
) -> Laid:
    """A row a subject; a column a measure and period."""
    headed = [
        (period, measure)
        for measure in range(len(described))
        for period in range(len(facts.periods))
    ]
    columns = [subject]
    for period, measure in headed:
        column, cell = described[measure].column, str(facts.periods[period].cell)
        if layout == "pivoted":
            unit = described[measure].unit if told else ""
            column = Column(cell, unit=unit)
        elif layout == "spread":
            column = Column(f"{column.name} {cell}", unit=column.unit)
        columns.append(column)
    laid = Laid(columns, [], {})
    for row, name in enumerate(facts.subjects):
        cells: list[Cell] = [name]
        for number, (period, measure) in enumerate(headed, 1):
            place = FactPlace(row, period, measure)
            laid.where[place] = row, number
            cells.append(plain(facts.cells[place]))
        laid.rows.append(cells)
    return laid


def _down(facts: Facts, described: Sequence[Described], subject: Column) -> Laid:
    """A row a subject and period, or a period alone where there is one subject without a name."""
    when = Column("date" if facts.periods[0].word == "day" else facts.periods[0].word or "period")
    alone = list(facts.subjects) == [""]
    keys = [when] if alone else [subject, when]
    laid = Laid([*keys, *(one.column for one in described)], [], {})
    for number, name in enumerate(facts.subjects):
        for period, at in enumerate(facts.periods):
            cells: list[Cell] = [at.cell] if alone else [name, at.cell]
            for measure in range(len(described)):
                place = FactPlace(number, period, measure)
                laid.where[place] = len(laid.rows), len(cells)
                cells.append(plain(facts.cells[place]))
            laid.rows.append(cells)
    return laid


def _facts_as_rows(
    facts: Facts, described: Sequence[Described], subject: Column, told: str
) -> Laid:
    """A row a fact; its unit, where it is said, in a column of its own."""
    dated = len(facts.periods) > 1
    header = [subject.name, *(["period"] if dated else []), "indicator", "value"]
    laid = Laid([Column(name) for name in (*header, *(["unit"] if told else []))], [], {})
    for number, name in enumerate(facts.subjects):
        for period, at in enumerate(facts.periods):
            for measure, one in enumerate(described):
                place = FactPlace(number, period, measure)
                keys: list[Cell] = [name, *([at.cell] if dated else []), one.measure.noun]
                laid.where[place] = len(laid.rows), len(keys)
                unit = [one.unit or "count"] if told else []
                laid.rows.append([*keys, plain(facts.cells[place]), *unit])
    return laid


def plain(value: Decimal) -> int | float:
    """A cell as JSON has it."""
    return int(value) if value == value.to_integral_value() else float(value)
