"""What a number's readings say together: right, wrong, or about something else.

Each reading has a weight by its context alone. A right number agrees with the reading that is
intended; a wrong one agrees with any reading only by chance. By Bayes' rule the readings that
agree, each with its weight, are compared with the chance that a wrong number of this size and
written precision would be just this one. What the evidence does not speak of is one more reading,
which agrees with all.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter, mul
from pathlib import Path
from typing import NamedTuple

from sidecar.binding.chance import at_random
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.confusions import swapped
from sidecar.model.cached import cached_property
from sidecar.model.report import Grade

_MOST_CHANCE = 0.3
_DECADE = math.log(10)
_MEANT = 0.5  # of the weight of all readings, from which on they are what is intended
_CARRIED = 0.6  # how strongly a column of a sentence before is linked, at most


FILE = Path(__file__).with_name("weights.yaml")


@dataclass(frozen=True)
class Weights:
    """The weights that were fitted; see ``weights.yaml``.

    Attributes:
        version: Of the weights; reports carry it.
        scores: What each feature of a reading adds to the logarithm of its odds, by name.
        error: The share of wrong numbers among those of a text, before anything is known.
        swap: The share of wrong numbers that are right in another place.
    """

    version: int
    scores: Mapping[str, float]
    error: float
    swap: float

    @cached_property
    def of_features(self) -> tuple[float, ...]:
        """Those of the features that every reading has, in the order of ``FEATURES``."""
        return tuple(self.scores.get(name, 0.0) for name in FEATURES)

    @cached_property
    def of_kinds(self) -> dict[tuple[Kind, bool], float]:
        """Those of a kind of reading, and whether the words ask for it."""
        return {
            (kind, cue): sum(self.scores.get(name, 0.0) for name in _names(kind, cue))
            for kind in Kind
            for cue in (False, True)
        }


@cache
def shipped() -> Weights:
    """The weights that were fitted."""
    lines = FILE.read_text("utf-8").splitlines()
    return Weights(**json.loads("\n".join(line for line in lines if not line.startswith("#"))))


FOREIGN = frozenset(
    {
        "foreign_noun",
        "foreign_unit",
        "stated_rate",
        "base_of_rate",
        "limit",
        "in_name",
        "asked",
        "planned",
        "aimed",
        "given",
        "group",
        "picked",
        "spell",
        "listed",
        "ranked",
    }
)
"""Signs that a number is about something that is in no query result."""

_ROUND = frozenset({"limit", "bound", "base_of_rate", "aimed", "given"})
"""Signs of numbers that people choose, and choose round."""


class Weighed(NamedTuple):
    """A number with its readings.

    Attributes:
        right: The probability that a reading that agrees is intended.
        wrong: The probability that one that does not agree is intended.
        outside: The probability that the evidence does not speak of it.
        ranked: The readings with their part of the weight, heaviest first.
        chance: The probability that a random number of this size and precision is this one.
        foreign: Whether something tells that the evidence does not speak of it.
    """

    right: float
    wrong: float
    outside: float
    ranked: Sequence[tuple[float, Candidate]]
    chance: float
    foreign: bool


FEATURES = (
    "row", "column", "row_and_column", "head_noun", "other_noun", "same_unit", "other_unit",
    "period", "other_period", "alone", "explicit", "beside", "worded", "guessed_scale", "tolerated",
    "bonus", "far", "amiss",
)  # fmt: skip
"""What speaks for a reading or against it, whatever its kind."""


def _values(one: Candidate) -> tuple[float, ...]:
    """How much of each of the ``FEATURES`` a reading has."""
    _, agreement, row, column, head, unit, _, period = one[:8]
    column_of_one = column if column < 1.0 else 1.0
    return (
        row if row < 2.0 else 2.0,
        column_of_one,
        (row if row < 1.0 else 1.0) * column_of_one,
        head,
        one.other_head and not head,
        unit > 0,
        unit < 0,
        period if period > 0.0 else 0.0,
        -period if period < 0.0 else 0.0,
        one.alone,
        one.explicit,
        one.beside,
        one.worded,
        agreement.guessed,
        agreement.grade is Grade.TOLERATED and not agreement.hedged,
        one.bonus,
        agreement.far and not (one.explicit and column > _CARRIED),
        agreement.amiss,
    )


def _names(kind: Kind, cue: bool) -> Iterator[str]:
    """What the weights of a kind of reading are called."""
    yield kind.name.lower()
    if cue:
        yield f"{kind.name.lower()}_asked"


def features(one: Candidate) -> Iterator[tuple[str, float]]:
    """What speaks for a reading and against it, by the names of the weights."""
    yield from ((name, 1.0) for name in _names(one.kind, one.cue))
    yield from ((name, float(value)) for name, value in zip(FEATURES, _values(one), strict=True))


def outside(signs: Sequence[str]) -> Iterator[tuple[str, float]]:
    """What speaks for a number being about something that no evidence speaks of."""
    yield "outside", 1.0
    for sign in signs:
        yield sign, 1.0


def _score(one: Candidate, weights: Weights) -> float:
    """The logarithm of a reading's odds."""
    return sum(map(mul, _values(one), weights.of_features), weights.of_kinds[one.kind, one.cue])


