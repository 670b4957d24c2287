"""Putting a table together from its decoded columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sidecar.evidence.budget import Budget
from sidecar.evidence.coded import ColumnData
from sidecar.evidence.errors import EvidenceColumnUnknown, EvidenceMalformed
from sidecar.model.evidence import Column, Table

# Names of columns: made unique, and matched with what the caller says about them.


def make_unique(names: Sequence[str]) -> list[str]:
    """Give every column a name of its own.

    The second "a" becomes "a#2", the third "a#3"; a column without a name (or of spaces alone)
    becomes "column_4" after its place, from 1. A name that the payload gives as it stands is never
    taken away from its column: in a, a, a#2 the second "a" becomes "a#3".
    """
    result: list[str] = []
    given = set(names)
    taken: set[str] = set()
    counts: dict[str, int] = {}
    for place, name in enumerate(names, 1):
        base = name if name.strip() else f"column_{place}"
        chosen = base
        while chosen in taken or (chosen != name and chosen in given):
            counts[base] = counts.get(base, 1) + 1
            chosen = f"{base}#{counts[base]}"
        taken.add(chosen)
        result.append(chosen)
    return result


def describe_columns(columns: Sequence[Column], budget: Budget) -> tuple[Column, ...]:
    """Name the columns of a payload, and let the header say what it knows of them.

    Metadata meets its column by the final name. Where it names "a" twice, it means "a" and "a#2".

    Raises:
        EvidenceColumnUnknown: If the header describes a column that is not there, a column without
            a name included: call it "column_4".
        EvidenceMalformed: If a name is not valid Unicode.
    """
    header = budget.header
    budget.columns(max(len(columns), len(header.columns)))
    for column in columns:
        budget.name(_utf8_length(column.name, budget))
    named = {
        name: replace(column, name=name)
        for name, column in zip(make_unique([c.name for c in columns]), columns, strict=True)
    }
    for name, column in zip(
        make_unique([c.name for c in header.columns]), header.columns, strict=True
    ):
        if name not in named or not column.name.strip():
            raise EvidenceColumnUnknown(
                f"query result {header.query_id} has no column {column.name!r}",
                query_id=header.query_id,
                column=column.name,
            )
        named[name] = replace(column, name=name)
    return tuple(named.values())


def _utf8_length(name: str, budget: Budget) -> int:
    try:
        return len(name.encode())
    except UnicodeEncodeError:
        raise EvidenceMalformed(
            f"query result {budget.header.query_id} has a column name that is not valid Unicode",
            query_id=budget.header.query_id,
            format=budget.header.format,
        ) from None


def assemble(
    columns: tuple[Column, ...], read: Sequence[ColumnData], row_count: int, budget: Budget
) -> Table:
    """Make the table, accounted with what its columns have spent."""
    return Table(
        query_id=budget.header.query_id,
        family=budget.header.family,
        title=budget.header.title,
        columns=columns,
        row_count=row_count,
        cells=tuple(column.cells for column in read),
        data=tuple(column.data for column in read),
        nbytes=budget.used,
        text_numbers=budget.text_numbers,
    )
