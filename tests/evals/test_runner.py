"""The runner: order, parallel work, stopping, and verification that never passes by mistake."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from evals import agents

from sidecar.evals.concurrency import map_concurrently
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines.local import InlineEngine, LocalEngine
from sidecar.evals.model import EvalQuestion, EvalResult, EvalRun, VerificationStatus
from sidecar.evals.runner import EvalRunner
from sidecar.evals.verifying import AnswerVerifier
from sidecar.model.report import Report
from sidecar.model.text import Text
from sidecar.settings.root import Settings


@pytest.fixture(scope="module")
def verifier() -> Iterator[AnswerVerifier]:
    with AnswerVerifier(Settings()) as made:
        yield made


def statuses(run: EvalRun) -> list[str]:
    found = [result.run.verification for result in run.results]
    return ["none" if one is None else one.status.value for one in found]


async def test_as_the_seed_shows_it(verifier: AnswerVerifier) -> None:
    runner = EvalRunner(agent=agents.answer, verifier=verifier)
    serially = await runner.run_dataset(agents.dataset(6), max_parallel=1)
    parallel = await runner.run_dataset(agents.dataset(6), max_parallel=4)
    for run in (serially, parallel):
        assert [one.question.id for one in run.results] == [f"q{n:03}" for n in range(6)]
        assert statuses(run) == ["passed", "passed", "failed"] * 2
        assert run.complete
        assert (run.dataset_id, run.agent) == ("staff", "python:evals.agents:answer")


async def test_one_question_alone(verifier: AnswerVerifier) -> None:
    async def agent(asked: EvalQuestion) -> str:
        return f"You ask: {asked.question}"

    result = await EvalRunner(agent=agent, verifier=verifier).run_single("What is it?")
    assert result.run.answer == "You ask: What is it?"
    assert result.run.verification is not None


async def test_so_many_are_asked_at_a_time_and_results_keep_their_order(
    verifier: AnswerVerifier,
) -> None:
    working, most, ended = 0, 0, []

    async def agent(asked: EvalQuestion) -> str:
        nonlocal working, most
        working += 1
        most = max(most, working)
        await asyncio.sleep(0.05 if asked.metadata["place"] % 4 == 0 else 0.001)
        working -= 1
        ended.append(asked.id)
        return agents.right(asked)

    run = await EvalRunner(agent=agent, verifier=verifier).run_dataset(agents.dataset(12), 3)
    assert most == 3
    ids = [one.question.id for one in run.results]
    assert ids == sorted(ids)
    assert ended != ids


async def test_a_failing_agent_does_not_end_the_run(verifier: AnswerVerifier) -> None:
    def agent(asked: EvalQuestion) -> str:
        if asked.id == "q001":
            raise ZeroDivisionError
        return agents.right(asked)

    run = await EvalRunner(agent=agent, verifier=verifier).run_dataset(agents.dataset(3))
    assert statuses(run) == ["passed", "none", "passed"]
    assert run.results[1].run.error == "AGENT_FAILED: ZeroDivisionError"
    assert run.complete


async def test_a_verifier_that_fails_never_passes() -> None:
    class Broken(AnswerVerifier):
        async def verified(self, *_: object) -> None:  # type: ignore[override]
            raise OSError("no room")

    with Broken(Settings()) as broken:
        run = await EvalRunner(agents.right, broken).run_dataset(agents.dataset(1))
    found = run.results[0].run.verification
    assert found is not None
    assert (found.status, found.decision) == (VerificationStatus.FAILED, "UNVERIFIED")
    assert found.issues == ("the answer could not be verified: OSError: no room",)


async def test_a_stopped_run_ends_what_is_under_way(verifier: AnswerVerifier) -> None:
    stop, asked_ids = asyncio.Event(), []

    async def agent(asked: EvalQuestion) -> str:
        asked_ids.append(asked.id)
        if len(asked_ids) == 3:
            stop.set()
        await asyncio.sleep(0.02)
        return agents.right(asked)

    run = await EvalRunner(agent, verifier).run_dataset(agents.dataset(20), 2, stop=stop)
    assert not run.complete
    assert [one.question.id for one in run.results] == sorted(asked_ids)
    assert 3 <= len(asked_ids) <= 5


async def test_max_parallel_is_checked(verifier: AnswerVerifier) -> None:
    with pytest.raises(ValueError, match="max_parallel"):
        await EvalRunner(agents.right, verifier).run_dataset(agents.dataset(1), 0)


async def test_processes_say_what_one_says(verifier: AnswerVerifier) -> None:
    engine = LocalEngine(Settings(), 2, pages="failed")
    try:
        spread = await EvalRunner(agents.answer, engine=engine).run_dataset(agents.dataset(6), 3)
    finally:
        await engine.close()
    own = await EvalRunner(agents.answer, verifier).run_dataset(agents.dataset(6), 3)
    assert statuses(spread) == statuses(own) == ["passed", "passed", "failed"] * 2
    issues = [[r.run.verification.issues for r in run.results] for run in (spread, own)]  # type: ignore[union-attr]
    assert issues[0] == issues[1]


def judged(report: Report, _: Text) -> list[str]:
    """The checks of a report."""
    return [one.check for one in report.results]


async def test_processes_keep_what_a_function_of_a_module_returns() -> None:
    engine = LocalEngine(Settings(), 1, ["citations", "support"], keep=judged)
    try:
        run = await EvalRunner(agents.answer, engine=engine).run_dataset(agents.dataset(2), 2)
    finally:
        await engine.close()
    kept = [one.run.verification.kept for one in run.results if one.run.verification]
    assert kept == [["citations", "support"]] * 2


async def test_a_function_that_processes_cannot_import_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="function of a module"):
        LocalEngine(Settings(), 1, keep=lambda report, _: len(report.results))


async def test_a_process_that_is_killed_loses_nothing(verifier: AnswerVerifier) -> None:
    engine = LocalEngine(Settings(), 2)
    killed: list[int] = []

    def told(_: EvalResult) -> None:
        if not killed:
            pids = [p for one in engine._workers for p in (one._executor._processes or {})]
            os.kill(pids[0], signal.SIGKILL)
            killed.append(pids[0])

    runner = EvalRunner(agents.right, engine=engine)
    try:
        run = await runner.run_dataset(agents.dataset(30), 4, told=told)
    finally:
        await engine.close()
    assert len(killed) == 1
    assert statuses(run) == ["passed"] * 30
    assert [one.place for one in run.results] == list(range(30))


@pytest.mark.slow
async def test_an_answer_that_ends_processes_fails_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if '--multiprocessing-fork' in sys.argv:\n"
        "    import sidecar.evals.engines.work as work\n"
        "    verify = work.verify\n"
        "    async def ends(verifier, result, pages):\n"
        "        if result.question.id == 'q001': os._exit(9)\n"
        "        return await verify(verifier, result, pages)\n"
        "    work.verify = ends\n"
    )
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    engine = LocalEngine(Settings(), 1)
    try:
        run = await EvalRunner(agents.right, engine=engine).run_dataset(agents.dataset(4), 4)
    finally:
        await engine.close()
    assert statuses(run) == ["passed", "failed", "passed", "passed"]
    found = run.results[1].run.verification
    assert found is not None
    assert found.decision == "UNVERIFIED"
    assert "3 processes that tried it have ended" in found.issues[0]


async def test_pages_are_of_the_answers_that_are_wanted(verifier: AnswerVerifier) -> None:
    async def answered() -> AsyncIterator[EvalResult]:
        for result in (await EvalRunner(agents.answer, verifier).run_dataset(few)).results:
            yield result

    few: EvalDataset = agents.dataset(3)
    shown = {
        pages: [
            done.result.question.id
            async for done in InlineEngine(verifier, pages=pages).verified(answered())
            if "<html" in done.page
        ]
        for pages in ("none", "failed", "all")
    }
    assert shown["none"] == []
    assert shown["failed"] == ["q002"]
    assert sorted(shown["all"]) == ["q000", "q001", "q002"]


async def test_side_by_side_ends_what_it_began() -> None:
    ended: list[str] = []

    async def source() -> AsyncIterator[int]:
        try:
            for number in range(100):
                yield number
        finally:
            ended.append("source")

    async def work(number: int) -> int:
        try:
            await asyncio.sleep(0.01 if number == 0 else 9)
        except asyncio.CancelledError:
            ended.append("work")
            raise
        return number

    stream = map_concurrently(source(), work, 3)
    assert await anext(stream) == 0
    await asyncio.sleep(0.01)
    await stream.aclose()
    assert ended.count("work") == 2
    assert ended[-1] == "source"


async def test_what_work_raises_is_raised() -> None:
    async def source() -> AsyncIterator[int]:
        yield 1

    async def work(_: int) -> int:
        raise LookupError

    with pytest.raises(LookupError):
        [one async for one in map_concurrently(source(), work, 2)]
