"""Metrics that the criteria bring code for, which runs in the sandbox."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sidecar.model.outcome import Task
from sidecar.outcomes.causes import JudgingStep, Responsibility, find_cause
from sidecar.outcomes.extractors.base import (
    InThread,
    Measured,
    MetricExtractor,
    NotMeasured,
    Unmeasurable,
)
from sidecar.outcomes.metrics import Metric, MetricKind
from sidecar.outcomes.sandbox.engine import run
from sidecar.outcomes.sandbox.results import SandboxError
from sidecar.outcomes.settings import SandboxSettings


class CustomExtractor(MetricExtractor):
    """Runs the code of one task's criteria.

    Args:
        code: The code.
        names: Of the metrics that it may give.
        settings: What it may take.
    """

    caches = False  # what is kept is kept for a task, whatever the code

    def __init__(self, code: str, names: Collection[str], settings: SandboxSettings) -> None:
        self.metrics: Mapping[str, Metric] = {
            name: Metric(MetricKind.NUMBER, "a value that custom_code gives it") for name in names
        }
        self._code, self._settings = code, settings

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """What the code gives.

        Raises:
            Unmeasurable: If it gives nothing: the reason of the sandbox, and the line.
            NotMeasured: If the sandbox could not run it.
        """
        context = {"input": task.input, "output": task.output, "metadata": task.metadata}
        try:
            found = await run(self._code, context, wanted, self._settings)
        except SandboxError as error:
            where = f" (line {error.line} of custom_code)" if error.line else ""
            message = f"{error.message}{where} [{error.reason}]"
            row = find_cause(JudgingStep.CODE, error.reason)
            if row.whose is Responsibility.TASK:
                raise Unmeasurable(message) from None
            raise NotMeasured(message, row) from None
        return found.values
