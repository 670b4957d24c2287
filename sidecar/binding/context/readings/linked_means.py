"""Means of the rows that are linked best, in columns that no word need name."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sidecar.binding.context.operands.grid import Grid, is_rate
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.weighted import asks_median, is_plain, weighting
from sidecar.binding.context.readings.linked_shares import best
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.binding.tables.vectors import Vector


def means(question: Question, grid: Grid) -> Iterator[tuple[list[float], float]]:
    """The means that the words ask for, of each group of rows, with how strongly it is linked."""
    columns = [c.parts[0] for c in grid.columns if len(c.parts) == 1]
    for at, link in best(question, grid):
        group = grid.groups[at]
        vectors = [(c, question.vector(grid.table, c.place, group.rows)) for c in columns]
        known = [(c, v) for c, v in vectors if v is not None and v.values.size > 1]
        found = [
            value * float(factor(column))
            for column, vector in known
            if question.target.fits(column) is not False
            for value in _of(question, grid.table, column, vector, known)
        ]
        if found:
            yield found, link


def _of(
    question: Question,
    table: int,
    column: ColumnFacts,
    vector: Vector,
    beside: list[tuple[ColumnFacts, Vector]],
) -> Iterator[float]:
    said, cues = weighting(question.place), question.cues
    median = asks_median(question.place)
    if Cue.MEDIAN in cues and median is not False:
        yield float(np.median(vector.values))
    if Cue.MEAN in cues and is_plain(question.place):
        yield vector.sum / vector.values.size
    part = is_rate(column) and Cue.SHARE in cues  # "16.9% of the population are over 65"
    if (Cue.MEAN in cues and said is None and not median) or (said and not said.plain) or part:
        named = frozenset() if said is None else said.named(table)
        for weights, by in beside:
            if named and weights.place not in named:
                continue
            alike = by.values.size == vector.values.size and (by.rows == vector.rows).all()
            if weights is not column and not is_rate(weights) and alike and by.sum:
                yield float((vector.values * by.values).sum() / by.sum)
