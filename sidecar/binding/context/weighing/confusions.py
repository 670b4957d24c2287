"""What a wrong number may have been taken from: another cell, row, column, unit or sign."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.model.report import Grade

_PLACES = (Kind.CELL, Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.ANYWHERE)
_OF_ROWS = (Kind.CELL, Kind.QUOTIENT, Kind.SHARE)
_OF_COLUMNS = (Kind.CELL, Kind.SUM)
"""Readings whose row, or column, may be exchanged for that of another one."""

_WHOLE, _FAINT = 0.9, 0.3  # how strongly a column is named, and one that has a word of its name
_DERIVED = frozenset(
    {
        Kind.SUM,
        Kind.MEAN,
        Kind.EXTREME,
        Kind.CHANGE,
        Kind.GROWTH,
        Kind.SHARE,
        Kind.RATIO,
        Kind.QUOTIENT,
    }
)
"""Readings that a wrong number may have been taken from."""
_MOST_SHARE = 0.5
_SLIP = 0.2  # of such numbers that have the value of what is named, but not its unit or sign
_EXCHANGE = 0.2  # of them that are the value of another row that is named
_TOLD, _LESS = 0.2, 0.6  # how strongly its column is linked, and how much less that row
_NAMED = 0.5  # how strongly row and column are linked of what is named
_ASKED = 0.3  # the same of what words ask for


def swapped(candidates: Sequence[Candidate]) -> float:
    """How likely a number from another place, or in another unit, scale or sign, is this one."""
    slips = False
    shares: dict[Kind, list[float]] = {kind: [] for kind in _PLACES}
    for one in candidates:
        kind, (grade, _, code, guessed, *_) = one[:2]
        if (code or guessed) and min(one.row, one.column) >= (_ASKED if one.cue else _NAMED):
            slips = True
        if kind in shares or kind in _DERIVED:
            share = one.share if grade is not Grade.NONE and not one.explicit else 0.0
            shares.setdefault(kind, []).append(share)
    most = [max(s) if kind in _PLACES else sum(s) / len(s) for kind, s in shares.items() if s]
    taken = sum(min(share, _MOST_SHARE) for share in most) / max(len(most), len(_PLACES))
    return taken + _SLIP * slips + _EXCHANGE * (_exchanged(candidates) or _misnamed(candidates))


def _exchanged(candidates: Sequence[Candidate]) -> bool:
    """Whether a number is not the value of its own row, but of another one that is named."""
    told = [one for one in candidates if one.kind in _OF_ROWS and one.column >= _TOLD]
    own = {
        (one.kind, one.table, one.columns): one.row
        for one in sorted(told, key=lambda one: one.row)
        if not one.agrees and one.row >= _NAMED
    }
    best = max((one.row for one in candidates if one.agrees), default=0.0)
    return any(
        one.agrees
        and 0 < one.row < _LESS * own.get((one.kind, one.table, one.columns), 0.0)
        and (one.kind is Kind.CELL or one.row == best)
        for one in told
    )


def _misnamed(candidates: Sequence[Candidate]) -> bool:
    """Whether a number is that of a column that has but a word of the name of the one that is told.

    "There are 30,322 users" is wrong where so many are active.
    """
    agreeing = [one for one in candidates if one.agrees]
    if not agreeing or max(one.column for one in agreeing) > _FAINT:
        return False
    return any(
        one.kind is own.kind
        and (one.table, one.row) == (own.table, own.row)
        and one.columns != own.columns
        and 0 < one.column <= _FAINT
        for own in candidates
        if own.kind in _OF_COLUMNS and own.column >= _WHOLE and own.row >= _NAMED and not own.agrees
        for one in agreeing
    )
