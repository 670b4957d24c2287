"""Two values that a number may compare, and how formulas write them."""

from __future__ import annotations

from typing import NamedTuple

from sidecar.binding.context.operands import Operand, Question


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
    """How many periods lie between the two values of a comparison."""
    known = question.catalogs[compared.new.table]
    if compared.new.column is not compared.old.column:
        family = known.family(compared.new.column)
        return abs(family.index(compared.new.column) - family.index(compared.old.column))
    order = known.period_order
    rows = [int(o.vector.rows[0]) for o in (compared.old, compared.new)]
    old, new = (order.index(known.row_periods[row]) for row in rows)
    return abs(new - old)


def written(question: Question, operand: Operand) -> str:
    """A value of a comparison as formulas write it: its cell, or the sum of its cells."""
    name = question.range_of(operand)
    return name if operand.vector.values.size == 1 else f"sum({name})"
