"""Casts: a type may say how a value is read, and never what it is."""

from __future__ import annotations

from dataclasses import replace

from sidecar.formulas import functions
from sidecar.formulas.flows import PICK, PIECE, Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, known


def cast(reader: Reader, node: Node) -> Flow:
    """CAST(value AS type)."""
    known(node, "child", "type_expr", "try_cast")
    kind = node["type_expr"]["type_name"].upper()
    flow = reader.read(node["child"])
    if kind in functions.NUMBER_TYPES:
        return _to_number(reader, kind, flow)
    if kind in functions.DATE_TYPES and flow.kind in (Kind.TEXT, Kind.DATE) and not flow.null:
        return replace(flow, kind=Kind.DATE)
    if kind in functions.TEXT_TYPES and not flow.constant:
        return flow if flow.kind is Kind.TEXT else replace(flow, kind=Kind.TEXT, part=PIECE)
    if kind in functions.TRUTH_TYPES and flow.kind is Kind.TRUTH:
        return flow
    raise Refusal("SQL_NOT_ALLOWED", f"a cast to {kind}")


def _to_number(reader: Reader, kind: str, flow: Flow) -> Flow:
    if flow.literal is not None and flow.kind is Kind.NUMBER:
        return flow
    if flow.kind is Kind.TRUTH and not flow.constant:
        if not reader.at.aggregate:
            raise Refusal("VALUE_NOT_OF_DATA", "a condition made a number")
        return replace(flow, kind=Kind.COUNT, indicator=True)
    if flow.kind is Kind.TEXT and not flow.constant:
        return replace(flow, kind=Kind.NUMBER, part="" if flow.part == PICK else flow.part)
    if flow.kind in (Kind.NUMBER, Kind.COUNT) and not flow.constant:
        counted = "INT" in kind and (flow.ratio or flow.factor != 1)
        return replace(flow, kind=Kind.COUNT) if counted else flow
    raise Refusal("VALUE_NOT_OF_DATA", f"a cast to {kind}")
