"""How right labels are: accuracy, precision, recall and F1, as scikit-learn has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from sidecar.model.outcome import Task
from sidecar.outcomes.extractors.base import (
    InThread,
    Measured,
    MetricExtractor,
    Unmeasurable,
    Value,
    read_number,
)
from sidecar.outcomes.metrics import Metric, MetricKind
from sidecar.outcomes.settings import ClassificationSettings

_LABELS = "output.predictions and input.ground_truth, of one length, each with labels"
_INLINE = 2_000  # predictions that are compared within a millisecond or two


class ClassScores(NamedTuple):
    """How well predicted labels agree with the true ones."""

    accuracy: float
    precision: float
    recall: float
    f1_score: float


class ClassificationExtractor(MetricExtractor):
    """Compares predictions with the ground truth.

    Args:
        settings: How labels become one figure.
    """

    metrics: Mapping[str, Metric] = {
        "accuracy": Metric(MetricKind.SHARE, _LABELS),
        "precision": Metric(MetricKind.SHARE, _LABELS),
        "recall": Metric(MetricKind.SHARE, _LABELS),
        "f1_score": Metric(MetricKind.SHARE, _LABELS),
        "confidence": Metric(MetricKind.SHARE, "output.confidence"),
        "num_predictions": Metric(MetricKind.COUNT, "output.predictions"),
    }

    def __init__(self, settings: ClassificationSettings) -> None:
        self._settings = settings

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """The scores, where there are as many predictions as true labels."""
        predictions = task.output.get("predictions")
        confidence = read_number(task.output.get("confidence"))
        count = len(predictions) if isinstance(predictions, list) else None
        found: dict[str, Value] = {"confidence": confidence, "num_predictions": count}
        compared = set(wanted) - found.keys()
        if not compared:
            return found
        try:
            true, predicted = self._labels(task)
        except Unmeasurable as error:
            return found | dict.fromkeys(compared, error)
        if len(true) <= _INLINE:
            return found | score_labels(true, predicted, self._settings)._asdict()
        scored: ClassScores = await in_thread(lambda: score_labels(true, predicted, self._settings))
        return found | scored._asdict()

    def _labels(self, task: Task) -> tuple[Sequence[str], Sequence[str]]:
        """The true and the predicted labels.

        Raises:
            Unmeasurable: If there are none, too many, or not as many of both.
        """
        true = _labels(task.input.get("ground_truth"), "input.ground_truth")
        predicted = _labels(task.output.get("predictions"), "output.predictions")
        if len(true) != len(predicted):
            message = f"there are {len(predicted)} predictions for {len(true)} true labels"
            raise Unmeasurable(message)
        if len(true) > self._settings.max_predictions:
            most = self._settings.max_predictions
            raise Unmeasurable(f"there are more than {most} predictions")
        return true, predicted


def score_labels(
    true: Sequence[str], predicted: Sequence[str], settings: ClassificationSettings
) -> ClassScores:
    """The scores of predicted labels, of which there is at least one."""
    support, guesses = Counter(true), Counter(predicted)
    hits = Counter(one for one, other in zip(true, predicted, strict=True) if one == other)
    total, right = len(true), hits.total()
    accuracy = right / total
    if settings.average == "micro":  # each item counts once, so all of them are the accuracy
        return ClassScores(accuracy, accuracy, accuracy, accuracy)
    labels = sorted(support.keys() | guesses.keys())
    weighted = settings.average == "weighted"
    weights = [support[label] if weighted else 1 for label in labels]

    def mean(over: Sequence[tuple[int, int]]) -> float:
        each = [top / below if below else settings.zero_division for top, below in over]
        products = (one * weight for one, weight in zip(each, weights, strict=True))
        return fsum(products) / sum(weights)

    return ClassScores(
        accuracy,
        mean([(hits[label], guesses[label]) for label in labels]),
        mean([(hits[label], support[label]) for label in labels]),
        mean([(2 * hits[label], support[label] + guesses[label]) for label in labels]),
    )


def _labels(given: Any, where: str) -> Sequence[str]:
    """Labels: texts and whole numbers, bare or as ``{"label": ...}``."""
    if not isinstance(given, list) or not given:
        raise Unmeasurable(f"{where} is not a list of labels")
    labels = [one.get("label") if isinstance(one, dict) else one for one in given]
    for place, label in enumerate(labels):
        if isinstance(label, bool) or not isinstance(label, str | int):
            raise Unmeasurable(f"{where}[{place}] has no label")
    # 1 and "1" are two labels: what differs is not right.
    return [f"{type(label).__name__}:{label}" for label in labels]
