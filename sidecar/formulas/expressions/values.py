"""Names of columns, and values that a query writes."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from sidecar.formulas.flows import Flow, Kind
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, known

_LONGEST_NUMBER = 40


def column(reader: Reader, node: Node) -> Flow:
    """The column that a name means."""
    known(node, "column_names")
    flow = reader.scope.column(node["column_names"])
    if flow.column is not None:
        reader.ledger.reads[flow.column] = None
    return flow


def constant(_reader: Reader, node: Node) -> Flow:
    """A value that the query writes."""
    return written(node)


def written(node: Node) -> Flow:
    """The literal of a constant."""
    known(node, "literal")
    literal = node["literal"]
    kind, text = literal["kind"], literal.get("text", "")
    if kind == "NULL_LITERAL":
        return Flow(kind=Kind.NUMBER, null=True)
    if kind in ("INTEGER", "NUMERIC"):
        return Flow(kind=Kind.NUMBER, literal=_number(text), core=text)
    if kind == "STRING":
        return Flow(kind=Kind.TEXT, literal=text, core=text)
    if kind == "BOOLEAN":
        return Flow(kind=Kind.TRUTH, literal=text, core=text)
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
