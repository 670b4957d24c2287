"""A reading as what a calculation comes to that the text shows: "412 + 387 = 799".

Whether the right numbers were taken is a question for each of these; what comes of them needs no
other place in the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.said import calculations
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.model.number import Number, Unit
from sidecar.model.report import Grade

_HUNDRED = 100.0
_DERIVED = frozenset(
    {
        Kind.MEAN, Kind.EXTREME, Kind.CHANGE, Kind.GROWTH, Kind.SHARE, Kind.RATIO, Kind.QUOTIENT,
        Kind.PRODUCT, Kind.PAIR, Kind.NET, Kind.COUNT,
    }
)  # fmt: skip
"""Readings as what comes out of a calculation rather than goes into it."""

_ONE = frozenset({Kind.CELL, Kind.SUM, Kind.SOME_ROW, Kind.SOME_COLUMN})
"""Readings as what goes into one."""


def readings(question: Question) -> Iterator[Candidate]:
    """What the calculation comes to that a number is stated as the result of."""
    shown = calculations.result(question.place)
    value = None if shown is None else _value(shown, question)
    if shown is None or value is None or not question.scopes:
        return
    agreement = _agreement(value, question)
    table, *_ = question.scopes
    yield Candidate(
        kind=Kind.WORKED,
        agreement=agreement,
        row=1.0,
        column=1.0,
        head=False,
        unit=0,
        cue=False,
        period=0.0,
        share=1.0,
        table=table,
        rows=(),
        columns=(),
        show=partial(_show, value, agreement),
        explicit=True,
    )


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings; a number that a calculation starts from is hardly what one comes to.

    Nor do the words around say which of the cells it is of, unless it counts what one is called.
    """
    if not calculations.operates(question.place):
        return list(found)
    counted = any(one.explicit and one.head for one in found if one.kind not in _DERIVED)
    derived = _DERIVED | {Kind.SUM} if calculations.adds(question.place) else _DERIVED
    return [_started_from(one, derived, counted=counted) for one in found]


def _started_from(one: Candidate, derived: Set[Kind], *, counted: bool) -> Candidate:
    if one.kind in derived:
        return one._replace(cue=False, explicit=False, beside=True)
    if counted:
        return one
    return one._replace(explicit=False, beside=False, worded=one.kind in _ONE)


def _agreement(value: float, question: Question) -> Agreement:
    """How a number agrees with what comes out, in percent or in its own scale as well."""
    target = question.target
    number = target.number
    found = target.change(value)
    if found.grade is not Grade.NONE or not (number.unit is Unit.PERCENT or number.scale):
        return found
    scaled = target.change(
        value * (_HUNDRED if number.unit is Unit.PERCENT else 10.0**number.scale)
    )
    return found if scaled.grade is Grade.NONE else scaled


def _value(shown: calculations.Calculation, question: Question) -> float | None:
    """What a calculation comes to, with the numbers that the text gives; None where it is none."""
    values = {
        term: _of(one.target.number)
        for term in shown.terms
        if isinstance(term, int)
        for one in question.beside
        if calculations.holds(one.place, term)
    }
    if any(isinstance(term, int) and term not in values for term in shown.terms):
        return None
    try:
        return _Sum(shown.terms, values).value()
    except (IndexError, ValueError, ZeroDivisionError):
        return None


def _of(number: Number) -> float:
    """A term; a percentage is a part of one."""
    return float(number.value) / (_HUNDRED if number.unit is Unit.PERCENT else 1.0)


class _Sum:
    """Works a calculation out: products before sums, brackets before both."""

    def __init__(self, terms: Sequence[int | str], values: Mapping[int, float]) -> None:
        self._left, self._values = [*terms[::-1]], values

    def value(self) -> float:
        """What it comes to; ``IndexError`` or ``ValueError`` where it makes no sense."""
        value = self._sum()
        if self._left:
            raise ValueError(self._left)
        return value

    def _sum(self) -> float:
        value = self._product()
        while self._left and self._left[-1] in ("+", "-"):
            adds = self._left.pop() == "+"
            value += self._product() if adds else -self._product()
        return value

    def _product(self) -> float:
        value = self._term()
        while self._left and self._left[-1] in ("*", "/"):
            times = self._left.pop() == "*"
            other = self._term()
            value = value * other if times else value / other
        return value

    def _term(self) -> float:
        term = self._left.pop()
        if isinstance(term, int):
            return self._values[term]
        if term != "(":
            raise ValueError(term)
        value = self._sum()
        if self._left.pop() != ")":
            raise ValueError(term)
        return value


def _show(value: float, agreement: Agreement) -> Shown:
    return Shown("", rounded(value) if agreement.value is None else agreement.value)
