"""What measures come to over row sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.dimensions import Dimension
from sidecar.binding.engine.evidence import EngineEvidence, TableView
from sidecar.binding.engine.extents import extent
from sidecar.binding.engine.row_sets import RowSet
from sidecar.model import memory

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNT, SUM, MEAN, LOW, HIGH, MEDIAN = range(6)
_MANY = 10_000  # rows, past which only those of a whole view are compared with limits


class Aggregates:
    """What each measure comes to over row sets, computed once each.

    Args:
        evidence: The query results.
    """

    def __init__(self, evidence: EngineEvidence) -> None:
        self._evidence = evidence
        self._rows: dict[tuple[int, tuple[tuple[int, ...] | None, ...]], Ints] = {}
        self._extents: dict[tuple[int, tuple[tuple[int, ...] | None, ...]], tuple[int, int]] = {}
        self._sorted: dict[int, Floats] = {}
        self._distinct: dict[tuple[int, tuple[tuple[int, ...] | None, ...], int], int] = {}
        self._made: dict[tuple[int, tuple[tuple[int, ...] | None, ...]], Floats] = {}

    def extent(self, one: RowSet) -> tuple[int, int]:
        """How far a row set reaches, as places in ``extents.TIMES`` and ``extents.SCOPES``."""
        key = (one.view, one.options)
        found = self._extents.get(key)
        if found is None:
            found = self._extents[key] = extent(self._evidence.views[one.view], one.options)
        return found

    def first_measure(self, view: int) -> int:
        """The place of the first measure of a view."""
        return self._evidence.views[view].measures[0].place

    def rows(self, one: RowSet) -> Ints:
        """The rows of a row set."""
        key = (one.view, one.options)
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = _chosen(self._evidence.views[one.view], one.options)
            memory.spend(found.nbytes)
        return found

    def distinct(self, one: RowSet, dimension: Dimension) -> int:
        """How many values of a dimension the rows of a row set have."""
        key = (one.view, one.options, dimension.place)
        found = self._distinct.get(key)
        if found is None:
            seen = np.zeros(len(dimension.labels) + 1, np.bool_)
            seen[dimension.codes[self.rows(one)]] = True  # -1, unknown, is the last
            found = self._distinct[key] = int(seen[:-1].sum())
        return found

    def beyond(self, one: RowSet, measures: Ints, limits: Floats) -> tuple[Ints, Ints] | None:
        """How many rows of a row set are above and below limits, in each of some measures.

        Each of shape (measures, limits); None where there are too many rows to be compared.

        Args:
            one: The row set.
            measures: Places among those of its view.
            limits: In the units of the measures. Shape (measures, limits).
        """
        view, rows = self._evidence.views[one.view], self.rows(one)
        if rows.size <= _MANY:
            values = view.values[measures][:, rows, None]
            return (values > limits[:, None]).sum(1), (values < limits[:, None]).sum(1)
        if any(codes is not None for codes in one.options):
            return None
        if one.view not in self._sorted:
            memory.spend(8 * rows.size * len(view.measures))
            self._sorted[one.view] = np.sort(view.values[:, rows], axis=1)  # unknown ones last
        ranked, known = self._sorted[one.view], self.of(one)[:, COUNT].astype(np.int64)
        pairs = list(zip(measures.tolist(), limits, strict=True))
        above = [known[m] - ranked[m, : known[m]].searchsorted(x, "right") for m, x in pairs]
        below = [ranked[m, : known[m]].searchsorted(x, "left") for m, x in pairs]
        return np.array(above), np.array(below)

    def of(self, one: RowSet) -> Floats:
        """Count, sum, mean, lowest, highest and median of each measure. Shape (measures, 6)."""
        key = (one.view, one.options)
        found = self._made.get(key)
        if found is None:
            view, rows = self._evidence.views[one.view], self.rows(one)
            if rows.size == view.rows:  # stored with the view, for all texts about it
                if view.aggregated is None:
                    view.aggregated = _aggregated(view.values)
                found = view.aggregated
            else:
                found = _aggregated(view.values[:, rows])
            self._made[key] = found
        return found


def _chosen(view: TableView, options: Sequence[tuple[int, ...] | None]) -> Ints:
    """The rows of a view that have some values of its dimensions."""
    asked = list(zip(view.dimensions, options, strict=True))
    single = [
        dimension.rows_of(codes[0]) for dimension, codes in asked if codes and len(codes) == 1
    ]
    rows = min(single, key=len, default=None)
    here = slice(None) if rows is None else rows
    mask = np.ones(view.rows if rows is None else rows.size, np.bool_)
    for dimension, codes in asked:
        if codes is not None and len(codes) == 1:
            mask &= dimension.codes[here] == codes[0]
        elif codes is not None:
            mask &= np.isin(dimension.codes[here], codes)
        elif dimension.totals:  # a total is no row among others
            mask &= ~np.isin(dimension.codes[here], tuple(dimension.totals))
    return np.flatnonzero(mask) if rows is None else rows[mask]


def _aggregated(values: Floats) -> Floats:
    measures, rows = values.shape
    found = np.full((measures, 6), np.nan)
    if rows == 1:
        column = values[:, 0]
        found[:, COUNT] = ~np.isnan(column)
        found[:, SUM:] = column[:, None]
        return found
    known = ~np.isnan(values)
    count = known.sum(1)
    found[:, COUNT] = count
    some = count > 0
    if not some.any():
        return found
    with np.errstate(over="ignore", invalid="ignore"):
        total = np.where(known, values, 0.0).sum(1)
        found[some, SUM] = total[some]
        found[some, MEAN] = total[some] / count[some]
    found[some, LOW] = np.where(known, values, np.inf).min(1)[some]
    found[some, HIGH] = np.where(known, values, -np.inf).max(1)[some]
    ranked = np.sort(values[some], axis=1)  # unknown ones last
    told, each = count[some], np.arange(int(some.sum()))
    found[some, MEDIAN] = (ranked[each, (told - 1) // 2] + ranked[each, told // 2]) / 2
    return found
