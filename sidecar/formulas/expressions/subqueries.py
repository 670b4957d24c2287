"""Queries inside expressions: one value, a list that IN looks at, or whether there are rows."""

from __future__ import annotations

from dataclasses import replace

from sidecar.formulas.expressions.combined import truth
from sidecar.formulas.flows import Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, canonical, known


def subquery(reader: Reader, node: Node) -> Flow:
    """A query in parentheses."""
    known(node, "subquery_type", "subquery", "child", "comparison_type")
    known(node["subquery"], "node")
    kind, query = node["subquery_type"], node["subquery"]["node"]
    inner = reader.moved(aggregate=False)
    if kind != "SCALAR":
        inner = inner.moved(condition=True, outermost=False)
    item = inner.query(_without_ones(query) if kind == "EXISTS" else query)
    core = canonical(node)
    if kind == "EXISTS":
        return Flow(kind=Kind.TRUTH, core=core, sources=item.rows, grouped=True)
    if len(item.columns) != 1:
        raise Refusal("SQL_INVALID", "a subquery of several columns")
    (flow,) = item.columns.values()
    if kind == "SCALAR":
        if flow.kind is Kind.COUNT:
            core = flow.core + canonical(query.get("where_clause"))
        return replace(flow, column=None, core=core, grouped=True)
    if kind != "ANY":
        raise Refusal("SQL_NOT_ALLOWED", f"{kind.lower()} of a subquery")
    child = reader.moved(condition=True).data(node["child"])
    if child.column and flow.column:
        reader.ledger.held |= child.sources | flow.sources
    return truth([child, flow])


def _without_ones(query: Node) -> Node:
    """EXISTS (SELECT 1 FROM ...) without its one, which stands for nothing."""
    select = query.get("select_list", [])
    bare = all(node["class"] == "CONSTANT" for node in select)
    return {**query, "select_list": []} if bare else query
