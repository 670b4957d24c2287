"""Governance: what speaks against an outcome, whatever its criteria say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice
from typing import NamedTuple, Protocol

from sidecar.model.decimals import plain
from sidecar.model.outcome import GovernanceFlag, Task
from sidecar.outcomes.causes import GOVERNANCE_UNAVAILABLE
from sidecar.outcomes.metrics import Kind, Metric
from sidecar.outcomes.numbers import exact

WALL = "wall_ms"
"""The field of the metadata that holds the time which the platform measured."""

CLAIMED = "claimed_metrics"
"""The field of the metadata that holds what the agent says of itself, by metric."""

MOST_FLAGS = 100
"""Flags that an answer of another service may have."""

LONGEST = 300
"""Characters that are kept of each text in it."""

_MOST_UNKNOWN = 100
"""Claims of metrics that nobody measures here that are looked at."""


class Outcome(NamedTuple):
    """What governance judges.

    Attributes:
        task: What was given and delivered.
        tenant: Whose it is.
        values: What was measured, by metric.
        wanted: What should have been measured.
        input_digest: Of contract and input: the work.
        output_digest: Of the output.
        output_bytes: How long the output is, as canonical JSON.
    """

    task: Task
    tenant: str
    values: Mapping[str, Decimal]
    wanted: Collection[str]
    input_digest: str
    output_digest: str
    output_bytes: int


class Governance(Protocol):
    """Looks at outcomes."""

    async def flags(self, outcome: Outcome) -> Sequence[GovernanceFlag]:
        """What speaks against an outcome; nothing, where nothing does. It never raises."""


class Rules:
    """The default: what cannot be.

    Args:
        known: Every metric that can be measured.
    """

    def __init__(self, known: Mapping[str, Metric]) -> None:
        self._known = known

    async def flags(self, outcome: Outcome) -> Sequence[GovernanceFlag]:
        """What speaks against an outcome."""
        return [*self._impossible(outcome), *_too_fast(outcome), *self._claimed(outcome)]

    def _impossible(self, outcome: Outcome) -> Iterator[GovernanceFlag]:
        for name, value in outcome.values.items():
            metric = self._known.get(name)
            kind = Kind.NUMBER if metric is None else metric.kind
            if not kind.allows(value):
                message = f"{name} is {plain(value)}, which is impossible: it is {kind.words}"
                yield GovernanceFlag(code="METRIC_IMPOSSIBLE", metric=name, message=message)

    def _claimed(self, outcome: Outcome) -> Iterator[GovernanceFlag]:
        """Whether the agent claims what cannot be, or what its output does not have."""
        claimed = outcome.task.metadata.get(CLAIMED)
        if not isinstance(claimed, dict):
            return
        judged = self._known.keys() | outcome.wanted
        ours = [one for one in claimed.items() if one[0] in judged]  # however many come first
        others = (one for one in claimed.items() if one[0] not in judged)
        for name, given in [*ours, *islice(others, _MOST_UNKNOWN)]:
            metric, value = self._known.get(name), exact(given)
            if value is None or (metric is not None and not metric.kind.allows(value)):
                message = f"the agent claims a {name[:80]} that is impossible"
                yield GovernanceFlag(code="METRIC_IMPOSSIBLE", metric=name[:80], message=message)
            elif name in outcome.wanted and name not in outcome.values:
                message = f"the agent claims a {name}, and its output has none to measure"
                yield GovernanceFlag(code="METRIC_WITHOUT_BASIS", metric=name, message=message)


def unavailable(why: str) -> GovernanceFlag:
    """What is flagged where another service gave no answer that means something."""
    message = f"governance gave no answer, so nothing is allowed: {why}"[:LONGEST]
    return GovernanceFlag(
        code=GOVERNANCE_UNAVAILABLE, message=message, fault=GOVERNANCE_UNAVAILABLE
    )


def _too_fast(outcome: Outcome) -> Iterator[GovernanceFlag]:
    """Whether a claimed latency is below what the platform measured."""
    wall = exact(outcome.task.metadata.get(WALL))
    claimed = outcome.values.get("latency_ms")
    if wall is not None and claimed is not None and claimed < wall:
        message = f"latency_ms is {plain(claimed)}, and the platform measured {plain(wall)}"
        yield GovernanceFlag(code="LATENCY_BELOW_WALL_TIME", metric="latency_ms", message=message)


class All:
    """Several governances: each is asked, and one that refuses is enough.

    Args:
        each: In the order of their flags.
    """

    def __init__(self, each: Sequence[Governance]) -> None:
        self._each = each

    async def flags(self, outcome: Outcome) -> Sequence[GovernanceFlag]:
        """The flags of all."""
        return [flag for one in self._each for flag in await one.flags(outcome)]
