"""The syntax tree of a query, as the engine itself reads it, and why one is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

REASONS = {
    "QUERY_TOO_LONG": "The query is longer than the settings allow. Say the same in fewer words.",
    "SQL_INVALID": "The engine cannot read the query, or knows no such column. Correct it.",
    "NOT_ONE_SELECT": "The text is not one SELECT. Leave out everything else.",
    "SQL_NOT_ALLOWED": "The query uses a clause, function or type that formulas may not use. "
    "Write it with the functions that the page on formulas lists.",
    "TABLE_UNKNOWN": "The query reads a table that is not a query result of the request, or gives "
    "a name of its own to something that is called like one. Use the query ids as they are.",
    "LITERAL_NOT_GROUNDED": "A value in a condition is neither named nor stated in the text, so "
    "it could have been chosen to make the number come out. Name it in the text, or take it from "
    "the data.",
    "VALUE_NOT_OF_DATA": "A number in the query flows into its value. Only units of measure may: "
    "powers of ten, the months of a year and the like.",
    "TOO_COMPLEX": "The query combines so many values that nearly any number could come out. "
    "Take fewer steps.",
    "TOO_SLOW": "The query took longer than the settings allow.",
    "TOO_LARGE": "The query needed more memory than the settings allow.",
    "NOT_ONE_VALUE": "The query gives no row, several rows or several columns. Give one value.",
    "NOT_A_NUMBER": "The value of the query is not a finite number.",
    "VALUE_NOT_REPEATABLE": "The query gives another value when it is run again. Order the rows "
    "that it picks from.",
    "VALUE_JUMPS": "The value changes by leaps when the data change by next to nothing: the query "
    "asks whether the data are those of the request.",
    "VALUE_DOES_NOT_MOVE": "The value stays when the data change, so it is not taken from them.",
    "NO_ENGINE": "Formulas need the engine of the extra `formulas`, which is not installed.",
    "ENGINE_FAILED": "The engine could not run, or has a fault. Tell the operator of the server.",
    "NO_NUMBER": "The formula belongs to no number of the text, or to one that has a formula"
    " already. Put the marker right behind the number, or give its span.",
    "MISPLACED": "The formula is of another row or period than the words name. Write a formula"
    " for the row and period of the sentence.",
}
"""What each reason means, and what to do."""


class Refusal(Exception):
    """A query that is not believed.

    Attributes:
        reason: A key of ``REASONS``.
        message: What it is about, for people and for anyone who writes the query.
    """

    def __init__(self, reason: str, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.reason = reason
        self.message = message


# The syntax tree of a query, as the engine itself reads it.
#
# The engine serializes a SELECT to JSON and takes it back. Anyone who walks the tree names the keys
# that it knows of a node, and ``require_known`` refuses a node that says more: what a later version
# of the engine adds to its language is refused until somebody has looked at it.

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


class EngineResult(Protocol):
    """What a statement gives."""

    def fetchone(self) -> Any:
        """Give the next row, or None."""

    def fetchmany(self, size: int, /) -> list[Any]:
        """Give the next rows."""


class EngineConnection(Protocol):
    """What is used of a connection to the engine."""

    def execute(self, query: str, parameters: object = None, /) -> EngineResult:
        """Run a statement."""


def parse(connection: EngineConnection, query: str) -> Node:
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


def find_root(tree: Node) -> Node:
    """Give the node of the only SELECT of a tree that ``parse`` gave."""
    statements = tree.get("statements") or []
    if len(statements) != 1:
        raise Refusal("NOT_ONE_SELECT", f"{len(statements)} statements")
    require_known(statements[0], "node")
    node: Node = statements[0]["node"]
    return node


def write_sql(connection: EngineConnection, tree: Node) -> str:
    """Write a tree as a query again."""
    row = connection.execute("SELECT json_deserialize_sql(?::JSON)", [json.dumps(tree)]).fetchone()
    return str(row[0])


def require_known(node: Node, *keys: str) -> None:
    """Refuse a node that says something under another key than these."""
    for key, value in node.items():
        if key in keys or key in _SILENT or not value or value in ({"map": []}, *_DEFAULTS):
            continue
        raise Refusal("SQL_NOT_ALLOWED", f"{key} of {node.get('type', 'a clause')}")


def find_tables(node: object) -> Iterator[Node]:
    """Every table that is named anywhere in a tree."""
    if isinstance(node, dict):
        if node.get("type") == "BASE_TABLE":
            yield node
        for value in node.values():
            yield from find_tables(value)
    elif isinstance(node, list):
        for value in node:
            yield from find_tables(value)


def read_arguments(node: Node) -> list[Node]:
    """Give the arguments of a function, none of which may be passed by name."""
    for argument in node["arguments"]:
        if argument["name"]:
            raise Refusal("SQL_NOT_ALLOWED", f"the argument {argument['name']} by name")
    return [argument["expression"] for argument in node["arguments"]]


def is_position(node: Node) -> bool:
    """Whether a key is the place of a column in the select list: ORDER BY 2."""
    return bool(node["class"] == "CONSTANT" and node["literal"]["kind"] == "INTEGER")


def read_literal_text(node: Node) -> str:
    """What a constant writes; nothing for any other expression."""
    return str(node["literal"].get("text", "")) if node["class"] == "CONSTANT" else ""


def canonicalize(node: object) -> str:
    """Give a text that is the same for two nodes that compute the same in the same words."""
    return json.dumps(_bare(node), sort_keys=True).lower()


def _bare(node: object) -> object:
    if isinstance(node, dict):
        kept: Iterable[str] = node.keys() - _SILENT | ({"type"} & node.keys())
        return {key: _bare(node[key]) for key in kept if node[key]}
    return [_bare(value) for value in node] if isinstance(node, list) else node
