"""All numbers of a text, ranked one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from typing import NamedTuple

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.candidates import StatedCandidates
from sidecar.binding.engine.crosses import FeatureWeights
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.joint import NEAR, Joint, NumberScope
from sidecar.binding.engine.qualified import headed
from sidecar.binding.engine.quantities import Target, target_of
from sidecar.binding.engine.ranking import PreviousNumber, RankedCandidates, Ranker
from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.settings import NumericSettings
from sidecar.model.number import NumericClaim
from sidecar.model.text import Text
from sidecar.work import check_abandoned

_PER, _LEAST_PER = 4, 100.0  # numbers on either side that may say what one is stated for
_AROUND = 3  # numbers on either side that may be limits of a condition


class RankedNumber(NamedTuple):
    """A number of a text with what it may be."""

    target: Target
    ranked: RankedCandidates


class EarlierNumbers:
    """What is known of a text that is read in windows.

    Args:
        evidence: The query results.

    Attributes:
        aggregates: Of the row sets of its numbers.
    """

    def __init__(self, evidence: EngineEvidence) -> None:
        self.aggregates = Aggregates(evidence)
        self._ranked: dict[int, RankedCandidates] = {}

    def get(self, start: int) -> RankedCandidates | None:
        """A number as it was ranked by itself, by the place in the text where it begins."""
        return self._ranked.get(start)

    def put(self, start: int, one: RankedCandidates) -> None:
        """Keep a number for those that follow, and no more of them than they need."""
        self._ranked.pop(start, None)
        self._ranked[start] = one
        if len(self._ranked) > NEAR:
            del self._ranked[min(self._ranked)]


class TextPart(NamedTuple):
    """A part of a text that is read in windows.

    Attributes:
        begin: The first number of the window that is asked about.
        offset: Where the window begins in the text.
        earlier: What is known of the text before it; it is brought up to date.
    """

    begin: int
    offset: int
    earlier: EarlierNumbers


class TextRanker:
    """Ranks what the numbers of a text may be.

    Args:
        text: The text.
        claims: Its numbers.
        evidence: The query results.
        weights: Of the ranker's features, by name.
        settings: Tolerances.
        part: The part of the text that is asked about; all of it if there is none.

    Attributes:
        reading: The text as it is read.
        aggregates: Of row sets.
    """

    def __init__(
        self,
        text: Text,
        claims: Sequence[NumericClaim],
        evidence: EngineEvidence,
        weights: FeatureWeights,
        settings: NumericSettings,
        *,
        part: TextPart | None = None,
    ) -> None:
        spans = [claim.number.span for claim in claims]
        starts = [text.char_offset(start) for start, _ in spans]
        ends = [text.char_offset(end) for _, end in spans]
        self._weights = weights
        self._part = part or TextPart(0, 0, EarlierNumbers(evidence))
        self._starts = [start + self._part.offset for start, _ in spans]
        self.reading = TextArrays(text, evidence, starts, ends)
        numbers = [
            (headed(claim.number, place, self.reading) or claim.number)
            if claim.number.value != claim.number.value.to_integral_value()
            else claim.number
            for place, claim in enumerate(claims)
        ]
        self._targets = [target_of(number, settings) for number in numbers]
        self.aggregates = self._part.earlier.aggregates
        self._ranker = Ranker(evidence, self.reading, weights, self.aggregates)

    def numbers(self) -> Iterator[RankedNumber]:
        """Each number with what it may be, in their order; few of them are held at once."""
        begin = self._part.begin
        scope = NumberScope(begin, max(0, begin - NEAR))
        joint = Joint(self.reading, self.aggregates)
        again = joint.rerank(self._alone(scope.first), self._weights, scope)
        return (RankedNumber(*each) for each in zip(self._targets[begin:], again, strict=True))

    def _alone(self, first: int) -> Iterator[RankedCandidates]:
        """Each number by itself, and by the one before it in its block."""
        earlier = self._part.earlier
        last: PreviousNumber | None = None
        last_block = -1
        for place in range(first, len(self._targets)):
            check_abandoned()
            target = self._targets[place]
            block = self.reading.block[min(self.reading.first[place], self.reading.size - 1)]
            before = last if block == last_block else None
            stated = StatedCandidates(
                limits_of(place, self._targets, self.reading),
                per_of(place, self._targets, self.reading),
            )
            known = earlier.get(self._starts[place]) if place < self._part.begin else None
            one = known or self._ranker.rank(place, target, stated, before)
            earlier.put(self._starts[place], one)
            last, last_block = PreviousNumber.of(one), block
            yield one


def rank_numbers(
    text: Text,
    claims: Sequence[NumericClaim],
    evidence: EngineEvidence,
    weights: FeatureWeights,
    settings: NumericSettings,
) -> list[RankedNumber]:
    """What each number of a text may be; the arguments are those of ``TextRanker``."""
    return list(TextRanker(text, claims, evidence, weights, settings).numbers())


def limits_of(place: int, targets: Sequence[Target], reading: TextArrays) -> list[float]:
    """The other numbers of the sentence of a number, which may be limits of a condition."""
    sentence = reading.sentence[min(reading.first[place], reading.size - 1)]
    return [
        targets[other].value
        for other in range(max(0, place - _AROUND), min(len(targets), place + _AROUND + 1))
        if other != place
        and reading.sentence[min(reading.first[other], reading.size - 1)] == sentence
    ]


def per_of(place: int, targets: Sequence[Target], reading: TextArrays) -> float:
    """What the number at a place is stated for, in its block: 1000 of "per 1,000 parcels"; or 1."""
    r = reading
    block = r.block[min(r.first[place], r.size - 1)]
    near = sorted(range(max(0, place - _PER), min(len(targets), place + _PER + 1)),
                  key=lambda other: (other > place, abs(other - place)))  # fmt: skip
    for other in near:
        token, value = min(r.first[other], r.size - 1), targets[other].value
        follows = token and r.word[token - 1] == "per" and r.block[token] == block
        if other != place and follows and value >= _LEAST_PER and log10(value).is_integer():
            return value
    return 1.0
