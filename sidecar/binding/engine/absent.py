"""Numbers of a period, or of a name of the kind of the labels, that no row has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from sidecar.binding.bound import BoundNumber, UnknownRowName
from sidecar.binding.engine.evidence import Dimension, EngineEvidence
from sidecar.binding.engine.reading import Mention, TextArrays
from sidecar.binding.engine.unknown_names import UnknownName
from sidecar.binding.language.periods import TimePeriod
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import Role
from sidecar.model import report
from sidecar.model.report import Grade, Verdict

Shown: TypeAlias = tuple[report.Reading, Dimension]
"""A cell, and the dimension that names its row."""

_SURE = 0.9  # how probably wrong such a number is that is another period's


def period(reading: TextArrays, place: int, view: int, evidence: EngineEvidence) -> Mention | None:
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


def _is_like(one: TimePeriod | None, other: TimePeriod) -> bool:
    """Whether two periods are stated in the same parts, but for a year that is left out."""
    if one is None:
        return False
    kinds = [part is not None for part in one[1:]], [part is not None for part in other[1:]]
    return kinds[0] == kinds[1] and (one.year is None or other.year is not None)


def misdated(
    bound: BoundNumber, said: Mention, reading: TextArrays, row: int, known: Catalog
) -> BoundNumber:
    """A number of a period that no row has, which is that of another.

    Args:
        bound: The number as it was bound.
        said: The period.
        reading: The text.
        row: The row of the query result that it is of.
        known: The query result.
    """
    dated = [each.place for each in known.columns if each.role is Role.PERIOD]
    right = str(known.table.data[dated[0]][row]) if len(dated) == 1 else ""
    return _attributed(bound, "WRONG_PERIOD", _span(reading, said.token, said.end), right)


def misnamed(
    bound: BoundNumber, said: UnknownName, reading: TextArrays, shown: Shown, rows: Sequence[int]
) -> BoundNumber:
    """A number of a name that no row has, which is that of another row.

    Args:
        bound: The number as it was bound.
        said: The name.
        reading: The text.
        shown: The cell that has its value.
        rows: All rows that have it: what is right is known of one.
    """
    at, one = shown
    right = (
        one.labels[int(one.codes[rows[0]])] if len(rows) == 1 and one.codes[rows[0]] >= 0 else ""
    )
    binding = bound.binding._replace(reading=at)
    span = _span(reading, said.token, said.end)
    return _attributed(bound._replace(binding=binding), "WRONG_ROW", span, right)


def _span(reading: TextArrays, token: int, end: int) -> tuple[int, int]:
    return reading.start[token], reading.start[end - 1] + len(reading.word[end - 1])


def _attributed(bound: BoundNumber, code: str, span: tuple[int, int], right: str) -> BoundNumber:
    """A number of which it is wrong to what it is attributed."""
    binding = bound.binding
    shown = None if binding.reading is None else binding.reading._replace(grade=Grade.NONE)
    made = binding._replace(
        verdict=Verdict.CONTRADICTED, grade=Grade.NONE, reading=shown, missing=()
    )
    return BoundNumber(made, (code,), shown, confidence=_SURE, name=UnknownRowName(*span, right))
