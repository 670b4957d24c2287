"""One table of formulas: what a number may be, of which operands, and what quantity comes out."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Operands(IntEnum):
    """What a formula is computed from."""

    COLUMN = 0  # one measure over a row set
    ROWS = 1  # the rows of a row set
    WHOLE = 2  # one measure over a row set, and over one with a filter less
    EARLIER = 3  # over two row sets of different periods
    OTHER = 4  # over two row sets of different rows
    COLUMNS = 5  # two measures over a row set


class Quantity(IntEnum):
    """What comes out."""

    VALUE = 0  # in the unit of the measure
    PERCENT = 1
    MULTIPLE = 2
    COUNT = 3
    QUOTIENT = 4  # one measure by another


class Formula(NamedTuple):
    """A row of the table.

    Attributes:
        name: What it is called, in features and in explanations.
        family: Formulas that words ask for alike.
        operands: What it is computed from.
        quantity: What comes out.
        is_change: Whether a verb may carry its sign.
    """

    name: str
    family: str
    operands: Operands
    quantity: Quantity
    is_change: bool = False


_C, _R, _W, _E, _O, _M = Operands
_VALUE, _PERCENT, _MULTIPLE, _COUNT, _QUOTIENT = Quantity

FORMULAS = (
    Formula("cell", "cell", _C, _VALUE),
    Formula("sum", "sum", _C, _VALUE),
    Formula("mean", "mean", _C, _VALUE),
    Formula("median", "mean", _C, _VALUE),
    Formula("lowest", "extreme", _C, _VALUE),
    Formula("highest", "extreme", _C, _VALUE),
    Formula("spread", "extreme", _C, _VALUE),
    Formula("rows", "count", _R, _COUNT),
    Formula("distinct", "count", _R, _COUNT),
    Formula("rows above", "condition", _C, _COUNT),
    Formula("rows below", "condition", _C, _COUNT),
    Formula("share", "share", _W, _PERCENT),
    Formula("rest", "rest", _W, _VALUE),
    Formula("rest share", "rest", _W, _PERCENT),
    Formula("rank", "rank", _W, _COUNT),
    Formula("rank from below", "rank", _W, _COUNT),
    Formula("change", "change", _E, _VALUE, is_change=True),
    Formula("growth", "growth", _E, _PERCENT, is_change=True),
    Formula("times before", "times", _E, _MULTIPLE),
    Formula("gap", "gap", _O, _VALUE, is_change=True),
    Formula("gap share", "gap", _O, _PERCENT, is_change=True),
    Formula("times", "times", _O, _MULTIPLE),
    Formula("row share", "row share", _O, _PERCENT),
    Formula("column gap", "column gap", _M, _VALUE, is_change=True),
    Formula("column gap share", "column gap", _M, _PERCENT, is_change=True),
    Formula("column share", "column share", _M, _PERCENT),
    Formula("quotient", "quotient", _M, _QUOTIENT),
    Formula("column times", "times", _M, _MULTIPLE),
    Formula("column sum", "column sum", _M, _VALUE),
    Formula("known rows", "count", _C, _COUNT),
    Formula("unknown rows", "count", _C, _COUNT),
)
PLACE = {one.name: place for place, one in enumerate(FORMULAS)}
FAMILIES = tuple(dict.fromkeys(one.family for one in FORMULAS))
FAMILY = tuple(FAMILIES.index(one.family) for one in FORMULAS)
