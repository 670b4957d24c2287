"""From the results of the checks to one decision, and to what the caller should do.

The table of ``docs/decisions.md``, row by row. Nothing but explicit findings of every required
check makes a pass: a missing or failed one is ``UNVERIFIED`` unless something is known to be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.model.report import (
    Action,
    CheckResult,
    Decision,
    Findings,
    Mode,
    Report,
    Severity,
)
from sidecar.settings.policy import PolicySettings


def decide(
    results: Sequence[CheckResult], required: Sequence[str], policy: PolicySettings
) -> Decision:
    """What the results add up to: the first row that holds.

    Args:
        results: One per check that gave a result.
        required: Names of the checks that must have finished.
        policy: For ``on_nothing``.
    """
    finished = [result for result in results if isinstance(result.outcome, Findings)]
    worst = {_worst(result, policy) for result in finished}
    if Severity.ERROR in worst:
        return Decision.FAIL
    missing = set(required).difference(result.check for result in finished)
    if missing or not results:
        return Decision.UNVERIFIED
    if Severity.WARNING in worst or len(finished) < len(results):
        return Decision.WARN
    return Decision.PASS


_MILD_FIRST = Decision.PASS, Decision.WARN, Decision.UNVERIFIED, Decision.FAIL


def combine(reports: Sequence[Report]) -> tuple[Decision, Action]:
    """The decision and the action on parts of one message: the worst of each.

    Args:
        reports: At least one.
    """
    held = any(one.action is not Action.RELEASE for one in reports)
    worst = max((one.decision for one in reports), key=_MILD_FIRST.index)
    return worst, Action.HOLD if held else Action.RELEASE


def act(
    results: Sequence[CheckResult], required: Sequence[str], policy: PolicySettings
) -> tuple[Action, Mode]:
    """What the caller should do, and the mode that says so.

    The checks that are enforced decide alone. Where each one is only observed, nothing is held.

    Args:
        results: One per check that gave a result.
        required: Names of the checks that must have finished.
        policy: For the modes, and for what holds a text back.
    """
    enforced = [one for one in results if find_mode(one.check, policy) is Mode.ENFORCE]
    needed = [name for name in required if find_mode(name, policy) is Mode.ENFORCE]
    if not enforced and not needed and (results or required or policy.mode == "observe"):
        return Action.RELEASE, Mode.OBSERVE
    hold = decide(enforced, needed, policy).name in policy.hold_on
    return (Action.HOLD if hold else Action.RELEASE), Mode.ENFORCE


def find_mode(check: str, policy: PolicySettings) -> Mode:
    """Whether what a check finds may hold a text back."""
    return _MODES[policy.modes.get(check, policy.mode)]


_MODES = {"enforce": Mode.ENFORCE, "observe": Mode.OBSERVE}
_ON_NOTHING = {"pass": Severity.INFO, "warn": Severity.WARNING, "fail": Severity.ERROR}


def _worst(result: CheckResult, policy: PolicySettings) -> Severity:
    """The worst severity of a check that finished; information where there is nothing to say."""
    worst = max(result.severities, default=Severity.INFO)
    if isinstance(result.outcome, Findings) and result.outcome.judged == 0:
        worst = max(worst, _ON_NOTHING[policy.on_nothing.get(result.check, "pass")])
    return worst
