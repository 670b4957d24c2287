"""Amounts that are worked out: sums, differences, products and shares of a few known ones.

The search is small, and a hit is sure only where few numbers of that size would have been hit: from
twenty prices nearly every three-digit number is some sum. A single step that is not sure leaves the
amount open; more steps that are not sure say nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, islice
from typing import NamedTuple

from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.haystack import Match, compact
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import Path
from sidecar.transcripts.origins.passages import Passage

_MOST_OPERANDS = 24
_MOST_REACHED = 20_000
_HIGHEST_CHANCE = 0.05
_LARGEST_FACTOR = 12
_FEW_NUMBERS = 20  # in a message whose numbers all count
_CENT = Decimal("0.01")


class Computation(NamedTuple):
    """How an amount follows from others.

    Attributes:
        origins: Where its parts stand, each with the sum that it is of: "105 + 102".
        is_sure: Whether few numbers of its size would have been found so.
    """

    origins: tuple[Origin, ...]
    is_sure: bool


class _Step(NamedTuple):
    """An amount that is reached, the sum that reaches it, and the parts of that."""

    value: Decimal
    how: str
    parts: tuple[Decimal, ...]


def find_computation(
    amount: Decimal, said: Conversation, values: Collection[str], lengths: Iterable[int]
) -> Computation | None:
    """How an amount follows from others, by the simplest way.

    Args:
        amount: An amount that stands nowhere.
        said: What was said before.
        values: The strings of the call, compact: records with one of them take part.
        lengths: How long the lists in the call are, which amounts may be multiplied by.
    """
    places = _choose_operands(said, values)
    operands = sorted(places, reverse=True)
    factors = _choose_factors(said, lengths)
    shares = sorted(share for share in said.percentages if 0 < share < 100)
    target = abs(amount)
    once = _search(target, _once(operands, factors, shares))
    found = once or _search(target, _twice(operands, factors))
    if not found or not (once or found.is_sure):
        return None
    return Computation(
        tuple(said.origin(places[part], found.step.how) for part in found.step.parts),
        found.is_sure,
    )


class _Hit(NamedTuple):
    step: _Step
    is_sure: bool


def _search(target: Decimal, steps: Iterable[_Step]) -> _Hit | None:
    """The first step that reaches an amount."""
    reached: dict[Decimal, _Step] = {}
    for step in islice(steps, _MOST_REACHED):
        reached.setdefault(step.value, step)
    found = reached.get(target)
    return _Hit(found, _chance(target, reached) <= _HIGHEST_CHANCE) if found else None


def _choose_operands(said: Conversation, values: Collection[str]) -> dict[Decimal, Match]:
    """The amounts that a call may be worked out from, each with a place, the latest ones."""
    records = _find_records(said, values)
    sizes = Counter(
        said.passages[match.passage].message for found in said.numbers.values() for match in found
    )

    def is_near(value: Decimal, passage: Passage) -> bool:
        return (
            passage.source in ("user", "system")
            or value in said.stated
            or sizes[passage.message] <= _FEW_NUMBERS
            or (passage.message, passage.path[:-1]) in records
        )

    latest: dict[Decimal, Match] = {}
    for value, matches in said.numbers.items():
        if value > _LARGEST_FACTOR:
            near = (one for one in reversed(matches) if is_near(value, said.passages[one.passage]))
            if match := next(near, None):
                latest[value] = match
    newest = sorted(latest.items(), key=lambda item: (-item[1].passage, item[0]))
    return dict(newest[:_MOST_OPERANDS])


def _find_records(said: Conversation, values: Collection[str]) -> set[tuple[int, Path]]:
    """The records of results that hold a value of the call, and what lies right below them."""
    found = {
        (passage.message, passage.path[:-1])
        for passage in said.passages
        if passage.is_value and not passage.is_number and compact(passage.string) in values
    }
    below = {
        (passage.message, passage.path[:-1])
        for passage in said.passages
        if len(passage.path) > 1 and (passage.message, passage.path[:-2]) in found
    }
    return found | below


def _choose_factors(said: Conversation, lengths: Iterable[int]) -> list[int]:
    """What amounts may be multiplied by: lengths of lists, and the small numbers that are said."""
    small = {int(one) for one in said.numbers if one % 1 == 0 and 1 < one <= _LARGEST_FACTOR}
    return sorted(small | {one for one in lengths if one > 1})


def _once(operands: list[Decimal], factors: list[int], shares: list[Decimal]) -> Iterator[_Step]:
    """What one step reaches."""
    yield from _multiplied(operands, factors)
    for one in operands:
        for share in shares:
            part = (one * share / 100).quantize(_CENT, ROUND_HALF_UP)
            yield _Step(part, f"{share:f} % of {one:f}", (one,))
            yield _Step(one - part, f"{one:f} − {share:f} %", (one,))
            yield _Step(one + part, f"{one:f} + {share:f} %", (one,))
    yield from _paired(operands)


def _twice(operands: list[Decimal], factors: list[int]) -> Iterator[_Step]:
    """What two or three steps reach: sums of three, and sums and products that are combined."""
    pairs = list(_paired(operands))
    for pair in pairs:
        for factor in factors:
            yield _Step(pair.value * factor, f"({pair.how}) × {factor}", pair.parts)
    for three in combinations(operands, 3):
        yield _Step(sum(three, Decimal()), " + ".join(f"{one:f}" for one in three), three)
    for pair in pairs:
        for other in operands:
            if other not in pair.parts:
                yield _less(pair, other)
    for product in _multiplied(operands, factors):
        for other in operands:
            parts = (*product.parts, other)
            yield _Step(product.value + other, f"{product.how} + {other:f}", parts)
            yield _less(product, other)


def _multiplied(operands: list[Decimal], factors: list[int]) -> Iterator[_Step]:
    for one in operands:
        for factor in factors:
            yield _Step(one * factor, f"{one:f} × {factor}", (one,))


def _paired(operands: list[Decimal]) -> Iterator[_Step]:
    for one, other in combinations(operands, 2):
        yield _Step(one + other, f"{one:f} + {other:f}", (one, other))
        yield _Step(one - other, f"{one:f} − {other:f}", (one, other))


def _less(step: _Step, other: Decimal) -> _Step:
    return _Step(abs(step.value - other), f"{step.how} − {other:f}", (*step.parts, other))


def _chance(target: Decimal, reached: Collection[Decimal]) -> float:
    """The share of the numbers of about this size that the search reaches."""
    low, high = target / 2, target * 2
    step = Decimal(1) if target % 1 == 0 else _CENT
    hits = sum(low <= value <= high and value % step == 0 for value in reached)
    return hits / max(1.0, float((high - low) / step))
