"""What a number is linked with as arrays: its row sets by the measures of their views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import COUNT, MEAN, SUM, Aggregates
from sidecar.binding.engine.columns import MeasureLink
from sidecar.binding.engine.evidence import Dimension, EngineEvidence
from sidecar.binding.engine.measures import PERCENT
from sidecar.binding.engine.options import Codes
from sidecar.binding.engine.row_sets import RowSet

# Row sets that differ in one dimension: a part and its whole, two periods, two others.

WHOLE, EARLIER, OTHER = range(3)


class GridPairs(NamedTuple):
    """Pairs of one kind, as places in a grid; each array has one entry a pair.

    Attributes:
        one: The row set that a number is of.
        other: What it is compared with.
        later: Whether the other one is the later of two periods.
    """

    one: Ints
    other: Ints
    later: NDArray[np.bool_]


def pairs(grid: RowSetGrid, evidence: EngineEvidence) -> dict[int, GridPairs]:
    """The pairs of the row sets of a grid, by kind."""
    told = _told(grid, evidence)
    unlike = told.key[: grid.main, None] != told.key[None]
    one, other = np.nonzero((unlike.sum(2) == 1) & ~unlike[:, :, 0])
    d = unlike[one, other].argmax(1) - 1
    mine, theirs = told.size[one, d], told.size[other, d]
    sets = [grid.sets[at] for at in grid.places.tolist()]
    is_whole = theirs == 0
    for at in np.flatnonzero((theirs > mine) & (mine > 0)).tolist():
        part, whole = (sets[each[at]].options[d[at]] or () for each in (one, other))
        is_whole[at] = {*part} < {*whole}
    is_dated = told.is_dated[one, d]
    kinds = np.select([mine == 0, is_whole, is_dated], [-1, WHOLE, EARLIER], OTHER)
    later = (kinds == EARLIER) & (told.last[other, d] >= told.last[one, d])
    found = {kind: np.flatnonzero(kinds == kind) for kind in (WHOLE, EARLIER, OTHER)}
    return {kind: GridPairs(one[at], other[at], later[at]) for kind, at in found.items() if at.size}


class _RowSetMarks(NamedTuple):
    """What tells row sets apart.

    Attributes:
        key: The view and, by dimension, a number for the values. Shape (sets, 1 + dimensions).
        size: How many values each dimension has; 0 for any. Shape (sets, dimensions).
        last: The place of the last one in time. Shape (sets, dimensions).
        is_dated: Whether the values are periods. Shape (sets, dimensions).
    """

    key: Ints
    size: Ints
    last: Ints
    is_dated: NDArray[np.bool_]


def _told(grid: RowSetGrid, evidence: EngineEvidence) -> _RowSetMarks:
    known: dict[object, int] = {}
    sets = [grid.sets[at] for at in grid.places.tolist()]
    width = max([1, *(len(one.options) for one in sets)])
    key = np.zeros((len(sets), 1 + width), np.int64)
    size, last = (np.zeros((len(sets), width), np.int64) for _ in range(2))
    is_dated = np.zeros((len(sets), width), np.bool_)
    for at, one in enumerate(sets):
        key[at, 0] = one.view
        dimensions = evidence.views[one.view].dimensions
        for d, (dimension, codes) in enumerate(zip(dimensions, one.options, strict=True)):
            key[at, d + 1] = known.setdefault(codes, len(known))
            if codes is not None:
                size[at, d] = len(codes)
                is_dated[at, d] = dimension.periods is not None
                last[at, d] = _last(dimension, codes) if is_dated[at, d] else 0
    return _RowSetMarks(key, size, last, is_dated)


def _last(dimension: Dimension, codes: Codes) -> int:
    return max(dimension.rank.get(code, 0) for code in codes)


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class MeasureKinds:
    """The measures of an evidence, those alike that suit the same numbers.

    Attributes:
        of: The kind of each measure, and behind them that of none.
        units: The unit of each measure.
        measures: One measure of each kind.
    """

    def __init__(self, evidence: EngineEvidence) -> None:
        kinds: dict[object, int] = {}
        units: dict[object, int] = {}
        told = evidence.measures
        of = [kinds.setdefault((m.unit, m.symbol, m.factor, m.is_whole), len(kinds)) for m in told]
        self.measures = [told[of.index(kind)] for kind in range(len(kinds))]
        self.of = np.array([*of, len(kinds)], np.int64)
        self.units = np.array(
            [units.setdefault((m.unit, m.symbol, m.factor), len(units)) for m in told] + [-1],
            np.int64,
        )
        self.factors = np.array([m.factor for m in told] + [1.0])
        self.levels = np.array([m.is_level for m in told] + [True])
        self.percents = np.array([m.unit == PERCENT for m in told] + [False])


class RowSetGrid:
    """Row sets, those with rows alone, by the measures that are linked in their views.

    Args:
        sets: The row sets.
        columns: The linked measures of each view.
        kinds: Of the measures of the evidence.
        aggregates: Of row sets.

    Attributes:
        sets, aggregates: As above.
        rows: The rows of each row set.
        places: Each row set's place among all. Shape (sets,).
        main: How many of them, the first ones, are no mere seconds.
        measures: The place of each measure in the evidence, -1 for none. Shape (sets, measures).
        kinds, units, factors, levels, percents: Of each measure. Shape (sets, measures).
        stats: What measures come to. Shape (sets, measures, 6).
        level: The value that is compared: a mean of levels, a sum of amounts.
        sizes: How many rows each has.
    """

    def __init__(
        self, sets: Sequence[RowSet], columns: Mapping[int, Sequence[MeasureLink]],
        kinds: MeasureKinds, aggregates: Aggregates,
    ) -> None:  # fmt: skip
        self.sets, self.aggregates = sets, aggregates
        self.rows = [aggregates.rows(one) for one in sets]
        used = [at for at, rows in enumerate(self.rows) if rows.size]
        self.places = np.array(used, np.int64)
        self.main = sum(not sets[at].is_second for at in used)
        self.sizes = np.array([self.rows[at].size for at in used], np.int64)
        views = list(dict.fromkeys(sets[at].view for at in used))
        width = max([1, *(len(columns[view]) for view in views)])
        told = np.full((len(views), width), -1, np.int64)
        self.stats = np.full((len(used), width, 6), np.nan)
        self.stats[:, :, COUNT] = 0.0
        at_view = np.array([views.index(sets[at].view) for at in used], np.int64)
        for place, view in enumerate(views):
            measures = [column.measure for column in columns[view]]
            told[place, : len(measures)] = measures
            mine = np.flatnonzero(at_view == place)
            if measures:
                stats = np.array([aggregates.of(sets[used[at]]) for at in mine.tolist()])
                own = [m - aggregates.first_measure(view) for m in measures]
                self.stats[mine, : len(measures)] = stats[:, own]
        self.measures = told[at_view]
        self.kinds, self.units = kinds.of[self.measures], kinds.units[self.measures]
        self.factors, self.levels = kinds.factors[self.measures], kinds.levels[self.measures]
        self.percents = kinds.percents[self.measures]
        count = self.stats[:, :, COUNT]
        single = self.levels | (count == 1)
        level = np.where(single, self.stats[:, :, MEAN], self.stats[:, :, SUM])
        self.level = np.where(count == 0, np.nan, level)
