"""Readings of a number that bounds a value: "fewer than 1,500 visitors" is told of 1,234.

What is named is held against the bound, however far it lies from it. A value that nothing names is
not: most values lie past most bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import takewhile

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.readings import limits
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import DISAGREES, FAR, Agreement
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import ELSEWHERE, Candidate, Kind
from sidecar.binding.language.typos import too_far
from sidecar.binding.one_sided import HOLDS, Holds
from sidecar.binding.tables.column_units import named_units
from sidecar.model.number import Direction, Form, Number, Qualifier, Unit
from sidecar.model.report import Grade
from sidecar.text.vocabulary import one_of

_UNBOUNDED = ELSEWHERE | {Kind.EXTREME, Kind.RANK, Kind.PAIR, Kind.ABSENT, Kind.SERIES}
"""Readings as what nothing names, or as what is told itself: "at most 90" of the highest."""

_PLACED = frozenset({Kind.CELL, Kind.PAIR})
"""Readings that make a search for others needless."""

_ROW, _COLUMN, _ASKED = 0.5, 0.6, 0.3
"""How strongly the row and the column of a cell are named, and the column of a derivation."""

_DEFINITE = one_of("the its their his her our this that last")
_DENIED = {Qualifier.OVER: Qualifier.AT_MOST, Qualifier.UNDER: Qualifier.AT_LEAST}
_NOT = one_of("not never cannot failed fails without hardly")
_CUTS = one_of(", ; : . ( ) – — and but or")
_FORMS = frozenset({Form.DIGITS, Form.WORDS})
_TO, _THAN = "to", "than"
_REACHED = Decimal("0.8")  # of "up to" a number, which hardly tells of less
_CLAUSE = 6  # words before a number in which its bound may be denied
_REACH = 3  # words before a number
_ROUNDED = Decimal("0.01")  # of a number that rounding may hide on its other side


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings, those that are named judged by what a number bounds, if it bounds anything.

    "Fewer than the 1,310 of May" tells a value.
    """
    number, place = question.target.number, question.place
    words = place.passage.words[max(0, place.first - _REACH) : place.first]
    before = [word.word for word in words]
    tells = not _DEFINITE.isdisjoint(before[-1:])
    median = Cue.MEDIAN in question.cues and number.qualifier is Qualifier.AT_MOST
    if number.qualifier not in HOLDS or number.form not in _FORMS or tells or median:
        return list(found)  # "half of them had at most 12" tells their median
    if limits.chooses(question):
        return list(found)  # "two of them had over 40"
    holds = HOLDS[_meant(number.qualifier, place)]
    named = [_is_named(one) and _is_of_its_unit(one, question) for one in found]
    return [
        _judged(one, question, before, holds) if judged else one
        for one, judged in zip(found, named, strict=True)
    ]


def _meant(said: Qualifier, place: Place) -> Qualifier:
    """What bounds a number, denied or not: "never had more than 300" is at most 300.

    What is denied right at it ("no more than") was read so already.
    """
    words = place.passage.words[max(0, place.first - _CLAUSE) : place.first]
    clause = takewhile(lambda word: word.word not in _CUTS, reversed(words))
    denied = any(word.word in _NOT or word.word.endswith("n't") for word in clause)
    return _DENIED.get(said, said) if denied else said


def is_settled(one: Candidate) -> bool:
    """Whether a reading as a cell leaves nothing to look for: it agrees, or a bound is not its."""
    return one.kind in _PLACED and (one.agrees or one.agreement.hedged)


def _is_named(one: Candidate) -> bool:
    """Whether a reading is of one value that words name."""
    if one.kind in _UNBOUNDED or one.agreement.code or one.agreement.guessed or one.unit < 0:
        return False
    if one.explicit:
        return True
    named = one.column >= _COLUMN or (one.kind is Kind.CELL and one.period > 0)
    return one.row >= _ROW and one.period >= 0 and (named or (one.cue and one.column >= _ASKED))


def _is_of_its_unit(one: Candidate, question: Question) -> bool:
    """Whether a reading is of what a number can bound: "over 12%" is none of 4,127 units.

    A change in percent bounds changes, and a measure nothing that is merely counted.
    """
    number = question.target.number
    if one.kind is not Kind.CELL or not one.columns or number.unit is Unit.COUNT:
        return True
    known = question.catalogs[one.table]
    column = known.columns[one.columns[0]]
    if number.unit is Unit.PERCENT and question.target.steps and not column.change:
        return False
    if question.target.is_barred(column):
        return False
    counts = number.unit is Unit.MEASURE and column.scaling.never >= {Unit.PERCENT, Unit.CURRENCY}
    return not counts or number.symbol in named_units(known.table.columns[column.place].name)


def _judged(one: Candidate, question: Question, before: Sequence[str], holds: Holds) -> Candidate:
    """A reading with whether its value lies past the bound."""
    value = _value(one, question)
    if value is None:
        return one
    number = question.target.number
    far = too_far(float(number.value), float(value), counted=number.unit is Unit.COUNT)
    close = before[-1:] != [_TO] or abs(value) >= _REACHED * abs(number.value)
    if holds(value, number.value) and (one.agrees or close):
        past = Agreement(Grade.EXACT, value, hedged=True, far=far, bounded=not one.agrees)
        return one._replace(agreement=past)
    if one.agrees and holds is HOLDS[number.qualifier] and _is_rounded(value, number, before):
        return one
    return one._replace(agreement=(FAR if far else DISAGREES)._replace(raw=value, hedged=True))


def _is_rounded(value: Decimal, number: Number, before: Sequence[str]) -> bool:
    """Whether only rounding puts a value on the other side of a bound.

    "Gusts of up to 10 m/s" are told of 10.4, and "four points over 14 minutes" of 14; but more than
    42 is not 42.
    """
    if before[-1:] == [_TO]:
        return True
    strictly = before[-1:] == [_THAN] and value == number.value
    rounds = number.low <= value <= number.high
    return rounds and not strictly and abs(value - number.value) <= _ROUNDED * abs(number.value)


def _value(one: Candidate, question: Question) -> Decimal | None:
    """The value of a reading in the unit of the number, with the sign that the text leaves out."""
    value = one.agreement.value or one.show().value
    if value is None or not value.is_finite():
        return None
    if one.kind is Kind.CELL and one.columns:
        value = _scaled(value, question.target, one, question)
    number = question.target.number
    unsigned = number.value >= 0 and not number.sign and number.direction is Direction.DOWN_BY
    return abs(value) if unsigned and one.kind is Kind.CELL else value


def _scaled(value: Decimal, target: Target, one: Candidate, question: Question) -> Decimal:
    """A cell in that of the scales which its column allows in which it is nearest the number."""
    if one.agreement.raw is not None:
        return value
    column = question.catalogs[one.table].columns[one.columns[0]]
    factors = [abs(factor) for factor, *_ in target.bounds(column)]
    if len(factors) < 2 or not value or not target.number.value:
        return value
    natural = target.truth(Decimal(1), column)
    ways = [value / natural * factor for factor in dict.fromkeys(factors)]
    return min(ways, key=lambda way: abs((abs(way) / abs(target.number.value)).log10()))
