"""Readings of a number as the highest or lowest value of a group: "a high of", "from 7 to 22"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import numpy as np

from sidecar.binding.context.operands.grouped import groups, united_in
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.picked import PAST
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.cues import Cue, asked_by
from sidecar.binding.context.weighing.agreed import DISAGREES, Agreement, rounded
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.moves import RANGING, is_moved
from sidecar.binding.language.words import stem
from sidecar.binding.tables.columns import factor
from sidecar.model.number import Direction, Number, Qualifier
from sidecar.model.report import Grade
from sidecar.text.vocabulary import one_of

_ENDS = Cue.HIGH | Cue.LOW
_SHOWN = 20
_PLURALS = {"highs": True, "peaks": True, "maxima": True, "lows": False, "minima": False}
_REACH = 6  # words
_NEARLY = frozenset(map(stem, one_of("generally mostly mainly usually typically largely often")))
_MOSTLY = 0.8  # of the values that are "mostly" below a number
_IN = one_of("in on at across for throughout")
_EACH, _NONE = one_of("every each all both always"), one_of("no none nobody neither never")
_TOLD = 0.5  # how strongly rows are linked of which it is plainly stated
_HEDGE = 3  # words of "no more than"
_CLAUSE = 12  # words before a number that may say that it is attributed to all
_ROUNDED = 0.01  # of a number that rounding may hide on its other side
_FAR = 0.5  # of their spread, how far above them a number still tells of them
_BOTH = 1.0  # what it says for one end of a range that the other one agrees too


def readings(question: Question, partner: Target | None, end: Target | None) -> Iterator[Candidate]:
    """The highest and lowest value of each linked group, as far as the words ask for them.

    Args:
        question: The number.
        partner: The other number, where the number is one of two that are written as one.
        end: The other end, where it is one end of a range that is spelled out.
    """
    cues, number = question.cues, question.target.number
    other = end if partner is None else partner
    plural = None if other is None else _plural(question.place)
    ranged = end is not None or plural is not None or (other is not None and Cue.RANGE in cues)
    moved = is_moved(question.place.passage.words, question.place.first)
    if other is not None and (moved or _falls(number, other.number)):
        ranged = not RANGING.isdisjoint(question.place.passage.stems)
    both = cues & _ENDS and _tells_both(question.place)
    high = both or Cue.HIGH in cues or number.qualifier is Qualifier.AT_MOST
    low = both or Cue.LOW in cues or number.qualifier is Qualifier.AT_LEAST
    yield from _bounds(question)
    up, down = number.direction is Direction.UP_TO, number.direction is Direction.DOWN_TO
    if not (ranged or high or low or up or down):
        return
    for operand in groups(question):
        if operand.vector.values.size < 2:
            continue
        if ranged and other is not None:
            yield _end(question, operand, other)
            if plural is not None:
                yield from _daily(question, operand, other, highs=plural)
            continue
        if high or up:
            yield _reading(question, operand, highest=True, asked=high)
        if low or down:
            yield _reading(question, operand, highest=False, asked=low)


def _tells_both(place: Place) -> bool:
    """Whether the sentence sets one end against the other: "the dearest 148, the cheapest 41"."""
    ends = [asked_by(w.stem) & _ENDS for w in place.passage.words if w.word.endswith("est")]
    return Cue.HIGH in ends and Cue.LOW in ends


def _falls(one: Number, other: Number) -> bool:
    """Whether the first of two numbers is the larger one: "from 9 to 7" is a fall, and no range."""
    first, last = sorted((one, other), key=lambda number: number.span.start)
    return first.value > last.value


def _side(question: Question) -> bool | None:
    """Whether all values are said to be above a number, or below; None where neither is.

    "Every home charges over 1,000", "no depot has fewer than 30", "never more than 60".
    """
    place, told = question.place, question.target.number.qualifier
    words = [word.word for word in place.passage.words[max(0, place.first - _CLAUSE) : place.first]]
    if told in (Qualifier.AT_LEAST, Qualifier.AT_MOST):
        del words[-_HEDGE:]  # "no more than"
    none = not _NONE.isdisjoint(words)
    after = ["", *(word.word for word in place.passage.words[place.last : place.last + _REACH])]
    words += [one for before, one in pairwise(after) if before in _IN]  # "below 60 in every month"
    if told not in PAST or not (none or not _EACH.isdisjoint(words)):
        return None
    above = told in (Qualifier.OVER, Qualifier.AT_LEAST)
    return above is not (none and told in (Qualifier.OVER, Qualifier.UNDER))


def _all_past(question: Question, *, above: bool) -> Iterator[Candidate]:
    """Values that are all said to lie on one side of a number, and not far from it."""
    united = (one for table in question.scopes for one in united_in(question, table))
    for operand in (*groups(question), *united):
        vector = operand.vector
        if vector.values.size < 2:
            continue
        value = vector.least if above else vector.most
        agreement = question.target.linear(value, operand.column)
        bound = float(question.target.number.value) / float(factor(operand.column))
        beyond = (value - bound) if above else (bound - value)
        if beyond >= 0:
            near = beyond <= _FAR * (vector.most - vector.least)
            told = value * float(factor(operand.column))
            agreement = Agreement(Grade.EXACT, told, hedged=True, bounded=not near)
        elif -beyond > _ROUNDED * abs(bound):
            agreement = agreement._replace(grade=Grade.NONE, code="")
        show = partial(_show, question, operand, "min" if above else "max", agreement, value)
        extreme = question.derived(Kind.EXTREME, agreement, operand, True, show)
        yield extreme._replace(explicit=operand.scope.link >= _TOLD)


def _bounds(question: Question) -> Iterator[Candidate]:
    """What a number bounds that is attributed to all values, or of nearly all."""
    side = _side(question)
    if side is not None:
        yield from _all_past(question, above=side)
    elif question.target.number.qualifier is Qualifier.UNDER:
        yield from _nearly_below(question)


def _nearly_below(question: Question) -> Iterator[Candidate]:
    """Values that a number lies above: all of them, or nearly all ("mostly below 3 m/s")."""
    nearly = not _NEARLY.isdisjoint(question.place.passage.stems)
    for operand in groups(question):
        vector, bound = operand.vector, float(question.target.number.value)
        if vector.values.size < 2 or not operand.column.level:
            continue
        below = float((vector.values < bound).mean())
        near = bound <= vector.most + _FAR * (vector.most - vector.least)
        holds = near and below >= (_MOSTLY if nearly else 1.0)
        agreement = Agreement(Grade.EXACT, vector.most, hedged=True) if holds else DISAGREES
        show = partial(_show, question, operand, "max", agreement, vector.most)
        yield question.derived(Kind.EXTREME, agreement, operand, True, show)


def _end(question: Question, operand: Operand, partner: Target) -> Candidate:
    """One end of a range: the lower is the minimum, the other the maximum."""
    highest = question.target.number.value > partner.number.value
    vector = operand.vector
    other = vector.least if highest else vector.most
    both = partner.linear(other, operand.column).grade is not Grade.NONE
    one = _reading(question, operand, highest=highest, asked=True)
    return one._replace(bonus=_BOTH if both else 0.0)


def _plural(place: Place) -> bool | None:
    """Whether a number is said of several highs, or of several lows; None where of neither."""
    before = place.passage.words[max(0, place.first - _REACH) : place.first]
    return next((_PLURALS[w.word] for w in reversed(before) if w.word in _PLURALS), None)


def _daily(
    question: Question, operand: Operand, partner: Target, *, highs: bool
) -> Iterator[Candidate]:
    """One end of the highs, or the lows, of several days: "with highs between 22 and 25"."""
    calendar = question.catalogs[operand.table].calendar
    vector = operand.vector
    days = [] if calendar is None else calendar.split(vector.rows)
    if not 1 < len(days) < vector.values.size:
        return
    inner, each = ("max", np.max) if highs else ("min", np.min)
    values = [float(each(vector.values[day])) for day in days]
    highest = question.target.number.value > partner.number.value
    value, other = (max(values), min(values)) if highest else (min(values), max(values))
    agreement = question.target.linear(value, operand.column)
    both = partner.linear(other, operand.column).grade is not Grade.NONE
    what = f"{'max' if highest else 'min'} of daily {inner}"
    show = partial(_show, question, operand, what, agreement, value)
    one = question.derived(Kind.EXTREME, agreement, operand, True, show)
    yield one._replace(bonus=_BOTH if both else 0.0)


def _reading(question: Question, operand: Operand, *, highest: bool, asked: bool) -> Candidate:
    value = operand.vector.most if highest else operand.vector.least
    agreement = question.target.linear(value, operand.column)
    what = "max" if highest else "min"
    show = partial(_show, question, operand, what, agreement, value)
    return question.derived(Kind.EXTREME, agreement, operand, asked, show)


def _show(
    question: Question, operand: Operand, what: str, agreement: Agreement, value: float
) -> Shown:
    formula = f"{what}({question.range_of(operand)})"
    shown = agreement.value if agreement.value is not None else rounded(value)
    return Shown(formula, shown, formula, question.places(operand, _SHOWN))
