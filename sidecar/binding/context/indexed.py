"""Index numbers: "with 2019 set to 100, sales stand at 118.9", "arrivals (H1 2023 = 100): 132.9".

The hundred is no figure of the data, and what is told beside it is a multiple of that period's
value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import partial

from sidecar.binding.context.agreement import Agreement
from sidecar.binding.context.candidate import Candidate, Kind, Shown
from sidecar.binding.context.operands import Operand, Question
from sidecar.binding.context.over_time import over_time
from sidecar.binding.context.passage import Passage
from sidecar.binding.context.periods import Period
from sidecar.binding.context.place import Place
from sidecar.binding.context.two_values import Comparison, written
from sidecar.model.number import Form, Number, Qualifier, Unit
from sidecar.text.vocabulary import one_of

_BASE = Decimal(100)
_LEAST, _MOST = 10, 2000
_JOINTS = one_of("= to as at is equals equal")
_PASSED = one_of("set taken put base indexed")
_REACH = 3  # words from a period to its hundred: "2019 being set to"


def as_multiple(number: Number, place: Place) -> Number:
    """An index number as the multiple that it is; any other number as it stands."""
    plain = number.unit is Unit.COUNT and number.form is Form.DIGITS and not number.scale
    if not plain or not _bases(place.passage) or place.first in _bases(place.passage):
        return number
    if place.head() or not _LEAST <= number.value <= _MOST:
        return number
    value, low, high = (part / _BASE for part in (number.value, number.low, number.high))
    return number._replace(
        value=value, low=low, high=high, form=Form.MULTIPLE, qualifier=Qualifier.EXACTLY
    )


def readings(question: Question) -> Iterator[Candidate]:
    """What is linked, as a multiple of itself in the period that is put at a hundred."""
    number = question.target.number
    bases = _bases(question.place.passage)
    if not bases or number.form is not Form.MULTIPLE or number.qualifier is not Qualifier.EXACTLY:
        return
    named = [*question.periods, *((base, 1.0) for base in bases.values())]
    for operand in question.operands:
        for compared in over_time(question, operand, named):
            before = _period(question, compared.old)
            if compared.old.vector.sum and any(b.covers(before) for b in bases.values()):
                yield _reading(question, compared)


def _period(question: Question, operand: Operand) -> Period:
    """The period of one side of a comparison."""
    known = question.catalogs[operand.table]
    own = operand.column.period
    return own if own.known else known.row_periods[int(operand.vector.rows[0])]


def _reading(question: Question, compared: Comparison) -> Candidate:
    agreement = question.target.plain(compared.new.vector.sum / compared.old.vector.sum)
    show = partial(_show, question, compared, agreement)
    one = question.derived(Kind.QUOTIENT, agreement, compared.new, True, show)
    link = max(compared.link, question.whole(one.table))
    return one._replace(row=link, unit=0, head=False, explicit=True)


def _show(question: Question, compared: Comparison, agreement: Agreement) -> Shown:
    what = f"{written(question, compared.new)} / {written(question, compared.old)}"
    places = question.places(compared.new, 10) + question.places(compared.old, 10)
    return Shown(what, agreement.value, what, places)


def _bases(passage: Passage) -> Mapping[int, Period]:
    """Where a passage puts a period at a hundred, and which."""
    return passage.once(_find)


def _find(passage: Passage) -> Mapping[int, Period]:
    words = passage.words
    return {
        at: named.period
        for at, word in enumerate(words)
        if word.word == "100"
        for named in passage.periods
        if 0 < at - named.end <= _REACH
        and words[at - 1].word in _JOINTS
        and all(w.word in _JOINTS | _PASSED for w in words[named.end : at])
    }
