"""Measuring what criteria need, and nothing else; values are kept for the same task."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import isfinite

from sidecar.model.outcome import Task
from sidecar.outcomes.causes import JudgingStep, find_cause
from sidecar.outcomes.extractors import Extractors
from sidecar.outcomes.extractors.base import (
    InThread,
    MetricExtractor,
    NotMeasured,
    Unmeasurable,
)
from sidecar.outcomes.quantities import parse_exact

_FAILED = find_cause(JudgingStep.ANY, "EXTRACTOR_FAILED")
_LATE = find_cause(JudgingStep.ANY, "DEADLINE_EXCEEDED")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MetricValues:
    """What was measured.

    Attributes:
        found: Exact values by metric.
        missing: Why each of the others has none, in words: the task's own doing.
        failed: The same where it is nobody's, with the reason.
    """

    found: Mapping[str, Decimal]
    missing: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, NotMeasured] = field(default_factory=dict)


class MetricCache:
    """Values of tasks by the digest of the task, for a while.

    Args:
        ttl_s: Seconds that values are kept.
        entries: Of how many tasks at most.
    """

    def __init__(self, ttl_s: float, entries: int) -> None:
        self._ttl_s, self._most = ttl_s, entries if ttl_s > 0 else 0
        self._kept: OrderedDict[str, tuple[float, dict[str, Decimal]]] = OrderedDict()

    def of(self, digest: str) -> Mapping[str, Decimal]:
        """What is known of a task."""
        until, values = self._kept.get(digest, (0.0, {}))
        if until <= time.monotonic():
            self._kept.pop(digest, None)
            return {}
        return values

    def keep(self, digest: str, values: Mapping[str, Decimal]) -> None:
        """Keep values, beside those that are known; they are not kept longer for that."""
        if not self._most or not values:
            return
        known = dict(self.of(digest))
        until = self._kept[digest][0] if known else time.monotonic() + self._ttl_s
        self._kept[digest] = until, known | dict(values)
        self._kept.move_to_end(digest)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


class TaskMeasurer:
    """Measures tasks.

    Args:
        extractors: What can be measured.
        cache: What was.
    """

    def __init__(self, extractors: Extractors, cache: MetricCache) -> None:
        self._extractors, self._cache = extractors, cache

    async def measure(
        self,
        task: Task,
        digest: str,
        wanted: Collection[str],
        in_thread: InThread,
        own: Mapping[str, MetricExtractor] | None = None,
    ) -> MetricValues:
        """The values of some metrics; what fails is missing, and says why.

        Args:
            task: What was given and delivered.
            digest: Of the task, tenant included: what is kept is kept under it.
            wanted: Names of metrics that are known.
            in_thread: Runs what takes long.
            own: Extractors that this task alone has.
        """
        found = {name: value for name, value in self._cache.of(digest).items() if name in wanted}
        missing: dict[str, str] = {}
        failed: dict[str, NotMeasured] = {}
        asked = []
        for name, extractor in {**self._extractors.by_name, **(own or {})}.items():
            needed = sorted(extractor.metrics.keys() & set(wanted) - found.keys())
            if needed:
                asked.append(_extract(name, extractor, task, needed, in_thread))
        for extractor_caches, values in await asyncio.gather(*asked):
            found.update(values.found)
            missing.update(values.missing)
            failed.update(values.failed)
            if extractor_caches:
                self._cache.keep(digest, values.found)
        return MetricValues(found, missing, failed)


async def _extract(
    name: str, extractor: MetricExtractor, task: Task, needed: list[str], in_thread: InThread
) -> tuple[bool, MetricValues]:
    """What one extractor measures. A fault of its own is nobody's failure, and is logged."""
    try:
        given = await extractor.extract(task, needed, in_thread)
    except Unmeasurable as error:
        return False, MetricValues({}, dict.fromkeys(needed, str(error)))
    except NotMeasured as error:
        return False, MetricValues({}, {}, dict.fromkeys(needed, error))
    except TimeoutError:
        late = NotMeasured(f"the extractor {name} had no time left", _LATE)
        return False, MetricValues({}, {}, dict.fromkeys(needed, late))
    except Exception as error:  # of a third party, who may raise anything
        log.exception("an extractor failed", extra={"extractor": name})
        why = f"the extractor {name} failed: {type(error).__name__}"
        return False, MetricValues({}, {}, dict.fromkeys(needed, NotMeasured(why, _FAILED)))
    return extractor.caches, _values(name, extractor, given, needed)


def _values(
    name: str, extractor: MetricExtractor, given: object, needed: list[str]
) -> MetricValues:
    """The exact values among what an extractor gave."""
    found: dict[str, Decimal] = {}
    missing: dict[str, str] = {}
    failed: dict[str, NotMeasured] = {}
    for metric in needed:
        said = given.get(metric) if isinstance(given, Mapping) else given
        value = parse_exact(int(said) if isinstance(said, bool) else said)
        if said is None and isinstance(given, Mapping):
            needs = extractor.metrics[metric].needs
            missing[metric] = f"nothing to measure it from: it needs {needs}"
        elif isinstance(said, Unmeasurable):
            missing[metric] = str(said)
        elif isinstance(said, NotMeasured):
            failed[metric] = said
        elif not _is_number(said):
            failed[metric] = NotMeasured(f"the extractor {name} gave no number", _FAILED)
        elif value is None:
            missing[metric] = "what was measured has more digits than are compared"
        else:
            found[metric] = value
    return MetricValues(found, missing, failed)


def _is_number(said: object) -> bool:
    """Whether an extractor keeps to its contract: a finite number, or true or false."""
    if isinstance(said, Decimal):
        return said.is_finite()
    return isinstance(said, int) or (isinstance(said, float) and isfinite(said))
