"""Numbers that have the value of each other's place.

"Oslo had 4,127 visits and Bergen 4,127": what supports the one is not what the other's words name;
two numbers of different plainly named places never share a cell. Where two in a sentence each have
the value of the cell that the other's words name, they were exchanged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.ranking import RankedCandidates

Cell = tuple[int, int, int]
"""A view, its row, and a measure."""

_CLAUSE = 1  # see links.STRENGTHS
_PLAINLY = 0.6  # of the probability of all candidates
_SENTENCES = 1  # that numbers of one cell are apart at most
_EXCHANGED = 4.0
"""Log odds of two readings together, from which on two numbers were exchanged: by weights fitted to
other sources no two right numbers of the open sets have more, and some twenty pairs from 1 to 4."""


class Rival(NamedTuple):
    """The cell that a number's words most probably name, which is not the one that it agrees with.

    Attributes:
        named: It.
        agreeing: The cell that agrees.
        odds: How much more probable the former is, as a logarithm.
    """

    named: Cell
    agreeing: Cell
    odds: float


class PlacedNumber(NamedTuple):
    """Where a number is found, and what cell its words name.

    Attributes:
        sentence: Its sentence.
        cell: The cell that supports it, if one does.
        own: The cell that its clause names, if it does.
        other: The cell that has its value instead, where that is wrong.
        rival: The cell that its words name rather than the one that agrees, if they do.
    """

    sentence: int
    cell: Cell | None
    own: Cell | None
    other: Cell | None = None
    rival: Rival | None = None


def cell_of(ranked: RankedCandidates, at: int, aggregates: Aggregates) -> Cell | None:
    """The cell that a candidate is, if it is one."""
    found = ranked.found
    if at < 0 or found.formula[at] != PLACE["cell"]:
        return None
    rows = ranked.links.sets[int(found.rows[at])]
    return rows.view, int(aggregates.rows(rows)[0]), int(found.column[at])


def rival_of(
    ranked: RankedCandidates, named: int, agreeing: int, aggregates: Aggregates
) -> Rival | None:
    """The more probable of two candidates, where both are cells and it does not agree."""
    p = ranked.probabilities
    if min(named, agreeing) < 0 or p[named] <= p[agreeing]:
        return None
    one, other = (cell_of(ranked, at, aggregates) for at in (named, agreeing))
    if one is None or other is None:
        return None
    return Rival(one, other, float(np.log(p[named] / p[agreeing])))


def own_place(ranked: RankedCandidates) -> int:
    """The cell that a number most probably is, if its clause names row or period; -1 for none."""
    found, links = ranked.found, ranked.links
    named = np.array([_CLAUSE in (one.entity, one.period) for one in links.sets], np.bool_)
    told = [c.measure for each in links.columns.values() for c in each if c.named > 0]
    plain = np.flatnonzero(found.formula == PLACE["cell"])
    plain = plain[named[found.rows[plain]] & np.isin(found.column[plain], told)]
    p = ranked.probabilities
    best = int(plain[p[plain].argmax()]) if plain.size else -1
    return best if best >= 0 and p[best] >= _PLAINLY * p.sum() else -1


def astray(numbers: Sequence[PlacedNumber]) -> Iterator[int]:
    """The numbers supported by the cell that another number near is of, not they, by place."""
    owners: defaultdict[Cell, list[int]] = defaultdict(list)
    for at, one in enumerate(numbers):
        if one.own is not None:
            owners[one.own].append(at)
    for at, one in enumerate(numbers):
        if one.cell is None or one.own is None or one.cell == one.own:
            continue
        near = (abs(numbers[o].sentence - one.sentence) for o in owners.get(one.cell, ()))
        if any(apart <= _SENTENCES for apart in near):
            yield at


def exchanged(numbers: Sequence[PlacedNumber]) -> Iterator[int]:
    """The numbers that stand in each other's place, by place."""
    waiting: dict[tuple[int, Cell, Cell], tuple[int, float]] = {}
    for at, one in enumerate(numbers):
        if one.rival is None:
            continue
        named, agreeing, odds = one.rival
        other = waiting.get((one.sentence, agreeing, named))
        if other is not None and other[1] + odds >= _EXCHANGED:
            yield from (other[0], at)
        waiting[one.sentence, named, agreeing] = at, odds
