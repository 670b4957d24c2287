"""A query: the whole of a statement, or one inside it."""

from __future__ import annotations

from sidecar.formulas.queries.modifiers import modified
from sidecar.formulas.queries.selects import select
from sidecar.formulas.queries.unions import union
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item, Scope
from sidecar.formulas.tree import Node, known


def query(reader: Reader, node: Node) -> Item:
    """Read a query, which may use the names of the one around it.

    Raises:
        Refusal: A formula may not use it.
    """
    scope = Scope(parent=reader.scope, named=dict(reader.scope.named))
    reader = reader.deeper("queries").named(scope)
    _name_queries(reader, node)
    if node["type"] == "SELECT_NODE":
        item = select(reader, node)
    elif node["type"] == "SET_OPERATION_NODE":
        item = union(reader, node)
    else:
        raise Refusal("SQL_NOT_ALLOWED", node["type"].lower().replace("_", " "))
    return modified(reader, node, item)


def _name_queries(reader: Reader, node: Node) -> None:
    """WITH: queries by name, none of which may be called like a query result."""
    for named in node["cte_map"]["map"]:
        name, value = named["key"].lower(), named["value"]
        known(value, "aliases", "materialized", "query_node", "query")
        if name in reader.rules.tables:
            raise Refusal("TABLE_UNKNOWN", f"{name} is a query result, and no name for another")
        inner = value.get("query_node") or value["query"]["node"]
        item = reader.query(inner, outermost=False)
        reader.scope.named[name] = item.renamed(value["aliases"])
