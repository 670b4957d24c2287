"""What a few amounts reach by sums, differences, products and shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, islice
from typing import NamedTuple

_MOST_REACHED = 20_000
_CENT = Decimal("0.01")


class Step(NamedTuple):
    """An amount that is reached, the sum that reaches it, and the parts of that."""

    value: Decimal
    how: str
    parts: tuple[Decimal, ...]


def reach_once(
    operands: list[Decimal], factors: list[int], shares: list[Decimal]
) -> dict[Decimal, Step]:
    """What one step reaches."""
    return _collect(_once(operands, factors, shares))


def reach_twice(operands: list[Decimal], factors: list[int]) -> dict[Decimal, Step]:
    """What two or three steps reach."""
    return _collect(_twice(operands, factors))


def _collect(steps: Iterable[Step]) -> dict[Decimal, Step]:
    """What steps reach, each amount by the first one."""
    reached: dict[Decimal, Step] = {}
    for step in islice(steps, _MOST_REACHED):
        reached.setdefault(step.value, step)
    return reached


def _once(operands: list[Decimal], factors: list[int], shares: list[Decimal]) -> Iterator[Step]:
    """What one step reaches."""
    yield from _multiplied(operands, factors)
    for one in operands:
        for share in shares:
            part = (one * share / 100).quantize(_CENT, ROUND_HALF_UP)
            yield Step(part, f"{share:f} % of {one:f}", (one,))
            yield Step(one - part, f"{one:f} − {share:f} %", (one,))
            yield Step(one + part, f"{one:f} + {share:f} %", (one,))
    yield from _paired(operands)


def _twice(operands: list[Decimal], factors: list[int]) -> Iterator[Step]:
    """What two or three steps reach: sums of three, and sums and products that are combined."""
    pairs = list(_paired(operands))
    for pair in pairs:
        for factor in factors:
            yield Step(pair.value * factor, f"({pair.how}) × {factor}", pair.parts)
    for three in combinations(operands, 3):
        yield Step(sum(three, Decimal()), " + ".join(f"{one:f}" for one in three), three)
    for pair in pairs:
        for other in operands:
            if other not in pair.parts:
                yield _less(pair, other)
    for product in _multiplied(operands, factors):
        for other in operands:
            parts = (*product.parts, other)
            yield Step(product.value + other, f"{product.how} + {other:f}", parts)
            yield _less(product, other)


def _multiplied(operands: list[Decimal], factors: list[int]) -> Iterator[Step]:
    for one in operands:
        for factor in factors:
            yield Step(one * factor, f"{one:f} × {factor}", (one,))


def _paired(operands: list[Decimal]) -> Iterator[Step]:
    for one, other in combinations(operands, 2):
        yield Step(one + other, f"{one:f} + {other:f}", (one, other))
        yield Step(one - other, f"{one:f} − {other:f}", (one, other))


def _less(step: Step, other: Decimal) -> Step:
    return Step(abs(step.value - other), f"{step.how} − {other:f}", (*step.parts, other))


def find_chance(target: Decimal, reached: Iterable[Decimal]) -> float:
    """The share of the numbers of about this size that the search reaches."""
    low, high = target / 2, target * 2
    step = Decimal(1) if target % 1 == 0 else _CENT
    hits = sum(low <= value <= high and value % step == 0 for value in reached)
    return hits / max(1.0, float((high - low) / step))
