"""Readings of a number as what all rows of a period come to on average: "1,200 visits a month".

Where a table has several rows for each period, that is another mean than the one of its rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.operands.grouped import groups
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import Token, is_numeral
from sidecar.text.vocabulary import one_of

_YEAR, _QUARTER, _MONTH, _DAY = 1, 3, 4, 5
"""How many parts of a period tell it."""

_NOUNS = {"year": _YEAR, "annum": _YEAR, "quarter": _QUARTER, "month": _MONTH, "day": _DAY}
_ADJECTIVES = {
    "annual": _YEAR, "annually": _YEAR, "yearly": _YEAR, "quarterly": _QUARTER,
    "monthly": _MONTH, "daily": _DAY,
}  # fmt: skip
_ONE = one_of("a an per each every average typical")
_REACH = 10  # words between a number and what tells that it is of one period
_CUTS = one_of(". ; : ( ) while but")
_PLAINLY = 0.6  # how strongly a column is named that is plainly named


def readings(question: Question) -> Iterator[Candidate]:
    """The means by period of groups whose periods have several rows, where words ask for these."""
    parts = _asked(question.place) if Cue.MEAN in question.cues else 0
    for operand in groups(question) if parts else ():
        unlike = operand.across and operand.scope.link < _PLAINLY  # rows of which none is named
        unfit = operand.column.level or unlike or (operand.across and not operand.scope.choices)
        many = 0 if unfit else _periods(question, operand, parts)
        if 1 < many < operand.vector.values.size:
            value = operand.vector.sum / many
            agreement = question.target.linear(value, operand.column)
            show = partial(_show, question, operand, agreement, value, many)
            one = question.derived(Kind.MEAN, agreement, operand, True, show)
            plain = min(one.row, one.column) >= _PLAINLY and not operand.across and one.unit >= 0
            yield one._replace(explicit=plain)


def _periods(question: Question, operand: Operand, parts: int) -> int:
    """How many periods of a kind a group has: those of its rows, or of its columns."""
    known = question.catalogs[operand.table]
    inside = [column.period for column in operand.across]
    if not inside and known.has_periods:
        inside = known.periods_of(operand.scope.rows)
    told = {period[:parts] for period in inside}
    return len(told) if all(each[-1] is not None for each in told) else 0


def _asked(place: Place) -> int:
    """Which kind of period a number is said to be of on average; 0 where none."""
    for one in (place, place.led_by or place):  # "the mill made 12 a quarter, the quay 5"
        words = one.passage.words
        before, after = words[: one.first][::-1][:_REACH], words[one.last :][:_REACH]
        if parts := _said(before) or _said(after):
            return parts
    return 0


def _said(near: list[Token]) -> int:
    for at, word in enumerate(near):
        if word.word in _CUTS or word.word[0].isdigit():
            return 0
        beside = {each.word for each in near[max(0, at - 1) : at + 2]}
        if word.word in _ADJECTIVES:
            return _ADJECTIVES[word.word]
        if word.word in _NOUNS and not _ONE.isdisjoint(beside):
            return _NOUNS[word.word]
        if word.word.removesuffix("s") in _NOUNS and any(map(is_numeral, beside)):
            return _NOUNS[word.word.removesuffix("s")]  # "on average of the four quarters"
    return 0


def _show(
    question: Question, operand: Operand, agreement: Agreement, value: float, many: int
) -> Shown:
    formula = f"sum({question.range_of(operand)}) / {many}"
    told = rounded(value) if agreement.value is None else agreement.value
    return Shown(formula, told, formula, question.places(operand, 20))
