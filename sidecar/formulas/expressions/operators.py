"""Sums and products: each is read as a whole, whatever its parentheses."""

from __future__ import annotations

from sidecar.formulas.arithmetic import product, total
from sidecar.formulas.expressions import spans
from sidecar.formulas.flows import Flow
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node, arguments

SUMS = frozenset({"+", "-"})
PRODUCTS = frozenset({"*", "/", "//"})


def summed(reader: Reader, node: Node) -> Flow:
    """A sum or difference."""
    return total(_terms(reader, node, 1), reader.ledger, reader.condition_grounds)


def multiplied(reader: Reader, node: Node) -> Flow:
    """A product or quotient."""
    return product(_factors(reader, node, 1), reader.ledger, reader.condition_grounds)


def _terms(reader: Reader, node: Node, sign: int) -> list[tuple[int, Flow]]:
    """The terms of a sum, with their signs."""
    if node["class"] != "FUNCTION" or node["function_name"] not in SUMS:
        return [(sign, reader.read(node))]
    reader = reader.deeper("expressions")
    parts = arguments(node)
    second = sign if node["function_name"] == "+" else -sign
    if len(parts) == 1:
        return _terms(reader, parts[0], second)
    left, right = _two(node)
    if spans.is_span(right):
        spans.judge(reader, right)
        return [(sign, reader.date(left))]
    return [*_terms(reader, left, sign), *_terms(reader, right, second)]


def _factors(reader: Reader, node: Node, exponent: int) -> list[tuple[int, Flow]]:
    """The factors of a product, with 1 above the line and -1 below it."""
    if node["class"] != "FUNCTION" or node["function_name"] not in PRODUCTS:
        return [(exponent, reader.read(node))]
    reader = reader.deeper("expressions")
    first, second = _two(node)
    below = exponent if node["function_name"] == "*" else -exponent
    return [*_factors(reader, first, exponent), *_factors(reader, second, below)]


def _two(node: Node) -> list[Node]:
    parts = arguments(node)
    if len(parts) != 2:
        raise Refusal("SQL_NOT_ALLOWED", f"{node['function_name']} of {len(parts)} values")
    return parts
