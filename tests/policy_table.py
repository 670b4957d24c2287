"""The decision table of docs/decisions.md, said once more and slowly, and every case of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from types import ModuleType
from typing import NamedTuple

from sidecar.checks import CHECKS
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
from sidecar.settings.policy import PolicySettings

OUTCOMES = ("missing", "failed", "nothing", "clean", "info", "warning", "error")
PAIR = ("numeric", "citations")
HOLD_ON = ((), ("FAIL", "UNVERIFIED"), ("WARN",))


class Case(NamedTuple):
    """One request, in the words of the table."""

    checks: tuple[str, ...]
    outcomes: tuple[str, ...]
    required: tuple[str, ...]
    on_nothing: str

    @property
    def results(self) -> list[CheckResult]:
        return [
            _result(name, outcome, name in self.required)
            for name, outcome in zip(self.checks, self.outcomes, strict=True)
            if outcome != "missing"
        ]

    def wanted(self, counted: Collection[str]) -> Decision:
        """The first row of the table that holds, where only some checks count."""
        pairs = zip(self.checks, self.outcomes, strict=True)
        named = {name: outcome for name, outcome in pairs if name in counted}
        means = {"pass": "clean", "warn": "warning", "fail": "error"}[self.on_nothing]
        seen = [means if outcome == "nothing" else outcome for outcome in named.values()]
        if "error" in seen:
            return Decision.FAIL
        if any(named.get(name) in ("missing", "failed") for name in self.required):
            return Decision.UNVERIFIED
        if all(outcome == "missing" for outcome in seen):
            return Decision.UNVERIFIED
        if "warning" in seen or "failed" in seen:
            return Decision.WARN
        return Decision.PASS


def cases(checks: tuple[str, ...] = tuple(CHECKS)) -> Iterator[Case]:
    """Every combination of outcomes and ``on_nothing``, with no, one and all checks required."""
    required = [(), *((name,) for name in checks), checks]
    for outcomes in product(OUTCOMES, repeat=len(checks)):
        for names, on_nothing in product(required, ("pass", "warn", "fail")):
            yield Case(checks, outcomes, names, on_nothing)


def faults(policy: ModuleType, checks: Sequence[tuple[str, ...]] = (PAIR,)) -> Iterator[str]:
    """Where a ``policy`` module departs from the table, for some sets of checks."""
    for some in checks:
        yield from _of_decisions(policy, some)
    for some in checks:
        for pair in combinations(some, 2):
            yield from _of_actions(policy, pair)


def _of_decisions(policy: ModuleType, checks: tuple[str, ...]) -> Iterator[str]:
    for case in cases(checks):
        got = policy.decide(case.results, case.required, _policy(case.on_nothing))
        wanted = case.wanted(checks)
        if got is not wanted:
            yield f"{case}: {got!r}, wanted {wanted!r}"


def _of_actions(policy: ModuleType, checks: tuple[str, ...]) -> Iterator[str]:
    """Every combination of modes, of the server and of each check."""
    modes = ("enforce", "observe")
    for case, mode, own in product(cases(checks), modes, product(("", *modes), repeat=2)):
        given = dict(zip(checks, own, strict=True))
        asked = {n for n, o in zip(checks, case.outcomes, strict=True) if o != "missing"}
        asked.update(case.required)
        enforced = {name for name in asked if (given[name] or mode) == "enforce"}
        observes = not enforced if asked else mode == "observe"
        for hold_on in HOLD_ON:
            holds = not observes and case.wanted(enforced).name in hold_on
            action, told = policy.act(
                case.results, case.required, _policy(case.on_nothing, mode, own, checks, hold_on)
            )
            if (action is Action.HOLD) != holds or (told.name == "OBSERVE") != observes:
                yield f"{case} {mode} {own} {hold_on}: {action!r} {told!r}"


@cache
def _policy(
    on_nothing: str,
    mode: str = "enforce",
    modes: tuple[str, ...] = (),
    checks: tuple[str, ...] = (),
    hold_on: tuple[str, ...] = (),
) -> PolicySettings:
    own = {name: one for name, one in zip(checks, modes, strict=True) if one}
    nothing = dict.fromkeys(CHECKS, on_nothing)
    return PolicySettings.model_validate(
        {"on_nothing": nothing, "mode": mode, "modes": own, "hold_on": hold_on}
    )


@cache
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
