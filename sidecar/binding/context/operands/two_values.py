"""Two values that a number may compare, and how formulas write them."""

from __future__ import annotations

from typing import NamedTuple

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.language.periods import Period


class Comparison(NamedTuple):
    """Two values that a number may compare.

    Attributes:
        old: The one that is compared with.
        new: The other.
        link: How strongly both are linked.
        named: Whether both are named.
        over: What differs: "period", "label", "column" or "whole"; or "stated": other
            numbers of the sentence are compared.
    """

    old: Operand
    new: Operand
    link: float
    named: bool
    over: str


def steps(question: Question, compared: Comparison) -> int | None:
    """How many periods lie between the two values of a comparison; of years, how many years.

    None between two tables.
    """
    if compared.old.table != compared.new.table:
        return None
    known = question.catalogs[compared.new.table]
    if compared.new.column is not compared.old.column:
        order = [column.period for column in known.family(compared.new.column)]
        if not order:
            return 1  # a column of the period before
        ends = [compared.old.column.period, compared.new.column.period]
    else:
        order = known.period_order
        ends = [known.row_periods[int(o.vector.rows[0])] for o in (compared.old, compared.new)]
    years = [end.year for end in ends if end.year is not None and end == Period(end.year)]
    if len(years) == len(ends):  # a census is taken every ten years
        return abs(years[1] - years[0])
    old, new = map(order.index, ends)
    return abs(new - old)


def written(question: Question, operand: Operand) -> str:
    """A value of a comparison as formulas write it: its cell, or the sum of its cells."""
    name = question.range_of(operand)
    return name if operand.vector.values.size == 1 else f"sum({name})"
