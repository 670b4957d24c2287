"""Whether a query's value can only be one of the evidence: what its syntax tree shows.

A formula is written by the agent that is judged, or by a model that reads hostile tables. So the
tree is walked with a list of what may be there, and whatever else is there is refused. Its value
may be made of columns of the request's query results and of units; its conditions may pick rows
by what the text names. What the tree cannot show, ``gate`` finds out by running the query over
changed data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from sidecar.formulas import columns
from sidecar.formulas.columns import Tables
from sidecar.formulas.expressions import aggregates, calls, values
from sidecar.formulas.expressions.aggregates import read_coalesce
from sidecar.formulas.expressions.values import judge_condition
from sidecar.formulas.flows import (
    PICK,
    PIECE,
    Place,
    Provenance,
    QueryPosition,
    QueryUsage,
    ValueKind,
)
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.literals import Literals
from sidecar.formulas.queries import read_query
from sidecar.formulas.reader import ExpressionReader, NameScope, ReadsExpression, StatementRules
from sidecar.formulas.tree import Node, Refusal, canonicalize, find_root, require_known

# Casts: a type may say how a value is read, and never what it is.


def read_cast(reader: ExpressionReader, node: Node) -> Provenance:
    """CAST(value AS type)."""
    require_known(node, "child", "type_expr", "try_cast")
    kind = node["type_expr"]["type_name"].upper()
    flow = reader.read(node["child"])
    if kind in columns.NUMBER_TYPES:
        return _to_number(reader, kind, flow)
    if (
        kind in columns.DATE_TYPES
        and flow.kind in (ValueKind.TEXT, ValueKind.DATE)
        and not flow.null
    ):
        return replace(flow, kind=ValueKind.DATE)
    if kind in columns.TEXT_TYPES and not flow.constant:
        return (
            flow if flow.kind is ValueKind.TEXT else replace(flow, kind=ValueKind.TEXT, part=PIECE)
        )
    if kind in columns.TRUTH_TYPES and flow.kind is ValueKind.TRUTH:
        return flow
    raise Refusal("SQL_NOT_ALLOWED", f"a cast to {kind}")


def _to_number(reader: ExpressionReader, kind: str, flow: Provenance) -> Provenance:
    if flow.literal is not None and flow.kind is ValueKind.NUMBER:
        return flow
    if flow.kind is ValueKind.TRUTH and not flow.constant:
        if not reader.at.aggregate:
            raise Refusal("VALUE_NOT_OF_DATA", "a condition made a number")
        return replace(flow, kind=ValueKind.COUNT, indicator=True)
    if flow.kind is ValueKind.TEXT and not flow.constant:
        return replace(flow, kind=ValueKind.NUMBER, part="" if flow.part == PICK else flow.part)
    if flow.kind in (ValueKind.NUMBER, ValueKind.COUNT) and not flow.constant:
        counted = "INT" in kind and (flow.ratio or flow.factor != 1)
        return replace(flow, kind=ValueKind.COUNT) if counted else flow
    raise Refusal("VALUE_NOT_OF_DATA", f"a cast to {kind}")


# Queries inside expressions: one value, a list that IN looks at, or whether there are rows.


def read_subquery(reader: ExpressionReader, node: Node) -> Provenance:
    """A query in parentheses."""
    require_known(node, "subquery_type", "subquery", "child", "comparison_type")
    require_known(node["subquery"], "node")
    kind, query = node["subquery_type"], node["subquery"]["node"]
    inner = reader.moved(aggregate=False)
    if kind != "SCALAR":
        inner = inner.moved(condition=True, outermost=False)
    item = inner.query(_without_ones(query) if kind == "EXISTS" else query)
    core = canonicalize(node)
    if kind == "EXISTS":
        return Provenance(kind=ValueKind.TRUTH, core=core, sources=item.rows, grouped=True)
    if len(item.columns) != 1:
        raise Refusal("SQL_INVALID", "a subquery of several columns")
    (flow,) = item.columns.values()
    if kind == "SCALAR":
        if flow.kind is ValueKind.COUNT:
            core = flow.core + canonicalize(query.get("where_clause"))
        return replace(flow, column=None, core=core, grouped=True)
    if kind != "ANY":
        raise Refusal("SQL_NOT_ALLOWED", f"{kind.lower()} of a subquery")
    child = reader.moved(condition=True).data(node["child"])
    if child.column and flow.column:
        reader.ledger.held |= child.sources | flow.sources
    return judge_condition([child, flow])


def _without_ones(query: Node) -> Node:
    """EXISTS (SELECT 1 FROM ...) without its one, which stands for nothing."""
    select = query.get("select_list", [])
    bare = all(node["class"] == "CONSTANT" for node in select)
    return {**query, "select_list": []} if bare else query


# What picks rows: comparisons with values that the query writes, and with other data.


def read_operator(reader: ExpressionReader, node: Node) -> Provenance:
    """IS NULL, NOT, IN with a list, and COALESCE, which the engine takes for an operator."""
    require_known(node, "children")
    kind, children = node["type"], node["children"]
    if kind in ("OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL"):
        return judge_condition([reader.data(children[0])], against_zero=True)
    if kind == "OPERATOR_NOT":
        flow = reader.condition(children[0])
        return replace(flow, core=f"not {flow.core}")
    if kind == "OPERATOR_COALESCE":
        return read_coalesce(reader, children)
    if kind in ("COMPARE_IN", "COMPARE_NOT_IN"):
        inner = reader.moved(condition=True)
        flow = inner.data(children[0])
        for child in children[1:]:
            _equal(reader, flow, inner.read(child))
        return judge_condition([flow], core=canonicalize(node))
    raise Refusal("SQL_NOT_ALLOWED", kind.lower())


def read_comparison(reader: ExpressionReader, node: Node) -> Provenance:
    """Two values compared with each other."""
    require_known(node, "left", "right")
    inner = reader.moved(condition=True)
    left, right = (inner.read(node[side]) for side in ("left", "right"))
    if left.constant:
        left, right = right, left
    if left.constant or right.null:
        raise Refusal("LITERAL_NOT_GROUNDED", "a comparison without data")
    kind = node["type"]
    equality = kind.endswith(("EQUAL", "DISTINCT_FROM")) and "THAN" not in kind
    if equality:
        _equal(reader, left, right)
    else:
        _ordered(reader, left, right)
    flows = [left, right] if right.literal is None else [left]
    return judge_condition(flows, core=canonicalize(node), against_zero=right.literal == 0)


def read_between(reader: ExpressionReader, node: Node) -> Provenance:
    """A value between two others."""
    require_known(node, "input", "lower", "upper")
    inner = reader.moved(condition=True)
    flow = inner.data(node["input"])
    for end in ("lower", "upper"):
        _ordered(reader, flow, inner.read(node[end]))
    return judge_condition([flow], core=canonicalize(node))


def read_conjunction(reader: ExpressionReader, node: Node) -> Provenance:
    """AND and OR."""
    require_known(node, "children")
    flows = [reader.condition(child) for child in node["children"]]
    guards = all(flow.against_zero for flow in flows)
    return judge_condition(flows, core=canonicalize(node), against_zero=guards)


def _equal(reader: ExpressionReader, flow: Provenance, other: Provenance) -> None:
    if other.literal is None or other.null:
        # columns that are compared with each other join tables: they are kept as they are
        if flow.column and other.column:
            reader.ledger.held |= flow.sources | other.sources
    elif flow.kind is not ValueKind.TRUTH:
        reader.rules.literals.equal(flow, other.literal)
    elif other.kind is not ValueKind.TRUTH:
        raise Refusal("SQL_NOT_ALLOWED", "a condition compared with a number")


def _ordered(reader: ExpressionReader, flow: Provenance, other: Provenance) -> None:
    if other.literal is None or other.null:
        return
    if isinstance(other.literal, str) and flow.kind not in (ValueKind.TEXT, ValueKind.DATE):
        raise Refusal("LITERAL_NOT_GROUNDED", f"{other.literal} beside numbers")
    reader.rules.literals.ordered(flow, other.literal)


KINDS: Mapping[str, ReadsExpression] = {
    "COLUMN_REF": values.read_column,
    "CONSTANT": values.read_constant,
    "FUNCTION": calls.read_call,
    "WINDOW": aggregates.read_window,
    "CAST": read_cast,
    "CASE": aggregates.read_case,
    "SUBQUERY": read_subquery,
    "OPERATOR": read_operator,
    "COMPARISON": read_comparison,
    "BETWEEN": read_between,
    "CONJUNCTION": read_conjunction,
}


class RowFilter(NamedTuple):
    """A value that a query picks rows by."""

    query_id: str
    column: str
    literal: str


@dataclass(frozen=True)
class QueryExamination:
    """What a query does with the evidence.

    Attributes:
        reads: The columns that it reads, as query id and name; no name where it counts rows.
        selects: The labels and periods that it picks by equality or IN.
        values: The columns that flow into its value.
        held: The columns whose cells pick, join or group rows.
        compared: The columns that are compared with a threshold of the text.
        limited: Whether a written number says how many rows count.
    """

    reads: tuple[Place, ...]
    selects: tuple[RowFilter, ...]
    values: frozenset[Place]
    held: frozenset[Place]
    compared: frozenset[Place]
    limited: bool = False


def examine(tree: Node, tables: Tables, grounds: Grounds) -> QueryExamination:
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
    ledger = QueryUsage()
    rules = StatementRules(
        tables={name.lower(): (name, columns) for name, columns in tables.items()},
        grounds=grounds,
        literals=Literals(grounds, ledger),
        ledger=ledger,
        kinds=KINDS,
        query=read_query,
    )
    try:
        item = read_query(
            ExpressionReader(rules, NameScope(), QueryPosition(outermost=True)), find_root(tree)
        )
    except RecursionError:
        raise Refusal("TOO_COMPLEX", "expressions inside expressions") from None
    if len(item.columns) != 1:
        raise Refusal("NOT_ONE_VALUE", f"{len(item.columns)} columns")
    (flow,) = item.columns.values()
    if flow.kind not in (ValueKind.NUMBER, ValueKind.COUNT):
        raise Refusal("NOT_A_NUMBER", f"a {flow.kind.name.lower()}")
    if flow.part == PIECE or not flow.sources:
        raise Refusal("VALUE_NOT_OF_DATA", "no column of the evidence flows into the value")
    return QueryExamination(
        tuple(ledger.reads),
        tuple(RowFilter(*selected) for selected in ledger.selects),
        flow.sources,
        frozenset(ledger.held),
        frozenset(ledger.compared),
        ledger.limited,
    )
