"""Readings in points as the change of a share: "its share of the total receded by 3.3 points".

The table holds amounts, not shares: each end of the change is a part over its whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.operands.compared import comparisons
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import Comparison, written
from sidecar.binding.context.operands.typed import SHARES
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.passages.scopes import Scope, shared
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.periods import Period


def readings(question: Question) -> Iterator[Candidate]:
    """How the shares of what is linked changed, where the words speak of a share and of points."""
    if not question.target.points or SHARES.isdisjoint(question.place.passage.stems):
        return
    for compared in comparisons(question):
        if compared.over == "period" and not compared.new.column.level:
            yield from _changes(question, compared)


def _changes(question: Question, compared: Comparison) -> Iterator[Candidate]:
    """The change of a part's share in each whole that it lies in."""
    old, new = compared.old, compared.new
    for before, after in zip(_wholes(question, old), _wholes(question, new), strict=False):
        sums = before.vector.sum, after.vector.sum
        if not all(sums) or after.vector.values.size <= new.vector.values.size:
            continue
        change = 100 * (new.vector.sum / sums[1] - old.vector.sum / sums[0])
        agreement = question.target.change(change)
        what = f"{written(question, new)} / {written(question, after)}"
        what += f" - {written(question, old)} / {written(question, before)}"
        show = partial(_show, question, what, agreement, (new, after, old, before))
        found = question.derived(Kind.CHANGE, agreement, new, True, show)
        yield found._replace(row=compared.link, unit=0)


def _wholes(question: Question, part: Operand) -> Iterator[Operand]:
    """What a part is a part of, in the same period: one of its labels, or all, left out."""
    known, scope = question.catalogs[part.table], part.scope
    labels = [c for c in scope.choices if c.dimension != PERIODS]
    inside = _period(question, part)
    for left in (*labels, None) if len(labels) > 1 else (None,):
        rest = tuple(c for c in labels if c is not left) if left is not None else ()
        rows = shared(rest)
        if inside is not None:
            rows = known.rows_at(inside, rows)
        whole = Scope(part.table, rows, scope.link, rest)
        found = question.operand(part.table, part.column, part.naming, whole)
        if found is not None:
            yield found


def _period(question: Question, part: Operand) -> Period | None:
    """The one period of a part's rows; None where its column tells the period."""
    known = question.catalogs[part.table]
    if part.column.period.known or not known.has_periods or part.scope.rows is None:
        return None
    inside = known.periods_of(part.scope.rows)
    return inside[0] if len(inside) == 1 else None


def _show(question: Question, what: str, agreement: Agreement, parts: tuple[Operand, ...]) -> Shown:
    places = [place for part in parts for place in question.places(part, 4)]
    return Shown(what, agreement.value, what, tuple(places))
