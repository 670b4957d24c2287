"""What measures come to over row sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.extents import extent
from sidecar.binding.engine.row_sets import RowSet

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COUNT, SUM, MEAN, LOW, HIGH, MEDIAN = range(6)


class Aggregates:
    """What each measure comes to over row sets, computed once each.

    Args:
        evidence: The query results.
    """

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._rows: dict[tuple[int, tuple[tuple[int, ...] | None, ...]], Ints] = {}
        self._extents: dict[tuple[int, tuple[tuple[int, ...] | None, ...]], tuple[int, int]] = {}
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
            view = self._evidence.views[one.view]
            mask = np.ones(view.rows, np.bool_)
            for dimension, codes in zip(view.dimensions, one.options, strict=True):
                if codes is not None and len(codes) == 1:
                    mask &= dimension.codes == codes[0]
                elif codes is not None:
                    mask &= np.isin(dimension.codes, codes)
                elif dimension.totals:  # a total is no row among others
                    mask &= ~np.isin(dimension.codes, tuple(dimension.totals))
            found = self._rows[key] = np.flatnonzero(mask)
        return found

    def of(self, one: RowSet) -> Floats:
        """Count, sum, mean, lowest, highest and median of each measure. Shape (measures, 6)."""
        key = (one.view, one.options)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = _aggregated(
                self._evidence.views[one.view].values[:, self.rows(one)]
            )
        return found


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
