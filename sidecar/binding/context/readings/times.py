"""Which of two names a multiple is of: "the north had 2.5 times as many as the south".

What stands before such a number is so many times what stands behind it, and never the other way
round: "the south had 2.5 times as many as the north" is wrong.
"""

from __future__ import annotations

from sidecar.binding.context.operands import restated
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.said.bases import is_factor
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.words import STOP
from sidecar.model.number import Form
from sidecar.text.vocabulary import one_of

_LEADS = one_of("as than of those that what")
_CUTS = one_of(", ; ( ) and but while whereas with")
_REACH = 8  # words from a multiple to what it is a multiple of


def of_what(question: Question, compared: Comparison) -> bool | None:
    """Whether a multiple is attributed to the first value and in terms of the second.

    False where it is stated the other way round; None where the words do not say.
    """
    if question.target.number.form is not Form.MULTIPLE:
        return None
    if (multiplied := question.once(restated.base)) is not None:
        told = _of_numbers(question, compared, multiplied)
        if told is not None:
            return told
    if compared.over == "period":
        new, old = (_said(question, each) for each in (compared.new, compared.old))
    else:
        new, old = _start(compared.new, compared.old), _start(compared.old, compared.new)
    if 0 <= new < old < question.place.start and is_factor(question.place):
        return True  # "the north outsold the south by a factor of 2.5"
    if min(new, old) < 0 or not min(new, old) < question.place.start < max(new, old):
        return None
    return (new < old) if _leads(question, max(new, old)) else None


def _of_numbers(question: Question, compared: Comparison, multiplied: Stated) -> bool | None:
    """The same where the numbers themselves are stated: "164,300, nearly 18 times the 9,200"."""
    old, new = compared.old, compared.new
    if not _states(question, multiplied, old):
        other = _stands(question, multiplied, old) or _states(question, multiplied, new)
        return False if other else None
    result = question.once(restated.result)
    if result is None or not _stands(question, result, new):
        return None
    return _states(question, result, new)


def _stands(question: Question, stated: Stated, operand: Operand) -> list[int]:
    """The rows in which the column of a value has what a number states."""
    return restated.rows(question, stated, operand.table, operand.column.place)


def _states(question: Question, stated: Stated, operand: Operand) -> bool:
    """Whether a number states a value that is a cell."""
    rows = operand.vector.rows
    return rows.size == 1 and int(rows[0]) in _stands(question, stated, operand)


def _start(operand: Operand, other: Operand) -> int:
    """Where the name stands by which a value differs from another; -1 where none does."""
    shared = {(c.dimension, c.value, c.period) for c in other.scope.choices}
    own = (c for c in operand.scope.choices if (c.dimension, c.value, c.period) not in shared)
    return max((choice.start for choice in own), default=-1)


def _said(question: Question, operand: Operand) -> int:
    """Where the period of a value is named; -1 where it is not."""
    known, period = question.catalogs[operand.table], operand.column.period
    if not period.known and known.has_periods:
        period = known.row_periods[int(operand.vector.rows[0])]
    words = question.place.passage.words
    told = (m for m in question.place.passage.periods if m.until is None)
    return max((words[m.start].start for m in told if m.period.covers(period)), default=-1)


def _leads(question: Question, start: int) -> bool:
    """Whether the words from a multiple lead to a name: "times as many as", "times that of"."""
    place = question.place
    words = place.passage.words[place.last : place.passage.at(start)]
    said = [word.word for word in words if word.word not in STOP or word.word in _LEADS]
    if len(words) > _REACH or any(word in _CUTS or word[0].isdigit() for word in said):
        return False
    return not said or not _LEADS.isdisjoint(said)
