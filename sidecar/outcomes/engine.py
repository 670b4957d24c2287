"""The engine of outcomes: criteria and a task in, a result out."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from sidecar.model.digests import sha256_hex, sha256_of_parts
from sidecar.model.outcome import (
    CriterionResult,
    GovernanceFlag,
    OutcomeFault,
    OutcomeResult,
    SuccessCriteria,
    SuccessCriterion,
    Task,
)
from sidecar.outcomes import criteria as reading
from sidecar.outcomes.causes import STORE_UNAVAILABLE, JudgingStep, find_cause
from sidecar.outcomes.evaluation import conclude, conclude_unknown, evaluate
from sidecar.outcomes.extractors import Extractors
from sidecar.outcomes.extractors.base import InThread, MetricExtractor, Unmeasurable
from sidecar.outcomes.extractors.contains import measure_word_share
from sidecar.outcomes.governance import (
    CombinedGovernance,
    Governance,
    GovernanceHook,
    GovernanceRules,
    GovernanceSubject,
    flag_unavailable,
)
from sidecar.outcomes.measuring import MetricCache, MetricValues, TaskMeasurer
from sidecar.outcomes.metrics import Metric
from sidecar.outcomes.quantities import WORDS, parse_exact
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.structure.settings import StructureSettings

log = logging.getLogger(__name__)


class TaskBytes(NamedTuple):
    """A task as bytes, for digests."""

    input: bytes
    output: bytes
    metadata: bytes
    verified: bytes


class OutcomeEngine:
    """Validates criteria, and verifies outcomes.

    Args:
        settings: Of outcomes.
        structure: Of the check whose worker judges schemas.
        governance: What is asked; where None, what the settings say.
        also: What is asked beside that, if governance is enabled.

    Raises:
        ExtractorInvalid: If an extractor of a third party cannot be used.
    """

    def __init__(
        self,
        settings: OutcomesSettings,
        structure: StructureSettings,
        governance: Governance | None = None,
        also: Sequence[Governance] = (),
    ) -> None:
        self._settings = settings
        self._extractors = Extractors(settings.extractors, structure)
        cache = MetricCache(settings.cache_ttl_s, settings.cache_entries)
        self._measuring = TaskMeasurer(self._extractors, cache)
        self._governance = governance or self._default(also)
        self._digest = sha256_hex(f"{settings.canonical}{structure.canonical}".encode())

    def _default(self, also: Sequence[Governance]) -> Governance:
        own = self._settings.governance
        if not own.enabled:
            return CombinedGovernance([])
        rules = GovernanceRules(self._extractors.metrics)
        hooks = [GovernanceHook(own)] if own.url else []
        return CombinedGovernance([rules, *hooks, *also])

    def read(self, given: object) -> reading.CriteriaReading:
        """Criteria from plain data, with everything that is wrong with them."""
        return reading.read_criteria(given, self._extractors.metrics, self._settings)

    async def verify(
        self,
        criteria: SuccessCriteria,
        task: Task,
        parts: TaskBytes,
        *,
        tenant: str,
        in_thread: InThread,
    ) -> OutcomeResult:
        """Whether a task met its criteria, and what follows.

        Args:
            criteria: That were read with this engine.
            task: What was given and delivered.
            parts: The same as bytes, by ``encode_task``.
            tenant: Whose it is: nothing is shared between tenants.
            in_thread: Runs what takes long.
        """
        digest = sha256_of_parts([tenant.encode(), *parts])
        wanted = {one.metric for one in criteria.criteria if one.comparison not in WORDS}
        own = self._custom(criteria)
        values = await self._measuring.measure(task, digest, wanted, in_thread, own)
        known = dict(self._extractors.metrics)
        for extractor in own.values():
            known.update(extractor.metrics)
        results = [_evaluated(one, task, values, known) for one in criteria.criteria]
        metrics = dict(values.found) | _of_words(results)
        work = task.contract_id.encode(), parts.input
        outcome = GovernanceSubject(
            task, tenant, metrics, {one.metric for one in criteria.criteria},
            sha256_of_parts(work), sha256_hex(parts.output), len(parts.output),
        )  # fmt: skip
        faults = [*_faults(results, values)]
        # Who is asked about half of a result would learn of an outcome that there is not.
        flags = [] if faults else await self._flags(outcome)
        faults += [_unasked(flag) for flag in flags if flag.fault]
        ended = conclude_unknown(results, faults) if faults else conclude(results, criteria, flags)
        paid = ended.results
        code = criteria.custom_code
        return OutcomeResult(
            contract_id=task.contract_id,
            success=ended.success,
            metrics=dict(sorted(metrics.items())),
            criterion_results=paid,
            weighted_score=ended.score,
            bonus=sum((one.bonus for one in paid), Decimal(0)),
            penalty=sum((one.penalty for one in paid), Decimal(0)),
            currency=criteria.currency,
            governance_flags=flags,
            reason=ended.reason,
            custom_code_digest=sha256_hex(code.encode()) if code else "",
            digest=sha256_of_parts([repr(criteria).encode(), self._digest.encode(), *parts]),
            faults=faults,
            output_digest=outcome.output_digest,
            output_bytes=outcome.output_bytes,
        )

    async def _flags(self, outcome: GovernanceSubject) -> Sequence[GovernanceFlag]:
        """What governance says; a fault of its own is an answer that it did not give."""
        try:
            return await self._governance.flags(outcome)
        except Exception as error:  # of somebody else's, who may raise anything
            log.exception("governance failed")
            return [flag_unavailable(type(error).__name__)]

    def _custom(self, criteria: SuccessCriteria) -> dict[str, MetricExtractor]:
        """What runs the code of criteria, if they have some."""
        if not criteria.custom_code:
            return {}
        from sidecar.outcomes.extractors.custom import CustomExtractor  # noqa: PLC0415 (seldom)

        names = {one.metric for one in criteria.criteria} - self._extractors.metrics.keys()
        sandbox = self._settings.extractors.custom.sandbox
        return {"custom": CustomExtractor(criteria.custom_code, names, sandbox)}


def _evaluated(
    criterion: SuccessCriterion, task: Task, values: MetricValues, known: Mapping[str, Metric]
) -> CriterionResult:
    """A criterion of words has a value of its own: the share of its words that occur."""
    if criterion.comparison in WORDS and isinstance(criterion.threshold, tuple):
        values = _words(task, criterion.metric, criterion.threshold)
    return evaluate(criterion, values, known)


def _faults(results: Iterable[CriterionResult], values: MetricValues) -> Iterator[OutcomeFault]:
    """What kept criteria from being judged, in their order."""
    for one in results:
        if one.fault:
            metric = one.criterion.metric
            row = values.failed[metric].row
            yield OutcomeFault(
                reason=row.reason,
                message=one.reason,
                detail=row.code,
                retry_s=row.retry_s,
                metric=metric,
            )


def _unasked(flag: GovernanceFlag) -> OutcomeFault:
    """What kept governance from an answer."""
    part = JudgingStep.STORE if flag.fault == STORE_UNAVAILABLE else JudgingStep.GOVERNANCE
    row = find_cause(part, flag.fault)
    return OutcomeFault(
        reason=row.reason, message=flag.message, detail=row.code, retry_s=row.retry_s
    )


def _words(task: Task, metric: str, words: tuple[str, ...]) -> MetricValues:
    try:
        value = parse_exact(measure_word_share(task, words))
    except Unmeasurable as error:
        return MetricValues({}, {metric: str(error)})
    return MetricValues({metric: value} if value is not None else {})


def _of_words(results: list[CriterionResult]) -> dict[str, Decimal]:
    """The shares of words, for the list of metrics."""
    each = [one for one in results if one.criterion.comparison in WORDS]
    return {one.criterion.metric: one.value for one in each if one.value is not None}


def encode_task(task: Task) -> TaskBytes:
    """A task as bytes that are the same for the same task."""
    report = task.report
    verified = "" if report is None else f"{report.text_digest}{report.evidence_digest}"
    return TaskBytes(
        _canonical(task.input),
        _canonical(task.output),
        _canonical(task.metadata),
        verified.encode(),
    )


def _canonical(given: Mapping[str, Any]) -> bytes:
    return json.dumps(given, sort_keys=True, separators=(",", ":")).encode()
