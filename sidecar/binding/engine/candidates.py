"""What a number may be: formulas over the row sets and measures that it is linked with.

Candidates are arrays, one entry for each. Their values are computed without a look at the number;
only ``agreement`` compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.evidence import Evidence, Measure
from sidecar.binding.engine.expansion import Block, Scope, expand
from sidecar.binding.engine.formulas import FORMULAS, Formula, Quantity
from sidecar.binding.engine.links import Links
from sidecar.binding.engine.quantities import Fit, Target, fit

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
        alternative: The same where the scale is not told, NaN where there is none.
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
_ROUNDED = ("mean", "median")  # values with decimals of whole numbers


def candidates(
    links: Links,
    evidence: Evidence,
    aggregates: Aggregates,
    target: Target,
    limits: Sequence[float],
) -> Candidates:
    """All that a number may be.

    Args:
        links: What it is linked with.
        evidence: The query results.
        aggregates: Of its row sets.
        target: The number; only its unit and whether it is whole are looked at.
        limits: Other numbers of its sentence, which may be limits of a condition.
    """
    made: list[Candidates] = []
    for place, columns in links.columns.items():
        view = evidence.views[place]
        sets = [
            at
            for at, one in enumerate(links.sets)
            if one.view == place and aggregates.rows(one).size
        ]
        if sets:
            measures = [evidence.measures[column.measure] for column in columns]
            scope = Scope(view, measures, links.sets, sets, aggregates)
            blocks = expand(scope, limits, counts=target.is_whole)
            made += [_finished(b, measures, target) for b in blocks if b.raw.size]
    made = [one for one in made if one.value.size]
    if not made:
        none, nothing = np.empty(0, np.int64), np.empty(0)
        return Candidates(none, none, none, none, none, none, none, nothing, nothing, none)
    return Candidates(*(np.concatenate(parts) for parts in zip(*made, strict=True)))


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


def _finished(block: Block, measures: Sequence[Measure], target: Target) -> Candidates:
    """Candidates in the unit of the number; where units clash, cells alone are kept."""
    formula = FORMULAS[block.formula]
    of_rows = formula.quantity is Quantity.COUNT or not measures
    told: Sequence[Measure | None] = measures or [None]
    suits = [fit(target, formula, None if of_rows else m) for m in told]
    kinds = np.array([int(one.fit) for one in suits])[block.at]
    factor = np.array([one.factor for one in suits])[block.at]
    other = np.array([one.other for one in suits])[block.at]
    clashes = kinds == Fit.CLASH
    value = np.where(clashes, np.nan, block.raw * factor)
    alternative = np.where((other != 0) & ~clashes, block.raw * other, np.nan)
    places = np.array([m.place for m in measures] or [-1])
    flags = block.flags
    if formula.quantity is Quantity.VALUE and measures:
        raised = np.array([sum(_decimals(formula, m, target)) for m in measures])
        flags = flags | raised[block.at]
    parts = (
        np.full(kinds.size, block.formula), block.rows,
        np.where(block.at >= 0, places[block.at], -1), block.at, block.second, block.other, kinds,
        value, alternative, flags,
    )  # fmt: skip
    kept = np.ones(kinds.size, np.bool_) if formula.name == "cell" else ~clashes
    return Candidates(*(part[kept] for part in parts))


def _decimals(formula: Formula, measure: Measure, target: Target) -> Iterator[int]:
    """Flags of decimals that a value would not have, or should have."""
    if formula.name in _ROUNDED or measure.factor != 1:
        return
    if measure.is_whole and not target.is_whole:
        yield 1 << FLAGS.index("decimals of whole numbers")
    rounds = formula.is_change or formula.name == "spread"
    if target.is_whole and not measure.is_whole and not rounds:
        yield 1 << FLAGS.index("whole number of decimals")
