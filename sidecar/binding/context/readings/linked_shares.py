"""Shares of the rows that are linked best: one of their columns in another, a part in its whole.

No word need name the columns: of the few quotients that such rows have, a precise percentage hardly
equals one by chance. Where words name a column, it is divided, or divides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.grid import Floats, Grid
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.language.row_sets import row_key

_LINKED, _AS_WELL = 0.5, 0.8  # how well rows are linked, and how much less than the best ones
_NAMED = 0.3  # how strongly a column is named that must take part
_MOST = 4  # groups of rows


class Shares(NamedTuple):
    """What the rows of a group may be shares of.

    Attributes:
        values: The quotients.
        row: How strongly the rows are linked.
        column: How strongly the columns are linked.
    """

    values: Floats
    row: float
    column: float


def best(question: Question, grid: Grid) -> list[tuple[int, float]]:
    """The groups of rows that are linked best, with how strongly; all rows where none is named."""
    whole = question.whole(grid.table)
    links = [max(g.link, whole) if g.rows is None else g.link for g in grid.groups]
    least = max(_LINKED, _AS_WELL * max(links))
    return [(at, link) for at, link in enumerate(links) if link >= least][:_MOST]


def shares(question: Question, grid: Grid, rates: NDArray[np.bool_]) -> Iterator[Shares]:
    """The quotients of columns in the rows that are linked best, and their parts of their wholes.

    Args:
        question: The number.
        grid: What is linked.
        rates: Which columns hold percentages: they have no parts.
    """
    named = np.array([c.link for c in grid.columns])
    said = named >= _NAMED if (named >= _NAMED).any() else np.ones(named.shape, np.bool_)
    amounts = ~rates
    for at, row in best(question, grid):
        one = np.where(amounts, grid.values[at], np.nan)
        both = said[:, None] | said[None, :]
        np.fill_diagonal(both, val=False)
        quotients = (one[:, None] / one[None, :])[both]
        yield Shares(quotients[quotients <= 1], row, float(named.max()))
        for whole in _wholes(question, grid, at):
            yield Shares((one / grid.values[whole])[said], row, float(named.max()))


def _wholes(question: Question, grid: Grid, at: int) -> Sequence[int]:
    """The groups that a group is a part of."""
    places = {row_key(group.rows): place for place, group in enumerate(grid.groups)}
    wholes = (row_key(parent.rows) for parent in question.parents(grid.groups[at].scope))
    return [places[own] for own in wholes if own in places and places[own] != at]