def weigh(
    target: Target, candidates: Sequence[Candidate], signs: Sequence[str], weights: Weights
) -> Weighed:
    """Hold the readings that agree against those that do not."""
    scores = [_score(one, weights) for one in candidates]
    none = sum(weights.scores.get(name, 0.0) * value for name, value in outside(signs))
    top = max([*scores, none])
    masses = _masses([math.exp(s - top) for s in scores], candidates)
    beside = math.exp(none - top)
    readings = sum(masses)
    total = readings + beside
    chance = random_chance(target)
    agreeing = _agreeing(masses, candidates, chance)
    error = weights.error
    right = (1 - error) * agreeing
    swap = weights.swap * swapped(candidates)
    wrong = error * (chance * (1 - weights.swap) + swap) * readings
    chosen = not _ROUND.isdisjoint(signs)
    open_ = beside * (max(chance, _round_chance(target)) if chosen else chance)
    whole = right + wrong + open_ or 1.0
    parts = zip((mass / total for mass in masses), candidates, strict=True)
    ranked = sorted(parts, key=itemgetter(0), reverse=True)
    foreign = not FOREIGN.isdisjoint(signs)
    return Weighed(right / whole, wrong / whole, open_ / whole, ranked, chance, foreign)


def _agreeing(masses: Sequence[float], candidates: Sequence[Candidate], chance: float) -> float:
    """The weight of the readings that agree.

    That a value lies past a bound says little, as most values do: it counts as much as any other
    agreement only where such readings are most of what may be meant.
    """
    agreeing = [(m * c.share, c) for m, c in zip(masses, candidates, strict=True) if c.agrees]
    bounded = sum(mass for mass, one in agreeing if one.agreement.bounded)
    meant = 1.0 if bounded >= _MEANT * sum(masses) else chance
    return sum(mass for mass, one in agreeing if not one.agreement.bounded) + meant * bounded


def _masses(raw: Sequence[float], candidates: Sequence[Candidate]) -> list[float]:
    """The readings' parts of the weight: all of one kind weigh what the heaviest of them weighs.

    So a hundred differences that could be meant are no more likely than one.
    """
    kinds: defaultdict[Kind, list[float]] = defaultdict(list)
    for mass, one in zip(raw, candidates, strict=True):
        kinds[one.kind].append(mass)
    told = {kind: (max(masses), sum(masses)) for kind, masses in kinds.items()}
    return [
        mass * told[one.kind][0] / told[one.kind][1]
        for mass, one in zip(raw, candidates, strict=True)
    ]


def _round_chance(target: Target) -> float:
    """The same where people choose the number: they choose round ones, "more than 200,000"."""
    value = target.number.value
    step = 10.0 ** int(value.normalize().as_tuple().exponent) if value else 1.0
    return min(_MOST_CHANCE, step / (abs(float(value)) * _DECADE)) if value else 0.1


def random_chance(target: Target) -> float:
    """How likely a random number of this size and written precision would be this one."""
    width = target.width or float(target.interval.width) * 2
    return at_random(abs(float(target.number.value)), width)
