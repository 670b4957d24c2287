"""Amounts that are worked out: sums, differences, products and shares of a few known ones.

The search is small, and a hit is sure only where few numbers of that size would have been hit: from
twenty prices nearly every three-digit number is some sum. A single step that is not sure leaves the
amount open; more steps that are not sure say nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

from sidecar.model.cached import cached_property
from sidecar.transcripts.origins.arithmetic import Given, Step, find_chance, reach_once, reach_twice
from sidecar.transcripts.origins.conversation import Conversation
from sidecar.transcripts.origins.haystack import compact
from sidecar.transcripts.origins.judgement import Origin
from sidecar.transcripts.origins.leaves import Path, name_key
from sidecar.transcripts.origins.passages import Passage

_MOST_OPERANDS = 24
_HIGHEST_CHANCE = 0.05
_LARGEST_FACTOR = 12
_LARGEST_SHARE = 300  # per cent
_FACTORS = (2, 12)  # halves and doubles, months of a year
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

    def __init__(
        self, said: Conversation, values: Collection[str], numbers: Collection[int]
    ) -> None:
        """Find out nothing yet.

        Args:
            said: What was said before.
            values: The strings of the call, compact: records with one of them take part.
            numbers: The counts of the call and the lengths of its lists, to multiply by.
        """
        self._said, self._values, self._numbers = said, values, numbers

    def find(self, amount: Decimal) -> Computation | None:
        """How an amount that stands nowhere follows from others, by the simplest way."""
        target = abs(amount)
        for reached, may_be_unsure in ((self._once, True), (self._twice, False)):
            step = reached.get(target)
            is_sure = step is not None and find_chance(target, reached) <= _HIGHEST_CHANCE
            if step and (is_sure or may_be_unsure):
                places = (self._said.numbers[part][-1] for part in step.parts)
                origins = tuple(self._said.origin(place, step.how) for place in places)
                return Computation(origins, is_sure)
            if step:
                break
        return None

    @cached_property
    def _given(self) -> Given:
        said = {int(one) for one in self._said.numbers if one % 1 == 0 and one <= _LARGEST_FACTOR}
        factors = {one for one in {*_FACTORS, *said, *self._numbers} if one > 1}
        shares = [one for one in self._said.percentages if 0 < one <= _LARGEST_SHARE]
        return Given(
            sorted(_choose_operands(self._said, self._values), reverse=True),
            sorted(factors),
            sorted(shares)[:_MOST_OPERANDS],
            _find_groups(self._said),
        )

    @cached_property
    def _once(self) -> dict[Decimal, Step]:
        return reach_once(self._given)

    @cached_property
    def _twice(self) -> dict[Decimal, Step]:
        return reach_twice(self._given)


def _find_groups(said: Conversation) -> list[list[Decimal]]:
    """The amounts of each message of the user, and those of each column of the results."""
    groups: dict[tuple[object, ...], list[Decimal]] = defaultdict(list)
    for value, matches in said.numbers.items():
        for match in matches:
            passage = said.passages[match.passage]
            if passage.source == "user" and value > _LARGEST_FACTOR:
                groups["user", passage.message].append(value)
            if passage.is_number:
                groups[passage.source, name_key(passage.path)].append(value)
    return [group for group in groups.values() if 2 < len(group) <= _FEW_NUMBERS]


def _choose_operands(said: Conversation, values: Collection[str]) -> list[Decimal]:
    """The amounts that a call may be worked out from: the latest ones."""
    records = _find_records(said, values)
    sizes = Counter(
        said.passages[match.passage].message for found in said.numbers.values() for match in found
    )

    def is_near(value: Decimal, passage: Passage) -> bool:
        if (passage.message, passage.path[:-1]) in records:
            return True
        if value <= _LARGEST_FACTOR and value % 1 == 0:
            return False  # more often a count
        is_said = passage.source in ("user", "system") or value in said.stated
        return is_said or sizes[passage.message] <= _FEW_NUMBERS

    latest: dict[Decimal, int] = {}
    for value, matches in said.numbers.items():
        places = (one.passage for one in matches if is_near(value, said.passages[one.passage]))
        if value > 0 and (place := max(places, default=None)) is not None:
            latest[value] = place
    newest = sorted(latest, key=lambda value: (-latest[value], value))
    return newest[:_MOST_OPERANDS]


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
