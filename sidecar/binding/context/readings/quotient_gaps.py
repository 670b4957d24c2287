"""How far two quotients are apart: "€12 more per guest than the Mill", "1.4 times the cost a seat".

The words name what is divided by what, and two rows, or two periods, for which that differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from sidecar.binding.context.operands import shared_out
from sidecar.binding.context.operands.numerators import Above, fit, numerators
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.shared_out import Told
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.passages.choices import Choice
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.readings.quotients import GUESSED, PLAINLY, scopes_of
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.periods import order
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.model.number import Form, Unit

_THAN = "than"
_NAMED = 0.5  # how strongly both rows are linked, at least
_LEAST = 0.2  # how strongly what is divided is named


class _Quotient(NamedTuple):
    """One of two."""

    amount: float
    above: Operand
    below: Operand
    scope: Scope


def readings(question: Question) -> Iterator[Candidate]:
    """How far the quotients of two linked scopes are apart, where words ask for that."""
    target = question.target
    multiple = target.number.form is Form.MULTIPLE
    if target.points or not (multiple or Cue.APART in question.cues or target.steps):
        return
    for one in shared_out.told(question, apart=True):
        by = question.catalogs[one.divided.by.table].columns[one.divided.by.column]
        if fit(question, one.divided.by.table, by) < 0:
            continue
        for above in _numerators(question, one):
            found = list(_quotients(question, one, above, by))
            for first, second in combinations(found, 2):
                for old, new in _ordered(question, first, second):
                    near = one.near if above.named else GUESSED * one.near
                    yield _reading(question, near, old, new)


def _numerators(question: Question, one: Told) -> list[Above]:
    """What is divided; where a number is in another unit only what the words name."""
    number = question.target.number
    if number.unit is not Unit.PERCENT and number.form is not Form.MULTIPLE:
        return numerators(question, one)
    table = one.divided.by.table
    named = {(m.table, m.column): 1.0 for m in one.divided.of} or {
        key: naming.strength
        for key, naming in question.named.items()
        if key[0] == table and key[1] != one.divided.by.column and not naming.typed
    }
    best = max(named.values(), default=0.0)  # "a signup costs 2.1 times as much as"
    return [
        Above(t, question.catalogs[t].columns[column])
        for (t, column), strength in named.items()
        if strength >= best > _LEAST
    ]


def _quotients(
    question: Question, one: Told, divided: Above, by: ColumnFacts
) -> Iterator[_Quotient]:
    naming = question.named.get((divided.table, divided.column.place), Naming())
    for rows, scope in scopes_of(question, one, divided.table):
        if not rows.choices or scope.link < _NAMED:
            continue
        above = question.operand(divided.table, divided.column, naming, rows)
        below = question.operand(one.divided.by.table, by, Naming(), scope)
        if above is None or below is None or not below.vector.sum:
            continue
        amount = above.vector.sum / (below.vector.sum * float(factor(by))) * one.divided.base
        if amount > 0:
            yield _Quotient(amount, above, below, rows)


def _ordered(
    question: Question, first: _Quotient, second: _Quotient
) -> Iterator[tuple[_Quotient, _Quotient]]:
    """Two quotients that differ in one label or period: what is compared with, and what is told."""
    one, other = ({c.dimension: c for c in each.scope.choices} for each in (first, second))
    if one.keys() != other.keys():
        return
    apart = [d for d in one if (one[d].value, one[d].period) != (other[d].value, other[d].period)]
    if len(apart) != 1:
        return
    a, b = one[apart[0]], other[apart[0]]
    if a.period is not None and b.period is not None:
        yield (first, second) if order(a.period) < order(b.period) else (second, first)
        return
    if b.start < a.start:
        first, second, a, b = second, first, b, a
    yield second, first
    if not _is_subject(question, a, b):
        yield first, second


def _is_subject(question: Question, one: Choice, other: Choice) -> bool:
    """Whether what is named first is described in terms of what is named behind it."""
    place = question.place
    if one.start < place.start < other.start:
        return True
    words = place.passage.words
    between = words[place.passage.at(one.start) : place.passage.at(other.start)]
    return one.start >= 0 and any(word.word == _THAN for word in between)


def _reading(question: Question, near: float, old: _Quotient, new: _Quotient) -> Candidate:
    target, column = question.target, new.above.column
    if target.number.form is Form.MULTIPLE:
        kind, what, amount = Kind.RATIO, "({new}) / ({old})", new.amount / old.amount
        agreement = target.plain(amount)
    elif target.number.unit is Unit.PERCENT:
        kind, what, amount = Kind.GROWTH, "({new}) / ({old}) - 1", new.amount / old.amount - 1
        agreement = target.growth(amount)
    else:
        kind, what, amount = Kind.CHANGE, "{new} - {old}", new.amount - old.amount
        agreement = target.linear(amount, column, change=True)
        amount *= float(factor(column))
    show = partial(_show, question, what, agreement, amount, old, new)
    link = min(old.scope.link, new.scope.link)
    return question.derived(kind, agreement, new.above, True, show)._replace(
        row=link, column=near, head=False, explicit=near >= PLAINLY
    )


def _show(
    question: Question,
    what: str,
    agreement: Agreement,
    amount: float,
    old: _Quotient,
    new: _Quotient,
) -> Shown:
    old_, new_ = (
        f"{written(question, q.above)} / {written(question, q.below)}" for q in (old, new)
    )
    formula = what.format(old=old_, new=new_)
    places = [
        place for q in (new, old) for o in (q.above, q.below) for place in _cells(question, o)
    ]
    value = agreement.value
    return Shown(formula, rounded(amount) if value is None else value, formula, tuple(places))


def _cells(question: Question, operand: Operand) -> tuple[str, ...]:
    return tuple(question.places(operand, 10))
