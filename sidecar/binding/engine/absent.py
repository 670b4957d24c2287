"""Numbers of a period that no row has, where the rows have periods of that kind."""

from __future__ import annotations

from sidecar.binding.bound import Bound, Name
from sidecar.binding.context.language.periods import Period
from sidecar.binding.context.tables.catalog import Catalog
from sidecar.binding.context.tables.columns import Role
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.reading import Mention, Reading
from sidecar.model.report import Grade, Verdict

_SURE = 0.9  # how probably wrong such a number is that is another period's


def period(reading: Reading, place: int, view: int, evidence: Evidence) -> Mention | None:
    """The period that the clause of a number names and no row has; None where rows have any.

    Args:
        reading: The text.
        place: The place of the number.
        view: The view that it is of.
        evidence: The query results.
    """
    clause = reading.clause[min(reading.first[place], reading.size - 1)]
    told = [one.periods for one in evidence.views[view].dimensions if one.periods is not None]
    said = [m for m in reading.periods if m.clause == clause and m.period is not None]
    if not told or not said or any(evidence.codes_in(m.period) for m in said if m.period):
        return None
    of_kind = (m for m in said if any(_is_like(m.period, each) for each in told[0]))
    return next(of_kind, None)


def _is_like(one: Period | None, other: Period) -> bool:
    """Whether two periods are told in the same parts, a year perhaps left out."""
    if one is None:
        return False
    kinds = [part is not None for part in one[1:]], [part is not None for part in other[1:]]
    return kinds[0] == kinds[1] and (one.year is None or other.year is not None)


def misdated(bound: Bound, said: Mention, reading: Reading, row: int, known: Catalog) -> Bound:
    """A number of a period that no row has, which is that of another.

    Args:
        bound: The number as it was bound.
        said: The period.
        reading: The text.
        row: The row of the query result that it is of.
        known: The query result.
    """
    binding, last = bound.binding, said.end - 1
    dated = [each.place for each in known.columns if each.role is Role.PERIOD]
    right = str(known.table.data[dated[0]][row]) if len(dated) == 1 else ""
    name = Name(reading.start[said.token], reading.start[last] + len(reading.word[last]), right)
    shown = None if binding.reading is None else binding.reading._replace(grade=Grade.NONE)
    made = binding._replace(verdict=Verdict.CONTRADICTED, grade=Grade.NONE, reading=shown)
    return Bound(made, ("WRONG_PERIOD",), shown, confidence=_SURE, name=name)
