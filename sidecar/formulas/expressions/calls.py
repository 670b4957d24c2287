"""Functions of one row, by their names and how many values they take. No other is allowed."""

from __future__ import annotations

from collections.abc import Callable

from sidecar.formulas import functions
from sidecar.formulas.expressions import (
    aggregates,
    branches,
    dates,
    numbers,
    operators,
    picks,
    texts,
)
from sidecar.formulas.flows import Flow
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, arguments, known

SCALARS: tuple[tuple[frozenset[str], int, int, Callable[[Reader, str, list[Node]], Flow]], ...] = (
    (functions.SAME, 1, 2, numbers.rounded),
    (functions.WHOLE, 1, 1, numbers.whole_number),
    (functions.PICKED, 1, 9, numbers.picked),
    (functions.POWERS, 2, 2, numbers.root),
    (frozenset({"nullif"}), 2, 2, numbers.null_if),
    (functions.DATE_PARTS, 1, 1, dates.part),
    (frozenset({"date_part", "datepart"}), 2, 2, dates.part),
    (functions.NAMED_PARTS, 1, 1, dates.part_name),
    (frozenset({"strftime"}), 2, 2, dates.text),
    (frozenset({"date_trunc", "datetrunc"}), 2, 2, dates.start),
    (functions.DIFFERENCES, 3, 3, dates.between),
    (functions.FOLDS, 1, 1, texts.folded),
    (functions.PIECES, 2, 3, texts.piece),
    (frozenset({"regexp_extract"}), 2, 3, picks.picked),
    (frozenset({"replace"}), 3, 3, texts.without_marks),
    (frozenset({"||", "concat", "concat_ws"}), 1, 9, texts.joined),
    (functions.PATTERNS | functions.HOLDS, 2, 2, texts.like),
    (frozenset({"if", "iff", "ifelse"}), 3, 3, branches.if_else),
)


def function(reader: Reader, node: Node) -> Flow:
    """A call of a function or operator."""
    known(node, "function_name", "arguments", "filter", "distinct", "order_bys")
    name = node["function_name"].lower()
    if len(node["qualified_name"]["path"]) != 1 or node["schema"] or node["catalog"]:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} called by a name in parts")
    if name in functions.AGGREGATES | functions.COUNTS:
        return aggregates.aggregate(reader, name, node)
    if node["filter"] or node["distinct"] or node["order_bys"]["orders"]:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} over many rows")
    if name in operators.SUMS:
        return operators.summed(reader, node)
    if name in operators.PRODUCTS:
        return operators.multiplied(reader, node)
    parts = arguments(node)
    for names, least, most, read in SCALARS:
        if name in names and least <= len(parts) <= most:
            return read(reader, name, parts)
    raise Refusal("SQL_NOT_ALLOWED", f"the function {name} of {len(parts)} values")
