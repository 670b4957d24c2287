"""What measures tasks: the interface, for verifyd's own and for those of third parties."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, ClassVar, TypeAlias, TypeVar

from sidecar.model.outcome import Task
from sidecar.outcomes.causes import Cause
from sidecar.outcomes.metrics import Metric

T = TypeVar("T")

InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a function in a thread: for what takes more than a few milliseconds."""


class Unmeasurable(Exception):
    """What the task has cannot be measured, which is its own doing; the message is for people."""


class NotMeasured(Exception):
    """Verifyd, or what it asks, is at fault: nothing is known of the metric, and nobody pays.

    Attributes:
        message: Why, for people.
        row: Of the decision table.
    """

    def __init__(self, message: str, row: Cause) -> None:
        super().__init__(message)
        self.message = message
        self.row = row


Value: TypeAlias = "float | int | bool | Unmeasurable | NotMeasured | None"
"""What a metric is; None where there is nothing to measure it from: never 0 for that."""

Measured: TypeAlias = "Mapping[str, Value]"
"""Values by metric. What is left out is None."""


class MetricExtractor(ABC):
    """Measures tasks. One serves all requests, so it keeps nothing of a task.

    Attributes:
        metrics: What it can measure, by name.
        caches: Whether the same task always has the same values.
    """

    metrics: Mapping[str, Metric]
    caches: ClassVar[bool] = True

    def supported_metrics(self) -> list[str]:
        """The names of all metrics that it can measure."""
        return list(self.metrics)

    @abstractmethod
    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """The values of the metrics that are wanted.

        Args:
            task: What was given and delivered.
            wanted: Names of metrics, all of them its own. Others need not be measured.
            in_thread: Runs what takes long.

        Raises:
            Unmeasurable: If none can be measured, because of what the task has.
            NotMeasured: If none can be measured, through no doing of the task. Any other exception
                means the same.
        """


def read_number(given: object) -> float | int | None:
    """A number of a task; None for anything else, true and false among them."""
    return given if isinstance(given, int | float) and not isinstance(given, bool) else None


def read_output_text(task: Task) -> str | None:
    """What the agent wrote; None where the output has no ``text``."""
    given = task.output.get("text")
    return given if isinstance(given, str) else None
