"""Functions of many rows, and choices between values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from sidecar.formulas import columns
from sidecar.formulas.expressions import values
from sidecar.formulas.expressions.values import join_alternatives, read_written_number
from sidecar.formulas.flows import PIECE, RANK, Provenance, ValueKind, merge_places
from sidecar.formulas.reader import ExpressionReader
from sidecar.formulas.tree import Node, Refusal, canonicalize, read_arguments, require_known

# Functions over a window of rows: running sums, ranks and neighbours.

_GROUPS = frozenset({4, 5, 10, 100})
"""Of NTILE: quartiles, quintiles, deciles and percentiles."""
_CLAUSES = (
    *("function_name", "arguments", "partitions", "orders", "distinct", "filter_expr"),
    *("start", "end", "start_expr", "end_expr", "ignore_nulls", "has_ignore_nulls"),
)


def read_window(reader: ExpressionReader, node: Node) -> Provenance:
    """A call with OVER."""
    require_known(node, *_CLAUSES)
    name = node["function_name"].lower()
    if len(node["qualified_name"]["path"]) != 1:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} called by a name in parts")
    for partition in node["partitions"]:
        reader.key(partition)
    for order in node["orders"]:
        reader.order(order["expression"])
    framed = _frame(reader, node)
    if node["filter_expr"] is not None:
        reader.condition(node["filter_expr"])
    parts = read_arguments(node)
    core = canonicalize(node)
    if name in columns.RANKS | columns.SHARES:
        return _rank(reader, name, parts, core)
    if name in columns.NEIGHBOURS | columns.ENDS:
        return _neighbour(reader, name, parts, core)
    if name not in columns.AGGREGATES | columns.COUNTS:
        raise Refusal("SQL_NOT_ALLOWED", f"the function {name}")
    if framed and (name in columns.COUNTS or name == "sum"):
        _framed(reader, parts)
    return judge_aggregate(reader, name, parts, AggregateRows(core, every=False))


def _framed(reader: ExpressionReader, parts: list[Node]) -> None:
    """A count of the rows of a frame is the size that the query writes."""
    flow = reader.moved(aggregate=True).read(parts[0]) if parts else None
    if flow is None or flow.constant or flow.kind is not ValueKind.NUMBER:
        raise Refusal("VALUE_NOT_OF_DATA", "a count of the rows of a frame")


def _frame(reader: ExpressionReader, node: Node) -> bool:
    """Judge the size of a frame: three months are two rows before and this one."""
    written = [node[end] for end in ("start_expr", "end_expr") if node[end] is not None]
    for end in written:
        size = read_written_number(end, "a frame")
        if size > 1 and not (reader.grounds.states(size) or reader.grounds.states(size + 1)):
            raise Refusal("LITERAL_NOT_GROUNDED", f"a frame of {size} rows")
    return bool(written)


def _rank(reader: ExpressionReader, name: str, parts: list[Node], core: str) -> Provenance:
    """A place in an order, or a share of the rows up to it."""
    for part in parts:
        groups = read_written_number(part, name)
        if groups not in _GROUPS and not reader.grounds.states(groups):
            raise Refusal("LITERAL_NOT_GROUNDED", f"{name} of {groups}")
    rows = reader.scope.rows
    for place in rows:
        reader.ledger.reads[place] = None
    kind = ValueKind.NUMBER if name in columns.SHARES else ValueKind.COUNT
    if kind is ValueKind.COUNT:
        reader.ledger.count(core)
    share = kind is ValueKind.NUMBER
    return Provenance(kind=kind, core=core, sources=rows, grouped=True, ratio=share, part=RANK)


def _neighbour(reader: ExpressionReader, name: str, parts: list[Node], core: str) -> Provenance:
    """The value of another row: the one before, the first, the last."""
    if not 1 <= len(parts) <= 3:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} of {len(parts)} values")
    flow = reader.moved(aggregate=True).data(parts[0])
    if len(parts) > 1:
        steps = read_written_number(parts[1], name)
        if not values.is_grounded_step(reader, steps):
            raise Refusal("LITERAL_NOT_GROUNDED", f"{name} by {steps}")
    if len(parts) > 2:
        default = reader.read(parts[2])
        if not (default.null or default.literal == 0):
            raise Refusal("VALUE_NOT_OF_DATA", f"a default of {name}")
    core = flow.core if flow.kind is ValueKind.COUNT else core
    return replace(flow, core=core, column=None, grouped=True)


class AggregateRows(NamedTuple):
    """What an aggregate takes of the rows.

    Attributes:
        core: It and its arguments, as a text.
        every: Whether it takes every row: it has no filter, and leaves out no doubles.
    """

    core: str
    every: bool


def read_aggregate(reader: ExpressionReader, name: str, node: Node) -> Provenance:
    """A call of an aggregate over the rows of a group."""
    if node["filter"] is not None:
        reader.condition(node["filter"])
    orders = [order["expression"] for order in node["order_bys"]["orders"]]
    parts = [*read_arguments(node)]
    if name in columns.QUANTILES and orders:  # WITHIN GROUP (ORDER BY column)
        parts, orders = [*orders, *parts], []
    for order in orders:
        reader.order(order)
    core = canonicalize([node["function_name"], [node["arguments"], node["filter"]]])
    every = not node["distinct"] and node["filter"] is None
    return judge_aggregate(reader, name, parts, AggregateRows(core, every))


def judge_aggregate(
    reader: ExpressionReader, name: str, parts: list[Node], rows: AggregateRows
) -> Provenance:
    """What an aggregate gives, over a group or a window."""
    inner = reader.moved(aggregate=True)
    pair = name in columns.QUANTILES | columns.OF_TWO | {"corr"}
    least = 0 if name in columns.COUNTS else 2 if pair else 1
    if not least <= len(parts) <= max(1, least):
        raise Refusal("SQL_NOT_ALLOWED", f"{name} of {len(parts)} values")
    if name in columns.QUANTILES:
        _fraction(parts.pop())
    elif name in columns.OF_TWO:
        reader.order(parts.pop())
    if name == "corr":
        flows = [inner.number(part) for part in parts]
        return Provenance(
            kind=ValueKind.NUMBER, core=rows.core, sources=merge_places(flows), grouped=True
        )
    flow = inner.read(parts[0]) if parts else None
    if name in columns.COUNTS or flow is None:
        return _count(reader, flow, rows)
    return _of_many(reader, name, flow, rows)


def _of_many(
    reader: ExpressionReader, name: str, flow: Provenance, rows: AggregateRows
) -> Provenance:
    if flow.constant:
        if name == "sum" and flow.literal == 1:
            return _count(reader, flow, rows)
        raise Refusal("VALUE_NOT_OF_DATA", f"{name} of {flow.literal}")
    if flow.kind is ValueKind.TRUTH:
        flow = replace(flow, kind=ValueKind.COUNT, indicator=True)
    if flow.kind is ValueKind.COUNT and flow.indicator and name not in ("avg", "mean"):
        return _count(reader, flow, rows)
    core = flow.core if flow.kind is ValueKind.COUNT and not flow.indicator else rows.core
    return replace(
        flow,
        core=core,
        grouped=True,
        column=None,
        ratio=flow.ratio or flow.indicator,
        indicator=False,
    )


def _count(reader: ExpressionReader, flow: Provenance | None, rows: AggregateRows) -> Provenance:
    """A number of rows."""
    scope = reader.scope
    if flow is not None and flow.constant and flow.literal not in (Decimal(1), "*"):
        raise Refusal("VALUE_NOT_OF_DATA", "a count of a written value")
    if not scope.rows:
        raise Refusal("VALUE_NOT_OF_DATA", "a count of nothing")
    if any(item.doubled for item in scope.items):
        raise Refusal("TOO_COMPLEX", "a count of rows that a union has several times")
    asked = flow is not None and flow.kind in (ValueKind.TRUTH, ValueKind.COUNT)
    core = "rows" if rows.every and not asked else rows.core
    core = f"{core} of {','.join(item.name for item in scope.items)}"
    reader.ledger.count(core)
    for place in scope.rows:
        reader.ledger.reads[place] = None
    sources = scope.rows | (flow.sources if flow is not None else frozenset())
    return Provenance(kind=ValueKind.COUNT, core=core, sources=sources, grouped=True)


def _fraction(node: Node) -> None:
    if str(read_written_number(node, "a quantile").normalize()) not in columns.FRACTIONS:
        raise Refusal("VALUE_NOT_OF_DATA", "a quantile without a name")


# Choices between values: CASE, IF and COALESCE.
#
# A choice is made row by row, inside an aggregate: between whole values it would tell one set of
# data from another. What guards a division by nought is the exception.


def read_case(reader: ExpressionReader, node: Node) -> Provenance:
    """CASE WHEN condition THEN value ELSE value END."""
    require_known(node, "case_checks", "else_expr")
    whens = [check["when_expr"] for check in node["case_checks"]]
    branches = [check["then_expr"] for check in node["case_checks"]]
    return _cases(reader, whens, [*branches, node["else_expr"]])


def read_if(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """IF(condition, value, value)."""
    return _cases(reader, parts[:1], parts[1:])


def read_coalesce(reader: ExpressionReader, nodes: Sequence[Node]) -> Provenance:
    """The first value that is not missing; a written one may be nought."""
    flows = [reader.read(node) for node in nodes]
    for flow in flows:
        if flow.constant and flow.literal not in (None, 0, ""):
            raise Refusal("VALUE_NOT_OF_DATA", f"coalesce with {flow.literal}")
    data = [flow for flow in flows if not flow.constant]
    if not data:
        raise Refusal("VALUE_NOT_OF_DATA", "coalesce of written values")
    return join_alternatives(data)


def _cases(reader: ExpressionReader, whens: Sequence[Node], branches: Sequence[Node]) -> Provenance:
    conditions = [reader.condition(when) for when in whens]
    flows = [reader.read(branch) for branch in branches]
    _guarded(reader, conditions, flows)
    data = [flow for flow in flows if not flow.constant]
    written = [flow for flow in flows if flow.constant and not flow.null]
    _require_harmless(written, beside_data=bool(data))
    if not data:
        return _chosen(conditions, written)
    return replace(join_alternatives(data), column=None, core=_core(data, conditions))


def _guarded(
    reader: ExpressionReader, conditions: Sequence[Provenance], flows: Sequence[Provenance]
) -> None:
    """Refuse a choice that is not made row by row, but for what guards against nought."""
    at = reader.at
    guarded = all(flow.against_zero for flow in conditions)
    by_row = not any(flow.grouped for flow in [*conditions, *flows])
    if not guarded and not (by_row and (at.aggregate or at.condition or not at.outermost)):
        raise Refusal("VALUE_NOT_OF_DATA", "a choice between values outside an aggregate")


def _require_harmless(written: Sequence[Provenance], *, beside_data: bool) -> None:
    """Refuse written values that a branch may not have."""
    for flow in written:
        if flow.kind is ValueKind.NUMBER and flow.literal not in (0, 1):
            raise Refusal("VALUE_NOT_OF_DATA", f"{flow.literal} in a branch")
        if beside_data and flow.literal == 1:
            raise Refusal("VALUE_NOT_OF_DATA", "a one beside data in a branch")


def _core(values: Sequence[Provenance], conditions: Sequence[Provenance]) -> str:
    if all(flow.against_zero for flow in conditions):
        return values[0].core
    return "case " + "|".join(flow.core for flow in [*conditions, *values])


def _chosen(conditions: Sequence[Provenance], written: Sequence[Provenance]) -> Provenance:
    """A choice between written values: noughts and ones, or names of groups."""
    if all(flow.against_zero for flow in conditions) and not written:
        raise Refusal("VALUE_NOT_OF_DATA", "a choice of nothing")
    core = "case " + "|".join(flow.core for flow in [*conditions, *written])
    sources = merge_places(conditions)
    if any(flow.kind is not ValueKind.NUMBER for flow in written):
        return Provenance(kind=ValueKind.TEXT, core=core, sources=sources, part=PIECE)
    return Provenance(kind=ValueKind.COUNT, core=core, sources=sources, indicator=True)
