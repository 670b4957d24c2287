"""UNION and its kin: a column of each query, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.formulas.flows import PIECE, Flow, Kind, merged
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item
from sidecar.formulas.tree import Node, canonical, known


def union(reader: Reader, node: Node) -> Item:
    """Read a set operation."""
    known(node, "setop_type", "setop_all", "children", "modifiers", "cte_map")
    leaves, rows = (list(_leaves(node, *left_out)) for left_out in ((), ("select_list",)))
    if len(set(leaves)) < len(leaves):
        raise Refusal("TOO_COMPLEX", "the same query twice in a union")
    items = [reader.query(child, outermost=False) for child in node["children"]]
    if len({len(item.columns) for item in items}) > 1:
        raise Refusal("SQL_INVALID", "a union of queries with different columns")
    columns = {
        name: _either([list(item.columns.values())[place] for item in items])
        for place, name in enumerate(items[0].columns)
    }
    return Item(
        "",
        columns,
        frozenset(place for item in items for place in item.rows),
        doubled=len(set(rows)) < len(rows) or any(item.doubled for item in items),
    )


def _either(flows: Sequence[Flow]) -> Flow:
    """What a column of a union gives."""
    counted = any(flow.kind is Kind.COUNT for flow in flows)
    return Flow(
        kind=Kind.COUNT if counted else flows[0].kind,
        core="|".join(flow.core for flow in flows),
        sources=merged(flows),
        ratio=all(flow.ratio for flow in flows),
        factor=flows[0].factor,
        part=_part(flows),
    )


def _part(flows: Sequence[Flow]) -> str:
    parts = {flow.part for flow in flows}
    return PIECE if PIECE in parts else flows[0].part if len(parts) == 1 else ""


def _leaves(node: Node, *left_out: str) -> Iterator[str]:
    """The queries of a union, as texts that are the same for the same query."""
    if node["type"] != "SET_OPERATION_NODE":
        yield canonical({key: value for key, value in node.items() if key not in left_out})
        return
    for child in node["children"]:
        yield from _leaves(child, *left_out)
