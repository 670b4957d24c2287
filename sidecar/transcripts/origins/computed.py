"""Amounts that are worked out: sums, differences, products and shares of a few known ones.

The search is small, and a hit is sure only where few numbers of that size would have been hit: from
twenty prices nearly every three-digit number is some sum. A single step that is not sure leaves the
amount open; more steps that are not sure say nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import NamedTuple

from sidecar.model.cached import cached_property
from sidecar.transcripts.origins.arithmetic import Step, find_chance, reach_once, reach_twice
from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.haystack import Match, compact
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import Path
from sidecar.transcripts.origins.passages import Passage

_MOST_OPERANDS = 24
_HIGHEST_CHANCE = 0.05
_LARGEST_FACTOR = 12
_FEW_NUMBERS = 20  # in a message whose numbers all count


class Computation(NamedTuple):
    """How an amount follows from others.

    Attributes:
        origins: Where its parts stand, each with the sum that it is of: "105 + 102".
        is_sure: Whether few numbers of its size would have been found so.
    """

    origins: tuple[Origin, ...]
    is_sure: bool


class Computations:
    """The amounts that a call may be worked out from, and what they reach; found out once."""

    def __init__(self, said: Conversation, values: Collection[str], lengths: Iterable[int]) -> None:
        """Find out nothing yet.

        Args:
            said: What was said before.
            values: The strings of the call, compact: records with one of them take part.
            lengths: How long the lists in the call are, which amounts may be multiplied by.
        """
        self._said, self._values, self._lengths = said, values, lengths

    def find(self, amount: Decimal) -> Computation | None:
        """How an amount that stands nowhere follows from others, by the simplest way."""
        target = abs(amount)
        for reached, may_be_unsure in ((self._once, True), (self._twice, False)):
            step = reached.get(target)
            is_sure = step is not None and find_chance(target, reached) <= _HIGHEST_CHANCE
            if step and (is_sure or may_be_unsure):
                places = (self._places[part] for part in step.parts)
                origins = tuple(self._said.origin(place, step.how) for place in places)
                return Computation(origins, is_sure)
            if step:
                break
        return None

    @cached_property
    def _places(self) -> dict[Decimal, Match]:
        return _choose_operands(self._said, self._values)

    @cached_property
    def _operands(self) -> list[Decimal]:
        return sorted(self._places, reverse=True)

    @cached_property
    def _factors(self) -> list[int]:
        """Lengths of lists, and the small numbers that are said."""
        said = {int(one) for one in self._said.numbers if one % 1 == 0 and one <= _LARGEST_FACTOR}
        return sorted(one for one in {*said, *self._lengths} if 1 < one <= _LARGEST_FACTOR)

    @cached_property
    def _once(self) -> dict[Decimal, Step]:
        shares = sorted(one for one in self._said.percentages if 0 < one < 100)
        return reach_once(self._operands, self._factors, shares[:_MOST_OPERANDS])

    @cached_property
    def _twice(self) -> dict[Decimal, Step]:
        return reach_twice(self._operands, self._factors)


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
