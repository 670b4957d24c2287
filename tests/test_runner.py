"""A check that raises or takes too long is a failure, and never a pass."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from typing import Any, ClassVar

import pytest

from sidecar.checks import CHECKS, Check, CheckError, CheckSubject, base
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Action, Decision, Failure, Findings, Report
from sidecar.model.text import Text
from sidecar.runner import NothingToVerify, Runner, UnknownCheck, choose
from sidecar.settings.root import Settings
from sidecar.work import check_abandoned
from sidecar.work.pool import Pool

TABLE = TableIndex(json_rows.decode_json(b'[{"n": 12}]', Header(query_id="q"), EvidenceLimits()))
SUBJECT = CheckSubject(Text("12 people came."), [TABLE])
LONG = CheckSubject(Text("12 people came. " + "x" * 5000), [TABLE])


class Replaced(Check):
    """Stands in for a check of the table."""

    name: ClassVar[str] = "consistency"
    summary: ClassVar[str] = ""

    def __init__(self, settings: Any) -> None:
        pass

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        return True


class Faulty(Replaced):
    def run(self, subject: CheckSubject) -> Findings:
        raise ZeroDivisionError("a secret of the inside")


class Limited(Replaced):
    def run(self, subject: CheckSubject) -> Findings:
        raise CheckError("TOO_MANY_NUMBERS", "more than 5 numbers")


class Slow(Replaced):
    def run(self, subject: CheckSubject) -> Findings:
        time.sleep(4)
        return Findings(judged=1)


@pytest.fixture
async def runner() -> AsyncIterator[Runner]:
    pool = Pool(3)
    yield Runner(pool)
    pool.close()


async def judge(
    runner: Runner, subject: CheckSubject, *, timeout_s: float = 30, **policy: object
) -> Report:
    settings = Settings.model_validate({"policy": policy})
    run = await runner.run(
        subject, [], settings=settings, evidence_digest="e", timeout_s=timeout_s, caller="a"
    )
    assert [timing.check for timing in run.timings] == choose([], subject)
    return run.report


async def test_a_faulty_check_leaves_the_request_unverified(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHECKS, "consistency", Faulty)
    report = await judge(runner, SUBJECT)
    assert (report.decision, report.action) == (Decision.UNVERIFIED, Action.HOLD)
    failure = report.results[1].outcome
    assert isinstance(failure, Failure)
    assert failure.reason == "INTERNAL"
    assert "secret" not in failure.message  # inner text is logged, never sent
    assert isinstance(report.results[0].outcome, Findings)  # the other check is not taken with it


async def test_a_faulty_optional_check_warns(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHECKS, "consistency", Faulty)
    report = await judge(runner, SUBJECT, optional_checks=["consistency"])
    assert (report.decision, report.results[1].required) == (Decision.WARN, False)


async def test_a_check_says_why_it_cannot_finish(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHECKS, "consistency", Limited)
    failure = (await judge(runner, SUBJECT)).results[1].outcome
    assert failure == Failure("TOO_MANY_NUMBERS", "more than 5 numbers", retryable=False)


async def test_a_slow_check_of_a_long_text_fails_in_time(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHECKS, "consistency", Slow)
    report = await judge(runner, LONG, timeout_s=0.1)
    assert report.decision is Decision.UNVERIFIED
    failure = report.results[1].outcome
    assert isinstance(failure, Failure)
    assert (failure.reason, failure.retryable) == ("DEADLINE_EXCEEDED", True)


@pytest.mark.parametrize("cancelled", [False, True])
async def test_trap_a_check_that_nobody_waits_for_ends(
    monkeypatch: pytest.MonkeyPatch, runner: Runner, cancelled: bool
) -> None:
    # A thread cannot be stopped: it worked on for minutes after its deadline.
    begun, ended = threading.Event(), threading.Event()

    def endless(check: NumericCheck, subject: CheckSubject) -> Findings:
        begun.set()
        try:
            while True:
                check_abandoned()
        finally:
            ended.set()

    monkeypatch.setattr(NumericCheck, "run", endless)
    run = asyncio.ensure_future(
        runner.run(
            SUBJECT,
            ["numeric"],
            settings=Settings.model_validate({}),
            evidence_digest="",
            timeout_s=30 if cancelled else 0.05,
            caller="a",
        )
    )
    assert await asyncio.to_thread(begun.wait, 30)
    if cancelled:
        run.cancel()
    await asyncio.wait([run])
    assert run.cancelled() is cancelled
    assert await asyncio.to_thread(ended.wait, 5)


async def test_past_the_limit_of_numbers_the_check_fails(runner: Runner) -> None:
    settings = Settings.model_validate({"numeric": {"max_numbers": 3}})
    subject = CheckSubject(Text("12, 13, 14 and 15 people"), [TABLE])
    run = await runner.run(
        subject, ["numeric"], settings=settings, evidence_digest="", timeout_s=1, caller="a"
    )
    failure = run.report.results[0].outcome
    assert isinstance(failure, Failure)
    assert failure.reason == "TOO_MANY_NUMBERS"
    assert run.report.decision is Decision.UNVERIFIED


async def test_the_report_is_the_same_twice(runner: Runner) -> None:
    assert await judge(runner, SUBJECT) == await judge(runner, SUBJECT)


def test_checks_run_in_the_order_of_the_table() -> None:
    assert choose(["consistency", "numeric", "numeric"], SUBJECT) == ["numeric", "consistency"]


def test_trap_a_caller_cannot_leave_a_required_check_out() -> None:
    assert choose(["consistency"], SUBJECT, ["numeric"]) == ["numeric", "consistency"]
    bare = CheckSubject(Text("12 people came."))
    assert choose([], bare, ["numeric"]) == ["numeric"]  # and it judges against nothing


def test_an_unknown_check_is_named() -> None:
    with pytest.raises(UnknownCheck) as caught:
        choose(["numeric", "numerics"], SUBJECT)
    assert caught.value.metadata == {"check": "numerics", "known": ",".join(CHECKS)}


def test_trap_no_evidence_and_no_names_is_refused_and_not_passed() -> None:
    with pytest.raises(NothingToVerify):
        choose([], CheckSubject(Text("12 people came.")))
    assert choose(["numeric"], CheckSubject(Text("12 people came."))) == ["numeric"]


async def test_much_evidence_that_is_not_sorted_is_passed_over_in_a_thread(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[bool] = []

    class Placed(Replaced):
        def run(self, subject: CheckSubject) -> Findings:
            where.append(threading.current_thread() is threading.main_thread())
            return Findings(judged=1)

    monkeypatch.setitem(CHECKS, "consistency", Placed)
    monkeypatch.setattr(base, "_NUMBER_S", 1e-6)
    rows = json.dumps([[number] for number in range(10_000)]).encode()
    header = Header(query_id="q", columns=(Column(name="n"),))
    large = TableIndex(json_rows.decode_json(rows, header, EvidenceLimits()))
    await judge(runner, CheckSubject(Text("12 people came."), [large]))
    large.build()
    await judge(runner, CheckSubject(Text("12 people came."), [large]))
    assert where == [False, True]


@pytest.mark.parametrize(("mode", "on_loop"), [("value", True), ("context", False)])
async def test_trap_a_short_text_of_many_names_is_not_bound_by_context_on_the_loop(
    monkeypatch: pytest.MonkeyPatch, runner: Runner, mode: str, on_loop: bool
) -> None:
    # Four kilobytes of numbers that name rows and columns take tenths of a second.
    where: list[bool] = []
    extract = NumericCheck._extract

    def told(check: NumericCheck, reader: Any) -> Any:
        where.append(threading.current_thread() is threading.main_thread())
        return extract(check, reader)

    monkeypatch.setattr(NumericCheck, "_extract", told)
    settings = Settings.model_validate({"numeric": {"binding": {"mode": mode}}})
    await runner.run(
        SUBJECT, ["numeric"], settings=settings, evidence_digest="", timeout_s=5, caller="a"
    )
    assert where == [on_loop]
