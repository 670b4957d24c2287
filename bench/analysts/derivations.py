"""What analysts compute from cells. The function an expression calls last names its derivation."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from bench.analysts.tables import AnalystTable

Number = Any  # a Fraction; a float once a root was drawn or a rate with decimals was written


def total(values: Iterable[Number]) -> Number:
    """The sum."""
    return sum(values, Fraction(0))


def mean(values: Sequence[Number]) -> Number:
    """The arithmetic mean."""
    return total(values) / len(values)


def wmean(values: Sequence[Number], weights: Sequence[Number]) -> Number:
    """The mean, weighted."""
    return total(v * w for v, w in zip(values, weights, strict=True)) / total(weights)


def median(values: Sequence[Number]) -> Number:
    """The middle value."""
    return statistics.median(values)


def share(part: Number, whole: Number) -> Number:
    """A part in percent of the whole."""
    return 100 * part / whole


def growth(old: Number, new: Number) -> Number:
    """The change in percent."""
    return 100 * (new / old - 1)


def index(base: Number, value: Number) -> Number:
    """A value where that of the base period is 100."""
    return 100 * value / base


def compound(old: Number, new: Number, periods: int) -> Number:
    """The growth rate per period, in percent, that leads from one value to the other."""
    return 100 * (float(new / old) ** (1 / periods) - 1)


def difference(a: Number, b: Number) -> Number:
    """How much more the first is."""
    return a - b


def points(old: Number, new: Number) -> Number:
    """The change of a percentage, in points."""
    return new - old


def ratio(a: Number, b: Number) -> Number:
    """How many times the second the first is; also an amount per unit."""
    return a / b


def count(rows: AnalystTable | Sequence[Number]) -> Number:
    """How many there are."""
    return Fraction(len(rows))


def rank(values: Sequence[Number], value: Number) -> Number:
    """The place of a value from the highest, which is 1."""
    return Fraction(1 + sum(other > value for other in values))


def lowest_rank(values: Sequence[Number], value: Number) -> Number:
    """The place of a value from the lowest, which is 1."""
    return Fraction(1 + sum(other < value for other in values))


def highest(values: Sequence[Number]) -> Number:
    """The maximum."""
    return max(values)


def lowest(values: Sequence[Number]) -> Number:
    """The minimum."""
    return min(values)


def spread(values: Sequence[Number]) -> Number:
    """The maximum less the minimum."""
    return max(values) - min(values)


def running(values: Sequence[Number], first: int) -> Number:
    """The total of the first so many values."""
    return total(values[:first])


def convert(amount: Number, rate: Number) -> Number:
    """An amount at a stated rate of exchange."""
    return amount * rate


DERIVATIONS: Mapping[str, Callable[..., Number]] = {
    f.__name__: f
    for f in (
        total, mean, wmean, median, share, growth, index, compound, difference, points, ratio,
        count, rank, lowest_rank, highest, lowest, spread, running, convert,
    )
}  # fmt: skip


def derivation(expression: str) -> str:
    """``cell``, or the name of the function that an expression calls last."""
    node = ast.parse(expression, mode="eval").body
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    if isinstance(node, ast.Attribute):
        return "cell"
    raise ValueError(f"neither a cell nor a derivation: {expression}")


def evaluate(expression: str, tables: Mapping[str, AnalystTable]) -> Fraction:
    """The value of an expression over tables. The sets belong to this repository: no sandbox."""
    names: dict[str, Any] = {"__builtins__": {}, "abs": abs, **DERIVATIONS, **tables}
    value = eval(expression, names)
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
