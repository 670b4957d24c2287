"""SELECT: its columns, and the clauses that pick and group its rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sidecar.formulas import functions
from sidecar.formulas.flows import PIECE, Flow, Kind
from sidecar.formulas.queries.tables import has_equality, read_tables
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.scope import Item
from sidecar.formulas.tree import Node, is_position, known

_CLAUSES = (
    *("select_list", "from_table", "where_clause", "group_expressions", "group_sets"),
    *("aggregate_handling", "having", "qualify", "modifiers", "cte_map"),
)


def select(reader: Reader, node: Node) -> Item:
    """Read a SELECT, without its ORDER BY, DISTINCT and LIMIT."""
    known(node, *_CLAUSES)
    if len(node["group_sets"]) > 1:
        raise Refusal("SQL_NOT_ALLOWED", "several groupings at once")
    linked = read_tables(reader, node["from_table"])
    columns: dict[str, Flow] = {}
    for name, column in _columns(reader, node["select_list"]):
        if columns.setdefault(name, column) is not column:
            raise Refusal("SQL_NOT_ALLOWED", f"two columns with the name {name}")
    _clauses(reader.moved(outermost=False), node)
    called = set(_called(node["select_list"]))
    aggregates = called & (functions.AGGREGATES | functions.COUNTS)
    if aggregates and not (linked or has_equality(node["where_clause"])):
        raise Refusal("TOO_COMPLEX", "rows of tables that nothing links")
    groups = bool(node["group_expressions"])
    scope = reader.scope
    return Item(
        "",
        columns,
        scope.rows,
        single=bool(aggregates) and not groups,
        doubled=not (aggregates or groups) and any(item.doubled for item in scope.items),
    )


def _clauses(reader: Reader, node: Node) -> None:
    """WHERE, HAVING, QUALIFY and GROUP BY."""
    for clause in ("where_clause", "having", "qualify"):
        if node[clause] is not None:
            reader.condition(node[clause])
    for group in node["group_expressions"]:
        if not is_position(group):
            reader.key(group)


def _columns(reader: Reader, nodes: list[Node]) -> Iterator[tuple[str, Flow]]:
    for place, node in enumerate(nodes):
        if node["class"] == "STAR":
            yield from _star(reader, node)
            continue
        flow = reader.read(node)
        if flow.constant and flow.kind is Kind.TEXT and not reader.at.outermost:
            flow = Flow(kind=Kind.TEXT, core=flow.core, part=PIECE)
        if flow.constant:
            written = "NULL" if flow.null else flow.literal
            raise Refusal("VALUE_NOT_OF_DATA", f"{written} as a value")
        name = node["alias"] or (node.get("column_names") or [f"#{place}"])[-1]
        reader.scope.aliases[name.lower()] = flow
        yield name.lower(), replace(flow, grouped=False)


def _star(reader: Reader, node: Node) -> Iterator[tuple[str, Flow]]:
    """All columns; of two with one name, the first, which is what the name means."""
    known(node, "relation_name", "exclude_list")
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
