"""Why a number is refused: what its words name instead, with a code and a repair.

What the words do not settle is not covered: where neither row and column are plainly named, nor a
derivation is surely asked for, and where not even a row or a column of a number that agrees with
nothing is.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sidecar.binding.bound import Bound, uncovered, undecided
from sidecar.binding.certainty import Doubt, log_odds, probability
from sidecar.binding.chance import among
from sidecar.binding.context.mending import GUESSED, is_plain
from sidecar.binding.context.plainly import (
    EXPLICIT_COLUMN,
    EXPLICIT_ROW,
    PLAIN_ROW,
    is_named,
    missing,
    names_part,
)
from sidecar.binding.context.plainly import is_plain as is_refuted
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.binding.one_sided import HOLDS, corrected
from sidecar.binding.rounding import is_rounded_further
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import Role
from sidecar.binding.tables.ways import SCALE_UNTOLD
from sidecar.model.number import Direction, Number, NumericClaim, Unit
from sidecar.model.report import ClaimBinding, Grade, Reading, Verdict

CELLS = frozenset({Kind.CELL, Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.ANYWHERE, Kind.PAIR})
_EVEN = 0.5
_LIKELY = 0.6
"""How probably wrong a number must be that a cell refutes which is not plainly named.

Of those between .5 and .6 about half are right.
"""
_TELLING = frozenset({"ROUNDING_MISMATCH", "UNIT_MISMATCH", "WRONG_ROW", "WRONG_SIGN"})
"""Codes that say what was done to the value of what is intended: that it is so is no chance."""

_PLACED = CELLS - {Kind.ANYWHERE}


def refused(
    claim: NumericClaim,
    target: Target,
    weighed: Weighed,
    catalogs: Sequence[Catalog],
    error_at: float,
) -> Bound:
    """A number that what its words name contradicts, or that nothing supports, or settles.

    Args:
        claim: The number.
        target: The same, as values are compared with it.
        weighed: All of its readings.
        catalogs: The query results.
        error_at: How probably wrong a number surely is.
    """
    chance = coincidence(weighed)
    counts = target.number.unit is Unit.COUNT
    against = [one for _, one in weighed.ranked if not one.agrees]
    meant = next((one for one in against if _explicit(one, counts=counts)), None)
    shown = None if meant is None else reading(meant, catalogs)
    if meant is None or shown is None:
        return _unsupported(claim, weighed, catalogs)
    shown = shown._replace(grade=Grade.NONE)
    code, misplaced = _blame(meant, target, weighed, shown.value, catalogs)
    if code == SCALE_UNTOLD:
        return undecided(claim, "UNIT_MISMATCH", shown, chance)
    binding = ClaimBinding(claim, Verdict.CONTRADICTED, Grade.NONE, shown, chance=chance)
    doubt = doubted(meant, weighed, claim.number.value)
    doubt = doubt._replace(misplaced=code == "WRONG_ROW", shifted=code == "WRONG_COLUMN")
    at = _LIKELY if meant.kind in CELLS else error_at
    if not _settles(meant, weighed, code) and probability(doubt) < at:
        return unsettled(claim, weighed, catalogs)
    mends = code != "UNIT_MISMATCH" and is_plain(meant, shown.value, claim.number.value, weighed)
    repair = _repair(shown.value, claim.number, target, code) if mends else None
    elsewhere = None if misplaced is None else reading(misplaced, catalogs)
    return Bound(binding, (code,), shown, repair, doubt, elsewhere=elsewhere)


def _unsupported(claim: NumericClaim, weighed: Weighed, catalogs: Sequence[Catalog]) -> Bound:
    """A number that nothing refutes: wrong where a row or column is named, and nothing agrees."""
    plain = names_part(weighed)
    if weighed.ranked and not plain:
        return unsettled(claim, weighed, catalogs)
    chance = coincidence(weighed)
    binding = ClaimBinding(claim, Verdict.UNSUPPORTED, Grade.NONE, chance=chance)
    doubt = Doubt(plain=True) if plain else None  # sure: nothing speaks for it
    return Bound(binding, ("CLAIM_NOT_FOUND",), _closest(weighed, catalogs), doubt=doubt)


def _settles(meant: Candidate, weighed: Weighed, code: str) -> bool:
    """Whether what is intended settles a number, however probably that is wrong.

    That is a cell, where the words name it and nothing else, or its row and period, or nothing
    agrees.
    """
    if code in _TELLING:
        return True
    silent = not any(one.agrees for _, one in weighed.ranked)
    dated = meant.row >= PLAIN_ROW and meant.period > 0
    return meant.kind in CELLS and (silent or dated or is_named(weighed))


def _repair(value: Decimal, number: Number, target: Target, code: str) -> Decimal | None:
    """The value that belongs in a number's place; None of what the text does not write itself."""
    if target.number.value != number.value:  # a ratio of two numbers
        return None
    bounds = target.number.qualifier in HOLDS  # "over 1,300" of 1,234 is mended by 1,200
    right = corrected(target.number, value) if bounds else value
    return _unsigned(right, number, code, falls=target.falls)


