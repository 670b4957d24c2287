"""Governance: what speaks against an outcome, whatever its criteria say."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from itertools import islice
from socket import SHUT_RDWR
from typing import Any, NamedTuple, Protocol
from urllib.parse import SplitResult, urlsplit

from sidecar.model.formatting import format_plain
from sidecar.model.outcome import GovernanceFlag, Task
from sidecar.outcomes.causes import GOVERNANCE_UNAVAILABLE
from sidecar.outcomes.metrics import Metric, MetricKind
from sidecar.outcomes.quantities import parse_exact
from sidecar.outcomes.settings import GovernanceSettings
from sidecar.structure.strict import TooDeep, UnrepairableJson, parse_strictly

# Governance over HTTP: another service is asked, and without its answer nothing is allowed.

_MOST_BYTES = 65_536
_DEEPEST = 8  # levels


class AnswerUnusable(Exception):
    """The other service gave no answer that means something."""


class GovernanceHook:
    """Asks another service by POST of JSON.

    It answers ``{"valid": true, "flags": []}`` with status 200; a flag is a text, or an object with
    ``code``, ``message`` and ``metric``. Anything else refuses the outcome, and so does silence.

    Args:
        settings: Where, and how long.
    """

    def __init__(self, settings: GovernanceSettings) -> None:
        self._settings = settings
        self._url = urlsplit(settings.url)

    async def flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
        """The flags of the other service."""
        timeout_s = self._settings.timeout_s
        body = json.dumps(_asked(outcome)).encode()
        connection = _connection(self._url, timeout_s)
        try:
            async with asyncio.timeout(timeout_s):
                answer = await asyncio.to_thread(self._ask, connection, body)
            return _flags(answer)
        except TimeoutError:
            return [flag_unavailable(f"it did not answer within {timeout_s:g} s")]
        except (AnswerUnusable, OSError, HTTPException, ValueError, RecursionError) as error:
            return [flag_unavailable(f"{type(error).__name__}: {error}"[:LONGEST])]
        finally:
            _hang_up(connection)  # else who answers in drops would keep a thread

    def _ask(self, connection: HTTPConnection, body: bytes) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        token = self._settings.token.get_secret_value()
        if token:
            headers["Authorization"] = f"Bearer {token}"
        path = self._url.path or "/"
        try:
            query = f"?{self._url.query}" if self._url.query else ""
            connection.request("POST", path + query, body, headers)
            answer = connection.getresponse()
            data = answer.read(_MOST_BYTES + 1)
        finally:
            connection.close()
        if answer.status != 200:
            raise AnswerUnusable(f"its status is {answer.status}")
        if len(data) > _MOST_BYTES:
            raise AnswerUnusable(f"its answer has more than {_MOST_BYTES} bytes")
        return _read(data)


def _read(data: bytes) -> Any:
    """What an answer says, as JSON that can be read in one way alone."""
    try:
        said = parse_strictly(data.decode(), _DEEPEST)
    except (UnrepairableJson, TooDeep) as error:
        raise AnswerUnusable(f"its answer is not JSON: {error}") from None
    if said.repeated:
        raise AnswerUnusable(f"its answer has the key {said.repeated[0]!r:.80} twice")
    return said.value


def _hang_up(connection: HTTPConnection) -> None:
    """Wake the thread that waits for the other side, if one does."""
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(SHUT_RDWR)


def _connection(url: SplitResult, timeout_s: float) -> HTTPConnection:
    if url.scheme == "https":
        context = ssl.create_default_context()
        return HTTPSConnection(url.netloc, timeout=timeout_s, context=context)
    return HTTPConnection(url.netloc, timeout=timeout_s)


def _asked(outcome: GovernanceSubject) -> Mapping[str, object]:
    """What the other service is told: digests instead of what was delivered."""
    task = outcome.task
    return {
        "contract_id": task.contract_id,
        "agent_id": task.agent_id,
        "claimed_metrics": {name: format_plain(value) for name, value in outcome.values.items()},
        "execution_context": task.metadata,
        "input_digest": outcome.input_digest,
        "output_digest": outcome.output_digest,
    }


def _flags(answer: Any) -> Sequence[GovernanceFlag]:
    if not isinstance(answer, dict) or not isinstance(answer.get("valid"), bool):
        raise AnswerUnusable("its answer has no `valid` that is true or false")
    given = answer.get("flags", [])
    if not isinstance(given, list) or len(given) > MOST_FLAGS:
        raise AnswerUnusable(f"its `flags` are not a list of at most {MOST_FLAGS}")
    valid: bool = answer["valid"]
    flags = [_flag(one, refuses=not valid) for one in given]
    if not valid and not flags:
        return [_flag("the outcome is not valid", refuses=True)]
    return flags


def _flag(given: Any, *, refuses: bool) -> GovernanceFlag:
    said = given if isinstance(given, dict) else {"message": given}
    if not all(isinstance(one, str) for one in said.values()):
        raise AnswerUnusable("a flag is a text, or an object of texts")
    return GovernanceFlag(
        code=said.get("code", "GOVERNANCE_FLAG")[:LONGEST],
        metric=said.get("metric", "")[:LONGEST],
        message=said.get("message", "")[:LONGEST],
        refuses=refuses,
    )


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


class GovernanceSubject(NamedTuple):
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

    async def flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
        """What speaks against an outcome; nothing, where nothing does. It never raises."""


class GovernanceRules:
    """The default: what cannot be.

    Args:
        known: Every metric that can be measured.
    """

    def __init__(self, known: Mapping[str, Metric]) -> None:
        self._known = known

    async def flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
        """What speaks against an outcome."""
        return [*self._impossible(outcome), *_too_fast(outcome), *self._claimed(outcome)]

    def _impossible(self, outcome: GovernanceSubject) -> Iterator[GovernanceFlag]:
        for name, value in outcome.values.items():
            metric = self._known.get(name)
            kind = MetricKind.NUMBER if metric is None else metric.kind
            if not kind.allows(value):
                message = (
                    f"{name} is {format_plain(value)}, which is impossible: it is {kind.words}"
                )
                yield GovernanceFlag(code="METRIC_IMPOSSIBLE", metric=name, message=message)

    def _claimed(self, outcome: GovernanceSubject) -> Iterator[GovernanceFlag]:
        """Whether the agent claims what cannot be, or what its output does not have."""
        claimed = outcome.task.metadata.get(CLAIMED)
        if not isinstance(claimed, dict):
            return
        judged = self._known.keys() | outcome.wanted
        ours = [one for one in claimed.items() if one[0] in judged]  # however many come first
        others = (one for one in claimed.items() if one[0] not in judged)
        for name, given in [*ours, *islice(others, _MOST_UNKNOWN)]:
            metric, value = self._known.get(name), parse_exact(given)
            if value is None or (metric is not None and not metric.kind.allows(value)):
                message = f"the agent claims a {name[:80]} that is impossible"
                yield GovernanceFlag(code="METRIC_IMPOSSIBLE", metric=name[:80], message=message)
            elif name in outcome.wanted and name not in outcome.values:
                message = f"the agent claims a {name}, and its output has none to measure"
                yield GovernanceFlag(code="METRIC_WITHOUT_BASIS", metric=name, message=message)


def flag_unavailable(why: str) -> GovernanceFlag:
    """What is flagged where another service gave no answer that means something."""
    message = f"governance gave no answer, so nothing is allowed: {why}"[:LONGEST]
    return GovernanceFlag(
        code=GOVERNANCE_UNAVAILABLE, message=message, fault=GOVERNANCE_UNAVAILABLE
    )


def _too_fast(outcome: GovernanceSubject) -> Iterator[GovernanceFlag]:
    """Whether a claimed latency is below what the platform measured."""
    wall = parse_exact(outcome.task.metadata.get(WALL))
    claimed = outcome.values.get("latency_ms")
    if wall is not None and claimed is not None and claimed < wall:
        message = (
            f"latency_ms is {format_plain(claimed)}, and the platform measured {format_plain(wall)}"
        )
        yield GovernanceFlag(code="LATENCY_BELOW_WALL_TIME", metric="latency_ms", message=message)


class CombinedGovernance:
    """Several governances: each is asked, and one that refuses is enough.

    Args:
        each: In the order of their flags.
    """

    def __init__(self, each: Sequence[Governance]) -> None:
        self._each = each

    async def flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
        """The flags of all."""
        return [flag for one in self._each for flag in await one.flags(outcome)]
