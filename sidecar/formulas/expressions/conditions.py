"""What picks rows: comparisons with values that the query writes, and with other data."""

from __future__ import annotations

from dataclasses import replace

from sidecar.formulas.expressions.branches import coalesce
from sidecar.formulas.expressions.combined import truth
from sidecar.formulas.flows import Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, canonical, known


def operator(reader: Reader, node: Node) -> Flow:
    """IS NULL, NOT, IN with a list, and COALESCE, which the engine takes for an operator."""
    known(node, "children")
    kind, children = node["type"], node["children"]
    if kind in ("OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL"):
        return truth([reader.data(children[0])], against_zero=True)
    if kind == "OPERATOR_NOT":
        flow = reader.condition(children[0])
        return replace(flow, core=f"not {flow.core}")
    if kind == "OPERATOR_COALESCE":
        return coalesce(reader, children)
    if kind in ("COMPARE_IN", "COMPARE_NOT_IN"):
        inner = reader.moved(condition=True)
        flow = inner.data(children[0])
        for child in children[1:]:
            _equal(reader, flow, inner.read(child))
        return truth([flow], core=canonical(node))
    raise Refusal("SQL_NOT_ALLOWED", kind.lower())


def comparison(reader: Reader, node: Node) -> Flow:
    """Two values compared with each other."""
    known(node, "left", "right")
    inner = reader.moved(condition=True)
    left, right = (inner.read(node[side]) for side in ("left", "right"))
    if left.constant:
        left, right = right, left
    if left.constant or right.null:
        raise Refusal("LITERAL_NOT_GROUNDED", "a comparison without data")
    kind = node["type"]
    equality = kind.endswith(("EQUAL", "DISTINCT_FROM")) and "THAN" not in kind
    if equality:
        _equal(reader, left, right)
    else:
        _ordered(reader, left, right)
    flows = [left, right] if right.literal is None else [left]
    return truth(flows, core=canonical(node), against_zero=right.literal == 0)


def between(reader: Reader, node: Node) -> Flow:
    """A value between two others."""
    known(node, "input", "lower", "upper")
    inner = reader.moved(condition=True)
    flow = inner.data(node["input"])
    for end in ("lower", "upper"):
        _ordered(reader, flow, inner.read(node[end]))
    return truth([flow], core=canonical(node))


def conjunction(reader: Reader, node: Node) -> Flow:
    """AND and OR."""
    known(node, "children")
    flows = [reader.condition(child) for child in node["children"]]
    guards = all(flow.against_zero for flow in flows)
    return truth(flows, core=canonical(node), against_zero=guards)


def _equal(reader: Reader, flow: Flow, other: Flow) -> None:
    if other.literal is None or other.null:
        # columns that are compared with each other join tables: they are kept as they are
        if flow.column and other.column:
            reader.ledger.held |= flow.sources | other.sources
    elif flow.kind is not Kind.TRUTH:
        reader.rules.literals.equal(flow, other.literal)
    elif other.kind is not Kind.TRUTH:
        raise Refusal("SQL_NOT_ALLOWED", "a condition compared with a number")


def _ordered(reader: Reader, flow: Flow, other: Flow) -> None:
    if other.literal is None or other.null:
        return
    if isinstance(other.literal, str) and flow.kind not in (Kind.TEXT, Kind.DATE):
        raise Refusal("LITERAL_NOT_GROUNDED", f"{other.literal} beside numbers")
    reader.rules.literals.ordered(flow, other.literal)
