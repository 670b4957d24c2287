"""All numbers of a text, ranked one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.engine.crosses import Weights
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.joint import Joint
from sidecar.binding.engine.quantities import Target, target_of
from sidecar.binding.engine.ranking import Ranked, Ranker
from sidecar.binding.engine.reading import Reading
from sidecar.binding.settings import NumericSettings
from sidecar.model.number import NumericClaim
from sidecar.model.text import Text

_AROUND = 3  # numbers on either side that may be limits of a condition


class RankedNumber(NamedTuple):
    """A number of a text with what it may be."""

    target: Target
    ranked: Ranked


def rank_numbers(
    text: Text,
    claims: Sequence[NumericClaim],
    evidence: Evidence,
    weights: Weights,
    settings: NumericSettings,
) -> list[RankedNumber]:
    """Rank what each number of a text may be.

    Args:
        text: The text.
        claims: Its numbers.
        evidence: The query results.
        weights: Of the ranker's features, by name.
        settings: Tolerances.
    """
    spans = [claim.number.span for claim in claims]
    starts = [text.char_offset(start) for start, _ in spans]
    ends = [text.char_offset(end) for _, end in spans]
    reading = Reading(text, evidence, starts, ends)
    ranker = Ranker(evidence, reading, weights)
    targets = [target_of(claim.number, settings) for claim in claims]
    ranked: list[Ranked] = []
    last_block = -1
    for place, target in enumerate(targets):
        block = reading.block[min(reading.first[place], reading.size - 1)]
        before = (ranked[-1], -1) if ranked and block == last_block else None
        one = ranker.rank(place, target, limits_of(place, targets, reading), before)
        ranked.append(one)
        last_block = block
    again = Joint(reading, ranker.aggregates).rerank(ranked, weights)
    return [RankedNumber(*each) for each in zip(targets, again, strict=True)]


def limits_of(place: int, targets: Sequence[Target], reading: Reading) -> list[float]:
    """The other numbers of the sentence of a number, which may be limits of a condition."""
    sentence = reading.sentence[min(reading.first[place], reading.size - 1)]
    return [
        targets[other].value
        for other in range(max(0, place - _AROUND), min(len(targets), place + _AROUND + 1))
        if other != place
        and reading.sentence[min(reading.first[other], reading.size - 1)] == sentence
    ]
