"""Subject in, report out: chooses the checks, runs them side by side, bounds their time.

A check that raises or takes too long becomes a ``Failure``; it never takes the others with it and
never counts as a pass. Short texts are judged on the event loop, where handing over to a thread
would cost more than the work; longer ones, and those over much evidence that is not sorted yet, in
threads, where a check that nobody waits for any more is ended.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from decimal import localcontext
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sidecar import __version__
from sidecar.binding.settings import UnsupportedSettings
from sidecar.checks import CHECKS, CODES, Check, CheckError, CheckSubject
from sidecar.checks.base import CheckContext, estimate_s
from sidecar.checks.claims import load_inquiry
from sidecar.checks.reconciling import excuse_shares, reconcile
from sidecar.errors import VerifydError
from sidecar.feedback.hint import write_retry_hint
from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import Judges
from sidecar.judges.spending import SpendingAccount
from sidecar.model.digests import sha256_hex
from sidecar.model.evidence import Source
from sidecar.model.memory import MemoryExceeded
from sidecar.model.report import CheckResult, Failure, Findings, Report, Severity
from sidecar.model.source_text import SourceText, Unavailable
from sidecar.policy import act, decide, find_mode
from sidecar.settings.policy import PolicySettings
from sidecar.settings.root import Settings
from sidecar.sources.resolver import SourceResolver
from sidecar.text.numerals import EXACT
from sidecar.work import ThreadRunner, check_abandoned
from sidecar.work.pool import BRIEF_S, Pool, kind_for

log = logging.getLogger(__name__)

T = TypeVar("T")

_SHOWN = 80  # characters of an unknown name that the error repeats


class UnknownCheck(VerifydError):
    """A check was named that does not exist."""

    code = "INVALID_ARGUMENT"
    reason = "CHECK_UNKNOWN"


class NothingToVerify(VerifydError):
    """No check was named, and the evidence allows none."""

    code = "INVALID_ARGUMENT"
    reason = "NOTHING_TO_VERIFY"


class Timing(NamedTuple):
    """When a check began, by ``time.perf_counter``, and the seconds that it took."""

    check: str
    started: float
    seconds: float


class VerificationRun(NamedTuple):
    """A report, the timing of each of its checks, and what was spent on models."""

    report: Report
    timings: Sequence[Timing]
    account: SpendingAccount


class _CheckSelection(NamedTuple):
    """What a request asks of its checks.

    Attributes:
        subject: What is judged.
        settings: In force for it.
        timeout_s: Seconds after which an unfinished check counts as failed.
        caller: For whom.
        account: What it spends on models.
    """

    subject: CheckSubject
    settings: Settings
    timeout_s: float
    caller: str
    account: SpendingAccount


class Runner:
    """Runs checks over subjects.

    Args:
        pool: Where checks of long narratives run. Its size bounds them.
        step: Is notified of what a check that takes long is at, for people who wait.
    """

    def __init__(self, pool: Pool, step: Callable[[str], None] = lambda _: None) -> None:
        self._pool = pool
        self._step = step
        self._judges = Judges()
        self._sources = SourceResolver()

    async def warm_up(self, settings: Settings) -> None:
        """Load the client of models where a check asks one: that takes a second."""
        formulas, claims = settings.numeric.formulas, settings.claims
        if claims.enabled:
            await asyncio.to_thread(load_inquiry)
        wanted = [formulas] * (formulas.propose != "off") + [claims] * claims.enabled
        for own in wanted:
            try:
                await self._judges.warm_up(own)
            except JudgeError as error:  # each request will say so again
                log.warning("no model can be asked", extra={"reason": error.reason})

    async def close(self) -> None:
        """Let go of the connections to models, and of what reads sources."""
        await self._judges.close()
        await self._sources.close()

    async def run(
        self,
        subject: CheckSubject,
        checks: Sequence[str],
        *,
        settings: Settings,
        evidence_digest: str,
        timeout_s: float,
        caller: str,
    ) -> VerificationRun:
        """Judge a subject.

        Args:
            subject: What is to be verified.
            checks: Names; none means every check that the evidence allows.
            settings: In force for this request, overrides included.
            evidence_digest: For the report.
            timeout_s: Seconds after which an unfinished check counts as failed.
            caller: For whom; callers take turns.

        Raises:
            UnknownCheck: If a name is not in the table.
            NothingToVerify: If no check was named and the evidence allows none.
        """
        names = choose(checks, subject, settings.policy.required_checks, settings)
        account = SpendingAccount()
        asked = _CheckSelection(subject, settings, timeout_s, caller, account)
        timed = await self._all(configure_checks(settings, names), asked)
        found = {name: out for name, (out, _) in zip(names, timed, strict=True)}
        outcomes = _reconciled(found, settings.numeric.unsupported)
        policy = settings.policy
        results = tuple(_result(name, outcome, policy) for name, outcome in outcomes.items())
        required = [name for name in names if name not in policy.optional_checks]
        decision = decide(results, required, policy)
        action, mode = act(results, required, policy)
        written = subject.written or subject.text
        report = Report(
            decision=decision,
            action=action,
            mode=mode,
            results=results,
            text_digest=sha256_hex(written.data),
            evidence_digest=evidence_digest,
            settings_digest=settings.digest,
            engine_version=__version__,
            retry_hint=partial(
                write_retry_hint, results, written, settings.feedback, policy.on_nothing
            ),
        )
        return VerificationRun(report, [timing for _, timing in timed], account)

    async def _all(
        self, checks: Sequence[Check], asked: _CheckSelection
    ) -> Sequence[tuple[Findings | Failure, Timing]]:
        """The outcome and timing of each check."""
        subject = asked.subject
        brief = estimate_s(subject) <= BRIEF_S
        inline = [c for c in checks if brief and not c.needs_thread and not c.inquires(subject)]
        ended = {check.name: _timed(check, subject) for check in inline}
        away = [check for check in checks if check.name not in ended]
        if away:
            bounded = await asyncio.gather(*(self._bounded(check, asked) for check in away))
            ended |= {check.name: ending for check, ending in zip(away, bounded, strict=True)}
        return [ended[check.name] for check in checks]

    async def _bounded(
        self, check: Check, asked: _CheckSelection
    ) -> tuple[Findings | Failure, Timing]:
        started = time.perf_counter()
        subject, timeout_s = asked.subject, asked.timeout_s
        kind = check.name if check.waits else kind_for(estimate_s(subject), check.name)
        try:
            if check.inquires(subject):
                asking = self._inquired(check, asked, kind, until=started + timeout_s)
                async with asyncio.timeout(timeout_s):
                    return await asking, Timing(check.name, started, time.perf_counter() - started)
            return await self._pool.run(_timed, asked.caller, kind, timeout_s, check, subject)
        except TimeoutError:
            message = f"the check did not finish within {timeout_s:.3g} s"
            late = Failure("DEADLINE_EXCEEDED", message, retryable=True)
            return late, Timing(check.name, started, timeout_s)

    async def _inquired(
        self, check: Check, asked: _CheckSelection, own: str, *, until: float
    ) -> Findings | Failure:
        """The outcome of a check that asks something outside, and works in threads between."""
        subject, caller = asked.subject, asked.caller

        def left_s() -> float:
            return max(0.0, until - time.perf_counter())

        async def work(function: Callable[..., T], *args: Any, kind: str | None = None) -> T:
            counted = partial(_counted, subject, function, *args)
            return await self._pool.run(counted, caller, kind or own, left_s())

        async def text_of(
            source: Source, timeout_s: float, work: ThreadRunner
        ) -> SourceText | Unavailable:
            own = asked.settings.sources
            return await self._sources.text_of(source, own, timeout_s, work, caller)

        means = CheckContext(work, self._judges, left_s, asked.account, text_of, self._step)
        try:
            return await check.run_async(subject, means)
        except TimeoutError:
            raise
        except Exception as error:  # as in ``_timed``
            return _failure(check, error)


def choose(
    names: Sequence[str],
    subject: CheckSubject,
    required: Sequence[str] = (),
    settings: Settings | None = None,
) -> list[str]:
    """The checks to run, in the order of the table.

    Args:
        names: Those that the caller names.
        subject: What is to be judged.
        required: Those that run in any case.
        settings: May keep some from running unless they are named.

    Raises:
        UnknownCheck: If a name is not in the table.
        NothingToVerify: If none was named and the evidence allows none.
    """
    for name in names:
        if name not in CHECKS:
            known = ",".join(CHECKS)
            told = name[:_SHOWN]
            message = f"there is no check {told!r}; this server has: {known}"
            raise UnknownCheck(message, check=told, known=known)
    if names:
        return [name for name in CHECKS if name in names or name in required]
    allowed = [
        name
        for name, check in CHECKS.items()
        if name in required
        or (check.allowed_by(subject) and check.enabled_by(getattr(settings, name, None)))
    ]
    if not allowed:
        raise NothingToVerify("no check was named, and the request holds no evidence for any")
    return allowed


def configure_checks(settings: Settings, names: Iterable[str]) -> list[Check]:
    """Some checks, each with its section of the settings."""
    return [CHECKS[name](getattr(settings, name)) for name in names]


def _timed(check: Check, subject: CheckSubject) -> tuple[Findings | Failure, Timing]:
    """What the check found, or why it could not finish, and its timing."""
    started = time.perf_counter()
    outcome: Findings | Failure
    try:
        outcome = _counted(subject, check.run, subject)
    except Exception as error:  # a fault in one check must not decide for the others, nor pass
        outcome = _failure(check, error)
    return outcome, Timing(check.name, started, time.perf_counter() - started)


def _counted(subject: CheckSubject, function: Callable[..., T], *args: Any) -> T:
    """What a function returns; what it takes is counted to the subject's memory.

    Decimals have as many digits as the longest numbers need: 28 would round them.
    """
    check_abandoned()  # parts of a check that asks something outside come here as well
    with subject.memory.counting(), localcontext(EXACT):
        return function(*args)


def _failure(check: Check, error: Exception) -> Failure:
    """A check that raised."""
    if isinstance(error, MemoryExceeded):
        return Failure("MEMORY_EXCEEDED", str(error), retryable=False)
    if isinstance(error, CheckError):
        return Failure(error.reason, str(error), error.retryable)
    log.error("check failed", extra={"check": check.name}, exc_info=error)
    return Failure("INTERNAL", "the check has a fault; see the server's log", retryable=False)


def _reconciled(
    outcomes: dict[str, Findings | Failure], settings: UnsupportedSettings
) -> dict[str, Findings | Failure]:
    """What the checks found, none of them against what another one has shown."""
    numeric, consistency = outcomes.get("numeric"), outcomes.get("consistency")
    if isinstance(numeric, Findings) and isinstance(consistency, Findings):
        return {
            **outcomes,
            "numeric": reconcile(numeric, consistency, settings),
            "consistency": excuse_shares(consistency, numeric),
        }
    return outcomes


def _result(name: str, outcome: Findings | Failure, policy: PolicySettings) -> CheckResult:
    findings = outcome.findings if isinstance(outcome, Findings) else ()
    told = [(finding.code, finding.severity) for finding in findings]
    required = name not in policy.optional_checks
    severities = {each: _severity(*each, policy, required) for each in dict.fromkeys(told)}
    return CheckResult(
        check=name,
        required=required,
        outcome=outcome,
        severities=tuple(severities[each] for each in told),
        mode=find_mode(name, policy),
    )


def _severity(code: str, own: Severity | None, policy: PolicySettings, required: bool) -> Severity:
    changed = policy.severities.get(code)
    if changed is not None:
        return Severity[changed.upper()]
    known = CODES[code]
    return own or (None if required else known.optional) or known.severity
