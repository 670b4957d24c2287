"""The example contracts of the outcome framework, as they stand, and tasks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sidecar.model.outcome import OutcomeResult, SuccessCriteria, Task
from sidecar.outcomes.documents import parse_documents
from sidecar.outcomes.engine import OutcomeEngine, encode_task
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.structure.settings import StructureSettings

YAML = b"""\
# NLP Summarization Task
success_criteria:
  criteria:
    - metric: "accuracy"
      metric_type: "percentage"
      comparison: "gte"
      threshold: 0.90
      required: true
      bonus: 0.03

    - metric: "latency_ms"
      metric_type: "latency"
      comparison: "lte"
      threshold: 2000
      required: false
      bonus: 0.02

    - metric: "output_length"
      metric_type: "count"
      comparison: "in_range"
      threshold: {"min": 100, "max": 500}
      required: true

    - metric: "contains_keywords"
      metric_type: "contains"
      comparison: "contains_all"
      threshold: ["summary", "conclusion"]
      required: false

  aggregation: "all"

# Image Classification Task
success_criteria:
  criteria:
    - metric: "f1_score"
      metric_type: "f1_score"
      comparison: "gte"
      threshold: 0.85
      weight: 0.6
      bonus: 0.05

    - metric: "confidence"
      metric_type: "percentage"
      comparison: "gte"
      threshold: 0.80
      weight: 0.4

  aggregation: "weighted"
  minimum_weighted_score: 0.75
"""

SUMMARY, IMAGES = parse_documents(YAML)


def engine(plugged: Any = None, **settings: Any) -> OutcomeEngine:
    """An engine whose currency is the dollar."""
    own = OutcomesSettings.model_validate({"currency": "USD"} | settings)
    return OutcomeEngine(own, StructureSettings(), plugged)


def codes(given: object, **settings: Any) -> list[str]:
    """The codes of everything that is wrong with criteria."""
    return [fault.code for fault in engine(**settings).read(given).faults]


def valid(given: object, **settings: Any) -> SuccessCriteria:
    """Criteria that are right."""
    read = engine(**settings).read(given)
    assert read.faults == []
    assert read.criteria is not None
    return read.criteria


async def in_thread(work: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(work)


async def verify(given: object, task: Task, plugged: Any = None, **settings: Any) -> OutcomeResult:
    """The result of a task by criteria that are right."""
    own = engine(plugged, **settings)
    read = own.read(given)
    assert read.faults == []
    assert read.criteria is not None
    return await own.verify(read.criteria, task, encode_task(task), tenant="", in_thread=in_thread)


def criterion(metric: str = "output_length", **fields: Any) -> dict[str, Any]:
    """A criterion that a text of any length meets, unless fields say otherwise."""
    return {
        "metric": metric,
        "metric_type": "count",
        "comparison": "gte",
        "threshold": 0,
    } | fields


def task(text: str = "A text.", **fields: Any) -> Task:
    """A task that delivered a text."""
    return Task(output={"text": text}, **fields)
