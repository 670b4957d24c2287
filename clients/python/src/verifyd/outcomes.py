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
        met: Whether it is met.
        required: Whether it was required.
        weight: Its weight.
        bonus: What it adds, if anything.
        penalty: What it takes off, if anything.
        error: Why nothing was measured; empty where it was.
        reason: Why it is met or not, in words.
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
class OutcomeResult:
    """Whether a task met its criteria, and what follows.

    Attributes:
        contract_id: The contract, as it was given.
        success: Whether the criteria are met and governance allows it.
        metrics: What was measured, by name.
        criterion_results: One for each criterion, in their order.
        weighted_score: The share of weights that are met; None unless they count.
        bonus: The sum of bonuses; None where the criteria have no currency.
        penalty: The sum of penalties; None where the criteria have no currency.
        governance_flags: What governance has to say.
        reason: Why the task succeeded or not, in words.
        digest: Over criteria, task and settings.
        custom_code_digest: SHA-256 of the code of the criteria; empty where they have none.
        verified_at: When it was verified.
        request_id: Of the request.
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
