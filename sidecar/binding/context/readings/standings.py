"""Readings of a row against what all rows come to: "8 above the average", "twice the median".

What it is compared with is no row that a text names: the mean or the median of all, the best or the
worst of them, or the next one in their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import partial
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.compared import unnamed
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.remaining import OTHERS
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import Token, is_numeral
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_FEWEST = 3  # rows that have an average, and a next one
_REACH = 10  # words from a number to what it is compared with
_CUTS = one_of(". ; : ( ) ! ? while whereas but")
_TOLD, _PLAINLY = 0.6, 0.3  # how strongly rows and columns are linked that are plainly stated

_Values = NDArray[np.float64]


class _Of(Enum):
    """What a row is compared with."""

    MEAN = "mean"
    MEDIAN = "median"
    NEXT = "next"
    BEST = "max"
    WORST = "min"


_WORDS = {
    **dict.fromkeys(one_of("average mean typical"), _Of.MEAN),
    **dict.fromkeys(one_of("median"), _Of.MEDIAN),
    **dict.fromkeys(
        one_of("next runner runner-up second anyone anybody nearest closest rival else"), _Of.NEXT
    ),
    **dict.fromkeys(
        one_of("leader leaders best top first highest largest biggest strongest"), _Of.BEST
    ),
    **dict.fromkeys(one_of("bottom worst lowest smallest weakest last"), _Of.WORST),
}
_SURE = (_Of.MEAN, _Of.MEDIAN, _Of.NEXT)


def readings(question: Question) -> Iterator[Candidate]:
    """How far each linked row is from what the words at a number hold it against."""
    if Cue.APART not in question.cues and question.target.number.form is not Form.MULTIPLE:
        return
    of = _held_against(question.place)
    if of is None:
        return
    for one in _rows(question, of):
        among = _among(question, one)
        if among is None or among.vector.values.size < _FEWEST:
            continue
        single = one.vector.values.size == 1
        own = float(one.vector.sum if single else among.vector.values.max())
        values = among.vector.values
        if single and of in (_Of.MEAN, _Of.MEDIAN) and _is_of_others(question.place):
            values = values[among.vector.rows != one.vector.rows[0]]
        if (other := _other(of, own, values)) is not None:
            yield _reading(question, one, of, own - other, other)


def _held_against(place: Place) -> _Of | None:
    """What words hold a number against, those behind it first."""
    words, rows, columns = place.passage.words, place.passage.labelled, place.passage.naming
    after = range(place.last, min(len(words), place.last + _REACH))
    before = range(max(0, place.first - _REACH), place.first)
    for near in (after, before[::-1]):
        inside = takewhile(lambda at: at not in rows and not _ends(words[at]), near)
        told = (_WORDS.get(words[at].word) for at in inside if at not in columns)
        if (found := next(filter(None, told), None)) is not None:
            return found
    return None


def _is_of_others(place: Place) -> bool:
    """Whether a row is no part of what it is compared with: "the average of the other nine"."""
    words = place.passage.words[place.last : place.last + _REACH]
    inside = takewhile(lambda word: word.word not in _CUTS, words)
    return any(word.word in OTHERS for word in inside)


def _ends(word: Token) -> bool:
    return word.word in _CUTS or (is_numeral(word.word) and word.word not in _WORDS)


def _rows(question: Question, of: _Of) -> Iterator[Operand]:
    """The single rows that are linked; all for how far the first of them is from the next."""
    operands = [*question.operands, *(unnamed(question) if not question.operands else ())]
    single = [o for o in operands if o.scope.choices and o.vector.values.size == 1]
    yield from single
    if of is _Of.NEXT and not single:
        for operand in operands:
            whole = Scope(operand.table, None, question.whole(operand.table), ())
            all_ = question.operand(operand.table, operand.column, operand.naming, whole)
            if whole.link and all_ is not None:
                yield all_


def _among(question: Question, one: Operand) -> Operand | None:
    """The same of all rows, of its own period where rows are told apart by periods."""
    known = question.catalogs[one.table]
    periods = known.periods_of(one.scope.rows) if known.has_periods and known.labels else []
    rows = known.rows_at(periods[0], None) if len(periods) == 1 else None
    return question.operand(one.table, one.column, Naming(), Scope(one.table, rows, 0.0, ()))


def _other(of: _Of, own: float, values: _Values) -> float | None:
    """What a row is compared with; None where there is no such."""
    if of is _Of.MEAN:
        return float(values.mean())
    if of is _Of.MEDIAN:
        return float(np.median(values))
    if of is _Of.BEST:
        return float(values.max())
    if of is _Of.WORST:
        return float(values.min())
    order = np.sort(values)
    if own == order[-1]:
        return float(order[-2])
    return float(order[1]) if own == order[0] else None


def _reading(question: Question, one: Operand, of: _Of, far: float, other: float) -> Candidate:
    relative = question.target.number.unit is Unit.PERCENT
    if question.target.number.form is Form.MULTIPLE:
        kind, agreement = Kind.RATIO, question.target.plain(far / other + 1 if other else 0.0)
    elif relative and one.column.unit.kind is not Unit.PERCENT and other:
        kind, agreement = Kind.GROWTH, question.target.growth(far / abs(other))
    else:
        kind, agreement = Kind.CHANGE, question.target.linear(far, one.column, change=True)
    show = partial(_show, question, one, of, agreement)
    found = question.derived(kind, agreement, one, True, show)
    plain = one.scope.link >= _TOLD and one.naming.strength >= _PLAINLY
    return found._replace(row=one.scope.link, explicit=plain and of in _SURE)


def _show(question: Question, one: Operand, of: _Of, agreement: Agreement) -> Shown:
    name = question.name(one.table, one.column)
    sign = "/" if question.target.number.form is Form.MULTIPLE else "-"
    formula = f"{question.range_of(one)} {sign} {of.value}({name})"
    return Shown(formula, agreement.value, formula, question.places(one, 1))
