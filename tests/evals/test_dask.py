"""Verifying on a cluster: as this process does, whatever becomes of workers and schedulers."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from certificates import Authority
from evals import agents

from sidecar.__main__ import main
from sidecar.evals.engines import work
from sidecar.evals.engines.cluster import ClusterUnavailable, ClusterUnfit
from sidecar.evals.engines.dask import DaskEngine, SharedLock
from sidecar.evals.journal import Journal, RunIdentity
from sidecar.evals.model import EvalQuestion, EvalResult, EvalRun, VerificationStatus
from sidecar.evals.plain import to_plain
from sidecar.evals.runner import EvalRunner
from sidecar.evals.verifying import AnswerVerifier
from sidecar.settings.root import Settings

pytest.importorskip("distributed")
dask_config = pytest.importorskip("dask.config")

PATIENCE_S = 120


def comparable(run: EvalRun) -> list[dict[str, Any]]:
    """The results without what differs from one run to the next."""
    found = []
    for result in run.results:
        plain = to_plain(result)
        for name in ("run_id", "started_at", "duration_seconds"):
            del plain["run"][name]
        for name in ("verified_at", "seconds"):
            del plain["run"]["verification"][name]
        found.append(plain)
    return found


def decisions(run: EvalRun) -> list[str]:
    found = [result.run.verification for result in run.results]
    return ["none" if one is None else one.decision for one in found]


def own() -> EvalRun:
    with AnswerVerifier(Settings()) as verifier:
        return asyncio.run(EvalRunner(agents.answer, verifier).run_dataset(agents.dataset(6)))


@contextmanager
def process(*words: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command of Dask; none of its children outlives the test."""
    started = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield started
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
        started.wait()


@contextmanager
def scheduler(
    protocol: str = "tcp", **environment: str
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")
    with process("dask_scheduler", "--protocol", protocol, *words, **environment) as started:
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield started, f"{protocol}://127.0.0.1:{port}"


@contextmanager
def taken(port: int) -> Iterator[None]:
    """Nobody else can listen there, whoever does."""
    with ExitStack() as held:
        with suppress(OSError):
            held.enter_context(socket.create_server(("127.0.0.1", port)))
        yield


def worker(address: str, folder: Path, *words: str, **environment: str) -> Any:
    given = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(folder), *words)
    return process("dask_worker", address, "--host", "127.0.0.1", *given, **environment)


