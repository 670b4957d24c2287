"""A query: the whole of a statement, or one inside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sidecar.formulas.expressions.values import whole
from sidecar.formulas.flows import PIECE, Kind, Provenance, merged
from sidecar.formulas.queries.selects import select
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item, Scope
from sidecar.formulas.tree import Node, canonical, is_position, known, literal_text

# ORDER BY, DISTINCT and LIMIT: what is done to the rows of a query in the end.


def modified(reader: Reader, node: Node, item: Item) -> Item:
    """Give what a query gives after its modifiers."""
    scope = reader.scope
    ordered = Scope(items=[*scope.items, item], parent=scope, named=scope.named)
    last = reader.moved(outermost=False).named(ordered)
    for modifier in node["modifiers"]:
        match modifier["type"]:
            case "ORDER_MODIFIER":
                known(modifier, "orders")
                _keys(last, [order["expression"] for order in modifier["orders"]])
            case "DISTINCT_MODIFIER":
                known(modifier, "distinct_on_targets")
                _keys(last, modifier["distinct_on_targets"])
            case "LIMIT_MODIFIER":
                item = _first_rows(reader, modifier, item)
            case other:
                raise Refusal("SQL_NOT_ALLOWED", other.lower().replace("_", " "))
    return item


def _keys(reader: Reader, keys: list[Node]) -> None:
    for key in keys:
        if not is_position(key) and key["class"] != "STAR":
            reader.order(key)


def _first_rows(reader: Reader, node: Node, item: Item) -> Item:
    """LIMIT and OFFSET."""
    known(node, "limit", "offset", "limit_type")
    if node["limit_type"] != "ROW_COUNT":
        raise Refusal("SQL_NOT_ALLOWED", "LIMIT in per cent")
    limit, offset = node["limit"], node["offset"]
    if limit is not None:
        reader.rules.literals.limit(whole(limit, "LIMIT"))
    if offset is not None:
        reader.rules.literals.offset(whole(offset, "OFFSET"))
    one = limit is not None and literal_text(limit) == "1"
    reader.ledger.limited |= not one
    return replace(item, single=item.single or one)


# UNION and its kin: a column of each query, in their order.


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


def _either(flows: Sequence[Provenance]) -> Provenance:
    """What a column of a union gives."""
    counted = any(flow.kind is Kind.COUNT for flow in flows)
    return Provenance(
        kind=Kind.COUNT if counted else flows[0].kind,
        core="|".join(flow.core for flow in flows),
        sources=merged(flows),
        ratio=all(flow.ratio for flow in flows),
        factor=flows[0].factor,
        part=_part(flows),
    )


def _part(flows: Sequence[Provenance]) -> str:
    parts = {flow.part for flow in flows}
    return PIECE if PIECE in parts else flows[0].part if len(parts) == 1 else ""


def _leaves(node: Node, *left_out: str) -> Iterator[str]:
    """The queries of a union, as texts that are the same for the same query."""
    if node["type"] != "SET_OPERATION_NODE":
        yield canonical({key: value for key, value in node.items() if key not in left_out})
        return
    for child in node["children"]:
        yield from _leaves(child, *left_out)


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