def unsettled(claim: NumericClaim, weighed: Weighed, catalogs: Sequence[Catalog]) -> Bound:
    """A number that words and data do not settle."""
    closest = _closest(weighed, catalogs)
    return uncovered(claim, missing(weighed), closest, coincidence(weighed))


def _closest(weighed: Weighed, catalogs: Sequence[Catalog]) -> Reading | None:
    """The value of the heaviest reading that disagrees, where there is one."""
    against = (one for _, one in weighed.ranked if not one.agrees)
    return next((r for one in against if (r := reading(one, catalogs)) is not None), None)


def doubted(meant: Candidate, weighed: Weighed, number: Decimal) -> Doubt:
    """What tells how probably a number is wrong that what is intended refutes."""
    agreeing = next((one for _, one in weighed.ranked if one.agrees), None)
    elsewhere = agreeing is not None and agreeing.kind in CELLS
    doubt = Doubt(log_odds(weighed.right, weighed.wrong), elsewhere=elsewhere)
    asked = meant.kind not in CELLS and names_part(weighed)
    plain = asked or is_refuted(weighed, number)
    doubt = doubt._replace(outside=weighed.outside > _EVEN, plain=plain)
    return doubt._replace(row=meant.row, column=meant.column, far=meant.agreement.far)


def coincidence(weighed: Weighed) -> float:
    """How likely a random number would agree with some reading as well."""
    return among(weighed.chance, sum(one.cells for _, one in weighed.ranked))


def reading(one: Candidate, catalogs: Sequence[Catalog]) -> Reading | None:
    """A candidate as the report shows it; None where it has no single value."""
    shown = one.show()
    if shown.value is None or not shown.value.is_finite():
        return None
    query_id = catalogs[one.table].table.query_id
    return Reading(
        query_id, shown.location, shown.value, one.agreement.grade, shown.formula, shown.cells
    )


def _unsigned(right: Decimal | None, number: Number, code: str, *, falls: bool) -> Decimal | None:
    """The value that belongs there, without the sign that its words tell: "a loss of 5"."""
    told = (falls or number.direction is Direction.DOWN_BY) and not number.sign
    if right is None or not told or number.value < 0 or code == "WRONG_SIGN":
        return right
    return abs(right)


def _explicit(one: Candidate, *, counts: bool) -> bool:
    """Whether a reading names its row and its column, or its derivation; ``counts``: of a count."""
    if one.kind is Kind.CELL or one.kind is Kind.PAIR:
        meant = one.unit > 0 or counts
        named = one.column > GUESSED or (meant and one.column >= EXPLICIT_COLUMN)
        return one.row >= EXPLICIT_ROW and (named or one.period > 0 or one.cue)
    return one.cue and (one.kind is Kind.COUNT or one.column >= EXPLICIT_COLUMN)


def _blame(
    meant: Candidate, target: Target, weighed: Weighed, right: Decimal, catalogs: Sequence[Catalog]
) -> tuple[str, Candidate | None]:
    """Which part of the number's context is wrong, and the reading whose value it is instead."""
    if meant.agreement.code:
        return meant.agreement.code, None
    value = target.number.value
    elsewhere = [
        one for _, one in weighed.ranked if one.agrees and one.kind in _PLACED and one.rows
    ]
    for one in elsewhere:
        if one.table == meant.table and one.columns == meant.columns and one.rows != meant.rows:
            differ = _differ_in_period(one, meant, catalogs)
            return "WRONG_PERIOD" if differ else "WRONG_ROW", one
    for one in elsewhere:
        if one.table == meant.table and one.rows == meant.rows and one.columns != meant.columns:
            mine, theirs = (catalogs[x.table].columns[x.columns[0]].period for x in (one, meant))
            dated = mine.known and theirs.known and mine != theirs
            return "WRONG_PERIOD" if dated else "WRONG_COLUMN", one
    if right and value and value == -right:
        return "WRONG_SIGN", None
    rounds = target.number.qualifier not in HOLDS and is_rounded_further(target.number, right)
    return "ROUNDING_MISMATCH" if rounds else "CLAIM_NOT_FOUND", None


def _differ_in_period(one: Candidate, other: Candidate, catalogs: Sequence[Catalog]) -> bool:
    """Whether two rows have the same labels and another period."""
    known = catalogs[one.table]
    if not known.has_periods or not one.rows or not other.rows:
        return False
    a, b = one.rows[0], other.rows[0]
    return known.row_periods[a] != known.row_periods[b] and all(
        known.table.data[labels.column][a] == known.table.data[labels.column][b]
        for labels in known.labels
        if known.columns[labels.column].role is not Role.PERIOD  # "month 2" is a label as well
    )
