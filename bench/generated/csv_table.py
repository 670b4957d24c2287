"""Facts of a CSV file: one column of labels, perhaps one of periods, and columns of numbers.

The first column without numbers holds the labels. A column named after a kind of period ("year",
"quarter", "month", "date", "season", "period") holds the periods. What stands in parentheses at the
end of a header is taken for the unit: ``Length (km)``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path

from verifyd import Column

from bench.generated.facts import (
    FactMeasure,
    FactPeriod,
    FactPlace,
    Facts,
    FactTable,
    FactUnit,
    Kind,
    Topic,
)
from bench.generated.layouts import plain

_WHEN = {"year": "year", "quarter": "quarter", "month": "month", "date": "day", "season": "season",
         "period": "period"}  # fmt: skip
_HEADER = re.compile(r"(?P<noun>.*?)\s*(?:\((?P<unit>[^()]+)\))?$")
_MONEY = re.compile(r"[A-Z]{3}$")


def read(path: Path) -> FactTable:
    """The table of a file.

    Raises:
        ValueError: If it has no labels, no numbers, or two rows of one label and period.
    """
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    columns = list(zip(*rows, strict=True))
    when, label, numeric = _roles(header, columns)
    if label is None or not numeric:
        raise ValueError(f"{path.name}: no labels, or no numbers")
    word = _WHEN[header[when].lower()] if when is not None else ""
    labels, periods = columns[label], columns[when] if when is not None else [""] * len(rows)
    subjects, told = list(dict.fromkeys(labels)), list(dict.fromkeys(periods))
    where = _where(path.name, labels, periods, numeric)
    one = header[label].lower()
    facts = Facts(
        title=path.stem,
        family="",
        topic=Topic(one, f"{one}s", "for"),
        subjects=subjects,
        periods=[FactPeriod(cell, cell, word) for cell in told],
        measures=[_measure(header[i], columns[i]) for i in numeric],
        cells={place: Decimal(rows[row][column]) for place, (row, column) in where.items()},
    )
    return FactTable(
        name=f"{len(rows)} rows, {path.name}",
        facts=facts,
        query_id=re.sub(r"\W+", "_", path.stem),
        columns=[Column(name) for name in header],
        rows=[_plain(row, numeric) for row in rows],
        where=where,
    )


def _roles(
    header: Sequence[str], columns: Sequence[Sequence[str]]
) -> tuple[int | None, int | None, list[int]]:
    """The column of periods, that of labels, and those of numbers."""
    when = next((i for i, name in enumerate(header) if name.lower() in _WHEN), None)
    numeric = [i for i, cells in enumerate(columns) if i != when and _numbers(cells)]
    label = next((i for i in range(len(header)) if i not in (*numeric, when)), None)
    return when, label, numeric


def _plain(row: Sequence[str], numeric: Sequence[int]) -> list[str | int | float]:
    return [plain(Decimal(cell)) if i in numeric else cell for i, cell in enumerate(row)]


def _where(
    name: str, labels: Sequence[str], periods: Sequence[str], numeric: Sequence[int]
) -> dict[FactPlace, tuple[int, int]]:
    """The row and column of each number of a file, by what it is the number of."""
    subjects, told = list(dict.fromkeys(labels)), list(dict.fromkeys(periods))
    keys = list(zip(map(subjects.index, labels), map(told.index, periods), strict=True))
    if len(set(keys)) < len(keys):
        raise ValueError(f"{name}: two rows of one label and period")
    if len(keys) != len(subjects) * len(told):
        raise ValueError(f"{name}: not every label has every period")
    return {
        FactPlace(*key, measure): (row, column)
        for row, key in enumerate(keys)
        for measure, column in enumerate(numeric)
    }


def _numbers(cells: Sequence[str]) -> bool:
    try:
        return all(Decimal(cell).is_finite() for cell in cells)
    except InvalidOperation:
        return False


def _measure(header: str, cells: Sequence[str]) -> FactMeasure:
    match = _HEADER.match(header)
    noun, unit = (match["noun"], match["unit"] or "") if match else (header, "")
    kind: Kind = "measure" if unit else "count"
    if unit in ("%", "percent"):
        kind, unit = "percent", "%"
    elif _MONEY.match(unit):
        kind = "money"
    values = [Decimal(cell) for cell in cells]
    return FactMeasure(
        noun=noun.replace("_", " ").lower(),
        unit=FactUnit(kind, unit),
        told=bool(unit) or kind == "count",
        places=max(max(0, -int(value.as_tuple().exponent)) for value in values),
        additive=kind in ("count", "money"),
        signed=min(values) < 0,
    )
