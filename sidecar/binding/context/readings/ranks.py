"""Readings of a number as a rank: "ranks 4", "number three by size", "No. 2"."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import partial

import numpy as np

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import stem
from sidecar.model.number import Form, Unit, is_integral

_RANKS = frozenset(map(stem, ("rank", "ranks", "ranked", "ranking", "placed", "position")))
_NUMBERS = frozenset({"number", "no", "#", "place"})
_REACH = 3
_AS_PLAINLY = 0.8  # of the row that is named best
_PLAINLY = 0.6  # how strongly row and column are named of a rank that is stated
_IN_PART = 0.2  # the same of a column, where the row has that rank in none
_SIZES = frozenset(map(stem, ("largest", "biggest", "smallest", "highest", "lowest", "place")))
"""What is ranked by a value that some column has, and not by one that nothing measures."""


def is_rank(question: Question) -> bool:
    """Whether words say that a number is a rank."""
    number, place = question.target.number, question.place
    if number.form is Form.ORDINAL:
        return True
    if number.unit is not Unit.COUNT or not is_integral(number.value) or number.value > 1000:
        return False
    words = place.passage.words[max(0, place.first - _REACH) : place.first]
    if [word.word for word in words[-1:]] == ["of"]:
        return False  # "rank 5 of 9"
    if [word.word for word in words[-1:]] == ["placed"] and place.counts_things:
        return False  # "placed 28 orders"
    near = bool(words) and words[-1].word in _NUMBERS
    return near or any(w.stem in _RANKS for w in words)


def readings(question: Question) -> Iterator[Candidate]:
    """The rank of each linked row in each linked column, from the top and from the bottom."""
    words = set(question.place.words_after(8))
    if not is_rank(question) or "per" in words:
        return  # what two columns come to in each other is none of these
    ranked = [o for o in question.operands if o.vector.values.size == 1 and o.scope.choices]
    best = max((operand.scope.link for operand in ranked), default=0.0)
    found: list[Candidate] = []
    for operand in ranked:
        own = float(operand.vector.values[0])
        for parent in question.parents(operand.scope):
            group = question.operand(operand.table, operand.column, operand.naming, parent)
            if group is None or group.vector.values.size < 2:
                continue
            low = Cue.LOW in question.cues
            ways = [("rank", group.vector.values > own)] if not low else []
            ways += [("rank from below", group.vector.values < own)] if low else []
            for what, above in ways:
                rank = 1 + int(np.count_nonzero(above))
                agreement = question.target.plain(float(rank))
                show = partial(_show, question, operand, group, what, rank)
                told = question.derived(Kind.RANK, agreement, operand, True, show)
                found.append(told)
    in_none = not (_SIZES.isdisjoint(words) or any(one.agrees for one in found))
    for told in found:
        named = told.row >= _PLAINLY and told.row >= _AS_PLAINLY * best
        plain = named and told.column >= (_IN_PART if in_none else _PLAINLY)
        yield told._replace(explicit=plain, worded=plain)


def _show(question: Question, operand: Operand, group: Operand, what: str, rank: int) -> Shown:
    formula = f"{what} of {question.range_of(operand)} in {question.range_of(group)}"
    return Shown(formula, Decimal(rank), formula, question.places(operand, 1))
