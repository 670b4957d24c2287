"""Functions of many rows: sums, means, counts and quantiles."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from sidecar.formulas import functions
from sidecar.formulas.expressions.values import whole
from sidecar.formulas.flows import Flow, Kind, merged
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, arguments, canonical


class Rows(NamedTuple):
    """What an aggregate takes of the rows.

    Attributes:
        core: It and its arguments, as a text.
        every: Whether it takes every row: it has no filter, and leaves out no doubles.
    """

    core: str
    every: bool


def aggregate(reader: Reader, name: str, node: Node) -> Flow:
    """A call of an aggregate over the rows of a group."""
    if node["filter"] is not None:
        reader.condition(node["filter"])
    orders = [order["expression"] for order in node["order_bys"]["orders"]]
    parts = [*arguments(node)]
    if name in functions.QUANTILES and orders:  # WITHIN GROUP (ORDER BY column)
        parts, orders = [*orders, *parts], []
    for order in orders:
        reader.order(order)
    core = canonical([node["function_name"], [node["arguments"], node["filter"]]])
    every = not node["distinct"] and node["filter"] is None
    return over_rows(reader, name, parts, Rows(core, every))


def over_rows(reader: Reader, name: str, parts: list[Node], rows: Rows) -> Flow:
    """What an aggregate gives, over a group or a window."""
    inner = reader.moved(aggregate=True)
    pair = name in functions.QUANTILES | functions.OF_TWO | {"corr"}
    least = 0 if name in functions.COUNTS else 2 if pair else 1
    if not least <= len(parts) <= max(1, least):
        raise Refusal("SQL_NOT_ALLOWED", f"{name} of {len(parts)} values")
    if name in functions.QUANTILES:
        _fraction(parts.pop())
    elif name in functions.OF_TWO:
        reader.order(parts.pop())
    if name == "corr":
        flows = [inner.number(part) for part in parts]
        return Flow(kind=Kind.NUMBER, core=rows.core, sources=merged(flows), grouped=True)
    flow = inner.read(parts[0]) if parts else None
    if name in functions.COUNTS or flow is None:
        return _count(reader, flow, rows)
    return _of_many(reader, name, flow, rows)


def _of_many(reader: Reader, name: str, flow: Flow, rows: Rows) -> Flow:
    if flow.constant:
        if name == "sum" and flow.literal == 1:
            return _count(reader, flow, rows)
        raise Refusal("VALUE_NOT_OF_DATA", f"{name} of {flow.literal}")
    if flow.kind is Kind.TRUTH:
        flow = replace(flow, kind=Kind.COUNT, indicator=True)
    if flow.kind is Kind.COUNT and flow.indicator and name not in ("avg", "mean"):
        return _count(reader, flow, rows)
    core = flow.core if flow.kind is Kind.COUNT and not flow.indicator else rows.core
    return replace(
        flow,
        core=core,
        grouped=True,
        column=None,
        ratio=flow.ratio or flow.indicator,
        indicator=False,
    )


def _count(reader: Reader, flow: Flow | None, rows: Rows) -> Flow:
    """A number of rows."""
    scope = reader.scope
    if flow is not None and flow.constant and flow.literal not in (Decimal(1), "*"):
        raise Refusal("VALUE_NOT_OF_DATA", "a count of a written value")
    if not scope.rows:
        raise Refusal("VALUE_NOT_OF_DATA", "a count of nothing")
    if any(item.doubled for item in scope.items):
        raise Refusal("TOO_COMPLEX", "a count of rows that a union has several times")
    asked = flow is not None and flow.kind in (Kind.TRUTH, Kind.COUNT)
    core = "rows" if rows.every and not asked else rows.core
    core = f"{core} of {','.join(item.name for item in scope.items)}"
    reader.ledger.count(core)
    for place in scope.rows:
        reader.ledger.reads[place] = None
    sources = scope.rows | (flow.sources if flow is not None else frozenset())
    return Flow(kind=Kind.COUNT, core=core, sources=sources, grouped=True)


def _fraction(node: Node) -> None:
    if str(whole(node, "a quantile").normalize()) not in functions.FRACTIONS:
        raise Refusal("VALUE_NOT_OF_DATA", "a quantile without a name")
