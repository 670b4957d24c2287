"""Where else a number stands: in another row or period, or in another column of its row."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.comparing import Stated
from sidecar.binding.engine.evidence import Dimension, Evidence, Measure, View
from sidecar.binding.engine.formulas import FORMULAS, PLACE
from sidecar.binding.engine.quantities import Fit, fit
from sidecar.binding.engine.ranking import Ranked

Ints = NDArray[np.int64]

ROW, COLUMN, PERIOD = "WRONG_ROW", "WRONG_COLUMN", "WRONG_PERIOD"
_MOST = 1_000  # rows that differ alike, of which the labels are looked at
_CELL = FORMULAS[PLACE["cell"]]


class Cell(NamedTuple):
    """A cell of a view: what is wrong with the number whose value it has, its row and measure."""

    code: str
    view: int
    row: int
    measure: int


def rows_with(measure: Measure, one: Stated) -> Ints:
    """The rows of a view in which a measure has a value that agrees with a number."""
    target, suits = one.target, fit(one.target, _CELL, measure)
    if suits.fit is Fit.CLASH:
        return np.empty(0, np.int64)
    low, high = sorted((target.low, target.high))
    agrees = np.zeros(measure.values.size, np.bool_)
    for factor in {suits.factor, suits.other} - {0.0}:
        values = measure.values * factor
        agrees |= (values >= low) & (values <= high)
        if one.falls:
            agrees |= (-values >= low) & (-values <= high)
    return np.flatnonzero(agrees)


class Elsewhere:
    """Asks where else numbers stand.

    Args:
        evidence: The query results.
        aggregates: Of row sets.
    """

    def __init__(self, evidence: Evidence, aggregates: Aggregates) -> None:
        self._evidence, self._aggregates = evidence, aggregates

    def find(self, ranked: Ranked, at: int, one: Stated) -> Cell | None:
        """The cell nearest to the one that a candidate is which has a number's value instead."""
        found = ranked.found
        if found.column[at] < 0 or found.formula[at] != PLACE["cell"]:
            return None
        rows = ranked.links.sets[int(found.rows[at])]
        view, measure = self._evidence.views[rows.view], int(found.column[at])
        row = int(self._aggregates.rows(rows)[0])
        others = rows_with(self._evidence.measures[measure], one)
        others = others[others != row]
        if others.size:
            return self._nearest(view, row, others, measure)
        for other in view.measures:
            if other.place != measure and row in rows_with(other, one):
                return Cell(COLUMN, view.place, row, other.place)
        return None

    @staticmethod
    def _nearest(view: View, row: int, others: Ints, measure: int) -> Cell:
        """The one of some rows that differs least from another; by its labels, of several."""
        told = view.dimensions
        differ = np.array([d.codes[others] != d.codes[row] for d in told])
        differ = differ.reshape(len(told), others.size)
        count = differ.sum(0)
        dated = np.array([d.periods is not None for d in told], np.bool_)
        undated = (differ & ~dated[:, None]).sum(0)
        order = np.lexsort((undated > 0, count))
        alike = [
            int(at)
            for at in order
            if (count[at], undated[at]) == (count[order[0]], undated[order[0]])
        ]
        best = min(alike[:_MOST], key=lambda at: [_label(d, int(others[at])) for d in told])
        is_dated = count[best] > 0 and not undated[best]
        return Cell(PERIOD if is_dated else ROW, view.place, int(others[best]), measure)


def _label(dimension: Dimension, row: int) -> str:
    code = int(dimension.codes[row])
    return dimension.labels[code] if code >= 0 else ""
