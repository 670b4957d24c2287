"""From what was weighed to a verdict, a code and the value that belongs there (``semantics``)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.bound import Bound, Name, undecided
from sidecar.binding.certainty import Doubt, log_odds
from sidecar.binding.context import swaps
from sidecar.binding.context.language import dated_cells
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.readings.absent import Absent
from sidecar.binding.context.tables.catalog import Catalog
from sidecar.binding.context.tables.columns import Role
from sidecar.binding.context.weighing.agreed import SCALE_UNTOLD
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.bounding import HOLDS, mended
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed, among
from sidecar.binding.rounding import is_rounded_further
from sidecar.model.number import Direction, Number, NumericClaim, Unit
from sidecar.model.report import ClaimBinding, Grade, Reading, Verdict

_UNLINKED = frozenset({Kind.ANYWHERE})
_LOOSE = frozenset({Kind.ANYWHERE, Kind.SOME_ROW})
"""Readings as a cell that no row is named for: chance alone decides where nothing is linked."""
_CELLS = frozenset({Kind.CELL, Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.ANYWHERE, Kind.PAIR})
_PLACED = frozenset({Kind.CELL, Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.PAIR})
_EXPLICIT_ROW, _EXPLICIT_COLUMN, _PLAIN_COLUMN = 0.5, 0.3, 0.6
_AS_GOOD = 0.8
_OF_ROW = frozenset({Kind.CELL, Kind.SOME_COLUMN})
_RARE = 0.001


class Limits(NamedTuple):
    """When a number is flagged, and when left open.

    Attributes:
        flag: Flagged where it is at least so probably wrong.
        coincidence: The chance past which agreement alone supports nothing.
    """

    flag: float
    coincidence: float


def decide(
    claim: NumericClaim,
    target: Target,
    weighed: Weighed,
    catalogs: Sequence[Catalog],
    limits: Limits,
    absent: Absent | None = None,
) -> Bound:
    """The verdict on one number, and on what it is told of where no row has that."""
    agreeing = [one for _, one in weighed.ranked if one.agrees]
    judged = weighed.right + weighed.wrong
    flagged = judged > 0 and weighed.wrong / judged >= limits.flag
    chance = coincidence(weighed)
    unlinked = bool(agreeing) and agreeing[0].kind in _LOOSE
    unlinked = unlinked and not any(one.row for _, one in weighed.ranked)
    if flagged and not unlinked and (own := _own_cell(weighed)) is not None:
        return _supported(claim, weighed, own, catalogs, chance)
    if agreeing and (unlinked or not flagged):
        best = agreeing[0]
        if (best.kind in _UNLINKED or flagged) and not best.row and chance > limits.coincidence:
            return undecided(claim, "COINCIDENCE_LIKELY", reading(best, catalogs), chance)
        return _supported(claim, weighed, best, catalogs, chance)
    if weighed.foreign and weighed.outside > weighed.wrong:
        return undecided(claim, "OUT_OF_EVIDENCE", None, chance)
    heaviest = next((one for _, one in weighed.ranked if not one.agrees), None)
    if absent is not None and heaviest is not None and heaviest.kind is Kind.ABSENT:
        theirs = next((one for one in agreeing if one.kind in _CELLS and one.columns), None)
        if theirs is None or (theirs.column < _EXPLICIT_COLUMN and chance > limits.coincidence):
            return undecided(claim, "OUT_OF_EVIDENCE", None, chance)
        return _misnamed(claim, target, theirs, absent, catalogs, chance)
    return _refused(claim, target, weighed, catalogs, chance)


def _misnamed(
    claim: NumericClaim,
    target: Target,
    best: Candidate,
    absent: Absent,
    catalogs: Sequence[Catalog],
    chance: float,
) -> Bound:
    """A number that is another row's than the one it is told of, which no row is."""
    code = "WRONG_PERIOD" if absent.column == PERIODS else "WRONG_ROW"
    found = reading(best, catalogs)
    found = None if found is None else found._replace(grade=Grade.NONE)
    binding = ClaimBinding(claim, Verdict.CONTRADICTED, Grade.NONE, found, chance=chance)
    name = Name(absent.start, absent.end, _right(target, best, absent, catalogs[best.table]))
    return Bound(binding, (code,), found, name=name)


