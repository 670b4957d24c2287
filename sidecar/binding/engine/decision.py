"""From what a number may be to a verdict: the first step that looks at the number's value.

Boosted trees over what speaks for and against a number (``signs``) say how probably it is wrong.
They are fitted to scores of texts that the ranker has not seen (``bench.engine.decide``).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.quantities import Target
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.signs import best_of, signs_of
from sidecar.binding.engine.trees import Forest

Mask = NDArray[np.bool_]

_MOST = 30.0  # log odds


class NumberOutcome(Enum):
    """What there is to say of a number."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_COVERED = "not covered"


class OutcomeBorders(NamedTuple):
    """The probabilities of being wrong that part the outcomes.

    Attributes:
        supported: Supported up to it, where a candidate agrees.
        contradicted: Contradicted from it on.
    """

    supported: float
    contradicted: float


class DecidedNumber(NamedTuple):
    """A number with its verdict.

    Attributes:
        outcome: The verdict.
        wrong: How probably the number is wrong.
        agreeing: The most probable candidate that agrees, or -1.
        other: The most probable candidate that does not, or -1.
        signs: What the probability rests on, by name.
    """

    outcome: NumberOutcome
    wrong: float
    agreeing: int
    other: int
    signs: Mapping[str, float]


class VerdictJudge(NamedTuple):
    """Gives the verdicts.

    Attributes:
        forest: How probably a number is wrong, as log odds.
        borders: Between the outcomes.
    """

    forest: Forest
    borders: OutcomeBorders

    def decide(
        self,
        ranked: RankedCandidates,
        target: Target,
        evidence: EngineEvidence,
        agrees: Mask | None = None,
    ) -> DecidedNumber:
        """The verdict on a number.

        Args:
            ranked: What it may be.
            target: The number.
            evidence: The query results.
            agrees: Which candidates agree, where that is known better than floats tell.
        """
        agrees = agreement(ranked.found, target) if agrees is None else agrees
        signs = signs_of(ranked, target, agrees, evidence)
        wrong = 1 / (1 + exp(-max(-_MOST, min(_MOST, self.forest.score(signs)))))
        agreeing, other = best_of(ranked, agrees), best_of(ranked, ~agrees)
        if agreeing >= 0 and wrong <= self.borders.supported:
            outcome = NumberOutcome.SUPPORTED
        elif other >= 0 and wrong >= self.borders.contradicted:
            outcome = NumberOutcome.CONTRADICTED
        else:
            outcome = NumberOutcome.NOT_COVERED
        return DecidedNumber(outcome, wrong, agreeing, other, signs)
