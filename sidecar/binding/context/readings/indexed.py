"""Index numbers: "with 2019 set to 100, sales stand at 118.9", "arrivals (H1 2023 = 100): 132.9".

The hundred is no figure of the data, and what is stated beside it is a multiple of that period's
value.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.over_time import over_time
from sidecar.binding.context.operands.two_values import Comparison, written
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.said.bases import bases_at
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.periods import Period
from sidecar.model.number import Form, Qualifier


def readings(question: Question) -> Iterator[Candidate]:
    """What is linked, as a multiple of itself in the period that is put at a hundred."""
    number = question.target.number
    bases = bases_at(question.place)
    if not bases or number.form is not Form.MULTIPLE or number.qualifier is not Qualifier.EXACTLY:
        return
    named = [*question.periods, *((base, 1.0) for base in bases)]
    of_rows = [o for o in question.operands if any(c.dimension != PERIODS for c in o.scope.choices)]
    for operand in of_rows or question.operands:  # rows that are named leave nothing to others
        for compared in over_time(question, operand, named):
            before = _period(question, compared.old)
            if compared.old.vector.sum and any(b.covers(before) for b in bases):
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
