"""Reads queries: the whole of a statement or one inside it, its columns and its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sidecar.formulas.columns import AGGREGATES, COUNTS
from sidecar.formulas.expressions.values import read_written_number
from sidecar.formulas.flows import PIECE, Provenance, ValueKind, merge_places
from sidecar.formulas.reader import ExpressionReader, FromItem, NameScope, make_from_item
from sidecar.formulas.tree import (
    Node,
    Refusal,
    canonicalize,
    is_position,
    read_literal_text,
    require_known,
)

# FROM: query results, queries with a name, and how they are joined.

_NOTHING = Provenance(kind=ValueKind.NUMBER)
_JOIN = (
    *("left", "right", "condition", "join_type", "ref_type", "using_columns", "is_implicit"),
    *("nearest_count", "nearest_order_type"),
)
_JOIN_TYPES = frozenset({"INNER", "LEFT", "RIGHT", "OUTER", "SEMI", "ANTI"})
_REF_TYPES = frozenset({"REGULAR", "CROSS", "NATURAL"})


def read_tables(reader: ExpressionReader, node: Node) -> bool:
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
    return '"compare_equal"' in canonicalize(node)


def _table(reader: ExpressionReader, node: Node) -> FromItem:
    require_known(node, "table_name", "column_name_alias")
    name, tables = node["table_name"], reader.rules.tables
    if node["schema_name"] or node["catalog_name"]:
        raise Refusal("TABLE_UNKNOWN", f"{name} by a name in parts")
    item = reader.scope.named.get(name.lower())
    if item is None:
        if name.lower() not in tables:
            listed = ", ".join(query_id for query_id, _ in tables.values())[:200]
            raise Refusal("TABLE_UNKNOWN", f"{name} is not a query result; there are {listed}")
        query_id, columns = tables[name.lower()]
        item = make_from_item(query_id, list(columns))
    return item.renamed(node["column_name_alias"]).called(node["alias"] or name)


def _query(reader: ExpressionReader, node: Node) -> FromItem:
    require_known(node, "subquery", "column_name_alias")
    require_known(node["subquery"], "node")
    item = reader.query(node["subquery"]["node"]).renamed(node["column_name_alias"])
    return item.called(node["alias"]) if node["alias"] else item


def _join(reader: ExpressionReader, node: Node) -> bool:
    require_known(node, *_JOIN)
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
    if condition is not None and read_literal_text(condition) != "true":
        reader.condition(condition)
    sides = (items[before:between], items[between:])
    single = any(all(item.single for item in side) for side in sides)
    keyed = node["ref_type"] == "NATURAL" or bool(keys)
    return linked and (single or keyed or has_equality(condition))


_CLAUSES = (
    *("select_list", "from_table", "where_clause", "group_expressions", "group_sets"),
    *("aggregate_handling", "having", "qualify", "modifiers", "cte_map"),
)


def read_select(reader: ExpressionReader, node: Node) -> FromItem:
    """Read a SELECT, without its ORDER BY, DISTINCT and LIMIT."""
    require_known(node, *_CLAUSES)
    if len(node["group_sets"]) > 1:
        raise Refusal("SQL_NOT_ALLOWED", "several groupings at once")
    linked = read_tables(reader, node["from_table"])
    columns: dict[str, Provenance] = {}
    for name, column in _columns(reader, node["select_list"]):
        if columns.setdefault(name, column) is not column:
            raise Refusal("SQL_NOT_ALLOWED", f"two columns with the name {name}")
    _clauses(reader.moved(outermost=False), node)
    called = set(_called(node["select_list"]))
    aggregates = called & (AGGREGATES | COUNTS)
    if aggregates and not (linked or has_equality(node["where_clause"])):
        raise Refusal("TOO_COMPLEX", "rows of tables that nothing links")
    groups = bool(node["group_expressions"])
    scope = reader.scope
    return FromItem(
        "",
        columns,
        scope.rows,
        single=bool(aggregates) and not groups,
        doubled=not (aggregates or groups) and any(item.doubled for item in scope.items),
    )


def _clauses(reader: ExpressionReader, node: Node) -> None:
    """WHERE, HAVING, QUALIFY and GROUP BY."""
    for clause in ("where_clause", "having", "qualify"):
        if node[clause] is not None:
            reader.condition(node[clause])
    for group in node["group_expressions"]:
        if not is_position(group):
            reader.key(group)


def _columns(reader: ExpressionReader, nodes: list[Node]) -> Iterator[tuple[str, Provenance]]:
    for place, node in enumerate(nodes):
        if node["class"] == "STAR":
            yield from _star(reader, node)
            continue
        flow = reader.read(node)
        if flow.constant and flow.kind is ValueKind.TEXT and not reader.at.outermost:
            flow = Provenance(kind=ValueKind.TEXT, core=flow.core, part=PIECE)
        if flow.constant:
            written = "NULL" if flow.null else flow.literal
            raise Refusal("VALUE_NOT_OF_DATA", f"{written} as a value")
        name = node["alias"] or (node.get("column_names") or [f"#{place}"])[-1]
        reader.scope.aliases[name.lower()] = flow
        yield name.lower(), replace(flow, grouped=False)


def _star(reader: ExpressionReader, node: Node) -> Iterator[tuple[str, Provenance]]:
    """All columns; of two with one name, the first, which is what the name means."""
    require_known(node, "relation_name", "exclude_list")
    relation = node["relation_name"].lower()
    excluded = {str(name).lower() for name in node["exclude_list"]}
    for item in reader.scope.items:
        if relation in ("", item.name):
            for name, flow in item.columns.items():
                if name not in excluded:
                    excluded.add(name)
                    yield name, flow


def _called(node: object) -> Iterator[str]:
    """The functions that an expression calls, without those of its windows and subqueries."""
    if isinstance(node, dict):
        if node.get("class") in ("WINDOW", "SUBQUERY"):
            return
        if node.get("class") == "FUNCTION":
            yield node["function_name"].lower()
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            yield from _called(value)


# A query: the whole of a statement, or one inside it.

# ORDER BY, DISTINCT and LIMIT: what is done to the rows of a query in the end.


def apply_modifiers(reader: ExpressionReader, node: Node, item: FromItem) -> FromItem:
    """Give what a query gives after its modifiers."""
    scope = reader.scope
    ordered = NameScope(items=[*scope.items, item], parent=scope, named=scope.named)
    last = reader.moved(outermost=False).named(ordered)
    for modifier in node["modifiers"]:
        match modifier["type"]:
            case "ORDER_MODIFIER":
                require_known(modifier, "orders")
                _keys(last, [order["expression"] for order in modifier["orders"]])
            case "DISTINCT_MODIFIER":
                require_known(modifier, "distinct_on_targets")
                _keys(last, modifier["distinct_on_targets"])
            case "LIMIT_MODIFIER":
                item = _first_rows(reader, modifier, item)
            case other:
                raise Refusal("SQL_NOT_ALLOWED", other.lower().replace("_", " "))
    return item


def _keys(reader: ExpressionReader, keys: list[Node]) -> None:
    for key in keys:
        if not is_position(key) and key["class"] != "STAR":
            reader.order(key)


def _first_rows(reader: ExpressionReader, node: Node, item: FromItem) -> FromItem:
    """LIMIT and OFFSET."""
    require_known(node, "limit", "offset", "limit_type")
    if node["limit_type"] != "ROW_COUNT":
        raise Refusal("SQL_NOT_ALLOWED", "LIMIT in per cent")
    limit, offset = node["limit"], node["offset"]
    if limit is not None:
        reader.rules.literals.limit(read_written_number(limit, "LIMIT"))
    if offset is not None:
        reader.rules.literals.offset(read_written_number(offset, "OFFSET"))
    one = limit is not None and read_literal_text(limit) == "1"
    reader.ledger.limited |= not one
    return replace(item, single=item.single or one)


# UNION and its kin: a column of each query, in their order.


def read_union(reader: ExpressionReader, node: Node) -> FromItem:
    """Read a set operation."""
    require_known(node, "setop_type", "setop_all", "children", "modifiers", "cte_map")
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
    return FromItem(
        "",
        columns,
        frozenset(place for item in items for place in item.rows),
        doubled=len(set(rows)) < len(rows) or any(item.doubled for item in items),
    )


def _either(flows: Sequence[Provenance]) -> Provenance:
    """What a column of a union gives."""
    counted = any(flow.kind is ValueKind.COUNT for flow in flows)
    return Provenance(
        kind=ValueKind.COUNT if counted else flows[0].kind,
        core="|".join(flow.core for flow in flows),
        sources=merge_places(flows),
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
        yield canonicalize({key: value for key, value in node.items() if key not in left_out})
        return
    for child in node["children"]:
        yield from _leaves(child, *left_out)


def read_query(reader: ExpressionReader, node: Node) -> FromItem:
    """Read a query, which may use the names of the one around it.

    Raises:
        Refusal: A formula may not use it.
    """
    scope = NameScope(parent=reader.scope, named=dict(reader.scope.named))
    reader = reader.deeper("queries").named(scope)
    _name_queries(reader, node)
    if node["type"] == "SELECT_NODE":
        item = read_select(reader, node)
    elif node["type"] == "SET_OPERATION_NODE":
        item = read_union(reader, node)
    else:
        raise Refusal("SQL_NOT_ALLOWED", node["type"].lower().replace("_", " "))
    return apply_modifiers(reader, node, item)


def _name_queries(reader: ExpressionReader, node: Node) -> None:
    """WITH: queries by name, none of which may be called like a query result."""
    for named in node["cte_map"]["map"]:
        name, value = named["key"].lower(), named["value"]
        require_known(value, "aliases", "materialized", "query_node", "query")
        if name in reader.rules.tables:
            raise Refusal("TABLE_UNKNOWN", f"{name} is a query result, and no name for another")
        inner = value.get("query_node") or value["query"]["node"]
        item = reader.query(inner, outermost=False)
        reader.scope.named[name] = item.renamed(value["aliases"])
