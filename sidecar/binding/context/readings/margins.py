"""Readings of a percentage as a margin: what is left of the proceeds, and how that changed.

A margin names one amount and leaves the other unsaid: an "EBITDA margin" is EBITDA over revenue.
The proceeds are a row of the same table (an income statement) or a column of the same row. So does
an "equity ratio" (of all assets), and a "return on equity" (what is earned, over the equity).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.passages.choices import Choice
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import shared
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.periods import order
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import name_words, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.number import Direction, Unit

_PROCEEDS = frozenset(map(stem, ("revenue", "revenues", "sales", "turnover")))
_EARNED = frozenset(map(stem, ("profit", "result", "earnings", "ebit", "ebitda", "surplus")))
_SCOPES = 2
_SAID = frozenset({"total", "net", "group"})
_OF_TWO = frozenset({"ratio"})
_FINANCED = frozenset(map(stem, ("equity", "debt")))  # their ratios are of all assets
_ASSETS = frozenset(map(stem, ("assets",)))
_INCOME = _EARNED | {stem("income")}
_ON = ("return", "on")
_TO = frozenset({Direction.UP_TO, Direction.DOWN_TO})
_MARGIN = "margin"


class _Margin(NamedTuple):
    """An amount, and the proceeds that it is a part of."""

    part: Operand
    whole: Operand

    @property
    def share(self) -> float:
        """How large a part."""
        return self.part.vector.sum / self.whole.vector.sum


def readings(question: Question) -> Iterator[Candidate]:
    """The margins of what is linked, and their changes, where the words ask for a margin."""
    if question.target.number.unit is not Unit.PERCENT:
        return
    found = list(_margins(question))
    if question.target.number.symbol == "%":
        for one in filter(partial(_is_then, question), found):
            what = f"{written(question, one.part)} / {written(question, one.whole)}"
            yield _reading(
                question, one, Kind.SHARE, question.target.ratio(one.share), what, (one,)
            )
        return
    for new in found:
        for old in found:
            before = order(old.part.column.period) < order(new.part.column.period)
            if before and old.part.scope is new.part.scope and old.part.table == new.part.table:
                change = question.target.change((new.share - old.share) * 100)
                what = f"{written(question, new.part)} / {written(question, new.whole)}"
                what += f" - {written(question, old.part)} / {written(question, old.whole)}"
                yield _reading(question, new, Kind.CHANGE, change, what, (new, old))


def _is_then(question: Question, one: _Margin) -> bool:
    """Whether a margin is of the time that is intended: the newest is what a margin moved to.

    And an older one what it moved from, where no period is named.
    """
    family = question.catalogs[one.part.table].family(one.part.column)
    left, moved = question.place.is_left, question.target.number.direction in _TO
    newest = one.part.column.place in [c.place for c in family[-1:]]
    return bool(question.periods) or not family or not (left or moved) or newest is not left


def _margins(question: Question) -> Iterator[_Margin]:
    """Each amount that is linked, over its proceeds."""
    place = question.place
    stems = place.passage.stems | (place.question.stems if place.question else frozenset())
    returns = _ON in pairwise(word.word for word in place.passage.words)
    if returns:
        others = _INCOME
    elif stems & _OF_TWO and stems & _FINANCED:
        others = _ASSETS
    elif _MARGIN in stems or (stems & _OF_TWO and stems & _PROCEEDS):
        others = _PROCEEDS
    else:
        return
    for operand in question.operands or _earned(question):
        if operand.column.level:
            continue
        for other in _others(question, operand, others):
            one = _Margin(other, operand) if returns else _Margin(operand, other)
            if one.whole.vector.sum and other.vector.values.size == operand.vector.values.size:
                yield one


def _earned(question: Question) -> Iterator[Operand]:
    """What is earned in the linked rows, where no word but "margin" names it."""
    for table, scopes in question.scopes.items():
        for column in question.catalogs[table].measures:
            if not _EARNED.isdisjoint(question.catalogs[table].named[column.place]):
                for scope in scopes[:_SCOPES]:
                    told = question.operand(table, column, Naming(), scope)
                    if told is not None and scope.choices:
                        yield told


def _others(question: Question, operand: Operand, called: frozenset[str]) -> Iterator[Operand]:
    """What is called so: of the same column, in a row of its own, or of the same rows."""
    known, scope = question.catalogs[operand.table], operand.scope
    for choice in scope.choices:
        if choice.dimension < 0:
            continue
        labels = known.labels_of(choice.dimension)
        for number in _numbers(labels, called):
            if number != choice.value:
                rows = _instead(scope.choices, choice, labels, number)
                told = question.operand(
                    operand.table, operand.column, operand.naming, scope._replace(rows=rows)
                )
                if told is not None:
                    yield told
    for column in _columns(known, operand, called):
        told = question.operand(operand.table, column, operand.naming, scope)
        if told is not None:
            yield told


def _instead(
    choices: tuple[Choice, ...], one: Choice, labels: LabelIndex, number: int
) -> Rows | None:
    """The rows of a scope with another label in the place of one of its own."""
    return shared(tuple(c._replace(rows=labels.rows[number]) if c is one else c for c in choices))


def _numbers(labels: LabelIndex, called: frozenset[str]) -> list[int]:
    """The labels that are called so, by their numbers."""
    if not labels.usable or labels.parts.keys().isdisjoint(called):
        return []
    numbers = sorted(set().union(*map(labels.parts.of, called)))
    return [n for n in numbers if _is_called(name_words(labels.values[n]), called)]


def _is_called(words: tuple[str, ...], called: frozenset[str]) -> bool:
    """Whether a name is that of the proceeds: "Net sales", but not "Cost of sales"."""
    return bool(words) and words[-1] in called and _SAID.issuperset(words[:-1])


def _columns(known: Catalog, operand: Operand, called: frozenset[str]) -> Iterator[ColumnFacts]:
    """The columns that are called so, of the same period as an amount."""
    for column in known.measures:
        told = any(_is_called(p.words, called) for p in column.phrases if p.weight == 1)
        if told and column.period == operand.column.period and column is not operand.column:
            yield column


def _reading(
    question: Question,
    margin: _Margin,
    kind: Kind,
    agreement: Agreement,
    what: str,
    told: tuple[_Margin, ...],
) -> Candidate:
    part = margin.part
    return question.derived(
        kind, agreement, part, cue=True, show=partial(_show, question, agreement, what, told)
    )._replace(unit=0)


def _show(question: Question, agreement: Agreement, what: str, told: tuple[_Margin, ...]) -> Shown:
    places = [p for one in told for side in one for p in question.places(side, 4)]
    return Shown(what, agreement.value, what, tuple(places))
