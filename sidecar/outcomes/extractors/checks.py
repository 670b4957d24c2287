"""Figures of verifyd's own checks, so that "95 % of the numbers are supported" is a criterion."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from sidecar.model.citation import CitationsDetail
from sidecar.model.claim import ClaimsDetail, ClaimVerdict
from sidecar.model.outcome import Task
from sidecar.model.report import Failure, NumericDetail, Report, Verdict
from sidecar.outcomes.extractors.base import (
    InThread,
    Measured,
    MetricExtractor,
    Unmeasurable,
    Value,
)
from sidecar.outcomes.metrics import Kind, Metric

T = TypeVar("T")


class ChecksExtractor(MetricExtractor):
    """Reads figures off the report on a narrative that came with the task."""

    metrics: Mapping[str, Metric] = {
        "numbers_supported_rate": Metric(Kind.SHARE, "a narrative with numbers, verified"),
        "claims_supported_rate": Metric(Kind.SHARE, "a narrative with cited claims, verified"),
        "citation_validity_rate": Metric(Kind.SHARE, "a narrative with citations, verified"),
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
    except Unmeasurable as error:
        return error


def _numbers(report: Report) -> float | None:
    detail = _detail(report, "numeric", NumericDetail)
    verdicts = detail.bindings.verdicts if detail else ()
    return _share(sum(one is Verdict.SUPPORTED for one in verdicts), len(verdicts))


def _claims(report: Report) -> float | None:
    detail = _detail(report, "claims", ClaimsDetail)
    claims = detail.claims if detail else ()
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
        Unmeasurable: If it failed.
    """
    for result in report.results:
        if result.check != check:
            continue
        if isinstance(result.outcome, Failure):
            raise Unmeasurable(f"the check {check} failed: {result.outcome.message}")
        detail = result.outcome.detail
        return detail if isinstance(detail, kind) else None
    return None


_FIGURES: Mapping[str, Callable[[Report], float | None]] = {
    "numbers_supported_rate": _numbers,
    "claims_supported_rate": _claims,
    "citation_validity_rate": _citations,
}
