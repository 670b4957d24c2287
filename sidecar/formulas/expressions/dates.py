"""Functions of dates: their parts, their beginnings, and the time between two of them."""

from __future__ import annotations

from dataclasses import replace

from sidecar.formulas import functions
from sidecar.formulas.arithmetic import total
from sidecar.formulas.flows import PIECE, Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node

_FORM = frozenset("%YmdBbQ-/ .qHMSAa")


def part(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """The year, month or day of a date, as a number: YEAR(date), DATE_PART('year', date)."""
    if len(parts) > 1:
        name, parts = _unit(reader, parts[0]), parts[1:]
    name = functions.PART_NAMES.get(name, name)
    if name not in functions.DATE_PARTS:
        raise Refusal("SQL_NOT_ALLOWED", f"the part {name} of a date")
    flow = reader.date(parts[0])
    return replace(flow, kind=Kind.NUMBER, part=name, core=f"{name}({flow.core})", column=None)


def part_name(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """The name of the month or day of a date."""
    flow = reader.date(parts[0])
    return replace(flow, kind=Kind.TEXT, core=f"{name}({flow.core})", column=None, info=None)


def text(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """A date as a text of its parts."""
    flow = reader.date(parts[0])
    form = reader.read(parts[1]).literal
    if not isinstance(form, str) or set(form) - _FORM:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} in the form {form}")
    return replace(flow, kind=Kind.TEXT, core=f"{form}({flow.core})", column=None, part=PIECE)


def start(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """The first day of the month, quarter or year of a date."""
    unit = _unit(reader, parts[0])
    flow = reader.date(parts[1])
    return replace(flow, core=f"{name}({unit},{flow.core})", column=None)


def between(reader: Reader, name: str, parts: list[Node]) -> Flow:
    """The days, months or years from one date to another."""
    unit = _unit(reader, parts[0])
    if unit not in functions.UNITS:
        raise Refusal("SQL_NOT_ALLOWED", f"a difference in {unit}")
    flows = [(-1, reader.date(parts[1])), (1, reader.date(parts[2]))]
    flow = total(flows, reader.ledger, reader.condition_grounds)
    return replace(flow, core=f"{name}({unit},{flow.core})")


def _unit(reader: Reader, node: Node) -> str:
    literal = reader.read(node).literal
    if not isinstance(literal, str):
        raise Refusal("SQL_NOT_ALLOWED", "a unit of time that is not written")
    return literal.lower()
