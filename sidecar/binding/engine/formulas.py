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


class EngineFormula(NamedTuple):
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
    EngineFormula("cell", "cell", _C, _VALUE),
    EngineFormula("sum", "sum", _C, _VALUE),
    EngineFormula("mean", "mean", _C, _VALUE),
    EngineFormula("median", "mean", _C, _VALUE),
    EngineFormula("lowest", "extreme", _C, _VALUE),
    EngineFormula("highest", "extreme", _C, _VALUE),
    EngineFormula("spread", "extreme", _C, _VALUE),
    EngineFormula("rows", "count", _R, _COUNT),
    EngineFormula("distinct", "count", _R, _COUNT),
    EngineFormula("rows above", "condition", _C, _COUNT),
    EngineFormula("rows below", "condition", _C, _COUNT),
    EngineFormula("share", "share", _W, _PERCENT),
    EngineFormula("rest", "rest", _W, _VALUE),
    EngineFormula("rest share", "rest", _W, _PERCENT),
    EngineFormula("rank", "rank", _W, _COUNT),
    EngineFormula("rank from below", "rank", _W, _COUNT),
    EngineFormula("change", "change", _E, _VALUE, is_change=True),
    EngineFormula("growth", "growth", _E, _PERCENT, is_change=True),
    EngineFormula("times before", "times", _E, _MULTIPLE),
    EngineFormula("gap", "gap", _O, _VALUE, is_change=True),
    EngineFormula("gap share", "gap", _O, _PERCENT, is_change=True),
    EngineFormula("times", "times", _O, _MULTIPLE),
    EngineFormula("row share", "row share", _O, _PERCENT),
    EngineFormula("column gap", "column gap", _M, _VALUE, is_change=True),
    EngineFormula("column gap share", "column gap", _M, _PERCENT, is_change=True),
    EngineFormula("column share", "column share", _M, _PERCENT),
    EngineFormula("quotient", "quotient", _M, _QUOTIENT),
    EngineFormula("column times", "times", _M, _MULTIPLE),
    EngineFormula("column sum", "column sum", _M, _VALUE),
    EngineFormula("known rows", "count", _C, _COUNT),
    EngineFormula("unknown rows", "count", _C, _COUNT),
)
PLACE = {one.name: place for place, one in enumerate(FORMULAS)}
FAMILIES = tuple(dict.fromkeys(one.family for one in FORMULAS))
FAMILY = tuple(FAMILIES.index(one.family) for one in FORMULAS)
