"""Readings of a percentage as a share of counted rows: "three orders, 21.4% of all"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.model.number import Form, Unit, is_integral

_LINK = 0.5
"""How strongly rows are linked that the sentence itself counts."""


def readings(question: Question) -> Iterator[Candidate]:
    """What the sentence has counted before, as a part of all rows."""
    whole = question.place.words_after(2) in (["of", "all"], ["of", "them"])
    if not whole or question.target.number.unit is not Unit.PERCENT:
        return
    for table, known in enumerate(question.catalogs):
        for one in question.beside:
            counted = int(one.target.number.value)
            if _is_count(one, known.rows) and one.place.last <= question.place.first:
                agreement = question.target.ratio(counted / known.rows)
                show = partial(_show, f"{counted} / row_count", agreement)
                yield Candidate(
                    Kind.SHARE,
                    agreement,
                    _LINK,
                    _LINK,
                    False,
                    0,
                    True,
                    0.0,
                    1.0,
                    table,
                    (),
                    (),
                    show,
                )


def _is_count(one: Stated, rows: int) -> bool:
    """Whether a number may count some of the rows."""
    number = one.target.number
    plain = number.unit is Unit.COUNT and number.form in (Form.DIGITS, Form.WORDS)
    return plain and is_integral(number.value) and 0 < number.value <= rows


def _show(formula: str, agreement: Agreement) -> Shown:
    return Shown(formula, agreement.value, formula)
