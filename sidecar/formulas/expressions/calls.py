"""Functions of one row, by their names and how many values they take. No other is allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from sidecar.formulas import columns
from sidecar.formulas.arithmetic import judge_product, judge_sum
from sidecar.formulas.expressions import aggregates, values
from sidecar.formulas.expressions.values import join_alternatives, read_written_number
from sidecar.formulas.flows import PIECE, Provenance, ValueKind
from sidecar.formulas.reader import ExpressionReader
from sidecar.formulas.tree import Node, Refusal, read_arguments, require_known

# Sums and products: each is read as a whole, whatever its parentheses.

SUMS = frozenset({"+", "-"})
PRODUCTS = frozenset({"*", "/", "//"})


def read_sum(reader: ExpressionReader, node: Node) -> Provenance:
    """A sum or difference."""
    return judge_sum(_terms(reader, node, 1), reader.ledger, reader.condition_grounds)


def read_product(reader: ExpressionReader, node: Node) -> Provenance:
    """A product or quotient."""
    return judge_product(_factors(reader, node, 1), reader.ledger, reader.condition_grounds)


def _terms(reader: ExpressionReader, node: Node, sign: int) -> list[tuple[int, Provenance]]:
    """The terms of a sum, with their signs."""
    if node["class"] != "FUNCTION" or node["function_name"] not in SUMS:
        return [(sign, reader.read(node))]
    reader = reader.deeper("expressions")
    parts = read_arguments(node)
    second = sign if node["function_name"] == "+" else -sign
    if len(parts) == 1:
        return _terms(reader, parts[0], second)
    left, right = _two(node)
    if values.is_span(right):
        values.judge_spans(reader, right)
        return [(sign, reader.date(left))]
    return [*_terms(reader, left, sign), *_terms(reader, right, second)]


def _factors(reader: ExpressionReader, node: Node, exponent: int) -> list[tuple[int, Provenance]]:
    """The factors of a product, with 1 above the line and -1 below it."""
    if node["class"] != "FUNCTION" or node["function_name"] not in PRODUCTS:
        return [(exponent, reader.read(node))]
    reader = reader.deeper("expressions")
    first, second = _two(node)
    below = exponent if node["function_name"] == "*" else -exponent
    return [*_factors(reader, first, exponent), *_factors(reader, second, below)]


def _two(node: Node) -> list[Node]:
    parts = read_arguments(node)
    if len(parts) != 2:
        raise Refusal("SQL_NOT_ALLOWED", f"{node['function_name']} of {len(parts)} values")
    return parts


# Functions of dates: their parts, their beginnings, and the time between two of them.

_FORM = frozenset("%YmdBbQ-/ .qHMSAa")


def read_date_part(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """The year, month or day of a date, as a number: YEAR(date), DATE_PART('year', date)."""
    if len(parts) > 1:
        name, parts = _unit(reader, parts[0]), parts[1:]
    name = columns.PART_NAMES.get(name, name)
    if name not in columns.DATE_PARTS:
        raise Refusal("SQL_NOT_ALLOWED", f"the part {name} of a date")
    flow = reader.date(parts[0])
    return replace(flow, kind=ValueKind.NUMBER, part=name, core=f"{name}({flow.core})", column=None)


def read_part_name(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """The name of the month or day of a date."""
    flow = reader.date(parts[0])
    return replace(flow, kind=ValueKind.TEXT, core=f"{name}({flow.core})", column=None, info=None)


def read_date_text(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """A date as a text of its parts."""
    flow = reader.date(parts[0])
    form = reader.read(parts[1]).literal
    if not isinstance(form, str) or set(form) - _FORM:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} in the form {form}")
    return replace(flow, kind=ValueKind.TEXT, core=f"{form}({flow.core})", column=None, part=PIECE)


def read_date_start(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """The first day of the month, quarter or year of a date."""
    unit = _unit(reader, parts[0])
    flow = reader.date(parts[1])
    return replace(flow, core=f"{name}({unit},{flow.core})", column=None)


def read_time_between(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """The days, months or years from one date to another."""
    unit = _unit(reader, parts[0])
    if unit not in columns.UNITS:
        raise Refusal("SQL_NOT_ALLOWED", f"a difference in {unit}")
    flows = [(-1, reader.date(parts[1])), (1, reader.date(parts[2]))]
    flow = judge_sum(flows, reader.ledger, reader.condition_grounds)
    return replace(flow, core=f"{name}({unit},{flow.core})")


def _unit(reader: ExpressionReader, node: Node) -> str:
    literal = reader.read(node).literal
    if not isinstance(literal, str):
        raise Refusal("SQL_NOT_ALLOWED", "a unit of time that is not written")
    return literal.lower()


# Functions of numbers: they give a number of the data, rounded, or one of several.

_LARGEST_ROOT = 40
_MOST_DIGITS = 10


def read_rounded(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """A number without its sign or its last digits."""
    flow = reader.number(parts[0])
    if len(parts) > 1:
        digits = read_written_number(parts[1], name)
        if not 0 <= digits <= _MOST_DIGITS:
            raise Refusal("VALUE_NOT_OF_DATA", f"{name} to {digits} digits")
    return replace(flow, column=None, info=None)


def read_whole_number(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """The whole number beside a number."""
    return replace(read_rounded(reader, name, parts), kind=ValueKind.COUNT)


def read_extreme(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """The greatest or least of some numbers."""
    return join_alternatives([reader.number(part) for part in parts])


def read_root(reader: ExpressionReader, name: str, parts: list[Node]) -> Provenance:
    """A ratio to the power of one by the number of years: growth a year."""
    flow = reader.number(parts[0])
    exponent = reader.read(parts[1])
    if not flow.ratio or flow.factor != 1 or not _years(reader, parts[1], exponent):
        raise Refusal("VALUE_NOT_OF_DATA", f"{name} other than growth a year")
    reader.ledger.operators(1)
    return replace(flow, core=f"{flow.core}^{exponent.core}")


def read_null_if(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """NULLIF(divisor, 0): what guards a division."""
    flow = reader.data(parts[0])
    if reader.read(parts[1]).literal not in (Decimal(0), ""):
        raise Refusal("VALUE_NOT_OF_DATA", "nullif of anything but nought")
    return replace(flow, column=None)


def _years(reader: ExpressionReader, node: Node, exponent: Provenance) -> bool:
    """Whether an exponent is one by a number of years that the text states."""
    if not isinstance(exponent.literal, Decimal) or node["class"] != "FUNCTION":
        return False
    years = round(1 / exponent.literal if exponent.literal else Decimal(0))
    stated = reader.grounds.years
    apart = {abs(first - last) for first in stated for last in stated}
    return 1 < years < _LARGEST_ROOT and (years in apart or reader.grounds.states(Decimal(years)))


SCALARS: tuple[
    tuple[frozenset[str], int, int, Callable[[ExpressionReader, str, list[Node]], Provenance]], ...
] = (
    (columns.SAME, 1, 2, read_rounded),
    (columns.WHOLE, 1, 1, read_whole_number),
    (columns.PICKED, 1, 9, read_extreme),
    (columns.POWERS, 2, 2, read_root),
    (frozenset({"nullif"}), 2, 2, read_null_if),
    (columns.DATE_PARTS, 1, 1, read_date_part),
    (frozenset({"date_part", "datepart"}), 2, 2, read_date_part),
    (columns.NAMED_PARTS, 1, 1, read_part_name),
    (frozenset({"strftime"}), 2, 2, read_date_text),
    (frozenset({"date_trunc", "datetrunc"}), 2, 2, read_date_start),
    (columns.DIFFERENCES, 3, 3, read_time_between),
    (columns.FOLDS, 1, 1, values.read_case_fold),
    (columns.PIECES, 2, 3, values.read_substring),
    (frozenset({"regexp_extract"}), 2, 3, values.read_picked),
    (frozenset({"replace"}), 3, 3, values.read_replace),
    (frozenset({"||", "concat", "concat_ws"}), 1, 9, values.read_concatenation),
    (columns.PATTERNS | columns.HOLDS, 2, 2, values.read_like),
    (frozenset({"if", "iff", "ifelse"}), 3, 3, aggregates.read_if),
)


def read_call(reader: ExpressionReader, node: Node) -> Provenance:
    """A call of a function or operator."""
    require_known(node, "function_name", "arguments", "filter", "distinct", "order_bys")
    name = node["function_name"].lower()
    if len(node["qualified_name"]["path"]) != 1 or node["schema"] or node["catalog"]:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} called by a name in parts")
    if name in columns.AGGREGATES | columns.COUNTS:
        return aggregates.read_aggregate(reader, name, node)
    if node["filter"] or node["distinct"] or node["order_bys"]["orders"]:
        raise Refusal("SQL_NOT_ALLOWED", f"{name} over many rows")
    if name in SUMS:
        return read_sum(reader, node)
    if name in PRODUCTS:
        return read_product(reader, node)
    parts = read_arguments(node)
    for names, least, most, read in SCALARS:
        if name in names and least <= len(parts) <= most:
            return read(reader, name, parts)
    raise Refusal("SQL_NOT_ALLOWED", f"the function {name} of {len(parts)} values")
