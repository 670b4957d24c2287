"""Rows that a number names: "store 13" of a column ``store`` or ``store_id`` that holds 13.

Such a column holds identifiers, or it leads: no quantity stands before it, and its numbers either
tell all rows apart, or come back as often as each other, as weeks of the same stores do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.words import name_words, stem
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.binding.tables.numbered_periods import are_parts
from sidecar.binding.tables.phrases import NAMELESS
from sidecar.evidence import learnt
from sidecar.model.evidence import Table
from sidecar.text.vocabulary import one_of

_TWO = 2
_ORDERS = frozenset(map(stem, one_of("rank position place standing")))
"""What a row has by the size of something, which does not name it."""


class Numbered(LabelIndex):
    """Labels of a noun and a number, which name a row together alone."""

    partly = False


def labels(table: Table, columns: Sequence[ColumnFacts]) -> Iterator[Numbered]:
    """The labels that the whole numbers of some columns make, as a text would say them."""
    alone = not any(column.role in (Role.LABEL, Role.PERIOD) for column in columns)
    dating = [column for column in columns if column.role is Role.PERIOD]
    leads = True  # no column before it tells all rows apart, or measures anything
    for column in columns:
        values = table.cells[column.place].values
        # "month 2" names a row, if not beside a column of years.
        part = dating == [column] and are_parts(values, table.columns[column.place].name)
        numbers = part or column.role is Role.IDENTIFIER
        if column.role is Role.MEASURE:
            numbers = leads and _are_keys(values, first=column.place == 0, alone=alone)
            leads = False
        elif leads:
            leads = len(set(map(str, table.data[column.place]))) < table.row_count
        noun = _noun(table.columns[column.place].name)
        if noun and numbers and column.unit.kind is None and _may_number(values, table.row_count):
            said = [f"{noun} {value:.0f}" for value in values.tolist()]
            yield Numbered(column.place, said)


def _may_number(values: NDArray[np.float64], rows: int) -> bool:
    """Whether each row has a whole number that is not negative."""
    if not values.size == rows <= learnt.MOST_TOLD:
        return False
    return bool((values % 1 == 0).all()) and values.min() >= 0


def _are_keys(values: NDArray[np.float64], *, first: bool, alone: bool) -> bool:
    """Whether numbers are one row's each, or come back as often as each other.

    Args:
        values: The numbers.
        first: Whether no column stands before theirs: only those are one row's each.
        alone: Whether no labels tell the rows; numbers with gaps may then do so.
    """
    distinct, count = np.unique(values, return_counts=True)
    if distinct.size < _TWO or count.min() != count.max():
        return False
    if count[0] > 1:
        return True
    return first and (alone or bool(distinct[-1] - distinct[0] == distinct.size - 1))


def _noun(name: str) -> str:
    """What is numbered; nothing where a name tells none, or a quantity in the plural."""
    words = [word for word in name_words(name) if word not in NAMELESS]
    plural = name.lower().endswith("s")
    return "" if not words or plural or not _ORDERS.isdisjoint(words) else " ".join(words)
