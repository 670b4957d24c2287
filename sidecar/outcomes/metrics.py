"""What metrics measure, and what they are measured from."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import NamedTuple

from sidecar.model.outcome import MetricType


class MetricKind(Enum):
    """What a metric's values can be.

    Attributes:
        words: The same for people.
        least: The least value, if there is one.
        most: The largest value, if there is one.
    """

    NUMBER = "a number", None, None
    SHARE = "a share from 0 to 1", Decimal(0), Decimal(1)
    MILLISECONDS = "milliseconds from 0", Decimal(0), None
    COUNT = "a whole number from 0", Decimal(0), None
    FLAG = "true or false", Decimal(0), Decimal(1)

    def __init__(self, words: str, least: Decimal | None, most: Decimal | None) -> None:
        self.words, self.least, self.most = words, least, most

    def allows(self, value: Decimal) -> bool:
        """Whether a value can be."""
        if self.least is not None and value < self.least:
            return False
        if self.most is not None and value > self.most:
            return False
        if self is MetricKind.FLAG:
            return value in {0, 1}
        return self is not MetricKind.COUNT or value == value.to_integral_value()


class Metric(NamedTuple):
    """A metric that can be measured.

    Attributes:
        kind: What its values can be.
        needs: What it is measured from, in words: ``input.reference``.
    """

    kind: MetricKind
    needs: str


KINDS = {
    MetricType.NUMERIC: MetricKind.NUMBER,
    MetricType.PERCENTAGE: MetricKind.SHARE,
    MetricType.LATENCY: MetricKind.MILLISECONDS,
    MetricType.COUNT: MetricKind.COUNT,
    MetricType.ACCURACY: MetricKind.SHARE,
    MetricType.BLEU_SCORE: MetricKind.SHARE,
    MetricType.ROUGE_SCORE: MetricKind.SHARE,
    MetricType.F1_SCORE: MetricKind.SHARE,
    MetricType.BOOLEAN: MetricKind.FLAG,
    MetricType.CONTAINS: MetricKind.SHARE,
    MetricType.MATCHES_SCHEMA: MetricKind.FLAG,
    MetricType.CUSTOM: MetricKind.NUMBER,
}
"""What the values of each type can be."""


def narrow_kind(metric: MetricKind, said: MetricKind) -> MetricKind | None:
    """The kind of a metric for which a criterion says a kind of its own; None where they differ."""
    if said is MetricKind.NUMBER or said is metric:
        return metric
    return said if metric is MetricKind.NUMBER else None
