"""FROM: query results, queries with a name, and how they are joined."""

from __future__ import annotations

from sidecar.formulas.flows import Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item, base
from sidecar.formulas.tree import Node, canonical, known, literal_text

_NOTHING = Flow(kind=Kind.NUMBER)
_JOIN = (
    *("left", "right", "condition", "join_type", "ref_type", "using_columns", "is_implicit"),
    *("nearest_count", "nearest_order_type"),
)
_JOIN_TYPES = frozenset({"INNER", "LEFT", "RIGHT", "OUTER", "SEMI", "ANTI"})
_REF_TYPES = frozenset({"REGULAR", "CROSS", "NATURAL"})


def read_tables(reader: Reader, node: Node) -> bool:
    """Read a FROM clause into the scope.

    Returns:
        Whether every two of its tables are linked, or one of them has one row.
    """
    reader = reader.deeper("tables").moved(outermost=False)
    match node["type"]:
        case "EMPTY":
            return True
        case "BASE_TABLE":
            reader.scope.items.append(_table(reader, node))
            return True
        case "SUBQUERY":
            reader.scope.items.append(_query(reader, node))
            return True
        case "JOIN":
            return _join(reader, node)
        case other:
            raise Refusal("SQL_NOT_ALLOWED", other.lower().replace("_", " "))


def has_equality(node: Node | None) -> bool:
    """Whether a condition has an equation, which may link two tables."""
    return '"compare_equal"' in canonical(node)


def _table(reader: Reader, node: Node) -> Item:
    known(node, "table_name", "column_name_alias")
    name, tables = node["table_name"], reader.rules.tables
    if node["schema_name"] or node["catalog_name"]:
        raise Refusal("TABLE_UNKNOWN", f"{name} by a name in parts")
    item = reader.scope.named.get(name.lower())
    if item is None:
        if name.lower() not in tables:
            listed = ", ".join(query_id for query_id, _ in tables.values())[:200]
            raise Refusal("TABLE_UNKNOWN", f"{name} is not a query result; there are {listed}")
        query_id, columns = tables[name.lower()]
        item = base(query_id, list(columns))
    return item.renamed(node["column_name_alias"]).called(node["alias"] or name)


def _query(reader: Reader, node: Node) -> Item:
    known(node, "subquery", "column_name_alias")
    known(node["subquery"], "node")
    item = reader.query(node["subquery"]["node"]).renamed(node["column_name_alias"])
    return item.called(node["alias"]) if node["alias"] else item


def _join(reader: Reader, node: Node) -> bool:
    known(node, *_JOIN)
    if node["ref_type"] not in _REF_TYPES or node["join_type"] not in _JOIN_TYPES:
        raise Refusal("SQL_NOT_ALLOWED", f"a {node['ref_type'].lower()} join")
    items = reader.scope.items
    before = len(items)
    linked = read_tables(reader, node["left"])
    between = len(items)
    linked = read_tables(reader, node["right"]) and linked
    condition, keys = node["condition"], node["using_columns"]
    for name in keys:
        reader.ledger.held |= reader.scope.column([name]).sources
        reader.ledger.held |= items[-1].columns.get(name.lower(), _NOTHING).sources
    if condition is not None and literal_text(condition) != "true":
        reader.condition(condition)
    sides = (items[before:between], items[between:])
    single = any(all(item.single for item in side) for side in sides)
    keyed = node["ref_type"] == "NATURAL" or bool(keys)
    return linked and (single or keyed or has_equality(condition))
