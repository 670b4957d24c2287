"""Names of columns, and values that a query writes."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from sidecar.formulas import functions
from sidecar.formulas.flows import PIECE, Kind, Provenance, merged
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, arguments, known

# What several expressions give together.


def one_of(flows: Sequence[Provenance]) -> Provenance:
    """One of several values, whichever it is."""
    first = flows[0]
    if len(flows) == 1:
        return first
    return Provenance(
        kind=Kind.COUNT if any(f.kind is Kind.COUNT for f in flows) else first.kind,
        core="|".join(sorted(flow.core for flow in flows)),
        sources=merged(flows),
        grouped=any(flow.grouped for flow in flows),
        ratio=all(flow.ratio for flow in flows),
        factor=first.factor,
        nudged=any(flow.nudged for flow in flows),
        part=PIECE if any(flow.part == PIECE for flow in flows) else "",
    )


def truth(flows: Sequence[Provenance], *, core: str = "", against_zero: bool = False) -> Provenance:
    """Whether something holds of some values.

    Args:
        flows: The values.
        core: What it is; made of that of the values where it is not given.
        against_zero: Whether it holds where data are nought or missing, and asks nothing else.
    """
    return Provenance(
        kind=Kind.TRUTH,
        core=core or "?" + ",".join(flow.core for flow in flows),
        sources=merged(flows),
        grouped=any(flow.grouped for flow in flows),
        against_zero=against_zero,
    )


# Steps of time that a query writes: INTERVAL 3 MONTH, and the rows that a window looks back.

_YEAR_STEPS = frozenset({1, 3, 4, 12})
"""Of a calendar: the next one, quarters in months, years in quarters and in months."""
_NOTHING: Node = {"class": "", "type": "nothing"}


def is_grounded_step(reader: Reader, steps: Decimal) -> bool:
    """Whether so many steps are those of a calendar or of the text."""
    return steps in _YEAR_STEPS or reader.grounds.states(steps)


def is_span(node: Node) -> bool:
    """Whether an expression is a span of time."""
    return node["class"] == "FUNCTION" and node["function_name"] in functions.SPANS


def judge_spans(reader: Reader, node: Node) -> None:
    """Let rows be picked by a span of time, or refuse it."""
    if not reader.at.condition:
        raise Refusal("VALUE_NOT_OF_DATA", "a written span of time")
    inner = node
    while inner["class"] in ("FUNCTION", "CAST"):
        inner = inner["child"] if inner["class"] == "CAST" else [*arguments(inner), _NOTHING][0]
    if inner["class"] != "CONSTANT":
        raise Refusal("SQL_NOT_ALLOWED", "a span of time that is not written")
    try:
        steps = Decimal(inner["literal"].get("text", ""))
    except InvalidOperation:
        raise Refusal("SQL_NOT_ALLOWED", "a span of time that is not a number") from None
    if not is_grounded_step(reader, steps):
        raise Refusal("LITERAL_NOT_GROUNDED", f"a span of {steps}")


_LONGEST_NUMBER = 40


def column(reader: Reader, node: Node) -> Provenance:
    """The column that a name means."""
    known(node, "column_names")
    flow = reader.scope.column(node["column_names"])
    if flow.column is not None:
        reader.ledger.reads[flow.column] = None
    return flow


def constant(_reader: Reader, node: Node) -> Provenance:
    """A value that the query writes."""
    return written(node)


def written(node: Node) -> Provenance:
    """The literal of a constant."""
    known(node, "literal")
    literal = node["literal"]
    kind, text = literal["kind"], literal.get("text", "")
    if kind == "NULL_LITERAL":
        return Provenance(kind=Kind.NUMBER, null=True)
    if kind in ("INTEGER", "NUMERIC"):
        return Provenance(kind=Kind.NUMBER, literal=_number(text), core=text)
    if kind == "STRING":
        return Provenance(kind=Kind.TEXT, literal=text, core=text)
    if kind == "BOOLEAN":
        return Provenance(kind=Kind.TRUTH, literal=text, core=text)
    raise Refusal("SQL_NOT_ALLOWED", f"a literal of the kind {kind.lower()}")


def whole(node: Node, what: str) -> Decimal:
    """A number that must be written out, not reckoned."""
    if node["class"] == "CONSTANT":
        literal = written(node).literal
        if isinstance(literal, Decimal):
            return literal
    raise Refusal("SQL_NOT_ALLOWED", f"{what} takes a written number")


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise Refusal("SQL_NOT_ALLOWED", f"the number {text}") from None
    if abs(number.adjusted()) > _LONGEST_NUMBER:
        raise Refusal("SQL_NOT_ALLOWED", f"the number {text[:_LONGEST_NUMBER]}")
    return number