@contextmanager
def patched(folder: Path, text: str) -> Iterator[str]:
    """A PYTHONPATH whose processes run some lines at their start."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(text)
    yield f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"


async def run(
    engine: DaskEngine,
    count: int,
    told: Callable[[EvalResult], None] | None = None,
    agent: Callable[[EvalQuestion], str] = agents.answer,
) -> EvalRun:
    try:
        runner = EvalRunner(agent, engine=engine)
        return await runner.run_dataset(agents.dataset(count), 4, told=told)
    finally:
        await engine.close()


def test_two_workers_say_what_this_process_says(recwarn: pytest.WarningsRecorder) -> None:
    with taken(8787):  # where another scheduler has its status page
        spread = asyncio.run(run(DaskEngine(Settings(), workers=2), 6))
    assert not [one for one in recwarn if "already in use" in str(one.message)]
    assert comparable(spread) == comparable(own())
    assert decisions(spread) == ["PASS", "PASS", "FAIL"] * 2


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing_and_doubles_nothing() -> None:
    engine, killed, came = DaskEngine(Settings(), workers=2), list[int](), list[str]()

    def told(result: EvalResult) -> None:
        came.append(result.question.id)
        if len(came) in {2, 12}:
            nanny = next(iter(engine._cluster._own.workers.values()))
            killed.append(nanny.process.pid)
            os.kill(killed[-1], signal.SIGKILL)

    spread = asyncio.run(run(engine, 40, told, agents.right))
    assert len(set(killed)) == 2
    assert sorted(came) == [f"q{place:03}" for place in range(40)]
    assert decisions(spread) == ["PASS"] * 40
    assert [one.place for one in spread.results] == list(range(40))


@pytest.mark.slow
def test_an_answer_that_ends_every_worker_fails_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = (
        "import os, sys\n"
        "if '--multiprocessing-fork' in sys.argv:\n"
        "    from sidecar.evals.engines import work\n"
        "    verify = work.verify\n"
        "    async def ends(verifier, result, pages):\n"
        "        if result.question.id == 'q001': os._exit(9)\n"
        "        return await verify(verifier, result, pages)\n"
        "    work.verify = ends\n"
    )
    with patched(tmp_path / "site", text) as path:
        monkeypatch.setenv("PYTHONPATH", path)
        spread = asyncio.run(run(DaskEngine(Settings(), workers=2), 8, agent=agents.right))
    assert decisions(spread) == ["PASS", "UNVERIFIED", *["PASS"] * 6]
    found = spread.results[1].run.verification
    assert found is not None
    assert found.status is VerificationStatus.FAILED
    assert "workers that had nothing else to do have ended with it" in found.issues[0]


def test_there_is_no_cluster() -> None:
    with pytest.raises(ClusterUnavailable, match=r"tcp://127.0.0.1:9 after 1 s"):
        asyncio.run(run(DaskEngine(Settings(), "tcp://127.0.0.1:9", timeout_s=1), 1))


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "nowhere", "tcp://"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(ClusterUnavailable, match="no cluster"):
        asyncio.run(run(DaskEngine(Settings(), address, timeout_s=2), 1))


@pytest.mark.slow
def test_a_scheduler_without_workers() -> None:
    with scheduler() as (_, address):
        began = time.monotonic()
        with pytest.raises(ClusterUnavailable, match="no cluster with a worker"):
            asyncio.run(run(DaskEngine(Settings(), address, timeout_s=3), 1))
        assert time.monotonic() - began >= 3


def command(folder: Path, *options: str) -> list[str]:
    """What runs six recorded answers, of which two are wrong."""
    questions, answers = folder / "staff.yaml", folder / "answers.jsonl"
    agents.write(questions, 6)
    lines = [
        json.dumps({"id": one.id, "answer": agents.answer(one)})
        for one in agents.dataset(6).questions
    ]
    answers.write_text("\n".join(lines))
    agent = f"recorded:{answers}"
    return ["eval", "run", str(questions), "--agent", agent, "--engine", "dask", *options]


@pytest.mark.slow
def test_a_scheduler_and_a_worker_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with scheduler() as (_, address), worker(address, tmp_path):
        assert main(command(tmp_path, "--out", "r", "--scheduler", address)) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "Staff: 6 questions: 2 failed, 4 passed"
    assert "distributed" not in err, "what Dask logs is no news to people"
    assert Path("r", "answers", "q002.html").read_text().startswith("<!doctype html>")


def certified(part: str, signer: Authority, trusted: Authority) -> dict[str, str]:
    """The configuration of Dask for a scheduler, a worker or a client."""
    certificate, key = signer.sign(part)
    return {
        "distributed.comm.tls.ca-file": str(trusted.path),
        f"distributed.comm.tls.{part}.cert": str(certificate),
        f"distributed.comm.tls.{part}.key": str(key),
    }


def variables(configuration: dict[str, str]) -> dict[str, str]:
    """The same, as processes of Dask read it from their environment."""
    return {
        "DASK_" + name.upper().replace(".", "__").replace("-", "_"): value
        for name, value in configuration.items()
    }


@pytest.mark.slow
def test_with_certificates_none_but_their_authority_s_are_let_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.joinpath("other").mkdir()
    eval_s, other = Authority(tmp_path, "eval"), Authority(tmp_path / "other", "other")
    given = {
        part: variables(certified(part, eval_s, eval_s))
        for part in ("scheduler", "worker", "client")
    }
    strangers: dict[str, dict[str, str]] = {
        "none": {},
        "of another authority": certified("client", other, eval_s),
        "who trusts another": certified("client", eval_s, other),
    }
    with (
        scheduler("tls", **given["scheduler"]) as (_, address),
        worker(address, tmp_path, "--no-nanny", **given["worker"]),
    ):
        words = command(tmp_path, "--out", str(tmp_path / "run"), "--scheduler", address)
        done = subprocess.run(
            [sys.executable, "-m", "sidecar", *words],
            env={**os.environ, **given["client"]},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.stdout.startswith("Staff: 6 questions: 2 failed, 4 passed"), done.stderr
        for name, configuration in strangers.items():
            words = command(tmp_path, "--out", str(tmp_path / name), "--scheduler", address)
            with dask_config.set(configuration):
                assert main(words) == 2, name
            told = capsys.readouterr().err
            assert f"no cluster with a worker at {address} with ca-file, client.cert" in told
            assert told.endswith("[CLUSTER_UNAVAILABLE]\n")
            assert "Traceback" not in told


@pytest.mark.slow
def test_workers_that_come_and_go(tmp_path: Path) -> None:
    """The only worker ends in the middle, and another comes: nothing is lost."""
    with scheduler() as (_, address):
        first = worker(address, tmp_path, "--no-nanny")
        second = worker(address, tmp_path, "--no-nanny")
        started, came = first.__enter__(), list[str]()

        def told(result: EvalResult) -> None:
            came.append(result.question.id)
            if len(came) == 3:
                os.killpg(started.pid, signal.SIGKILL)
                second.__enter__()

        try:
            engine = DaskEngine(Settings(), address, timeout_s=PATIENCE_S)
            spread = asyncio.run(run(engine, 20, told, agents.right))
        finally:
            first.__exit__(None, None, None)
            if len(came) >= 3:
                second.__exit__(None, None, None)
    assert sorted(came) == [f"q{place:03}" for place in range(20)]
    assert decisions(spread) == ["PASS"] * 20


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["worker", "scheduler"])
def test_what_is_lost_for_good_ends_the_run_and_it_can_go_on(tmp_path: Path, lost: str) -> None:
    with scheduler() as (started, address), worker(address, tmp_path, "--no-nanny") as working:
        journal = Journal.begun(tmp_path / "run", _about(30))
        engine = DaskEngine(Settings(), address, timeout_s=PATIENCE_S)

        def told(_: EvalResult) -> None:
            if len(journal) == 3:
                ends = working if lost == "worker" else started
                os.killpg(ends.pid, signal.SIGKILL)
                engine._cluster._timeout_s = 3  # no worker starts, and none is waited for so long

        async def spread() -> None:
            try:
                runner = EvalRunner(agents.right, engine=engine)
                await runner.run_dataset(agents.dataset(30), 2, journal=journal, told=told)
            finally:
                await engine.close()

        with pytest.raises(ClusterUnavailable):
            asyncio.run(spread())
    assert 3 <= len(journal) < 30
    journal.close()
    journal = Journal.begun(tmp_path / "run", _about(30), resume=True)
    with AnswerVerifier(Settings()) as verifier:
        runner = EvalRunner(agents.right, verifier)
        ended = asyncio.run(runner.run_dataset(agents.dataset(30), 2, journal=journal))
    journal.close()
    assert decisions(ended) == ["PASS"] * 30


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import sidecar; sidecar.__version__ = '0.0.9'\n", r"has 0\.0\.9\+"),
        ("import sys; sys.modules['sidecar'] = None\n", "no module sidecar|an error"),
    ],
    ids=["other", "none"],
)
def test_a_worker_with_another_verifyd_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    with (
        patched(tmp_path / "site", text) as path,
        scheduler() as (_, address),
        worker(address, tmp_path, "--no-nanny", PYTHONPATH=path),
        pytest.raises(ClusterUnfit, match=problem),
    ):
        asyncio.run(run(DaskEngine(Settings(), address), 2))


@pytest.mark.slow
def test_a_worker_that_comes_later_is_asked_for_its_version_as_well() -> None:
    with pytest.raises(work.OtherVersion, match=work.identify_build().replace("+", r"\+")):
        work.verify_in_worker("0.0.9+0123456789ab", b"not looked into", b"nor is this")


@pytest.mark.slow
def test_changed_code_of_the_same_version_is_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for package in ("sidecar", "fastpath"):
        tmp_path.joinpath(package).mkdir()
        tmp_path.joinpath(package, "__init__.py").write_text("")
    specs = {
        name: type("Spec", (), {"origin": str(tmp_path / name / "__init__.py")})
        for name in ("sidecar", "fastpath")
    }
    monkeypatch.setattr(work, "find_spec", specs.get)
    first = work.identify_build.__wrapped__()
    assert work.identify_build.__wrapped__() == first
    (tmp_path / "sidecar" / "weights.yaml").write_text("a: 1")
    assert work.identify_build.__wrapped__() != first


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterUnavailable, match=r"install verifyd-sidecar\[dask\]"):
        asyncio.run(run(DaskEngine(Settings()), 1))


def test_an_eval_with_other_checks_gets_another_verifier() -> None:
    result = EvalResult(question=agents.question(0), run=_run("South has 1,000 staff."), place=0)
    found = [_on_worker(checks, result) for checks in ("numeric", "consistency", "numeric")]
    assert found == ["FAIL", "PASS", "FAIL"]


def _on_worker(check: str, result: EvalResult) -> str:
    given = work.pack_verifier(Settings(), (check,), "none")
    return work.verify_in_worker(work.identify_build(), given, pickle.dumps(result))[0].decision


def _run(answer: str) -> Any:
    with AnswerVerifier(Settings()) as verifier:
        one = asyncio.run(EvalRunner(agents.right, verifier).run_single(agents.question(0)))
    return replace(one.run, answer=answer, verification=None)


async def test_one_that_is_alone_has_nobody_beside() -> None:
    turns, working, order = SharedLock(), set[str](), list[str]()

    async def together(name: str) -> None:
        async with turns.together():
            assert "alone" not in working
            working.add(name)
            await asyncio.sleep(0.01)
            working.discard(name)
            order.append(name)

    async def alone() -> None:
        async with turns.alone():
            assert not working
            working.add("alone")
            await asyncio.sleep(0.01)
            assert working == {"alone"}
            working.discard("alone")
            order.append("alone")

    first = [asyncio.create_task(together(f"first {n}")) for n in range(3)]
    await asyncio.sleep(0.001)
    later = [asyncio.create_task(alone()), asyncio.create_task(alone())]
    await asyncio.sleep(0.001)
    later += [asyncio.create_task(together(f"later {n}")) for n in range(3)]
    await asyncio.gather(*first, *later)
    assert order[3:5] == ["alone", "alone"]
    assert len(order) == 8


def _about(questions: int) -> RunIdentity:
    return RunIdentity(
        dataset_id="staff",
        dataset_name="Staff",
        dataset_digest="",
        questions=questions,
        agent="agent",
        settings_digest="",
        engine_version="",
        started_at="2026-01-01T00:00:00+00:00",
    )
