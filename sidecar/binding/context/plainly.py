"""Numbers whose row and column, and unit, the words name plainly, whatever their values are."""

from __future__ import annotations

from decimal import Decimal

from sidecar.binding.certainty import log_odds
from sidecar.binding.context.weighing.candidate import UNNAMED, Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.model.missing import Missing

EXPLICIT_ROW, EXPLICIT_COLUMN = 0.5, 0.3
"""How strongly a row and a column are linked, at least, that are plainly named."""

PLAIN_ROW, _ONE_COLUMN = 0.85, 0.8
"""The same of a row or a column alone that is plainly named; a column in the number's sentence."""

_NAMED = 0.7  # the same where nothing but the words of the number's own sentence does it
_ROW, _COLUMN, _SOLE = 0.75, 0.8, 0.6  # the same of what is surely meant; ``_SOLE``: and fits alone
_ALL, _MOST, _SOME = 0.9, 0.74, 0.4  # of the weight of all readings, at least
_LEAST = 0.01  # of the weight that another row of the column has, where it may be meant
_SURE = 7.0  # log odds from which on nothing that agrees has any weight
_CELLS = frozenset({Kind.CELL, Kind.PAIR})
_PLACED = _CELLS | UNNAMED
_SCALES = tuple(map(Decimal, ("1e2", "1e3", "1e6", "1e9")))
_NEAR = Decimal("0.05")


def is_named(weighed: Weighed) -> bool:
    """Whether the words name one row and one column for a number, and ask for nothing else."""
    best = _best(weighed)
    if best is None or best.kind not in _CELLS or not best.explicit:
        return False
    return min(best.row, best.column) >= _NAMED


def names_part(weighed: Weighed) -> bool:
    """Whether the words plainly name a row or a column, and no reading agrees, whatever it is."""
    if any(one.agrees for _, one in weighed.ranked):
        return False
    placed = [one for _, one in weighed.ranked if one.kind in _PLACED]
    row = any(one.row >= PLAIN_ROW for one in placed)
    return row or any(one.here and one.column >= _ONE_COLUMN for _, one in weighed.ranked)


def missing(weighed: Weighed) -> list[Missing]:
    """What the words lack for a number that they do not settle."""
    placed = [one for _, one in weighed.ranked if one.kind in _PLACED]
    lacks = []
    if not any(one.row >= EXPLICIT_ROW for one in placed):
        lacks.append(Missing.ROW)
    if not any(one.column >= EXPLICIT_COLUMN for one in placed):
        lacks.append(Missing.COLUMN)
    return lacks or [Missing.FORMULA]


def is_plain(weighed: Weighed, number: Decimal) -> bool:
    """Whether the words plainly tell what a number is, and that is another value.

    They name row, column and unit of a cell, or ask for a derivation; and nothing else that they
    name agrees with the number, neither a cell nor a derivation.
    """
    best = _best(weighed)
    if best is None or best.agrees or best.unit < 0 or _has_rival(best, weighed):
        return False
    part, sure = weighed.ranked[0][0], log_odds(weighed.right, weighed.wrong) >= _SURE
    if best.kind in _CELLS:
        return _is_cell(best, part, sure=sure) and _has_unit(best, number)
    if best.kind is Kind.COUNT and sure:
        return best.cue and part >= _SOME
    return best.cue and part >= _ALL and not best.agreement.bounded


def _is_cell(best: Candidate, part: float, *, sure: bool) -> bool:
    """Whether words plainly name a cell, with a part of the weight; ``sure``: nothing agrees."""
    if best.kind is not Kind.CELL or best.row < _ROW:
        return False
    column = EXPLICIT_COLUMN if best.unit > 0 else _COLUMN
    told = best.here and best.column >= column and part >= _ALL
    return told or (sure and best.column >= _SOLE and part >= _MOST)


def _best(weighed: Weighed) -> Candidate | None:
    return weighed.ranked[0][1] if weighed.ranked else None


def _has_rival(best: Candidate, weighed: Weighed) -> bool:
    """Whether a reading agrees, and the words name its row and its column or ask for it."""
    agreeing = ((part, one) for part, one in weighed.ranked if one.agrees)
    return any(
        one.cue or (_is_named_cell(one) and (part >= _LEAST or not _is_other_row(one, best)))
        for part, one in agreeing
    )


def _is_named_cell(one: Candidate) -> bool:
    return one.kind in _CELLS and one.row >= EXPLICIT_ROW and one.column >= EXPLICIT_COLUMN


def _is_other_row(one: Candidate, best: Candidate) -> bool:
    """Whether a reading is another row's value of the same column: the number may be swapped."""
    return (one.table, one.columns) == (best.table, best.columns) and one.rows != best.rows


def _has_unit(best: Candidate, number: Decimal) -> bool:
    """Whether a value is in the unit of the number, or no unit tells that its scale is another."""
    if best.unit:
        return best.unit > 0
    return best.head or not _is_scaled(best.show().value, number)


def _is_scaled(value: Decimal | None, number: Decimal) -> bool:
    """Whether a number is about a value in hundredths, thousands, millions or billions."""
    if not value or not number:
        return False
    small, large = sorted((abs(value), abs(number)))
    return any(abs(large / small / scale - 1) <= _NEAR for scale in _SCALES)
