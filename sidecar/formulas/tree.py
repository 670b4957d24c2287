"""The syntax tree of a query, as the engine itself reads it.

The engine serializes a SELECT to JSON and takes it back. Anyone who walks the tree names the keys
that it knows of a node, and ``known`` refuses a node that says more: what a later version of the
engine adds to its language is refused until somebody has looked at it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from sidecar.formulas.refusals import Refusal

Node = dict[str, Any]

_SILENT = frozenset(
    [
        "alias",
        "catalog",
        "class",
        "export_state",
        "is_operator",
        "qualified_name",
        "query_location",
        "query_location_length",
        "schema",
        "type",
        "catalog_name",
        "schema_name",
    ]
)
"""Keys that say nothing of what a node computes, or are looked at where they do."""

_DEFAULTS = frozenset({"STANDARD_HANDLING", "ORDER_DEFAULT", "INVALID", "NO_OTHER"})


class Result(Protocol):
    """What a statement gives."""

    def fetchone(self) -> Any:
        """Give the next row, or None."""

    def fetchmany(self, size: int, /) -> list[Any]:
        """Give the next rows."""


class Connection(Protocol):
    """What is used of a connection to the engine."""

    def execute(self, query: str, parameters: object = None, /) -> Result:
        """Run a statement."""


def parse(connection: Connection, query: str) -> Node:
    """Read a query.

    Args:
        connection: A connection to the engine; nothing is run.
        query: The text.

    Returns:
        The node of its SELECT.

    Raises:
        Refusal: It is not one SELECT.
    """
    row = connection.execute("SELECT json_serialize_sql(?)", [query]).fetchone()
    try:
        read: Node = json.loads(row[0])
    except RecursionError:
        raise Refusal("TOO_COMPLEX", "expressions inside expressions") from None
    if read["error"]:
        kind = "NOT_ONE_SELECT" if read["error_type"] == "not implemented" else "SQL_INVALID"
        raise Refusal(kind, str(read["error_message"])[:200])
    return read


def root(tree: Node) -> Node:
    """Give the node of the only SELECT of a tree that ``parse`` gave."""
    statements = tree.get("statements") or []
    if len(statements) != 1:
        raise Refusal("NOT_ONE_SELECT", f"{len(statements)} statements")
    known(statements[0], "node")
    node: Node = statements[0]["node"]
    return node


def sql(connection: Connection, tree: Node) -> str:
    """Write a tree as a query again."""
    row = connection.execute("SELECT json_deserialize_sql(?::JSON)", [json.dumps(tree)]).fetchone()
    return str(row[0])


def known(node: Node, *keys: str) -> None:
    """Refuse a node that says something under another key than these."""
    for key, value in node.items():
        if key in keys or key in _SILENT or not value or value in ({"map": []}, *_DEFAULTS):
            continue
        raise Refusal("SQL_NOT_ALLOWED", f"{key} of {node.get('type', 'a clause')}")


def tables(node: object) -> Iterator[Node]:
    """Every table that is named anywhere in a tree."""
    if isinstance(node, dict):
        if node.get("type") == "BASE_TABLE":
            yield node
        for value in node.values():
            yield from tables(value)
    elif isinstance(node, list):
        for value in node:
            yield from tables(value)


def arguments(node: Node) -> list[Node]:
    """Give the arguments of a function, none of which may be passed by name."""
    for argument in node["arguments"]:
        if argument["name"]:
            raise Refusal("SQL_NOT_ALLOWED", f"the argument {argument['name']} by name")
    return [argument["expression"] for argument in node["arguments"]]


def is_position(node: Node) -> bool:
    """Whether a key is the place of a column in the select list: ORDER BY 2."""
    return bool(node["class"] == "CONSTANT" and node["literal"]["kind"] == "INTEGER")


def literal_text(node: Node) -> str:
    """What a constant writes; nothing for any other expression."""
    return str(node["literal"].get("text", "")) if node["class"] == "CONSTANT" else ""


def canonical(node: object) -> str:
    """Give a text that is the same for two nodes that compute the same in the same words."""
    return json.dumps(_bare(node), sort_keys=True).lower()


def _bare(node: object) -> object:
    if isinstance(node, dict):
        kept: Iterable[str] = node.keys() - _SILENT | ({"type"} & node.keys())
        return {key: _bare(node[key]) for key in kept if node[key]}
    return [_bare(value) for value in node] if isinstance(node, list) else node
