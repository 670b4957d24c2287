"""What the other numbers of a sentence are of the totals: "12,710 votes, 43.2% of all".

The numbers may also be parts that are stated one by one: "of the students Art has 146 and Law 98,
together 43.1%".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.grid import Floats, Grid
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.readings.linked_shares import best
from sidecar.binding.context.said.stated import Stated
from sidecar.model.number import Form, Unit

_AROUND = 4  # numbers that stand before
_PLAIN = frozenset({Form.DIGITS, Form.WORDS})


def shares(
    question: Question, grid: Grid, amounts: NDArray[np.bool_], times: float
) -> Iterator[Floats]:
    """The shares that stated numbers have in the totals of columns, as near as they may be.

    Args:
        question: The number.
        grid: What is linked.
        amounts: The columns that may be added up.
        times: What a whole is, as the number is written.
    """
    wholes = [at for at, group in enumerate(grid.groups) if group.rows is None]
    wholes += [at for at, _ in best(question, grid) if at not in wholes]
    value = float(question.target.number.value) / times
    for low, high in _parts(question):
        totals = grid.values[wholes][:, amounts]
        shares = np.clip(value, low / totals, high / totals)
        yield shares[(shares <= 1) & (low > 0)]


def _parts(question: Question) -> Iterator[tuple[float, float]]:
    """Between which values the amounts before a number lie, and what they come to together.

    An amount behind it may as well be the whole: "78% of the people, who were 2.7 million".
    """
    here = question.place.first
    found = (each for each in question.beside if each.place.first < here and _is_amount(each))
    before = sorted(found, key=lambda each: each.place.first)[-_AROUND:]
    for one in before:
        yield _bounds([one])
    for end in range(2, len(before) + 1):
        yield _bounds(before[-end:])


def _is_amount(one: Stated) -> bool:
    number = one.target.number
    return number.unit is not Unit.PERCENT and number.form in _PLAIN


def _bounds(several: Sequence[Stated]) -> tuple[float, float]:
    numbers = [one.target.number for one in several]
    return float(sum(n.low for n in numbers)), float(sum(n.high for n in numbers))
