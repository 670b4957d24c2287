"""Where else a number stands: in another row or period, or in another column of its row."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.evidence import Dimension, EngineEvidence, TableView, ViewMeasure
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.stated import StatedNumber

Ints = NDArray[np.int64]

ROW, COLUMN, PERIOD = CODES = "WRONG_ROW", "WRONG_COLUMN", "WRONG_PERIOD"
_MOST = 1_000  # rows that differ alike, of which the labels are looked at


class ViewCell(NamedTuple):
    """A cell of a view: what is wrong with the number whose value it has, its row and measure."""

    code: str
    view: int
    row: int
    measure: int


class ValueFinder:
    """Asks where else numbers stand.

    Args:
        evidence: The query results.
        places: How numbers are compared with measures.
        aggregates: Of row sets.
    """

    def __init__(
        self, evidence: EngineEvidence, places: CandidatePlaces, aggregates: Aggregates
    ) -> None:
        self._evidence, self._places, self._aggregates = evidence, places, aggregates

    def find(self, ranked: RankedCandidates, at: int, one: StatedNumber) -> ViewCell | None:
        """The cell nearest to the one that a candidate is which has a number's value instead."""
        found = ranked.found
        if found.column[at] < 0 or found.formula[at] != PLACE["cell"]:
            return None
        rows = ranked.links.sets[int(found.rows[at])]
        view, measure = self._evidence.views[rows.view], int(found.column[at])
        row = int(self._aggregates.rows(rows)[0])
        others = self.rows(self._evidence.measures[measure], one)
        others = others[others != row]
        if others.size:
            return self._nearest(view, row, others, measure)
        for other in view.measures:
            if other.place != measure and row in self.rows(other, one):
                return ViewCell(COLUMN, view.place, row, other.place)
        if one.number.scale:
            others = self.rows(self._evidence.measures[measure], one, guessed=True)
            if others.size and row not in others:
                return self._nearest(view, row, others, measure)
        return None

    def rows(self, measure: ViewMeasure, one: StatedNumber, *, guessed: bool = False) -> Ints:
        """The rows of a view in which a measure has a value that agrees with a number.

        ``guessed``: in a scale that nothing declares as well.
        """
        low, high = float(one.interval.low), float(one.interval.high)
        agrees = np.zeros(measure.values.size, np.bool_)
        for way in one.ways(self._places.scaling(measure.place)):
            if not way.scale.code and (guessed or not way.guessed):
                values = measure.values * way.factor
                agrees |= (values >= low) & (values <= high)
        return np.flatnonzero(agrees)

    @staticmethod
    def _nearest(view: TableView, row: int, others: Ints, measure: int) -> ViewCell:
        """The one of some rows that differs least from another; by its labels, of several."""
        dated = any(d.periods is not None for d in view.dimensions)
        told = [  # periods that are labels as well name rows twice
            d
            for d in view.dimensions
            if not dated or d.periods is not None or len(d.labels) < view.rows
        ]
        differ = np.array([d.codes[others] != d.codes[row] for d in told])
        differ = differ.reshape(len(told), others.size)
        count = differ.sum(0)
        are_labels = np.array([d.periods is None for d in told], np.bool_)
        undated = (differ & are_labels[:, None]).sum(0)
        order = np.lexsort((undated > 0, count))
        alike = [
            int(at)
            for at in order
            if (count[at], undated[at]) == (count[order[0]], undated[order[0]])
        ]
        best = min(alike[:_MOST], key=lambda at: [_label(d, int(others[at])) for d in told])
        is_dated = count[best] > 0 and not undated[best]
        return ViewCell(PERIOD if is_dated else ROW, view.place, int(others[best]), measure)


def _label(dimension: Dimension, row: int) -> str:
    code = int(dimension.codes[row])
    return dimension.labels[code] if code >= 0 else ""
