"""Success criteria of a task, and how they ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeAlias

from sidecar.model.report import Report


class MetricType(StrEnum):
    """What a metric measures."""

    NUMERIC = "numeric"
    PERCENTAGE = "percentage"
    LATENCY = "latency"
    COUNT = "count"
    ACCURACY = "accuracy"
    BLEU_SCORE = "bleu_score"
    ROUGE_SCORE = "rouge_score"
    F1_SCORE = "f1_score"
    BOOLEAN = "boolean"
    CONTAINS = "contains"
    MATCHES_SCHEMA = "matches_schema"
    CUSTOM = "custom"


class ComparisonOperator(StrEnum):
    """How a value is compared with a threshold."""

    GTE = "gte"
    GT = "gt"
    LTE = "lte"
    LT = "lt"
    EQ = "eq"
    NEQ = "neq"
    IN_RANGE = "in_range"
    CONTAINS_ALL = "contains_all"
    CONTAINS_ANY = "contains_any"


class Aggregation(StrEnum):
    """How the results of criteria become one."""

    ALL = "all"
    ANY = "any"
    WEIGHTED = "weighted"


@dataclass(frozen=True, slots=True)
class Range:
    """From where to where, both included."""

    min: Decimal
    max: Decimal


Threshold: TypeAlias = "Decimal | bool | Range | tuple[str, ...]"


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a currency."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuccessCriterion:
    """What one metric must be.

    Attributes:
        metric: Its name.
        metric_type: What it measures.
        comparison: How it is compared.
        threshold: With what; words for ``contains_all`` and ``contains_any``.
        weight: Its part in a weighted score.
        required: Whether the task fails where it is not met (aggregation ``all``).
        bonus: What is paid on top where it is met.
        penalty: What is taken off where it is not.
    """

    metric: str
    metric_type: MetricType
    comparison: ComparisonOperator
    threshold: Threshold
    weight: Decimal = Decimal(1)
    required: bool = True
    bonus: Money | None = None
    penalty: Money | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuccessCriteria:
    """When a task has succeeded.

    Attributes:
        criteria: At least one.
        aggregation: How their results become one.
        minimum_weighted_score: The least score that succeeds, for ``weighted``.
        currency: Of all bonuses and penalties; empty where there are none.
        custom_code: Computes the metrics that nothing else measures; empty where there are none.
    """

    criteria: tuple[SuccessCriterion, ...]
    aggregation: Aggregation = Aggregation.ALL
    minimum_weighted_score: Decimal | None = None
    currency: str = ""
    custom_code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriteriaFault:
    """Something that is wrong with criteria.

    Attributes:
        code: Upper snake case.
        message: A sentence for people, which names the criterion.
        index: Which criterion, from 0; None where it is about all of them.
        metric: Its metric, as far as one was given.
        field: Of the criterion, such as ``threshold.min``.
    """

    code: str
    message: str
    index: int | None = None
    metric: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """What a task was given and delivered, and what was measured meanwhile.

    Attributes:
        input: Plain data, as JSON has it.
        output: The same.
        metadata: The same.
        report: What verifyd's own checks found, where they were asked for.
        contract_id: The contract it was done for.
        agent_id: Who did it; for governance alone.
    """

    input: Mapping[str, Any] = field(default_factory=dict)
    output: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    report: Report | None = None
    contract_id: str = ""
    agent_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionResult:
    """How one criterion ended.

    Attributes:
        criterion: The criterion.
        value: What was measured, if it was.
        met: Whether it is met; never where nothing was measured.
        error: Why nothing was measured; empty where it was.
        reason: Why it is met or not, in words.
        fault: The reason of a fault on the side of verifyd, which leaves it open whether it is met;
            empty where there is none.
        bonus: What it adds, in the currency of the criteria.
        penalty: What it takes off.
    """

    criterion: SuccessCriterion
    value: Decimal | None
    met: bool
    error: str = ""
    reason: str = ""
    fault: str = ""
    bonus: Decimal = Decimal(0)
    penalty: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class GovernanceFlag:
    """Something that speaks against what was measured.

    Attributes:
        code: Upper snake case.
        message: A sentence for people.
        metric: The metric, where it is about one.
        refuses: Whether the outcome is refused for it.
        fault: The reason of a fault, where it says that somebody could not be asked; else empty.
    """

    code: str
    message: str
    metric: str = ""
    refuses: bool = True
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeFault:
    """Something on the side of verifyd, or of what it asks, that left an outcome open.

    Attributes:
        reason: Upper snake case, the reason of the error with which settling ends.
        message: A sentence for people.
        detail: What happened where it was asked, such as ``JUDGE_TIMEOUT``.
        retry_s: Seconds after which it may be over.
        metric: The metric, where it is about one.
    """

    reason: str
    message: str
    detail: str
    retry_s: float
    metric: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeResult:
    """Whether a task met its criteria, and what follows: the seed's ``VerificationResult``.

    Attributes:
        contract_id: The contract, as it was given.
        success: Whether the criteria are met and governance allows it.
        metrics: What was measured, by name.
        criterion_results: One for each criterion, in their order.
        weighted_score: The share of weights that are met, for ``weighted``.
        bonus: The sum of bonuses: 0 without success.
        penalty: The sum of penalties.
        currency: Of both; empty where there are none.
        governance_flags: What governance has to say.
        reason: Why it succeeded or not, in words.
        digest: Over criteria, task and settings.
        custom_code_digest: Of the code of the criteria; empty where they have none.
        faults: What left the outcome open. Where there is one, nothing is known of success, bonus
            and penalty, and nothing may be settled.
        output_digest: SHA-256 of the output as canonical JSON.
        output_bytes: How long that is.
    """

    contract_id: str
    success: bool
    metrics: Mapping[str, Decimal]
    criterion_results: Sequence[CriterionResult]
    weighted_score: Decimal | None
    bonus: Decimal
    penalty: Decimal
    currency: str
    governance_flags: Sequence[GovernanceFlag]
    reason: str
    digest: str
    custom_code_digest: str = ""
    faults: Sequence[OutcomeFault] = ()
    output_digest: str = ""
    output_bytes: int = 0
