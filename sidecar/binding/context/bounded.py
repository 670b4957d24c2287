"""Counts of the rows past a bound that is stated: "four of the ten sites had over 560 staff"."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial

from sidecar.binding.context.candidate import Candidate, Kind, Shown
from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.columns import factor
from sidecar.binding.context.cues import Cue
from sidecar.binding.context.naming import Naming, columns
from sidecar.binding.context.operands import Operand, Question
from sidecar.binding.context.stated import Stated, is_bound
from sidecar.model.number import Qualifier

_PAST = {
    Qualifier.OVER: (">", operator.gt),
    Qualifier.AT_LEAST: (">=", operator.ge),
    Qualifier.UNDER: ("<", operator.lt),
    Qualifier.AT_MOST: ("<=", operator.le),
}
"""What is counted by the word before a bound."""

_PLAINLY = 0.6  # how strongly the column of a bound is named that is plainly named


def readings(
    question: Question, table: int, known: Catalog, *, counting: bool
) -> Iterator[Candidate]:
    """The rows past each bound, or those with more, or less, than before.

    Args:
        question: The number.
        table: The query result whose rows it may count.
        known: What is known of it.
        counting: Whether the number plainly counts rows: "four of the ten", "four sites".
    """
    bounds = _bounds(question)
    if not bounds and not question.cues & (Cue.DIFFERENCE | Cue.CHANGE):
        return
    operands = [o for o in question.groups if o.table == table and not o.across]
    operands += _of_unit(question, table, known, bounds, operands)
    for bound in bounds:
        named = columns(bound.place, question.catalogs, bound.target.number.symbol)
        for each in operands:
            if bound.target.fits(each.column) is not True and any(
                bound.target.fits(o.column) for o in operands
            ):
                continue  # "above €200" is said of the amounts in euro
            yield _past(
                question, each, bound, named.get((table, each.column.place), Naming()), counting
            )
    if not bounds:
        yield from _moved(question, known, operands)


def _past(
    question: Question, each: Operand, bound: Stated, naming: Naming, counting: bool
) -> Candidate:
    """The rows of an operand that lie past a bound."""
    number = bound.target.number
    limit = float(number.value) / float(factor(each.column))
    sign, past = _PAST[number.qualifier]
    count = int(past(each.vector.values, limit).sum())
    told = _reading(question, each, count, f"count({question.range_of(each)} {sign} {limit:g})")
    plain = counting and naming.strength >= _PLAINLY and naming.period >= 0
    return told._replace(column=naming.strength, period=naming.period, explicit=plain)


def _moved(question: Question, known: Catalog, operands: Sequence[Operand]) -> Iterator[Candidate]:
    """The rows with more in one column than in another one of its family."""
    for old in operands:
        for new in operands:
            if old.column is new.column or old.scope.rows is not new.scope.rows:
                continue
            if new.column not in known.family(old.column):
                continue
            if old.vector.values.size != new.vector.values.size:
                continue
            count = int((new.vector.values > old.vector.values).sum())
            formula = f"count({question.range_of(new)} > {question.range_of(old)})"
            yield _reading(question, new, count, formula)


def _bounds(question: Question) -> list[Stated]:
    """The bounds that the sentence states, each once however often it says so."""
    told = [one for one in question.beside if is_bound(one.target.number)]
    return list({_said(one): one for one in told}.values())


def _said(one: Stated) -> tuple[Decimal, str, Qualifier]:
    number = one.target.number
    return number.value, number.symbol, number.qualifier


def _of_unit(
    question: Question,
    table: int,
    known: Catalog,
    bounds: Sequence[Stated],
    operands: Sequence[Operand],
) -> Iterator[Operand]:
    """The columns that a bound names by its unit alone: "orders above €200"."""
    said = {operand.column.place for operand in operands}
    for column in known.measures:
        if column.place not in said and any(bound.target.fits(column) for bound in bounds):
            for scope in question.scopes[table][-1:]:  # the whole table is the last one
                whole = scope._replace(link=max(scope.link, question.whole(table)))
                operand = question.operand(table, column, Naming(), whole)
                if operand is not None:
                    yield operand


def _reading(question: Question, each: Operand, count: int, formula: str) -> Candidate:
    """A count of rows of an operand, which is no value of its column."""
    agreement = question.target.plain(float(count))
    show = partial(Shown, formula, Decimal(count), formula)
    told = question.derived(Kind.COUNT, agreement, each, True, show)
    return told._replace(
        row=each.scope.link, column=0.0, head=False, unit=0, period=0.0, rows=(), columns=(),
        scope=None,
    )  # fmt: skip
