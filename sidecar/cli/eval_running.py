"""``verifyd eval run``: the agent, the engine and the journal of one run, and how it is stopped."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TextIO

from sidecar import __version__
from sidecar.cli import eval_reporting
from sidecar.cli.terminal import INTERRUPTED, Progress, UsageError
from sidecar.evals.agents import Agent, AgentInvalid
from sidecar.evals.agents.spec import AgentOptions, parse_agent
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines import EvalEngine
from sidecar.evals.engines.dask import DaskEngine
from sidecar.evals.engines.local import InlineEngine, LocalEngine
from sidecar.evals.journal import Journal, RunIdentity
from sidecar.evals.lines import QuestionSelection
from sidecar.evals.model import EvalResult, EvalRun, VerificationStatus
from sidecar.evals.runner import EvalRunner, Patience
from sidecar.evals.verifying import AnswerVerifier
from sidecar.reports.html.template import load_environment
from sidecar.settings.loading import load
from sidecar.settings.root import Settings
from sidecar.work import collecting

# How far an eval is: one line on a terminal, and now and then one in a log.

_EVERY_S = 30.0  # between lines of a log
_STEPS_S = 0.1  # between changes on a terminal


class EvalProgress:
    """Counts results, and tells of them.

    Args:
        stream: Usually standard error.
        total: Questions of the data set.
        done: Those that had a result before.
    """

    def __init__(self, stream: TextIO, total: int, done: int = 0) -> None:
        self._stream, self._line = stream, Progress(stream)
        self._every_s = _STEPS_S if stream.isatty() else _EVERY_S
        self._total, self._before, self._done = total, done, done
        self._passed = self._asked = self._errors = 0
        self._began = self._told = time.monotonic()

    def told(self, result: EvalResult) -> None:
        """Count a result."""
        self._done += 1
        self._asked += 1
        verification = result.run.verification
        passed = verification is not None and verification.status is VerificationStatus.PASSED
        self._passed += passed
        self._errors += bool(result.run.error)
        now = time.monotonic()
        if now - self._told >= self._every_s:
            self._told = now
            self._say(now)

    def __enter__(self) -> Self:
        if self._before:
            print(f"verifyd eval: {self._before} of {self._total} are done", file=self._stream)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._line.__exit__(kind, error, traceback)
        if not self._stream.isatty():
            self._say(time.monotonic())

    def _say(self, now: float) -> None:
        if self._stream.isatty():
            self._line.step(self.words(now))
        else:
            print(f"verifyd eval: {self.words(now)}", file=self._stream, flush=True)

    def words(self, now: float) -> str:
        """``12/40, 10 of 12 passed, 1 without an answer, 3.2/s, 9 s left``."""
        seconds = max(now - self._began, 1e-6)
        rate = self._asked / seconds
        parts = [f"{self._done}/{self._total}"]
        parts += [f"{self._passed} of {self._asked} passed"] * bool(self._asked)
        parts += [f"{self._errors} without an answer"] * bool(self._errors)
        parts += [f"{rate:.1f}/s"] * bool(self._asked)
        left = self._total - self._done
        if left and rate:
            parts.append(f"{_duration(left / rate)} left")
        return ", ".join(parts)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _SelectedDataset(NamedTuple):
    """A data set, which of its questions are asked, and a digest over both."""

    dataset: EvalDataset
    digest: str


def run(args: argparse.Namespace) -> int:
    """Run the agent, and print what came of it; returns the exit status."""
    if args.scheduler and args.engine != "dask":
        raise UsageError("OPTION_INVALID", "--scheduler is for --engine dask")
    if args.pages != "none":
        load_environment()  # refused before the agent is asked
    gates = eval_reporting.parse_gates(args.fail_if)
    settings = load(args.config, os.environ)
    chosen = _chosen(args)
    agent = parse_agent(args.agent, _options(args))
    folder = args.out or _folder(chosen.dataset)
    if args.resume and args.out is None:
        raise UsageError("OPTION_INVALID", "--resume needs --out, the folder of the run")
    verifier = AnswerVerifier(settings, checks=args.check)
    collecting.collect_rarely()
    try:
        journal = Journal.begun(folder, _about(args, chosen, agent, settings), resume=args.resume)
        try:
            ended = asyncio.run(_run(args, chosen.dataset, agent, verifier, journal))
        finally:
            journal.close()
    except SystemExit:  # of a task or a callback that the agent began: its status says nothing
        raise AgentInvalid("the agent ended the run; --resume goes on with it") from None
    except OSError as error:
        told = f"cannot write to {folder}: {error.strerror or error}"
        raise UsageError("FILE_UNWRITABLE", told) from None
    finally:
        verifier.close()
    if ended is None or not ended.complete:
        how = f"{len(journal)} of {len(chosen.dataset.questions)} questions are done"
        print(f"verifyd eval: {how}; to go on: {_again(args, folder)}", file=sys.stderr)
        return INTERRUPTED
    print(f"verifyd eval: the run is in {folder}", file=sys.stderr)
    return eval_reporting.print_outcome(ended, args.format, gates)


async def _run(
    args: argparse.Namespace,
    dataset: EvalDataset,
    agent: Agent,
    verifier: AnswerVerifier,
    journal: Journal,
) -> EvalRun | None:
    """The run; None where it was stopped at once."""
    engine = _engine(args, verifier)
    patience = Patience(timeout_s=args.timeout, retries=args.retries)
    digest = verifier.settings.digest
    runner = EvalRunner(agent, engine=engine, patience=patience, settings_digest=digest)
    progress = EvalProgress(sys.stderr, len(dataset.questions), len(journal))
    stop = asyncio.Event()
    if args.scheduler:
        print(f"verifyd eval: connecting to {args.scheduler}", file=sys.stderr)
    working = asyncio.ensure_future(
        runner.run_dataset(dataset, args.parallel, journal=journal, told=progress.told, stop=stop)
    )
    try:
        with _stopping(stop, working), progress:
            ended = await working
    except asyncio.CancelledError:
        if not stop.is_set():
            raise
        return None
    finally:
        await engine.close()
        await agent.close()
    if ended.complete and not args.tags and args.limit is None:
        for note in agent.notes(journal.done):
            print(f"verifyd eval: {note}", file=sys.stderr)
    return ended


@contextmanager
def _stopping(stop: asyncio.Event, working: asyncio.Future[EvalRun]) -> Iterator[None]:
    """A first signal asks no more questions, a second one stops at once."""
    loop = asyncio.get_running_loop()

    def on_signal() -> None:
        if stop.is_set():
            working.cancel()
            return
        stop.set()
        told = "stopping: questions under way may end; interrupt again to stop at once"
        print(f"\nverifyd eval: {told}", file=sys.stderr)

    for number in _SIGNALS:
        loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)


def _engine(args: argparse.Namespace, verifier: AnswerVerifier) -> EvalEngine:
    if args.engine == "dask":
        workers = args.processes or os.cpu_count() or 1
        return DaskEngine(
            verifier.settings,
            args.scheduler,
            workers=workers,
            checks=args.check,
            pages=args.pages,
        )
    if args.processes:
        return LocalEngine(verifier.settings, args.processes, args.check, args.pages)
    return InlineEngine(verifier, pages=args.pages)


def _chosen(args: argparse.Namespace) -> _SelectedDataset:
    dataset = EvalDataset.load(args.dataset)
    with args.dataset.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    if args.tags:
        tags = sorted({tag.strip() for tag in args.tags.split(",")} - {""})
        dataset = dataset.filter_by_tags(tags)
        if not len(dataset.questions):
            told = f"no question of {args.dataset} has a tag of {args.tags!r}"
            raise UsageError("DATASET_EMPTY", told)
        digest.update(f"\ntags {tags}".encode())
    if args.limit is not None:
        count = min(args.limit, len(dataset.questions))
        dataset = replace(dataset, questions=QuestionSelection(dataset.questions, range(count)))
        digest.update(f"\nlimit {args.limit}".encode())
    return _SelectedDataset(dataset, digest.hexdigest())


def _options(args: argparse.Namespace) -> AgentOptions:
    return AgentOptions(
        system_prompt=args.system_prompt,
        api_key_env=args.api_key_env,
        max_tokens=args.max_tokens,
        temperature=args.temperature,
        input_price=args.price_input,
        output_price=args.price_output,
        currency=args.currency,
    )


def _about(
    args: argparse.Namespace, chosen: _SelectedDataset, agent: Agent, settings: Settings
) -> RunIdentity:
    return RunIdentity(
        dataset_id=chosen.dataset.id,
        dataset_name=chosen.dataset.name,
        dataset_digest=chosen.digest,
        questions=len(chosen.dataset.questions),
        agent=agent.name,
        settings_digest=settings.digest,
        engine_version=__version__,
        checks=tuple(sorted(set(args.check))),
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _folder(dataset: EvalDataset) -> Path:
    """A new one for each run."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", dataset.id)[:80] or "run"
    return Path("eval-runs", f"{name}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")


def _again(args: argparse.Namespace, folder: Path) -> str:
    """What to type, but for the options that were given before."""
    if args.out is not None:
        return "the same command with --resume"
    return f"the same command with --out {folder} --resume"
