"""What a number may be: formulas over the row sets and measures that it is linked with.

Candidates are arrays, one entry for each. Their values are computed without a look at the number;
only ``agreement`` compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.expansion import Expansion
from sidecar.binding.engine.formulas import FORMULAS, PLACE, Quantity
from sidecar.binding.engine.grids import MeasureKinds, RowSetGrid
from sidecar.binding.engine.links import Links
from sidecar.binding.engine.quantities import Fit, FormulaSuitability, Shape, Target, suitable

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Candidates(NamedTuple):
    """What a number may be; each array has one entry a candidate.

    Attributes:
        formula: Its place in ``FORMULAS``.
        rows: The row set, an index into ``links.sets``.
        column: The measure's place in the evidence, -1 for a count of rows.
        at: The place of that measure among the linked ones of its view.
        second: The row set that it is compared with, or -1.
        other: The other measure's place among the linked ones of its view, or -1.
        fit: How its unit suits the number.
        value: In the unit of the number.
        alternative: The same where the scale is not stated, NaN where there is none.
        flags: Bits, see ``FLAGS``.
    """

    formula: Ints
    rows: Ints
    column: Ints
    at: Ints
    second: Ints
    other: Ints
    fit: Ints
    value: Floats
    alternative: Floats
    flags: Ints


FLAGS = (
    "sum of levels", "mean of amounts", "decimals of whole numbers", "whole number of decimals",
    "same unit", "earlier", "later",
)  # fmt: skip
"""What is to be known of a candidate besides, by bit."""

_CHANGES = np.array([one.is_change for one in FORMULAS])
_OF_ROWS = np.array([one.quantity is Quantity.COUNT for one in FORMULAS])


class StatedCandidates(NamedTuple):
    """What other numbers of its text say of a number.

    Attributes:
        limits: Those of its sentence, which may be limits of a condition.
        per: What quotients are stated for: 1000 of "per 1,000 parcels".
    """

    limits: Sequence[float] = ()
    per: float = 1.0


class Expander:
    """Makes the candidates of the numbers of one text.

    Args:
        evidence: The query results.
        aggregates: Of row sets.
    """

    def __init__(self, evidence: EngineEvidence, aggregates: Aggregates) -> None:
        self._evidence, self._aggregates = evidence, aggregates
        self._kinds = MeasureKinds(evidence)
        self._suitable: dict[tuple[Shape, str, bool, int], FormulaSuitability] = {}

    def candidates(self, links: Links, target: Target, stated: StatedCandidates) -> Candidates:
        """All that a number may be.

        Args:
            links: What it is linked with.
            target: The number; only its unit, and whether it is whole and may count, are looked at.
            stated: What other numbers say of it.
        """
        suits = self._suits(target)
        grid = RowSetGrid(links.sets, links.columns, self._kinds, self._aggregates)
        allowed = suits.fit != Fit.CLASH
        allowed[PLACE["cell"]] = True  # a cell of another unit may still be intended
        if not target.may_count:
            allowed[_OF_ROWS] = False
        blocks = [
            block
            for block in Expansion(grid, self._evidence, allowed, stated.limits).blocks()
            if block.raw.size
        ]
        if not blocks:
            none, nothing = np.empty(0, np.int64), np.empty(0)
            return Candidates(none, none, none, none, none, none, none, nothing, nothing, none)
        formula, rows, at, second, other, raw, flags = (
            np.concatenate(parts) for parts in zip(*blocks, strict=True)
        )
        column = np.where(at >= 0, grid.measures[rows, at], -1)
        kind = self._kinds.of[column]
        fits = suits.fit[formula, kind]
        clashes = fits == Fit.CLASH
        other_factor = suits.other[formula, kind]
        if stated.per > 1:
            per = formula == PLACE["quotient"]
            other_factor = np.where(per, suits.factor[formula, kind] * stated.per, other_factor)
        return Candidates(
            formula, grid.places[rows], column, at,
            np.where(second >= 0, grid.places[second], -1), other, fits,
            np.where(clashes, np.nan, raw * suits.factor[formula, kind]),
            np.where(clashes, np.nan, raw * other_factor),
            flags | suits.flags[formula, kind],
        )  # fmt: skip

    def _suits(self, target: Target) -> FormulaSuitability:
        key = (target.shape, target.symbol, target.is_whole, target.scale)
        found = self._suitable.get(key)
        if found is None:
            found = self._suitable[key] = suitable(target, self._kinds.measures)
        return found


def agreement(found: Candidates, target: Target) -> Mask:
    """Which candidates agree with the number. Shape (candidates,)."""
    low, high = target.low, target.high
    if target.value < 0:
        low, high = -high, -low
    change = _CHANGES[found.formula]
    agrees = np.zeros(found.value.size, np.bool_)
    for value in (found.value, found.alternative):
        size = np.abs(value)
        inside = (size >= low) & (size <= high)
        if target.sign:
            inside &= ~change | (np.sign(value) == target.sign) | (size == 0)
        agrees |= inside
    return agrees
