"""From values to a result: each criterion, all of them together, and what follows in money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, localcontext
from typing import NamedTuple

from sidecar.model.formatting import format_plain
from sidecar.model.outcome import (
    Aggregation,
    CriterionResult,
    GovernanceFlag,
    OutcomeFault,
    Range,
    SuccessCriteria,
    SuccessCriterion,
)
from sidecar.model.outcome import ComparisonOperator as Operator
from sidecar.outcomes.measuring import MetricValues
from sidecar.outcomes.metrics import KINDS, Metric, narrow_kind
from sidecar.outcomes.quantities import EXACT

EQUAL = Decimal("0.0001")
"""Values that are less than this apart are equal: criteria are compared no finer."""

WITHHELD = "its bonus is not paid, since the task did not succeed"

_SIGNS = {
    Operator.GTE: ("at least", "below"),
    Operator.GT: ("above", "not above"),
    Operator.LTE: ("at most", "above"),
    Operator.LT: ("below", "not below"),
    Operator.EQ: ("equal to", "not equal to"),
    Operator.NEQ: ("not equal to", "equal to"),
    Operator.IN_RANGE: ("within", "outside"),
}


class CriteriaAggregate(NamedTuple):
    """What the results of criteria come to.

    Attributes:
        success: Whether the task has succeeded, before governance.
        score: The share of weights that are met, for ``weighted``.
        reason: Why, in words.
    """

    success: bool
    score: Decimal | None
    reason: str


class OutcomeConclusion(NamedTuple):
    """What a task comes to.

    Attributes:
        success: Whether it has succeeded; False where that is not known.
        score: The share of weights that are met, for ``weighted``.
        reason: Why, in words.
        results: Of the criteria, with what they add and take off.
    """

    success: bool
    score: Decimal | None
    reason: str
    results: Sequence[CriterionResult]


def evaluate(
    criterion: SuccessCriterion, values: MetricValues, known: Mapping[str, Metric]
) -> CriterionResult:
    """How a criterion ends; one whose metric is missing, or cannot be, is not met.

    Where that is a fault on the side of verifyd, it is not met either, and its result says so.
    """
    name = criterion.metric
    failed = values.failed.get(name)
    if failed is not None:
        return CriterionResult(
            criterion=criterion,
            value=None,
            met=False,
            error=failed.message,
            reason=f"{name} was not judged: {failed.message}",
            fault=failed.row.reason,
        )
    value = values.found.get(name)
    if value is None:
        why = values.missing.get(name, "it was not measured")
        return _unmet(criterion, None, why)
    kind = narrow_kind(known[name].kind, KINDS[criterion.metric_type])
    if kind is not None and not kind.allows(value):
        return _unmet(criterion, value, f"{format_plain(value)} is impossible for {kind.words}")
    met = compare(value, criterion)
    return CriterionResult(
        criterion=criterion, value=value, met=met, reason=_words(value, criterion, met)
    )


def _unmet(criterion: SuccessCriterion, value: Decimal | None, why: str) -> CriterionResult:
    reason = f"{criterion.metric} is not met: {why}"
    return CriterionResult(criterion=criterion, value=value, met=False, error=why, reason=reason)


def compare(value: Decimal, criterion: SuccessCriterion) -> bool:
    """Whether a value satisfies a criterion, exactly."""
    comparison, threshold = criterion.comparison, criterion.threshold
    if comparison is Operator.CONTAINS_ALL:
        return value >= 1
    if comparison is Operator.CONTAINS_ANY:
        return value > 0
    if isinstance(threshold, Range):
        return threshold.min <= value <= threshold.max
    assert isinstance(threshold, Decimal | bool)  # noqa: S101 (words have operators of their own)
    wanted = Decimal(threshold)
    with localcontext(EXACT):
        apart = abs(value - wanted)
    return {
        Operator.GTE: value >= wanted,
        Operator.GT: value > wanted,
        Operator.LTE: value <= wanted,
        Operator.LT: value < wanted,
        Operator.EQ: apart < EQUAL,
        Operator.NEQ: apart >= EQUAL,
    }[comparison]


def aggregate(results: Sequence[CriterionResult], criteria: SuccessCriteria) -> CriteriaAggregate:
    """What results come to. A missing metric is not met, and its weight counts."""
    if criteria.aggregation is Aggregation.WEIGHTED:
        return _weighted(results, criteria.minimum_weighted_score or Decimal(0))
    if criteria.aggregation is Aggregation.ANY:
        met = [one for one in results if one.met]
        said = f"{met[0].criterion.metric} is met" if met else "no criterion is met"
        return CriteriaAggregate(bool(met), None, said)
    failed = [one for one in results if one.criterion.required and not one.met]
    if failed:
        return CriteriaAggregate(False, None, "; ".join(one.reason for one in failed))
    return CriteriaAggregate(True, None, "every required criterion is met")


def _weighted(results: Sequence[CriterionResult], minimum: Decimal) -> CriteriaAggregate:
    with localcontext(EXACT):
        total = sum((one.criterion.weight for one in results), Decimal(0))
        met = sum((one.criterion.weight for one in results if one.met), Decimal(0))
        # Compared without a division, which would have to round.
        success = total > 0 and met >= minimum * total
        score = met / total if total else Decimal(0)
    sign = "reaches" if success else "is below"
    weights = f"{format_plain(met)} of {format_plain(total)} by weight"
    said = f"{weights}, which {sign} the least score of {format_plain(minimum)}"
    return CriteriaAggregate(success, round(score, 9), said)


def conclude(
    results: Sequence[CriterionResult], criteria: SuccessCriteria, flags: Sequence[GovernanceFlag]
) -> OutcomeConclusion:
    """What all results, none of which is open, and governance come to."""
    combined = aggregate(results, criteria)
    refused = [flag for flag in flags if flag.refuses]
    success = combined.success and not refused
    reasons = [combined.reason, *(f"refused: {flag.message}" for flag in refused)]
    paid = apply_incentives(results, success=success)
    return OutcomeConclusion(success, combined.score, "; ".join(reasons), paid)


def conclude_unknown(
    results: Sequence[CriterionResult], faults: Sequence[OutcomeFault]
) -> OutcomeConclusion:
    """What there is to say where something was not judged: no success, and nothing to pay."""
    reasons = dict.fromkeys(fault.message for fault in faults)
    return OutcomeConclusion(False, None, f"not judged: {'; '.join(reasons)}", tuple(results))


def apply_incentives(
    results: Sequence[CriterionResult], *, success: bool
) -> tuple[CriterionResult, ...]:
    """The same results with what they add and take off: no bonus without success."""
    return tuple(_paid(one, success=success) for one in results)


def _paid(result: CriterionResult, *, success: bool) -> CriterionResult:
    bonus, penalty = result.criterion.bonus, result.criterion.penalty
    if result.met:
        if bonus is None:
            return result
        if success:
            return replace(result, bonus=bonus.amount)
        return replace(result, reason=f"{result.reason}; {WITHHELD}")
    return replace(result, penalty=penalty.amount if penalty else Decimal(0))


def _words(value: Decimal, criterion: SuccessCriterion, met: bool) -> str:
    """What was compared with what; it begins with the metric, which a table can leave out."""
    metric, threshold, comparison = criterion.metric, criterion.threshold, criterion.comparison
    if isinstance(threshold, tuple):
        words = f"{len(threshold)} word{'' if len(threshold) == 1 else 's'}"
        found = f"{value * len(threshold):.0f} of {words} found"
        wanted = "all are" if comparison is Operator.CONTAINS_ALL else "one is"
        return f"{metric} {format_plain(value)}: {found}, {wanted} required"
    if isinstance(threshold, bool):
        wanted = str(threshold is (comparison is Operator.EQ)).lower()
        return f"{metric} is {'true' if value else 'false'}; {wanted} is required"
    if isinstance(threshold, Range):
        compared = f"{format_plain(threshold.min)} to {format_plain(threshold.max)}"
    else:
        compared = format_plain(threshold)
    return f"{metric} {format_plain(value)} is {_SIGNS[comparison][0 if met else 1]} {compared}"
