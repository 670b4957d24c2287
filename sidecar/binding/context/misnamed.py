"""Numbers given to a name or a period that no row has, where they are the values of another one."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.bound import Bound, Name
from sidecar.binding.context import swaps
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.readings.absent import Absent
from sidecar.binding.context.refused import coincidence, doubted, reading
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.binding.language import dated_cells
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import Role
from sidecar.model.number import NumericClaim
from sidecar.model.report import ClaimBinding, Grade, Verdict


def misnamed(
    claim: NumericClaim,
    target: Target,
    found: tuple[Candidate, Weighed],
    absent: Absent,
    catalogs: Sequence[Catalog],
) -> Bound:
    """A number that is another row's than the one it is attributed to, which no row is."""
    code = "WRONG_PERIOD" if absent.column == PERIODS else "WRONG_ROW"
    best, weighed = found
    shown = reading(best, catalogs)
    shown = None if shown is None else shown._replace(grade=Grade.NONE)
    chance = coincidence(weighed)
    binding = ClaimBinding(claim, Verdict.CONTRADICTED, Grade.NONE, shown, chance=chance)
    name = Name(absent.start, absent.end, _right(target, best, absent, catalogs[best.table]))
    doubt = doubted(best, weighed, claim.number.value)._replace(misplaced=True)
    return Bound(binding, (code,), shown, doubt=doubt, name=name)


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
