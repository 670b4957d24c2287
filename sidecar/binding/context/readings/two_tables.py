"""The same value in two query results of two periods: one of an election, one of that before it.

What a column is called, but for its period, tells that two of them measure the same; the period of
each stands in its name or in the title of its table, or the title of one tells that it is of the
period before. Rows are found by their labels.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.context.operands.across_tables import link
from sidecar.binding.context.operands.earlier_results import is_of_before
from sidecar.binding.context.operands.earlier_results import names as called
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import COMPARING
from sidecar.binding.language import periods
from sidecar.binding.language.periods import NOTHING, Period, order
from sidecar.binding.language.row_sets import Rows, common
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.cached import kept_if_short

_KEPT = 1024  # titles of which is known what they say


def comparisons(question: Question) -> Iterator[Comparison]:
    """Each linked value, and the same of the other table that measures it."""
    if len(question.scopes) == 1 or not question.cues & COMPARING:
        return
    for operand in (*question.operands, *question.told):
        own, names = question.catalogs[operand.table], called(operand.column.phrases)
        here = _period(own, operand.column)
        for table in question.scopes if names else ():
            known = question.catalogs[table]
            if table == operand.table or (
                not here.known and is_of_before(own.title) == is_of_before(known.title)
            ):
                continue
            for column in known.measures:
                there = _period(known, column)
                if here.known != there.known or names.isdisjoint(called(column.phrases)):
                    continue
                if here.known and there == here:
                    continue
                other = _there(question, operand, table, column)
                if other is not None:
                    told = any(p.covers(there) or p.covers(here) for p, _ in question.periods)
                    earlier = (
                        order(there) < order(here) if here.known else is_of_before(known.title)
                    )
                    pair = (other, operand) if earlier else (operand, other)
                    named = told or not here.known
                    yield Comparison(*pair, link(question, operand), named, "period")


def _period(known: Catalog, column: ColumnFacts) -> Period:
    """The period of a column, as its name or the title of its table tells it."""
    if column.period.known:
        return column.period
    return _titled(known.table.title)


@kept_if_short(_KEPT)
def _titled(title: str) -> Period:
    """The one period that a title names."""
    told = [period for _, _, period in periods.find(title)]
    return told[0] if len(told) == 1 else NOTHING


def _there(question: Question, operand: Operand, table: int, column: ColumnFacts) -> Operand | None:
    """A column of another table, in the rows with the labels of an operand."""
    known, own = question.catalogs[table], question.catalogs[operand.table]
    rows: Rows | None = None
    for choice in operand.scope.choices:
        if choice.dimension < 0 or choice.value < 0:
            return None
        label = own.labels_of(choice.dimension).values[choice.value]
        same = [
            each.rows[number] for each in known.labels if (number := each.number(label)) is not None
        ]
        if len(same) != 1:
            return None
        rows = same[0] if rows is None else common(rows, same[0])
    if rows is None and operand.scope.rows is not None:
        return None
    return question.operand(table, column, operand.naming, Scope(table, rows, 0.0, ()))
