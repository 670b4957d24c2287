"""What the numbers of a text have told: the column and rows that each is surely the value of.

"Ridership reached 3.24 million in 2024, 4.2% more than a year earlier": no word is a column's name,
but only the passengers of 2024 come to 3.24 million. So what says how values compare speaks of
them, too, as long as its own words name nothing else. What something moved to is read first:
"climbed 8.5% to 26,830".
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.compared import over_wholes
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.over_time import over_periods, over_pivot
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.passages.choices import PERIODS, Choice
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scopes import Scope, shared
from sidecar.binding.context.said.cues import COMPARING, Cue
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.binding.language.periods import Period
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import factor
from sidecar.model.number import Direction, Form, Number, Unit
from sidecar.text.vocabulary import one_of

_SURE = 0.7  # how probably right a number is that tells something
_RARE = 0.01  # the chance past which a value tells too little
_SAID = 0.45  # of a name that leaves nothing to what was stated before
_HERE, _BEFORE = 0.6, 0.4  # of what was stated in the sentence, or in the one before
_REACHED = 0.9  # of what the number led to: "climbed 8.5% to 12"
_KEPT = 16  # numbers that are kept, so that a long text costs no more a number than a short one
_MOST = 3  # numbers of a sentence that another is compared with
_SCOPES = 2  # of a number in which they are
_PAIR = 2  # numbers of the sentence before, whose columns may be compared with each other again
_STEPS = frozenset({Direction.UP_BY, Direction.DOWN_BY})
_REACH = 2  # words from a move to what it moved to: "3.2 points to 86.9%"
_AGAINST = one_of("against versus vs")
_OF_COLUMN = frozenset(
    {Kind.CELL, Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.SUM, Kind.SOME_SUM, Kind.MEAN}
)
"""Readings that are values of one column."""


class _Told(NamedTuple):
    place: Place
    operand: Operand


class Told:
    """What the numbers of a text have stated so far."""

    def __init__(self) -> None:
        self._told: list[_Told] = []

    def add(self, question: Question, weighed: Weighed) -> None:
        """Take note of what a number is surely the value of."""
        values = (one for _, one in weighed.ranked if one.agrees and one.kind in _OF_COLUMN)
        judged = weighed.right + weighed.wrong
        if weighed.chance > _RARE or not weighed.right >= _SURE * judged > 0:
            return
        operands = (_operand(question, one) for one in values if len(one.columns) == 1)
        operand = next(filter(None, operands), None)
        if operand is not None:
            number = question.place.number
            kept = [one for one in self._told[-_KEPT:] if one.place.number >= number - 1]
            self._told = [*kept, _Told(question.place, operand)]

    def near(self, place: Place) -> list[Operand]:
        """What the nearest numbers of a sentence have stated, or else the last two before it."""
        here = [one for one in self._told if one.place.number == place.number]
        moves = leads(place) and not place.is_left  # "from 9 to 12" moves by neither
        reached = [one for one in here if moves and 0 < one.place.first - place.last <= _REACH]
        if reached:
            return [_linked(one.operand, _REACHED) for one in reached]
        if here:
            here.sort(key=lambda one: abs(one.place.first - place.first))
            return [_linked(one.operand, _HERE) for one in here[:_MOST]]
        before = [one for one in self._told[-_PAIR:] if one.place.number == place.number - 1]
        return [_linked(one.operand, _BEFORE) for one in reversed(before)]


def name(
    told: Sequence[Operand], named: MutableMapping[tuple[int, int], Naming], *, left: bool
) -> None:
    """Add the column that was stated nearest to those that are named, where no word names one.

    Args:
        told: What was told.
        named: The columns that are named.
        left: Whether the number is what a value moved from, and so of no column of that period.
    """
    if not told or any(n.strength >= _SAID and not n.typed for n in named.values()):
        return
    if left and told[0].column.period.known:
        return
    key = told[0].table, told[0].column.place
    link = told[0].naming.strength
    known = named.get(key, Naming())
    if known.strength < link or known.typed:
        named[key] = known._replace(strength=link, typed=False)


def comparisons(question: Question) -> Iterator[Comparison]:
    """What was stated, compared with the same of other periods, its whole, and each other."""
    if not compares(question.target.number, question.cues):
        return
    near = [operand for operand in question.told if operand.table in question.scopes]
    here = [operand for operand in near if operand.scope.link >= _HERE]
    for operand in here or near[:1]:
        yield from over_periods(question, operand, _periods(question, operand))
        own = [(operand.column.period, _HERE)] if operand.column.period.known else []
        yield from over_pivot(question, operand, [*question.periods, *own])
        yield from over_wholes(question, operand)
        yield from _over_labels(question, operand)
    for one, two in combinations(near, 2):
        same = one.column is two.column
        if one.table != two.table or not (same or _may_differ(question, one, two)):
            continue
        if here:
            yield Comparison(one, two, min(one.scope.link, two.scope.link), True, "stated")
            yield Comparison(two, one, min(one.scope.link, two.scope.link), True, "stated")
        if not same:
            yield from _again(question, one, two)


def _again(question: Question, one: Operand, two: Operand) -> Iterator[Comparison]:
    """Two columns that were stated, in the rows of the number: "12 of 14 planned; May 2 short"."""
    for scope in question.scopes[one.table][:_SCOPES]:
        sides = [
            question.operand(one.table, told.column, told.naming, scope) for told in (one, two)
        ]
        if scope.choices and sides[0] is not None and sides[1] is not None:
            yield Comparison(sides[0], sides[1], scope.link, True, "stated")


def _may_differ(question: Question, one: Operand, two: Operand) -> bool:
    """Whether two columns may be compared with each other: by their units, and with no sign."""
    kinds = one.column.unit.kind, two.column.unit.kind
    alike = kinds[0] is kinds[1] or None in kinds
    signed = bool(question.target.number.sign)  # which tells what is taken from what: see ``nets``
    return alike and not signed and factor(one.column) == factor(two.column)


def _over_labels(question: Question, operand: Operand) -> Iterator[Comparison]:
    """What was stated, and the same of another label that is named: "1.7 times a junior one"."""
    mine = {c.dimension: c for c in operand.scope.choices if c.dimension != PERIODS}
    for scope in question.scopes[operand.table]:
        theirs = {c.dimension: c for c in scope.choices if c.dimension in mine}
        changed = {d: c for d, c in theirs.items() if c.value != mine[d].value}
        if len(changed) != 1:
            continue
        rows = shared(tuple({**mine, **changed}.values()))
        if rows is None or not rows.size:
            rows = shared(tuple(changed.values()))
        rows = _of_period(question, operand, rows)
        there = operand.scope._replace(rows=rows, choices=tuple(changed.values()))
        other = question.operand(operand.table, operand.column, operand.naming, there)
        if other is not None:
            yield Comparison(other, operand, operand.scope.link, True, "label")


def _of_period(question: Question, operand: Operand, rows: Rows | None) -> Rows | None:
    """Those of some rows that are of the period of what was stated, if that is one."""
    known = question.catalogs[operand.table]
    own = known.periods_of(operand.scope.rows) if known.has_periods else []
    return known.rows_at(own[0], rows) if len(own) == 1 else rows


def compares(number: Number, asked: Cue) -> bool:
    """Whether a number tells how values compare rather than one of them."""
    relative = number.unit is Unit.PERCENT or number.form in (Form.FRACTION, Form.MULTIPLE)
    return relative or number.direction in _STEPS or bool(asked & COMPARING)


def is_beside(place: Place) -> bool:
    """Whether a number is the same of something else as the one before: "12 km against 9"."""
    before = place.passage.words[place.first - 1 : place.first]
    return any(word.word in _AGAINST for word in before)


def leads(place: Place) -> bool:
    """Whether a number is a move to the one after it, which is read first: "climbed 8.5% to 12"."""
    return "to" in place.words_after(_REACH)


def _operand(question: Question, best: Candidate) -> Operand | None:
    """The values that a reading is made of."""
    known = question.catalogs[best.table]
    column = next((c for c in known.measures if c.place == best.columns[0]), None)
    scope = best.scope
    if len(best.rows) == 1 and known.rows > 1:
        scope = _row(known, best.table, best.rows[0])
    if column is None or scope is None:
        return None
    return question.operand(best.table, column, Naming(), scope)


def _row(known: Catalog, table: int, row: int) -> Scope:
    """The scope of one row, by its labels."""
    choices = []
    for labels in known.labels:
        number = int(labels.numbers[row])
        if number >= 0:
            choices.append(Choice(labels.column, labels.rows[number], 0.0, number))
    return Scope(table, np.array([row]), 0.0, tuple(choices))


def _linked(operand: Operand, link: float) -> Operand:
    """The same, linked as strongly as what was stated there."""
    naming = operand.naming._replace(strength=link)
    choices = operand.scope.choices
    each = tuple(c._replace(link=link / len(choices)) for c in choices)
    scope = operand.scope._replace(link=link, choices=each)
    return operand._replace(naming=naming, scope=scope)


def _periods(question: Question, operand: Operand) -> list[tuple[Period, float]]:
    """The periods that are named, and that of what was told."""
    known, rows = question.catalogs[operand.table], operand.scope.rows
    own = known.periods_of(rows) if known.has_periods else []
    return [*question.periods, *((period, _HERE) for period in own if len(own) == 1)]
