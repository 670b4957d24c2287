"""Figures that are reported: by verifyd's own checks, and by the platform that ran the task."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from sidecar.model.check_details import CitationsDetail
from sidecar.model.claim import ClaimsDetail, ClaimVerdict
from sidecar.model.outcome import Task
from sidecar.model.report import Failure, NumericDetail, Report, Verdict
from sidecar.outcomes.causes import JudgingStep, Responsibility, find_cause
from sidecar.outcomes.extractors.base import (
    InThread,
    Measured,
    MetricExtractor,
    NotMeasured,
    Unmeasurable,
    Value,
    read_number,
)
from sidecar.outcomes.metrics import Metric, MetricKind

T = TypeVar("T")


class ChecksExtractor(MetricExtractor):
    """Reads figures off the report on a narrative that came with the task."""

    metrics: Mapping[str, Metric] = {
        "numbers_supported_rate": Metric(MetricKind.SHARE, "a narrative with numbers, verified"),
        "claims_supported_rate": Metric(
            MetricKind.SHARE, "a narrative with cited claims, verified"
        ),
        "citation_validity_rate": Metric(MetricKind.SHARE, "a narrative with citations, verified"),
    }
    caches = False  # the report is no part of the key

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """The figures; missing where a check found nothing to judge."""
        if task.report is None:
            raise Unmeasurable("no narrative came to be verified")
        return {name: _figure(name, task.report) for name in wanted}


def _figure(name: str, report: Report) -> Value:
    try:
        return _FIGURES[name](report)
    except (Unmeasurable, NotMeasured) as error:
        return error


def _numbers(report: Report) -> float | None:
    detail = _detail(report, "numeric", NumericDetail)
    if detail is None:
        return None
    verdicts = detail.bindings.verdicts
    for at, verdict in enumerate(verdicts):
        use = None if verdict is Verdict.SUPPORTED else detail.bindings[at].use
        if use is not None and (use.reason.startswith("JUDGE_") or use.reason == "ENGINE_FAILED"):
            raise _failed("numeric", use.reason, "a number could not be looked up")
    return _share(sum(one is Verdict.SUPPORTED for one in verdicts), len(verdicts))


def _claims(report: Report) -> float | None:
    detail = _detail(report, "claims", ClaimsDetail)
    claims = detail.claims if detail else ()
    for source in detail.by_source if detail else ():
        gone = source.unavailable
        if gone and find_cause(JudgingStep.SOURCES, gone).whose is Responsibility.VERIFYD:
            raise _failed(
                "claims", gone, "the text of a source could not be had", JudgingStep.SOURCES
            )
    if any(one.verdict is ClaimVerdict.NOT_JUDGED for claim in claims for one in claim.results):
        raise _failed("claims", "CLAIM_NOT_JUDGED", "the judge gave no verdict on a claim")
    supported = sum(one.verdict is ClaimVerdict.SUPPORTED for one in claims)
    return _share(supported, len(claims))


def _citations(report: Report) -> float | None:
    detail = _detail(report, "citations", CitationsDetail)
    return detail.validity_rate if detail else None


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _detail(report: Report, check: str, kind: type[T]) -> T | None:
    """The detail of a check; None where it did not run.

    Raises:
        Unmeasurable: If it failed for what the narrative is.
        NotMeasured: If it failed for another reason.
    """
    for result in report.results:
        if result.check != check:
            continue
        if isinstance(result.outcome, Failure):
            raise _failed(check, result.outcome.reason, result.outcome.message)
        detail = result.outcome.detail
        return detail if isinstance(detail, kind) else None
    return None


def _failed(
    check: str, reason: str, message: str, part: JudgingStep = JudgingStep.CHECKS
) -> Unmeasurable | NotMeasured:
    """Why a check has no figure: by whose doing, the decision table says."""
    row = find_cause(part, reason)
    told = f"the check {check} failed: {message} [{reason}]"
    return Unmeasurable(told) if row.whose is Responsibility.TASK else NotMeasured(told, row)


_FIGURES: Mapping[str, Callable[[Report], float | None]] = {
    "numbers_supported_rate": _numbers,
    "claims_supported_rate": _claims,
    "citation_validity_rate": _citations,
}


# How long a task took, as the platform measured it.

FIELDS = {
    "latency_ms": "duration_ms",
    "time_to_first_byte": "ttfb_ms",
    "processing_time": "processing_ms",
}
"""The field of the metadata that each metric is."""


class LatencyExtractor(MetricExtractor):
    """Durations in milliseconds. One that was not measured is missing: 0 would meet any bound."""

    metrics: Mapping[str, Metric] = {
        name: Metric(MetricKind.MILLISECONDS, f"metadata.{field}") for name, field in FIELDS.items()
    }

    async def extract(self, task: Task, wanted: Collection[str], in_thread: InThread) -> Measured:
        """The durations that the metadata has."""
        return {name: read_number(task.metadata.get(FIELDS[name])) for name in wanted}
