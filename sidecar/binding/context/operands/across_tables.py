"""The same rows in two query results: sales in one, what they cost or were to be in another.

The rows are those with the same names, or of the same periods. One of the two columns is named; the
other one is named as well, or measured alike: "the North missed its target by 12".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from itertools import product

from sidecar.binding.context.operands.levels import LEVELS
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.passages.choices import PERIODS, Choice
from sidecar.binding.context.said.cues import Cue
from sidecar.model.number import Unit

_COUNTS = (None, Unit.COUNT)
_MOST = 24  # values of the same rows of which two are compared
_NAMED, _SAID = 0.5, 0.15  # how strongly one column is named, and the other one


def comparisons(question: Question) -> Iterator[Comparison]:
    """Each linked value with those of the same rows in the other query results.

    Where one of the two is a plan or a limit, that tells enough of the other one.
    """
    if len(question.scopes) == 1:
        return
    alike: defaultdict[frozenset[Hashable], list[Operand]] = defaultdict(list)
    for operand in question.operands:
        alike[_rows(question, operand)].append(operand)
    for rows, operands in alike.items():
        named = [operand for operand in operands if _said(operand) >= _NAMED]
        for one, other in product(named[:_MOST], operands[:_MOST]):
            if other.table == one.table or not _may_compare(question, one, other):
                continue
            if not rows and not _have_same(question, one.table, other.table):
                continue
            strength = min(link(question, one), link(question, other))
            both = max(_said(other), _is_aim(question, one)) >= _SAID
            if strength:
                yield Comparison(one, other, strength, both, "column")
                yield Comparison(other, one, strength, both, "column")


def _may_compare(question: Question, one: Operand, other: Operand) -> bool:
    """Whether other words name another column, or none does and it is measured alike."""
    mentions = [operand.naming.mention for operand in (one, other)]
    if _said(other) >= _SAID:
        places = {(m.start, m.end) for m in mentions if m is not None}
        return len(places) > 1
    unit = one.column.unit
    counts = unit.kind in _COUNTS
    return unit == other.column.unit and (not counts or _is_titled(question, other))


def _is_titled(question: Question, other: Operand) -> bool:
    """Whether words name the table of a count: "1.4% of parcels led to a complaint"."""
    title = question.catalogs[other.table].title
    return Cue.SHARE in question.cues and not title.isdisjoint(question.place.passage.unnamed)


def _is_aim(question: Question, one: Operand) -> bool:
    """Whether a value is a plan or limit, which what is measured alike is compared with."""
    return not LEVELS.isdisjoint(question.catalogs[one.table].named[one.column.place])


def _have_same(question: Question, one: int, other: int) -> bool:
    """Whether two query results have the same rows: the same names, or the same periods."""
    if other in question.place.passage.bridges.get(one, {}):
        return True
    a, b = question.catalogs[one], question.catalogs[other]
    return a.has_periods and b.has_periods and a.period_order == b.period_order


def _said(operand: Operand) -> float:
    """How strongly words name a column: its unit alone does not."""
    return 0.0 if operand.naming.typed else operand.naming.strength


def _rows(question: Question, operand: Operand) -> frozenset[Hashable]:
    """What the rows of a value are called."""
    return frozenset(_called(question, operand, choice) for choice in operand.scope.choices)


def _called(question: Question, operand: Operand, choice: Choice) -> Hashable:
    """Where a label or period is named; what it is, where that is carried from before."""
    if choice.start >= 0:
        return choice.start, choice.end
    if choice.dimension == PERIODS or choice.value < 0:
        return choice.period, choice.value
    labels = question.catalogs[operand.table].labels_of(choice.dimension)
    return labels.values[choice.value].lower()


def link(question: Question, operand: Operand) -> float:
    """How strongly the rows are linked."""
    scope = operand.scope
    return scope.link if scope.choices else max(scope.link, question.whole(scope.table))
