"""Outcomes: criteria and what a task delivered go in, a result and its money come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, TypedDict

from verifyd._requests import Results

Criteria = Mapping[str, Any] | str
"""Success criteria: a mapping as in YAML, or the text of one document of YAML or JSON."""

Threshold = Decimal | bool | Mapping[str, Decimal] | tuple[str, ...]
"""What a value is compared with: a number, a flag, ``{"min": ..., "max": ...}``, or words."""


class TaskArguments(TypedDict, total=False):
    """What a task was given, and what came with it.

    Attributes:
        task_input: What it was given: ``reference``, ``ground_truth`` and so on.
        metadata: What was measured outside: ``duration_ms``, ``wall_ms`` and so on.
        contract_id: The contract it was done for.
        agent_id: Who did it.
        narrative: A text whose numbers and citations are verified, for such metrics.
        results: The query results that it is verified against.
        checks: The checks of the narrative; all that the evidence allows where none is named.
    """

    task_input: Mapping[str, Any]
    metadata: Mapping[str, Any]
    contract_id: str
    agent_id: str
    narrative: str
    results: Results
    checks: Sequence[str]


@dataclass(frozen=True, slots=True)
class Money:
    """An exact amount in a currency, such as ``USD``."""

    amount: Decimal
    currency: str


class PreviewArguments(TaskArguments, total=False):
    """What a task was given, and what is agreed on for it.

    Attributes:
        base_cost: What the work costs by itself: the result then has the ``cost`` that settling
            would book, and nothing is kept of the call.
        max_bonus: Most that all bonuses add; with ``base_cost`` alone.
        max_penalty: Most that all penalties take off.
        max_total: Most that is paid.
    """

    base_cost: Money | None
    max_bonus: Money | None
    max_penalty: Money | None
    max_total: Money | None


@dataclass(frozen=True, slots=True)
class CriteriaFault:
    """Something that is wrong with criteria.

    Attributes:
        code: Why, such as ``METRIC_UNKNOWN``.
        index: Which criterion, from 0; None where it is about all of them.
        metric: Its metric, as it was given.
        field: The field, such as ``threshold.min``.
        message: A sentence for people.
    """

    code: str
    index: int | None
    metric: str
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class CriterionResult:
    """How one criterion ended.

    Attributes:
        metric: Its metric.
        value: What was measured; None where nothing was.
        threshold: What the value is compared with; None from a server that does not send it.
        comparison: How, such as ``gte``: one of the operators of criteria.
        met: Whether it is met.
        required: Whether it was required.
        weight: Its weight.
        bonus: What it adds, if anything.
        penalty: What it takes off, if anything.
        error: Why nothing was measured; empty where it was.
        reason: Why it is met or not, in words: ``accuracy 0.91 is at least 0.9``.
        fault: The reason of a fault on the side of verifyd, such as ``SANDBOX_BUSY``, which leaves
            it open whether it is met; else empty.
    """

    metric: str
    value: Decimal | None
    met: bool
    required: bool
    weight: Decimal
    bonus: Money | None
    penalty: Money | None
    error: str
    reason: str
    fault: str = ""
    threshold: Threshold | None = None
    comparison: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeFault:
    """A fault or lack of verifyd, or of what it asks, that left an outcome open.

    Attributes:
        reason: With which settling ends, such as ``CHECK_FAILED``.
        detail: What happened where it was asked, such as ``JUDGE_TIMEOUT``; may be empty.
        metric: The metric, where it is about one.
        message: A sentence for people.
    """

    reason: str
    detail: str
    metric: str
    message: str


@dataclass(frozen=True, slots=True)
class GovernanceFlag:
    """Something that speaks against what was measured.

    Attributes:
        code: Why, such as ``METRIC_IMPOSSIBLE``.
        metric: The metric, where it is about one.
        message: A sentence for people.
        refused: Whether the outcome is refused for it.
    """

    code: str
    metric: str
    message: str
    refused: bool


@dataclass(frozen=True, slots=True)
class Breakdown:
    """How a total came about. The first eight amounts are exact and signed, and add up to it.

    Attributes:
        currency: Of all amounts.
        base: What the work costs by itself.
        bonus: All bonuses.
        bonus_capped: What their cap takes off; at most 0.
        penalty: All penalties; at most 0.
        penalty_capped: What their cap gives back.
        floor: What lifts a total below 0 to 0.
        total_capped: What the cap of the total takes off; at most 0.
        rounding: 0; with ``outcomes.rounding: settlement``, what rounding this settlement adds.
        total: What the task costs, exactly: it is rounded on the statement that it stands on.
    """

    currency: str
    base: Decimal
    bonus: Decimal
    bonus_capped: Decimal
    penalty: Decimal
    penalty_capped: Decimal
    floor: Decimal
    total_capped: Decimal
    rounding: Decimal
    total: Decimal


@dataclass(frozen=True, slots=True)
class OutcomeResult:
    """Whether a task met its criteria, and what follows.

    Attributes:
        contract_id: The contract, as it was given.
        success: Whether the criteria are met and governance allows it; False where there are
            faults, and means nothing then.
        metrics: What was measured, by name.
        criterion_results: One for each criterion, in their order.
        weighted_score: The share of weights that are met; None unless they count.
        bonus: The sum of bonuses; None where the criteria have no currency, or there are faults.
        penalty: The sum of penalties; as ``bonus``.
        governance_flags: What governance has to say.
        reason: Why the task succeeded or not, in words.
        digest: Over criteria, task and settings.
        custom_code_digest: SHA-256 of the code of the criteria; empty where they have none.
        verified_at: When it was verified.
        request_id: Of the request.
        faults: What left the outcome open; where there is one, nothing may be settled.
        cost: What settling would book; None where no ``base_cost`` was given, or there are faults.
    """

    contract_id: str
    success: bool
    metrics: Mapping[str, Decimal]
    criterion_results: tuple[CriterionResult, ...]
    weighted_score: Decimal | None
    bonus: Money | None
    penalty: Money | None
    governance_flags: tuple[GovernanceFlag, ...]
    reason: str
    digest: str
    custom_code_digest: str
    verified_at: datetime
    request_id: str
    faults: tuple[OutcomeFault, ...] = ()
    cost: Breakdown | None = None
