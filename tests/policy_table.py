"""The decision table of docs/decisions.md, said once more and slowly, and every case of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import ModuleType
from typing import NamedTuple

from sidecar.model.report import (
    Action,
    CheckResult,
    Decision,
    Failure,
    Finding,
    Findings,
    Severity,
    Verdict,
)
from sidecar.model.text import Span
from sidecar.policy_settings import PolicySettings

OUTCOMES = ("missing", "failed", "nothing", "clean", "info", "warning", "error")
CHECKS = ("numeric", "consistency")


class Case(NamedTuple):
    """One request, in the words of the table."""

    outcomes: tuple[str, ...]
    required: tuple[str, ...]
    on_nothing: str

    @property
    def results(self) -> list[CheckResult]:
        return [
            _result(name, outcome, name in self.required)
            for name, outcome in zip(CHECKS, self.outcomes, strict=True)
            if outcome != "missing"
        ]

    @property
    def policy(self) -> PolicySettings:
        return PolicySettings.model_validate({"on_nothing": dict.fromkeys(CHECKS, self.on_nothing)})

    @property
    def wanted(self) -> Decision:
        """The first row of the table that holds."""
        named = dict(zip(CHECKS, self.outcomes, strict=True))
        means = {"pass": "clean", "warn": "warning", "fail": "error"}[self.on_nothing]
        seen = [means if outcome == "nothing" else outcome for outcome in named.values()]
        if "error" in seen:
            return Decision.FAIL
        if any(named[name] in ("missing", "failed") for name in self.required):
            return Decision.UNVERIFIED
        if all(outcome == "missing" for outcome in seen):
            return Decision.UNVERIFIED
        if "warning" in seen or "failed" in seen:
            return Decision.WARN
        return Decision.PASS


def cases() -> Iterator[Case]:
    """Every combination of outcomes, required checks and ``on_nothing``."""
    required = [(), ("numeric",), ("consistency",), CHECKS]
    for outcomes in product(OUTCOMES, repeat=len(CHECKS)):
        for names, on_nothing in product(required, ("pass", "warn", "fail")):
            yield Case(outcomes, names, on_nothing)


def faults(policy: ModuleType) -> Iterator[str]:
    """Where a ``policy`` module departs from the table."""
    for case in cases():
        got = policy.decide(case.results, case.required, case.policy)
        if got is not case.wanted:
            yield f"{case}: {got!r}, wanted {case.wanted!r}"
    for mode, decision in product(("enforce", "observe"), Decision):
        for hold_on in ((), ("FAIL", "UNVERIFIED"), ("WARN",)):
            settings = PolicySettings(mode=mode, hold_on=hold_on)
            holds = mode == "enforce" and decision.name in hold_on
            action, told = policy.act(decision, settings)
            if (action is Action.HOLD) != holds or told.name != mode.upper():
                yield f"{mode} {decision!r} {hold_on}: {action!r} {told!r}"


def _result(name: str, outcome: str, required: bool) -> CheckResult:
    if outcome == "failed":
        failure = Failure("INTERNAL", "a fault", retryable=False)
        return CheckResult(check=name, required=required, outcome=failure)
    severities = [Severity[outcome.upper()]] if outcome in ("info", "warning", "error") else []
    if outcome == "error":  # the worst counts, wherever it stands
        severities = [Severity.WARNING, Severity.ERROR, Severity.INFO]
    found = [
        Finding(code="CLAIM_NOT_FOUND", verdict=Verdict.UNSUPPORTED, span=Span(0, 1), message="")
        for _ in severities
    ]
    findings = Findings(findings=found, judged=0 if outcome == "nothing" else 1)
    return CheckResult(check=name, required=required, outcome=findings, severities=severities)
