"""Steps of time that a query writes: INTERVAL 3 MONTH, and the rows that a window looks back."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from sidecar.formulas import functions
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, arguments

_YEAR_STEPS = frozenset({1, 3, 4, 12})
"""Of a calendar: the next one, quarters in months, years in quarters and in months."""
_NOTHING: Node = {"class": "", "type": "nothing"}


def grounded(reader: Reader, steps: Decimal) -> bool:
    """Whether so many steps are those of a calendar or of the text."""
    return steps in _YEAR_STEPS or reader.grounds.states(steps)


def is_span(node: Node) -> bool:
    """Whether an expression is a span of time."""
    return node["class"] == "FUNCTION" and node["function_name"] in functions.SPANS


def judge(reader: Reader, node: Node) -> None:
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
    if not grounded(reader, steps):
        raise Refusal("LITERAL_NOT_GROUNDED", f"a span of {steps}")
