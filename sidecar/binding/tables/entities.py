"""What the rows of a query result are about: one row for each name, or one in each period."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.periods import Period
from sidecar.binding.language.row_sets import Rows

_MOST = 5000  # rows of a table whose names are told apart by period


class Entities:
    """The names of a query result.

    Attributes:
        labels: The labels that tell rows apart, of one period if there are several; None where
            none do.
        recur: Whether names have a row in each of several periods.

    Args:
        labels: Its label columns.
        periods: The period of each row.
    """

    def __init__(self, labels: Sequence[LabelIndex], periods: Sequence[Period]) -> None:
        whole = [each for each in labels if each.filled == len(periods)]
        telling = [each for each in whole if each.identifying]
        self.recur = not telling and len(periods) <= _MOST
        if self.recur:
            telling = [each for each in whole if _tells(each, periods)]
        self.labels = max(telling, key=lambda each: len(each.values), default=None)

    def count(self, rows: Rows) -> int:
        """How many names some rows have."""
        return int(rows.size) if self.labels is None or not self.recur else len(self._of(rows))

    def whole(self, rows: Rows) -> Rows:
        """All rows of the names that some rows have."""
        if self.labels is None or not self.recur or not rows.size:
            return rows
        return np.sort(np.concatenate([self.labels.rows[name] for name in sorted(self._of(rows))]))

    def _of(self, rows: Rows) -> set[int]:
        return set() if self.labels is None else {*self.labels.numbers[rows].tolist()}


def _tells(labels: LabelIndex, periods: Sequence[Period]) -> bool:
    """Whether no label has two rows in any period."""
    pairs = {(periods[row], number) for row, number in enumerate(labels.numbers.tolist())}
    return len(set(periods)) > 1 and len(pairs) == len(periods)
