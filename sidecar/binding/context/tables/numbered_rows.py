"""Rows that only a number names: "store 13" of a column ``store`` or ``store_id`` that holds 13.

Where rows have labels or periods, these are their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sidecar.binding.context.language.labels import LabelIndex
from sidecar.binding.context.language.words import name_words
from sidecar.binding.context.tables.columns import ColumnFacts, Role
from sidecar.binding.context.tables.phrases import NAMELESS
from sidecar.model.evidence import Table

_MOST = 10_000


class Numbered(LabelIndex):
    """Labels of a noun and a number, which name a row together alone."""

    partly = False


def labels(table: Table, columns: Sequence[ColumnFacts]) -> Iterator[Numbered]:
    """The labels that the whole numbers of some columns make, as a text would say them."""
    if any(column.role in (Role.LABEL, Role.PERIOD) for column in columns):
        return
    for column in columns:
        noun = _noun(table.columns[column.place].name)
        values = table.cells[column.place].values
        leads = column.role is Role.MEASURE and column.place == 0
        if not noun or not (leads or column.role is Role.IDENTIFIER):
            continue
        distinct = np.unique(values).size
        tells = column.role is Role.IDENTIFIER or distinct == values.size > 1
        whole = values.size == table.row_count <= _MOST and bool((values % 1 == 0).all())
        if tells and whole and column.unit.kind is None and values.min() >= 0:
            said = [f"{noun} {value:.0f}" for value in values.tolist()]
            yield Numbered(column.place, said)


def _noun(name: str) -> str:
    """What is numbered; nothing where a name tells none, or a quantity in the plural."""
    words = [word for word in name_words(name) if word not in NAMELESS]
    return "" if not words or name.lower().endswith("s") else " ".join(words)
