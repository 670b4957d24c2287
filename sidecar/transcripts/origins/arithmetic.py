"""What a few amounts reach by sums, differences, products and shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, islice
from typing import NamedTuple

_MOST_REACHED = 40_000
_FEW = 8  # operands of which longer sums are tried
_CENT = Decimal("0.01")


class Step(NamedTuple):
    """An amount that is reached, the sum that reaches it, and the parts of that."""

    value: Decimal
    how: str
    parts: tuple[Decimal, ...]


class Given(NamedTuple):
    """What amounts are worked out from.

    Attributes:
        operands: Single amounts.
        factors: What they may be multiplied or divided by.
        shares: Percentages of them.
        groups: Amounts that stand together: those of a message, or of one column.
    """

    operands: Sequence[Decimal]
    factors: Sequence[int]
    shares: Sequence[Decimal]
    groups: Sequence[Sequence[Decimal]]


def reach_once(given: Given) -> dict[Decimal, Step]:
    """What one step reaches: two amounts, one amount and a factor or share, the sum of a group."""
    return _collect(_once(given))


def reach_twice(given: Given) -> dict[Decimal, Step]:
    """What two or three steps reach."""
    return _collect(_twice(given))


def find_chance(target: Decimal, reached: Iterable[Decimal]) -> float:
    """The share of the numbers of about this size that the search reaches."""
    low, high = target / 2, target * 2
    step = Decimal(1) if target % 1 == 0 else _CENT
    hits = sum(low <= value <= high and value % step == 0 for value in reached)
    return hits / max(1.0, float((high - low) / step))


def _collect(steps: Iterable[Step]) -> dict[Decimal, Step]:
    """What steps reach, each amount by the first one."""
    reached: dict[Decimal, Step] = {}
    for step in islice(steps, _MOST_REACHED):
        reached.setdefault(step.value, step)
    return reached


def _once(given: Given) -> Iterator[Step]:
    for one in given.operands:
        yield from _scaled(Step(one, f"{one:f}", (one,)), given)
    yield from _paired(given.operands)
    for one, other in combinations(given.operands, 2):
        yield Step(_round(one * other), f"{one:f} × {other:f}", (one, other))
        yield Step(one // other, f"{one:f} / {other:f}", (one, other))
    yield from _grouped(given.groups)


def _twice(given: Given) -> Iterator[Step]:
    """Groups, pairs and products that are scaled, and sums of three."""
    for group in _grouped(given.groups):
        yield from _scaled(group, given)
    pairs = list(_paired(given.operands))
    for pair in pairs:
        yield from _multiplied(pair, given.factors)
    for one, other in combinations(given.operands, 2):
        yield from _scaled(Step(_round(one * other), f"{one:f} × {other:f}", (one, other)), given)
    for three in combinations(given.operands, 3):
        yield Step(sum(three, Decimal()), " + ".join(f"{one:f}" for one in three), three)
    for pair in pairs:
        yield from (_less(pair, other) for other in given.operands if other not in pair.parts)
    yield from _multiplied_first(given)
    for amounts in given.groups:
        yield from _partly_multiplied(amounts, given.factors)


def _multiplied_first(given: Given) -> Iterator[Step]:
    """An amount times a factor, with a share, and with another amount more or less."""
    for one in given.operands:
        for product in _multiplied(Step(one, f"{one:f}", (one,)), given.factors):
            yield from _shared(product, given.shares)
            for other in given.operands:
                parts = (*product.parts, other)
                total = Step(product.value + other, f"{product.how} + {other:f}", parts)
                yield from (total, _less(product, other))
                if len(given.operands) <= _FEW:
                    yield from _multiplied(total, given.factors)


def _scaled(step: Step, given: Given) -> Iterator[Step]:
    """An amount, multiplied, divided, and with a share of it taken, added or taken away."""
    yield from _multiplied(step, given.factors)
    for factor in given.factors:
        yield Step(_round(step.value / factor), f"({step.how}) / {factor}", step.parts)
    yield from _shared(step, given.shares)


def _shared(step: Step, shares: Iterable[Decimal]) -> Iterator[Step]:
    for share in shares:
        part = _round(step.value * share / 100)
        yield Step(part, f"{share:f} % of {step.how}", step.parts)
        yield Step(step.value - part, f"{step.how} − {share:f} %", step.parts)
        yield Step(step.value + part, f"{step.how} + {share:f} %", step.parts)


def _multiplied(step: Step, factors: Iterable[int]) -> Iterator[Step]:
    for factor in factors:
        yield Step(step.value * factor, f"({step.how}) × {factor}", step.parts)


def _paired(operands: Iterable[Decimal]) -> Iterator[Step]:
    for one, other in combinations(operands, 2):
        yield Step(one + other, f"{one:f} + {other:f}", (one, other))
        yield Step(one - other, f"{one:f} − {other:f}", (one, other))


def _grouped(groups: Iterable[Sequence[Decimal]]) -> Iterator[Step]:
    """The sum and the mean of each group."""
    for group in groups:
        total = sum(group, Decimal())
        how = " + ".join(f"{one:f}" for one in group)
        yield Step(total, how, (*group,))
        yield Step(_round(total / len(group)), f"({how}) / {len(group)}", (*group,))


def _partly_multiplied(group: Sequence[Decimal], factors: Iterable[int]) -> Iterator[Step]:
    """The sum of a group of which one amount counts several times: "2 nights at 94 each"."""
    total = sum(group, Decimal())
    for one in group:
        others = " + ".join(f"{other:f}" for other in group if other != one)
        for factor in factors:
            how = f"{one:f} × {factor} + {others}"
            yield Step(total + one * (factor - 1), how, (*group,))


def _less(step: Step, other: Decimal) -> Step:
    return Step(abs(step.value - other), f"{step.how} − {other:f}", (*step.parts, other))


def _round(value: Decimal) -> Decimal:
    return value.quantize(_CENT, ROUND_HALF_UP)