def _right(target: Target, best: Candidate, absent: Absent, known: Catalog) -> str:
    """What the one row is called that has a value, or its column; empty where several have it."""
    (column,) = best.columns
    if absent.column == PERIODS and known.columns[column].period.known:
        return known.table.columns[column].name
    rows = list(swaps.rows(target, known, column))
    dated = [each.place for each in known.columns if each.role is Role.PERIOD]
    named = dated if absent.column == PERIODS else [absent.column]
    if len(rows) != 1 or len(named) != 1:
        return ""
    right = str(known.table.data[named[0]][rows[0]])
    return right if absent.column != PERIODS or dated_cells.of_value(right).known else ""


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
    return Bound(binding, tuple(codes))


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
        placed = one.kind in _OF_ROW and one.row >= max(_EXPLICIT_ROW, row)
        fits = one.unit >= 0 and one.period >= period
        if equal and placed and fits and among(weighed.chance, one.cells) < _RARE:
            return one
    return None


def _refused(
    claim: NumericClaim,
    target: Target,
    weighed: Weighed,
    catalogs: Sequence[Catalog],
    chance: float,
) -> Bound:
    counts = target.number.unit is Unit.COUNT
    against = [one for _, one in weighed.ranked if not one.agrees]
    meant = next((one for one in against if _explicit(one, counts=counts)), None)
    shown = None if meant is None else reading(meant, catalogs)
    if meant is None or shown is None:
        closest = next((r for one in against if (r := reading(one, catalogs)) is not None), None)
        binding = ClaimBinding(claim, Verdict.UNSUPPORTED, Grade.NONE, chance=chance)
        return Bound(binding, ("CLAIM_NOT_FOUND",), closest, doubt=_doubt(meant, weighed))
    shown = shown._replace(grade=Grade.NONE)
    code = _blame(meant, target, weighed, shown.value, catalogs)
    if code == SCALE_UNTOLD:
        return undecided(claim, "UNIT_MISMATCH", shown, chance)
    binding = ClaimBinding(claim, Verdict.CONTRADICTED, Grade.NONE, shown, chance=chance)
    as_written = target.number.value == claim.number.value  # and no ratio of two numbers
    mends = as_written and code != "UNIT_MISMATCH"
    bounds = target.number.qualifier in HOLDS  # "over 1,300" of 1,234 is mended by 1,200
    right = mended(target.number, shown.value) if bounds else shown.value
    doubt = _doubt(meant, weighed)._replace(misplaced=code == "WRONG_ROW")
    repair = _unsigned(right, claim.number, code, falls=target.falls) if mends else None
    return Bound(binding, (code,), shown, repair, doubt)


def _doubt(meant: Candidate | None, weighed: Weighed) -> Doubt:
    """What tells how probably a number is wrong that what is meant refutes, or nothing supports."""
    agreeing = next((one for _, one in weighed.ranked if one.agrees), None)
    elsewhere = agreeing is not None and agreeing.kind in _CELLS
    odds = log_odds(weighed.right, weighed.wrong)
    if meant is None:
        return Doubt(odds, elsewhere=elsewhere)
    return Doubt(odds, meant.row, meant.column, meant.agreement.far, elsewhere)


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
        named = one.column > _PLAIN_COLUMN or (meant and one.column >= _EXPLICIT_COLUMN)
        return one.row >= _EXPLICIT_ROW and (named or one.period > 0 or one.cue)
    return one.cue and (one.kind is Kind.COUNT or one.column >= _EXPLICIT_COLUMN)


def _blame(
    meant: Candidate, target: Target, weighed: Weighed, right: Decimal, catalogs: Sequence[Catalog]
) -> str:
    """Which part of the number's context is wrong."""
    if meant.agreement.code:
        return meant.agreement.code
    value = target.number.value
    elsewhere = [
        one for _, one in weighed.ranked if one.agrees and one.kind in _PLACED and one.rows
    ]
    for one in elsewhere:
        if one.table == meant.table and one.columns == meant.columns and one.rows != meant.rows:
            return "WRONG_PERIOD" if _differ_in_period(one, meant, catalogs) else "WRONG_ROW"
    for one in elsewhere:
        if one.table == meant.table and one.rows == meant.rows and one.columns != meant.columns:
            mine, theirs = (catalogs[x.table].columns[x.columns[0]].period for x in (one, meant))
            return (
                "WRONG_PERIOD" if mine.known and theirs.known and mine != theirs else "WRONG_COLUMN"
            )
    if right and value and value == -right:
        return "WRONG_SIGN"
    rounds = target.number.qualifier not in HOLDS and is_rounded_further(target.number, right)
    return "ROUNDING_MISMATCH" if rounds else "CLAIM_NOT_FOUND"


def _differ_in_period(one: Candidate, other: Candidate, catalogs: Sequence[Catalog]) -> bool:
    """Whether two rows have the same labels and another period."""
    known = catalogs[one.table]
    if not known.has_periods or not one.rows or not other.rows:
        return False
    a, b = one.rows[0], other.rows[0]
    return known.row_periods[a] != known.row_periods[b] and all(
        known.table.data[labels.column][a] == known.table.data[labels.column][b]
        for labels in known.labels
    )
