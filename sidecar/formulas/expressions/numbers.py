"""Functions of numbers: they give a number of the data, rounded, or one of several."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from sidecar.formulas.expressions.combined import one_of
from sidecar.formulas.expressions.values import whole
from sidecar.formulas.flows import Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node

_LARGEST_ROOT = 40
_MOST_DIGITS = 10


def rounded(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """A number without its sign or its last digits."""
    flow = reader.number(parts[0])
    if len(parts) > 1:
        digits = whole(parts[1], name)
        if not 0 <= digits <= _MOST_DIGITS:
            raise Refusal("VALUE_NOT_OF_DATA", f"{name} to {digits} digits")
    return replace(flow, column=None, info=None)


def whole_number(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """The whole number beside a number."""
    return replace(rounded(reader, name, parts), kind=Kind.COUNT)


def picked(reader: Reader, _name: str, parts: list[Node]) -> Flow:
    """The greatest or least of some numbers."""
    return one_of([reader.number(part) for part in parts])


def root(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """A ratio to the power of one by the number of years: growth a year."""
    flow = reader.number(parts[0])
    exponent = reader.read(parts[1])
    if not flow.ratio or flow.factor != 1 or not _years(reader, parts[1], exponent):
        raise Refusal("VALUE_NOT_OF_DATA", f"{name} other than growth a year")
    reader.ledger.operators(1)
    return replace(flow, core=f"{flow.core}^{exponent.core}")


def null_if(reader: Reader, _name: str, parts: list[Node]) -> Flow:
    """NULLIF(divisor, 0): what guards a division."""
    flow = reader.data(parts[0])
    if reader.read(parts[1]).literal not in (Decimal(0), ""):
        raise Refusal("VALUE_NOT_OF_DATA", "nullif of anything but nought")
    return replace(flow, column=None)


def _years(reader: Reader, node: Node, exponent: Flow) -> bool:
    """Whether an exponent is one by a number of years that the text states."""
    if not isinstance(exponent.literal, Decimal) or node["class"] != "FUNCTION":
        return False
    years = round(1 / exponent.literal if exponent.literal else Decimal(0))
    stated = reader.grounds.years
    apart = {abs(first - last) for first in stated for last in stated}
    return 1 < years < _LARGEST_ROOT and (years in apart or reader.grounds.states(Decimal(years)))
