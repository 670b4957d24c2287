"""What a request may spend on models, and the account of what it did spend."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from sidecar.judges.errors import JudgeError

Cost = Callable[[int, int], Decimal | None]
"""What tokens of a prompt and of an answer cost."""


class ModelCall(NamedTuple):
    """One call that was sent to a model.

    Attributes:
        model: Which.
        started: When, by ``time.perf_counter``.
        seconds: How long it took.
        reason: Why it has no answer, or "".
    """

    model: str
    started: float
    seconds: float
    reason: str


_MOST_SENT = 1000
"""Calls of one request that are listed one by one; the others are only counted."""


@dataclass(slots=True)
class ModelUse:
    """What one model was used for.

    Attributes:
        calls: Calls that were sent, tries again among them.
        failures: Questions that were left without an answer.
        kept: Questions that a cached answer settled.
        prompt_tokens: Tokens of prompts that were answered.
        completion_tokens: Tokens of answers.
        cost: In the currency of the settings; None where a call has no price.
        seconds: From sending calls to their answer or failure, summed up.
    """

    calls: int = 0
    failures: int = 0
    kept: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: Decimal | None = Decimal(0)
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Tokens of prompts and answers."""
        return self.prompt_tokens + self.completion_tokens

    def add(self, other: ModelUse) -> None:
        """Count what another has counted."""
        self.calls += other.calls
        self.failures += other.failures
        self.kept += other.kept
        self.prompt_tokens += other.prompt_tokens
        self.completion_tokens += other.completion_tokens
        known = self.cost is not None and other.cost is not None
        self.cost = self.cost + other.cost if known else None  # type: ignore[operator]
        self.seconds += other.seconds


class SpendingAccount:
    """What was spent, by model and by the reason of failures.

    Attributes:
        sent: Each call, up to a thousand.
    """

    def __init__(self) -> None:
        self._models: dict[str, ModelUse] = {}
        self._reasons: dict[str, int] = {}
        self.sent: list[ModelCall] = []

    @property
    def models(self) -> Mapping[str, ModelUse]:
        """What each model was used for."""
        return self._models

    @property
    def reasons(self) -> Mapping[str, int]:
        """How many questions had no answer, for each reason."""
        return self._reasons

    @property
    def tokens(self) -> int:
        """Tokens of all models."""
        return sum(use.tokens for use in self._models.values())

    @property
    def cost(self) -> Decimal | None:
        """Money for all models; None where some of it is not known."""
        return self._total().cost

    def of(self, model: str) -> ModelUse:
        """What a model was used for, to be added to."""
        return self._models.setdefault(model, ModelUse())

    def called(self, model: str, started: float, reason: str) -> None:
        """A call that was sent has ended."""
        seconds = time.perf_counter() - started
        self.of(model).seconds += seconds
        if len(self.sent) < _MOST_SENT:
            self.sent.append(ModelCall(model, started, seconds, reason))

    def spend(
        self, model: str, prompt_tokens: int, completion_tokens: int, cost: Decimal | None
    ) -> None:
        """A call of the model was answered."""
        spent = ModelUse(
            prompt_tokens=prompt_tokens, completion_tokens=completion_tokens, cost=cost
        )
        self.of(model).add(spent)

    def failed(self, model: str, reason: str) -> None:
        """A question to the model has no answer."""
        self.of(model).failures += 1
        self._reasons[reason] = self._reasons.get(reason, 0) + 1

    def add(self, other: SpendingAccount) -> None:
        """Count what another account has."""
        for model, use in other.models.items():
            self.of(model).add(use)
        for reason, count in other.reasons.items():
            self._reasons[reason] = self._reasons.get(reason, 0) + count
        self.sent += other.sent[: max(0, _MOST_SENT - len(self.sent))]

    def _total(self) -> ModelUse:
        total = ModelUse()
        for use in self._models.values():
            total.add(use)
        return total


@dataclass(slots=True)
class Allowance:
    """What one request may take of models; its questions share it.

    What a call will take is held back while it runs, by the length of its prompt, and what it did
    take is counted after it. So answers can pass the limit by as much as those under way are long,
    and nothing is asked from there on.

    Attributes:
        deadline: When the request ends, by ``time.monotonic``.
        max_tokens: Tokens that it may spend.
        max_cost: Money that it may spend; None for any.
        account: What it has spent.
    """

    deadline: float
    max_tokens: int
    max_cost: Decimal | None = None
    account: SpendingAccount = field(default_factory=SpendingAccount)
    _held_tokens: int = 0
    _held_cost: Decimal = Decimal(0)

    @property
    def left_s(self) -> float:
        """Seconds to the deadline; below 0 after it."""
        return self.deadline - time.monotonic()

    @contextmanager
    def holding(self, prompt_tokens: int, cost: Cost) -> Iterator[None]:
        """Hold back what a prompt will take while its call runs.

        Raises:
            JudgeError: If there is not so much left.
        """
        money = cost(prompt_tokens, 0)
        if self.account.tokens + self._held_tokens + prompt_tokens > self.max_tokens:
            raise JudgeError("JUDGE_BUDGET_SPENT", f"it is {self.max_tokens} tokens")
        if self.max_cost is not None and not _fits(
            self.max_cost - self._held_cost, self.account.cost, money
        ):
            raise JudgeError("JUDGE_BUDGET_SPENT", f"it is {self.max_cost:f}")
        self._held_tokens += prompt_tokens
        self._held_cost += money or 0
        try:
            yield
        finally:
            self._held_tokens -= prompt_tokens
            self._held_cost -= money or 0


def _fits(limit: Decimal, *costs: Decimal | None) -> bool:
    """Whether costs stay within a limit; a cost that is not known may be any."""
    known = [cost for cost in costs if cost is not None]
    return len(known) == len(costs) and sum(known) <= limit
