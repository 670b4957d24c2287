"""Readings of a number as the sum of a row: a table may hold the parts, and never their total.

Tickets by kind, households by tenure, votes by party: where all that a table measures is alike,
what a row has in all is the sum of its columns, and its share is that in the sum of all rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.number import Form, Unit

_LEAST, _MOST = 3, 8  # columns of a table that are parts of one thing
_SCOPES = 3
_SAID, _ASKED = 0.6, 0.5  # how well such a sum is named by the title's words, and by "in all"


def readings(question: Question) -> Iterator[Candidate]:
    """The sums over all columns of the linked rows, and their shares in those of all rows."""
    for table, known in enumerate(question.catalogs):
        strength = _named(question, table) if table in question.scopes and _parts(known) else 0.0
        if strength:
            yield from _of(question, table, strength)


def _of(question: Question, table: int, strength: float) -> Iterator[Candidate]:
    number = question.target.number
    parted = number.unit is Unit.PERCENT or number.form is Form.FRACTION
    whole = _sum(question, table, Scope(table, None, question.whole(table), ()), strength)
    for scope in question.scopes[table][:_SCOPES]:
        one = _sum(question, table, scope, strength)
        if one is None or whole is None:
            continue
        if not parted:
            if number.form is not Form.MULTIPLE:
                yield _total(question, one)
        elif scope.rows is not None and whole.vector.sum:
            yield _share(question, one, whole)


def _parts(known: Catalog) -> tuple[ColumnFacts, ...]:
    """All measures of a table, where they are amounts of one unit and of one time."""
    measures = known.measures
    if not _LEAST <= len(measures) <= _MOST or known.pivoted:
        return ()
    first = measures[0].unit
    alike = all(c.unit == first and not (c.level or c.fraction or c.change) for c in measures)
    return tuple(measures) if alike else ()


def _named(question: Question, table: int) -> float:
    """How well the sum over all columns is named: by the title's words, or "in all" of a row."""
    title, sources = question.catalogs[table].title, question.place.sources()
    said = (source.worth for source in sources if not title.isdisjoint(source.passage.stems))
    linked = question.scopes[table][0].rows is not None
    asked = _ASKED if linked and Cue.TOTAL in question.cues else 0.0
    return max(asked, _SAID * max(said, default=0.0))


def _sum(question: Question, table: int, scope: Scope, strength: float) -> Operand | None:
    """The numbers of all columns in a scope."""
    parts = _parts(question.catalogs[table])
    first = question.operand(table, parts[0], Naming(strength), scope)
    return None if first is None else question.across(first, parts, scope)


def _total(question: Question, one: Operand) -> Candidate:
    """What the columns come to."""
    agreement = question.target.linear(one.vector.sum, one.column)
    show = partial(_show, question, one, None, agreement)
    return question.derived(Kind.SUM, agreement, one, Cue.TOTAL in question.cues, show)


def _share(question: Question, one: Operand, whole: Operand) -> Candidate:
    """Which part of all rows' sum that is."""
    agreement = question.target.ratio(one.vector.sum / whole.vector.sum)
    show = partial(_show, question, one, whole, agreement)
    return question.derived(Kind.SHARE, agreement, one, Cue.SHARE in question.cues, show)


def _show(question: Question, one: Operand, whole: Operand | None, agreement: Agreement) -> Shown:
    formula = f"sum({question.range_of(one)})"
    if whole is not None:
        formula += f" / sum({question.range_of(whole)})"
    value = agreement.value if agreement.value is not None else rounded(one.vector.sum)
    return Shown(formula, value, formula, question.places(one, _MOST))
