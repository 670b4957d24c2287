"""Functions over a window of rows: running sums, ranks and neighbours."""

from __future__ import annotations

from dataclasses import replace

from sidecar.formulas import functions
from sidecar.formulas.expressions import spans
from sidecar.formulas.expressions.aggregates import Rows, over_rows
from sidecar.formulas.expressions.values import whole
from sidecar.formulas.flows import RANK, Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, arguments, canonical, known

_GROUPS = frozenset({4, 5, 10, 100})
"""Of NTILE: quartiles, quintiles, deciles and percentiles."""
_CLAUSES = (
    *("function_name", "arguments", "partitions", "orders", "distinct", "filter_expr"),
    *("start", "end", "start_expr", "end_expr", "ignore_nulls", "has_ignore_nulls"),
)


def window(reader: Reader, node: Node) -> Flow:
    """A call with OVER."""
    known(node, *_CLAUSES)
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
    parts = arguments(node)
    core = canonical(node)
    if name in functions.RANKS | functions.SHARES:
        return _rank(reader, name, parts, core)
    if name in functions.NEIGHBOURS | functions.ENDS:
        return _neighbour(reader, name, parts, core)
    if name not in functions.AGGREGATES | functions.COUNTS:
        raise Refusal("SQL_NOT_ALLOWED", f"the function {name}")
    if framed and (name in functions.COUNTS or name == "sum"):
        _framed(reader, parts)
    return over_rows(reader, name, parts, Rows(core, every=False))


def _framed(reader: Reader, parts: list[Node]) -> None:
    """A count of the rows of a frame is the size that the query writes."""
    flow = reader.moved(aggregate=True).read(parts[0]) if parts else None
    if flow is None or flow.constant or flow.kind is not Kind.NUMBER:
        raise Refusal("VALUE_NOT_OF_DATA", "a count of the rows of a frame")


def _frame(reader: Reader, node: Node) -> bool:
    """Judge the size of a frame: three months are two rows before and this one."""
    written = [node[end] for end in ("start_expr", "end_expr") if node[end] is not None]
    for end in written:
        size = whole(end, "a frame")
        if size > 1 and not (reader.grounds.states(size) or reader.grounds.states(size + 1)):
            raise Refusal("LITERAL_NOT_GROUNDED", f"a frame of {size} rows")
    return bool(written)


def _rank(reader: Reader, name: str, parts: list[Node], core: str) -> Flow:
    """A place in an order, or a share of the rows up to it."""
    for part in parts:
        groups = whole(part, name)
        if groups not in _GROUPS and not reader.grounds.states(groups):
            raise Refusal("LITERAL_NOT_GROUNDED", f"{name} of {groups}")
    rows = reader.scope.rows
    for place in rows:
        reader.ledger.reads[place] = None
    kind = Kind.NUMBER if name in functions.SHARES else Kind.COUNT
    if kind is Kind.COUNT:
        reader.ledger.count(core)
    share = kind is Kind.NUMBER
    return Flow(kind=kind, core=core, sources=rows, grouped=True, ratio=share, part=RANK)


def _neighbour(reader: Reader, name: str, parts: list[Node], core: str) -> Flow:
    """The value of another row: the one before, the first, the last."""
    if not 1 <= len(parts) <= 3:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} of {len(parts)} values")
    flow = reader.moved(aggregate=True).data(parts[0])
    if len(parts) > 1:
        steps = whole(parts[1], name)
        if not spans.grounded(reader, steps):
            raise Refusal("LITERAL_NOT_GROUNDED", f"{name} by {steps}")
    if len(parts) > 2:
        default = reader.read(parts[2])
        if not (default.null or default.literal == 0):
            raise Refusal("VALUE_NOT_OF_DATA", f"a default of {name}")
    core = flow.core if flow.kind is Kind.COUNT else core
    return replace(flow, core=core, column=None, grouped=True)
