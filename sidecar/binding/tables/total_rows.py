"""Rows that hold what the others come to: "Total", "All regions". They are no part of a sum."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

import numpy as np

from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import name_words
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.cached import cached_property

_TOTAL = re.compile(
    r"\W*(?:(?:grand|group|overall|company|sub)[\s-]?)?totals?\W*"
    r"|\W*(?:overall|sum|all)\W*|(?:all|total)\s(?P<noun>[\w\s]{2,30})",
    re.IGNORECASE,
)
"""The labels of totals; a noun must be what the rows are called."""


class TotalRows:
    """The rows of a query result that sum up others.

    Args:
        labels: Its label columns.
        columns: What its columns are.
        title: The stems of its title.
        count: How many rows it has.
    """

    def __init__(
        self,
        labels: Sequence[LabelIndex],
        columns: Sequence[ColumnFacts],
        title: Set[str],
        count: int,
    ) -> None:
        self._labels, self._columns, self._title = labels, columns, title
        self._count = count

    @cached_property
    def _found(self) -> dict[int, dict[int, Rows]]:
        """The labels that are those of totals, by columns that have other ones too: their rows."""
        found = {}
        for labels in self._labels:
            phrases = self._columns[labels.column].phrases
            nouns = self._title | {word for phrase in phrases for word in phrase.words}
            each = enumerate(zip(labels.values, labels.rows, strict=True))
            totals = {number: rows for number, (value, rows) in each if _is_total(value, nouns)}
            if totals and len(totals) < len(labels.values):
                found[labels.column] = totals
        return found

    def of(self, column: int) -> Set[int]:
        """The numbers of the labels of a column that are those of totals."""
        return self._found.get(column, {}).keys()

    @cached_property
    def parts(self) -> Rows:
        """All rows but those that sum up others."""
        parts = self.left_out(None)
        return np.arange(self._count) if parts is None else parts

    @cached_property
    def _rows(self) -> list[Rows]:
        return [np.sort(np.concatenate([*totals.values()])) for totals in self._found.values()]

    def left_out(self, rows: Rows | None) -> Rows | None:
        """Some rows (None: all) without those that sum up others among them."""
        for totals in self._rows:
            inside = np.arange(self._count) if rows is None else rows
            parts = np.setdiff1d(inside, totals, assume_unique=True)
            if 0 < parts.size < inside.size:
                rows = parts
        return rows


def _is_total(label: str, nouns: Set[str]) -> bool:
    told = _TOTAL.fullmatch(label.strip())
    return told is not None and (told["noun"] is None or nouns >= set(name_words(told["noun"])))
