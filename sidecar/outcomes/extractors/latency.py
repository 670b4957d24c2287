"""How long a task took, as the platform measured it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sidecar.model.outcome import Task
from sidecar.outcomes.extractors.base import InThread, Measured, MetricExtractor, number
from sidecar.outcomes.metrics import Kind, Metric

FIELDS = {
    "latency_ms": "duration_ms",
    "time_to_first_byte": "ttfb_ms",
    "processing_time": "processing_ms",
}
"""The field of the metadata that each metric is."""


class LatencyExtractor(MetricExtractor):
    """Durations in milliseconds. One that was not measured is missing: 0 would meet any bound."""

    metrics: Mapping[str, Metric] = {
        name: Metric(Kind.MILLISECONDS, f"metadata.{field}") for name, field in FIELDS.items()
    }

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """The durations that the metadata has."""
        return {name: number(task.metadata.get(FIELDS[name])) for name in wanted}
