"""Whether a query's value can only be one of the evidence: what its syntax tree shows.

A formula is written by the agent that is judged, or by a model that reads hostile tables. So the
tree is walked with a list of what may be there, and whatever else is there is refused. Its value
may be made of columns of the request's query results and of units; its conditions may pick rows by
what the text names. What the tree cannot show, ``gate`` finds out by running the query over changed
data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sidecar.formulas import functions
from sidecar.formulas.columns import Tables
from sidecar.formulas.expressions import MAX_DEPTH, Expressions
from sidecar.formulas.flows import PIECE, Flow, Kind, Ledger, Place, Position
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item, Scope, base
from sidecar.formulas.tree import Node, canonical, known, root


class Selected(NamedTuple):
    """A value that a query picks rows by."""

    query_id: str
    column: str
    literal: str


@dataclass(frozen=True)
class Examined:
    """What a query does with the evidence.

    Attributes:
        reads: The columns that it reads, as query id and name; no name where it counts rows.
        selects: The labels and periods that it picks by equality or IN.
        values: The columns that flow into its value.
        held: The columns whose cells pick, join or group rows.
        compared: The columns that are held against a threshold of the text.
        limited: Whether a written number says how many rows count.
    """

    reads: tuple[Place, ...]
    selects: tuple[Selected, ...]
    values: frozenset[Place]
    held: frozenset[Place]
    compared: frozenset[Place]
    limited: bool = False


def examine(tree: Node, tables: Tables, grounds: Grounds) -> Examined:
    """Say what a query does, or refuse it.

    Args:
        tree: The query, as ``tree.parse`` gives it.
        tables: The query results that it may read.
        grounds: What the text states.

    Returns:
        What it reads and picks by.

    Raises:
        Refusal: Its value could be something else than one of the evidence.
    """
    ledger = Ledger()
    statement = _Statement(tables, grounds, ledger)
    try:
        item = statement.query(root(tree), Scope(), Position(outermost=True))
    except RecursionError:
        raise Refusal("TOO_COMPLEX", "expressions inside expressions") from None
    if len(item.columns) != 1:
        raise Refusal("NOT_ONE_VALUE", f"{len(item.columns)} columns")
    (flow,) = item.columns.values()
    if flow.kind not in (Kind.NUMBER, Kind.COUNT):
        raise Refusal("NOT_A_NUMBER", f"a {flow.kind.name.lower()}")
    if flow.part == PIECE or not flow.sources:
        raise Refusal("VALUE_NOT_OF_DATA", "no column of the evidence flows into the value")
    return Examined(
        tuple(ledger.reads),
        tuple(Selected(*selected) for selected in ledger.selects),
        flow.sources,
        frozenset(ledger.held),
        frozenset(ledger.compared),
        ledger.limited,
    )


class _Statement:
    """Reads the queries of one statement: the whole, and those inside it."""

    def __init__(self, tables: Tables, grounds: Grounds, ledger: Ledger) -> None:
        self._tables = {name.lower(): (name, columns) for name, columns in tables.items()}
        self._ledger = ledger
        self._expressions = Expressions(grounds, ledger, self.query)

    def query(self, node: Node, outer: Scope, at: Position) -> Item:
        """Read a query, with the names of the one around it."""
        at = replace(at, depth=at.depth + 1)
        if at.depth > MAX_DEPTH:
            raise Refusal("TOO_COMPLEX", "queries inside queries")
        scope = Scope(parent=outer, named=dict(outer.named))
        self._name_queries(node, scope, at)
        if node["type"] == "SELECT_NODE":
            item = self._select(node, scope, at)
        elif node["type"] == "SET_OPERATION_NODE":
            item = self._set_operation(node, scope, at)
        else:
            raise Refusal("SQL_NOT_ALLOWED", node["type"].lower().replace("_", " "))
        return self._modified(node, item, scope, at)

    def _name_queries(self, node: Node, scope: Scope, at: Position) -> None:
        """WITH: queries by name, none of which may be called like a query result."""
        for named in node["cte_map"]["map"]:
            name, value = named["key"].lower(), named["value"]
            known(value, "aliases", "materialized", "query_node", "query")
            if name in self._tables:
                raise Refusal("TABLE_UNKNOWN", f"{name} is a query result, and no name for another")
            query = value.get("query_node") or value["query"]["node"]
            item = self.query(query, scope, replace(at, outermost=False))
            scope.named[name] = item.renamed(value["aliases"])

    def _select(self, node: Node, scope: Scope, at: Position) -> Item:
        known(
            node,
            *["select_list", "from_table", "where_clause", "group_expressions", "group_sets"],
            *["aggregate_handling", "having", "qualify", "modifiers", "cte_map"],
        )
        if len(node["group_sets"]) > 1:
            raise Refusal("SQL_NOT_ALLOWED", "several groupings at once")
        linked = self._from(node["from_table"], scope, at)
        columns: dict[str, Flow] = {}
        for name, column in self._columns(node["select_list"], scope, at):
            if columns.setdefault(name, column) is not column:
                raise Refusal("SQL_NOT_ALLOWED", f"two columns with the name {name}")
        inner = replace(at, outermost=False)
        for clause in ("where_clause", "having", "qualify"):
            if node[clause] is not None:
                self._expressions.condition(node[clause], scope, inner)
        for group in node["group_expressions"]:
            if not _is_position(group):
                self._expressions.key(group, scope, inner)
        called = set(_called(node["select_list"]))
        aggregates = called & (functions.AGGREGATES | functions.COUNTS)
        linked = linked or '"compare_equal"' in canonical(node["where_clause"])
        if aggregates and not linked:
            raise Refusal("TOO_COMPLEX", "rows of tables that nothing links")
        grouped = aggregates or node["group_expressions"]
        return Item(
            "",
            columns,
            scope.rows,
            single=bool(aggregates) and not node["group_expressions"],
            doubled=not grouped and any(item.doubled for item in scope.items),
        )

    def _columns(
        self, nodes: Sequence[Node], scope: Scope, at: Position
    ) -> Iterator[tuple[str, Flow]]:
        for place, node in enumerate(nodes):
            if node["class"] == "STAR":
                yield from self._star(node, scope)
                continue
            flow = self._expressions.read(node, scope, at)
            if flow.constant and flow.kind is Kind.TEXT and not at.outermost:
                flow = Flow(kind=Kind.TEXT, core=flow.core, part=PIECE)
            if flow.constant:
                written = "NULL" if flow.null else flow.literal
                raise Refusal("VALUE_NOT_OF_DATA", f"{written} as a value")
            name = node["alias"] or (node.get("column_names") or [f"#{place}"])[-1]
            scope.aliases[name.lower()] = flow
            yield name.lower(), replace(flow, grouped=False)

    def _star(self, node: Node, scope: Scope) -> Iterator[tuple[str, Flow]]:
        """All columns; of two with one name, the first, which is what the name means."""
        known(node, "relation_name", "exclude_list")
        relation = node["relation_name"].lower()
        excluded = {str(name).lower() for name in node["exclude_list"]}
        for item in scope.items:
            if relation in ("", item.name):
                for name, flow in item.columns.items():
                    if name not in excluded:
                        excluded.add(name)
                        yield name, flow

    def _set_operation(self, node: Node, scope: Scope, at: Position) -> Item:
        """UNION and its kin: a column of each, in their order."""
        known(node, "setop_type", "setop_all", "children", "modifiers", "cte_map")
        leaves, rows = (list(_leaves(node, *left_out)) for left_out in ((), ("select_list",)))
        if len(set(leaves)) < len(leaves):
            raise Refusal("TOO_COMPLEX", "the same query twice in a union")
        inner = replace(at, outermost=False)
        items = [self.query(child, scope, inner) for child in node["children"]]
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

    def _modified(self, node: Node, item: Item, scope: Scope, at: Position) -> Item:
        """ORDER BY, DISTINCT and LIMIT."""
        inner = replace(at, outermost=False)
        ordered = Scope(items=[*scope.items, item], parent=scope, named=scope.named)
        for modifier in node["modifiers"]:
            match modifier["type"]:
                case "ORDER_MODIFIER":
                    known(modifier, "orders")
                    keys = [order["expression"] for order in modifier["orders"]]
                case "DISTINCT_MODIFIER":
                    known(modifier, "distinct_on_targets")
                    keys = modifier["distinct_on_targets"]
                case "LIMIT_MODIFIER":
                    keys = []
                    self._expressions.first_rows(modifier)
                    one = modifier["limit"] is not None and _written(modifier["limit"]) == "1"
                    self._ledger.limited |= not one
                    item = replace(item, single=item.single or one)
                case other:
                    raise Refusal("SQL_NOT_ALLOWED", other.lower().replace("_", " "))
            for key in keys:
                if not _is_position(key) and key["class"] != "STAR":
                    self._expressions.data(key, ordered, replace(inner, condition=True))
        return item

    def _from(self, node: Node, scope: Scope, at: Position) -> bool:
        """Read a FROM clause into the scope.

        Returns:
            Whether every two of its tables are linked, or one of them has one row.
        """
        at = replace(at, outermost=False, depth=at.depth + 1)
        if at.depth > MAX_DEPTH:
            raise Refusal("TOO_COMPLEX", "tables inside tables")
        match node["type"]:
            case "EMPTY":
                return True
            case "BASE_TABLE":
                scope.items.append(self._table(node, scope))
                return True
            case "SUBQUERY":
                known(node, "subquery", "column_name_alias")
                known(node["subquery"], "node")
                item = self.query(node["subquery"]["node"], scope, at)
                item = item.renamed(node["column_name_alias"])
                scope.items.append(item.called(node["alias"]) if node["alias"] else item)
                return True
            case "JOIN":
                return self._join(node, scope, at)
            case other:
                raise Refusal("SQL_NOT_ALLOWED", other.lower().replace("_", " "))

    def _join(self, node: Node, scope: Scope, at: Position) -> bool:
        known(
            node,
            *[
                "left",
                "right",
                "condition",
                "join_type",
                "ref_type",
                "using_columns",
                "is_implicit",
            ],
            *["nearest_count", "nearest_order_type"],
        )
        kinds = ("INNER", "LEFT", "RIGHT", "OUTER", "SEMI", "ANTI")
        if (
            node["ref_type"] not in ("REGULAR", "CROSS", "NATURAL")
            or node["join_type"] not in kinds
        ):
            raise Refusal("SQL_NOT_ALLOWED", f"a {node['ref_type'].lower()} join")
        before = len(scope.items)
        linked = self._from(node["left"], scope, at)
        between = len(scope.items)
        linked = self._from(node["right"], scope, at) and linked
        for name in node["using_columns"]:
            self._ledger.held |= scope.column([name]).sources
            self._ledger.held |= scope.items[-1].columns.get(name.lower(), _NOTHING).sources
        condition = node["condition"]
        if condition is not None and _written(condition) != "true":
            self._expressions.condition(condition, scope, at)
        single = all(item.single for item in scope.items[before:between]) or all(
            item.single for item in scope.items[between:]
        )
        keyed = node["ref_type"] == "NATURAL" or node["using_columns"]
        equal = '"compare_equal"' in canonical(condition)
        return linked and bool(single or keyed or equal)

    def _table(self, node: Node, scope: Scope) -> Item:
        known(node, "table_name", "column_name_alias")
        name = node["table_name"]
        if node["schema_name"] or node["catalog_name"]:
            raise Refusal("TABLE_UNKNOWN", f"{name} by a name in parts")
        item = scope.named.get(name.lower())
        if item is None:
            if name.lower() not in self._tables:
                listed = ", ".join(query_id for query_id, _ in self._tables.values())[:200]
                raise Refusal("TABLE_UNKNOWN", f"{name} is no query result; there are {listed}")
            query_id, columns = self._tables[name.lower()]
            item = base(query_id, list(columns))
        return item.renamed(node["column_name_alias"]).called(node["alias"] or name)


_NOTHING = Flow(kind=Kind.NUMBER)


def _is_position(node: Node) -> bool:
    """Whether a key is the place of a column in the select list: ORDER BY 2."""
    return bool(node["class"] == "CONSTANT" and node["literal"]["kind"] == "INTEGER")


def _written(node: Node) -> str:
    return str(node["literal"].get("text", "")) if node["class"] == "CONSTANT" else ""


def _either(flows: Sequence[Flow]) -> Flow:
    """What a column of a union gives."""
    counted = any(flow.kind is Kind.COUNT for flow in flows)
    return Flow(
        kind=Kind.COUNT if counted else flows[0].kind,
        core="|".join(flow.core for flow in flows),
        sources=frozenset(place for flow in flows for place in flow.sources),
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
