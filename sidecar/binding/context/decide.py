"""From what was weighed to a verdict, a code and the value that belongs there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.bound import Bound, uncovered, undecided
from sidecar.binding.chance import among
from sidecar.binding.context.misnamed import misnamed
from sidecar.binding.context.plainly import EXPLICIT_COLUMN, EXPLICIT_ROW, is_named, is_plain
from sidecar.binding.context.readings.absent import Absent
from sidecar.binding.context.refused import (
    CELLS,
    coincidence,
    reading,
    refused,
    unsettled,
)
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import LOOSE_DERIVATIONS, Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.missing import Missing
from sidecar.model.number import NumericClaim
from sidecar.model.report import ClaimBinding, Grade, Verdict

_UNLINKED = frozenset({Kind.ANYWHERE})
_LOOSE = frozenset({Kind.ANYWHERE, Kind.SOME_ROW})
"""Readings as a cell that no row is named for: chance alone decides where nothing is linked."""
_AS_GOOD = 0.8
_OF_ROW = frozenset({Kind.CELL, Kind.SOME_COLUMN})
_RARE = 0.001


class Limits(NamedTuple):
    """When a number is flagged, and when left open.

    Attributes:
        flag: Flagged where it is at least so probably wrong.
        coincidence: The chance past which agreement alone supports nothing.
        error: How probably wrong a number must be for an error.
    """

    flag: float
    coincidence: float
    error: float


def decide(
    claim: NumericClaim,
    target: Target,
    weighed: Weighed,
    catalogs: Sequence[Catalog],
    limits: Limits,
    absent: Absent | None = None,
) -> Bound:
    """The verdict on one number, and on what it is attributed to where no row has that."""
    plain = is_plain(weighed, claim.number.value)
    judged = weighed.right + weighed.wrong
    flagged = judged > 0 and weighed.wrong / judged >= limits.flag
    flagged = flagged or (plain and _is_cell_against_loose(weighed))
    bound = _decided(claim, target, weighed, catalogs, limits, absent, flagged=flagged)
    return bound._replace(named=is_named(weighed))


def _is_cell_against_loose(weighed: Weighed) -> bool:
    """Whether a cell weighs most, and only derivations agree of operands that nothing names."""
    agreeing = (one for _, one in weighed.ranked if one.agrees)
    cell = weighed.ranked[0][1].kind is Kind.CELL
    return cell and all(one.kind in LOOSE_DERIVATIONS for one in agreeing)


def _decided(
    claim: NumericClaim,
    target: Target,
    weighed: Weighed,
    catalogs: Sequence[Catalog],
    limits: Limits,
    absent: Absent | None,
    *,
    flagged: bool,
) -> Bound:
    """The same; ``flagged``: whether it is probably wrong."""
    agreeing = [one for _, one in weighed.ranked if one.agrees]
    named = [one for one in agreeing if one.kind not in LOOSE_DERIVATIONS]
    chance = coincidence(weighed)
    unlinked = _is_unlinked(agreeing, weighed)
    if flagged and not unlinked:
        own = _own_cell(weighed)
        if own is not None:
            return _supported(claim, weighed, own, catalogs, chance)
        return _flagged(claim, target, weighed, catalogs, limits, absent)
    if agreeing and not named:
        return unsettled(claim, weighed, catalogs)
    if not agreeing:
        return _flagged(claim, target, weighed, catalogs, limits, absent)
    best = named[0]
    if (best.kind in _UNLINKED or flagged) and not best.row and chance > limits.coincidence:
        return undecided(claim, "COINCIDENCE_LIKELY", reading(best, catalogs), chance)
    return _supported(claim, weighed, best, catalogs, chance)


def _is_unlinked(agreeing: Sequence[Candidate], weighed: Weighed) -> bool:
    """Whether the heaviest that agrees is a cell that no row is named for, and no row is at all."""
    loose = bool(agreeing) and agreeing[0].kind in _LOOSE
    return loose and not any(one.row for _, one in weighed.ranked)


def _flagged(
    claim: NumericClaim,
    target: Target,
    weighed: Weighed,
    catalogs: Sequence[Catalog],
    limits: Limits,
    absent: Absent | None,
) -> Bound:
    """A number that is wrong, or of which the evidence does not speak."""
    chance = coincidence(weighed)
    if weighed.foreign and weighed.outside > weighed.wrong:
        return uncovered(claim, [Missing.EVIDENCE], chance=chance)
    heaviest = next((one for _, one in weighed.ranked if not one.agrees), None)
    if absent is not None and heaviest is not None and heaviest.kind is Kind.ABSENT:
        agreeing = (one for _, one in weighed.ranked if one.agrees)
        theirs = next((one for one in agreeing if one.kind in CELLS and one.columns), None)
        if theirs is None or (theirs.column < EXPLICIT_COLUMN and chance > limits.coincidence):
            return uncovered(claim, [Missing.EVIDENCE], chance=chance)
        return misnamed(claim, target, (theirs, weighed), absent, catalogs)
    return refused(claim, target, weighed, catalogs, limits.error)


def _supported(
    claim: NumericClaim,
    weighed: Weighed,
    best: Candidate,
    catalogs: Sequence[Catalog],
    chance: float,
) -> Bound:
    top = max(mass for mass, one in weighed.ranked if one is best)
    sources = dict.fromkeys(
        catalogs[one.table].table.query_id
        for mass, one in weighed.ranked
        if one.agrees and one.kind is best.kind and mass >= _AS_GOOD * top
    )
    chosen = reading(best, catalogs)
    grade = best.agreement.grade
    codes = [] if grade is Grade.EXACT else ["WITHIN_TOLERANCE"]
    if len(sources) > 1:
        codes.append("AMBIGUOUS_SOURCE")
    binding = ClaimBinding(
        claim,
        Verdict.SUPPORTED,
        grade,
        chosen,
        sources=tuple(sources) if len(sources) > 1 else (),
        chance=chance,
    )
    sure = None if best.kind in _UNLINKED else weighed.right
    return Bound(binding, tuple(codes), sure=sure)


def _own_cell(weighed: Weighed) -> Candidate | None:
    """The cell of the row that is named which a number equals to the last digit.

    Hardly any random number would. So only what the words at the number name speaks against it:
    a column, a nearer row, a period.
    """
    against = [one for _, one in weighed.ranked if not one.agrees]
    if any(one.here or one.cue or one.worded or one.bonus > 0 for one in against):
        return None
    row = max((one.row for one in against), default=0.0)
    period = max((one.period for one in against), default=0.0)
    for _, one in weighed.ranked:
        equal = one.agreement.grade is Grade.EXACT and not one.agreement.guessed
        placed = one.kind in _OF_ROW and one.row >= max(EXPLICIT_ROW, row)
        fits = one.unit >= 0 and one.period >= period
        if equal and placed and fits and among(weighed.chance, one.cells) < _RARE:
            return one
    return None
