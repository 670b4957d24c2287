"""Readings of an amount as what there is of it in a day, week or month of a longer period.

"Sales per day (360 days a year) were €4,087", "the pumps ran 21 hours a day": the data hold the
amount of the whole year, or month.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile

from sidecar.binding.context.operands.linked import is_linked
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.lengths import lengths
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.periods import Period
from sidecar.binding.language.words import is_numeral
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.number import Form, Unit
from sidecar.model.report import Grade
from sidecar.text.units import SPELLED
from sidecar.text.vocabulary import one_of

_EACH = one_of("per each every a an")
_FIRMLY = one_of("per each every")
_YEARLY, _LONG = one_of("annually yearly annual annualised annualized"), one_of("year annum")
_KINDS = one_of("single average typical trading working business calendar given")
_DAILY = {"daily": "day", "weekly": "week", "monthly": "month"}
_OF_YEAR: dict[str, Sequence[float]] = {"day": (365, 366), "week": (52,), "month": (12,)}
_OF_MONTHS: dict[int, dict[str, Sequence[float]]] = {
    1: {"day": (28, 29, 30, 31)},
    3: {"day": (90, 91, 92), "week": (13,), "month": (3,)},
    6: {"day": (181, 182, 183, 184), "week": (26,), "month": (6,)},
    9: {"day": (273, 274, 275, 276), "week": (39,), "month": (9,)},
    12: _OF_YEAR,
}
_FEBRUARY = 2
_REACH = 6  # words behind a number that may tell its pace
_NONE: dict[str, Sequence[float]] = {}


def readings(question: Question) -> Iterator[Candidate]:
    """What the linked amounts come to in each of the shorter periods that the words tell."""
    number = question.target.number
    if number.unit is Unit.PERCENT:
        yield from _shares(question)
    if number.unit is Unit.PERCENT or number.form not in (Form.DIGITS, Form.MULTIPLE):
        return
    yield from _in_a_year(question)
    unit = _pace(question.place)
    if not unit:
        return
    stated = lengths(question.place, unit)
    for operand in question.operands:
        known = question.catalogs[operand.table]
        if operand.column.level or _is_paced(known, operand.column.place):
            continue
        if question.target.linear(operand.vector.sum, operand.column).grade is not Grade.NONE:
            continue  # the data tell it so themselves
        for parts in stated or _lengths(known, operand).get(unit, ()):
            value = operand.vector.sum / parts
            agreement = question.target.linear(value, operand.column)
            show = partial(_show, question, operand, parts, agreement)
            found = question.derived(Kind.QUOTIENT, agreement, operand, True, show)
            explicit = operand.naming.head and is_linked(question, operand.scope)
            yield found._replace(head=False, worded=bool(stated), explicit=explicit)


def _in_a_year(question: Question) -> Iterator[Candidate]:
    """What amounts of a month or week come to in a year: "€1,930 a month, or €23,160 a year"."""
    place = question.place
    words = [word.word for word in place.passage.words]
    each, noun = [*words[place.last :], "", ""][:2]
    before = takewhile(lambda word: not is_numeral(word), words[: place.first][::-1])
    told = {each, *before, *place.header.lower().split()}
    if not (_YEARLY & told or (each in _EACH and noun in _LONG)):
        return
    for operand in question.operands:
        phrases = question.catalogs[operand.table].columns[operand.column.place].phrases
        called = {word for phrase in phrases for word in phrase.words}
        unit = next((unit for pace, unit in _DAILY.items() if called & {pace, unit}), "")
        for parts in _OF_YEAR[unit] if unit and operand.vector.values.size == 1 else ():
            agreement = question.target.linear(operand.vector.sum * parts, operand.column)
            show = partial(_show, question, operand, 1 / parts, agreement)
            found = question.derived(Kind.PRODUCT, agreement, operand, True, show)
            sure = is_linked(question, operand.scope)
            yield found._replace(head=False, explicit=sure, worded=sure)


def shorter(question: Question, words: Sequence[str], operand: Operand) -> Sequence[float]:
    """How many of the shorter periods that words tell there are in that of an amount, if any."""
    known = question.catalogs[operand.table]
    pairs = zip(words, [*words[1:], ""], strict=True)
    units = (_unit([b]) if a in _EACH else _DAILY.get(a, "") for a, b in pairs)
    unit = next((each for each in units if each), "")
    dated = operand.column.period.known or known.has_periods
    if not unit or not dated or _is_paced(known, operand.column.place):
        return ()
    return _lengths(known, operand).get(unit, ())


def _shares(question: Question) -> Iterator[Candidate]:
    """What part of a stated length the linked times are: "open 94% of the 8,760 hours"."""
    for operand in question.operands:
        for whole in lengths(question.place, operand.column.unit.symbol):
            agreement = question.target.ratio(operand.vector.sum / whole)
            show = partial(_show, question, operand, whole, agreement)
            yield question.derived(Kind.SHARE, agreement, operand, True, show)


def _pace(place: Place) -> str:
    """The unit of time that a number is stated for: "12 a day", "per working day: 12"."""
    words = place.passage.words
    after = [word.word for word in words[place.last : place.last + _REACH]]
    for at, word in enumerate(after):
        if not word[0].isalpha():
            break
        if word in _EACH and (unit := _unit(after[at + 1 : at + 3])):
            return unit
    before = [word.word for word in words[: place.first]]
    for at, word in enumerate(before):
        if word in _FIRMLY and (unit := _unit(before[at + 1 : at + 3])):
            return unit
    return next((_DAILY[word] for word in before if word in _DAILY), "")


def _unit(words: Sequence[str]) -> str:
    """The unit of time that words begin with; "" where they name none."""
    word = next((each for each in words if each not in _KINDS), "")
    unit = SPELLED.get(word)
    return unit.symbol if unit is not None and unit.symbol in _OF_YEAR else ""


def _is_paced(known: Catalog, place: int) -> bool:
    """Whether a column tells of so many a day itself."""
    words = {word for phrase in known.columns[place].phrases for word in phrase.words}
    return not words.isdisjoint({"per", "day", "month", "week", *_DAILY})


def _lengths(known: Catalog, operand: Operand) -> dict[str, Sequence[float]]:
    """How many shorter periods that of an operand has; of data without periods a year's."""
    told = known.row_periods.of(operand.vector.rows) if known.has_periods else ()
    periods = {operand.column.period} if operand.column.period.known else told
    if not periods:
        return _OF_YEAR
    months = [_months(period) for period in periods]
    found = _OF_MONTHS.get(sum(months), _NONE) if all(months) else _NONE
    (month, year), *others = [(period.month, period.year) for period in periods]
    if month is None or others:
        return found
    days = (28, 29) if month == _FEBRUARY and year is None else (monthrange(year or 1, month)[1],)
    return {**found, "day": days}


def _months(period: Period) -> int:
    """How many months a period has; 0 where it is shorter."""
    if (period.day, period.week, period.weekday) != (None, None, None):
        return 0
    if period.month is not None:
        return 1
    if period.quarter is not None:
        return 3
    return 6 if period.half is not None else 12


def _show(question: Question, operand: Operand, parts: float, agreement: Agreement) -> Shown:
    formula = f"{written(question, operand)} "
    formula += f"/ {parts:g}" if parts >= 1 else f"* {1 / parts:g}"
    return Shown(formula, agreement.value, formula, question.places(operand, 10))
