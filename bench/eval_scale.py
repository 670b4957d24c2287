"""Does an eval stay small and quick to start, however many questions it has?

    python -m bench eval_scale

``evals_start_s`` and ``evals_start_mb`` are those of ``verifyd eval run`` over 100,000 questions
with a table each, from the start of the process until its agent is asked the first. Then 10,000
recorded answers of a sentence are run with one worker process: ``evals_grown_mb`` is what the
parent holds after all of them more than after half, and ``evals_worker_grown_mb`` what the worker
does, which by then has as many tables as it keeps. ``evals_compare_s`` and ``evals_compare_mb`` are
those of ``verifyd eval compare`` of two runs of 100,000 questions. Seconds are those of the
processor: the machine may be shared.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from bench.eval_processes import about, resident_mb
from bench.figures import Figures, lower
from sidecar.evals.agents.local import RecordedAgent
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines.local import LocalEngine
from sidecar.evals.journal import Journal
from sidecar.evals.model import (
    CheckOutcome,
    EvalQuestion,
    EvalResult,
    ResearchRun,
    VerificationResult,
    VerificationStatus,
)
from sidecar.evals.plain import to_line
from sidecar.evals.runner import EvalRunner
from sidecar.settings.root import Settings

QUESTIONS, ANSWERS = 100_000, 10_000
START_S, START_MB = 2.0, 200.0
GROWN_MB = 16.0
COMPARE_S = 60.0

_AGENT = """\
import os, time
from pathlib import Path
def first(question):
    status = Path("/proc/self/status").read_text()
    held = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    Path("first").write_text(f"{time.process_time()} {held}")
    os._exit(0)
"""


def measure(quick: bool) -> Figures:
    """Seconds and megabytes of all three."""
    part = 100 if quick else 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        started_s, start_mb = _start(folder, QUESTIONS // part)
        grown, worker = asyncio.run(_grown(folder, ANSWERS // part))
        compared_s, compared_mb = _compared(folder, QUESTIONS // part)
    return {
        "evals_start_s": lower(started_s, START_S),
        "evals_start_mb": lower(start_mb, START_MB),
        "evals_grown_mb": lower(grown, GROWN_MB),
        "evals_worker_grown_mb": lower(worker, GROWN_MB),
        "evals_compare_s": lower(compared_s, COMPARE_S),
        "evals_compare_mb": lower(compared_mb),
    }


def _start(folder: Path, count: int) -> tuple[float, float]:
    path = _questions(folder / "questions.jsonl", count)
    (folder / "asked_once.py").write_text(_AGENT)
    words = ["eval", "run", path.name, "--agent", "python:asked_once:first", "--out", "once"]
    subprocess.run([sys.executable, "-m", "sidecar", *words], cwd=folder, check=True)
    at, held = (folder / "first").read_text().split()
    return float(at), int(held) / 1024


async def _grown(folder: Path, count: int) -> tuple[float, float]:
    """How much the parent and the worker grow after the first half."""
    dataset = EvalDataset.load(_questions(folder / "few.jsonl", count))
    answers = folder / "answers.jsonl"
    with answers.open("w") as file:
        for place in range(count):
            told = {"id": f"q{place}", "answer": f"North has {1000 + place:,} staff."}
            file.write(json.dumps(told) + "\n")
    engine = LocalEngine(Settings(), 1)
    journal = Journal.begun(folder / "grown", about(count))
    held: list[tuple[float, float]] = []

    def told_of(_: EvalResult) -> None:
        (worker,) = engine._workers[0]._executor._processes or {}
        held.append((resident_mb(), resident_mb(worker)))

    agent = RecordedAgent(answers)
    try:
        runner = EvalRunner(agent, engine=engine)
        ended = await runner.run_dataset(dataset, 4, journal=journal, told=told_of)
    finally:
        await engine.close()
        journal.close()
    assert ended.complete
    first, last = held[count // 2], held[-1]
    return last[0] - first[0], last[1] - first[1]


def _questions(path: Path, count: int) -> Path:
    with path.open("w") as file:
        for place in range(count):
            rows = [{"region": f"Region {row}", "staff": 7 * row + place} for row in range(10)]
            rows[0] = {"region": "North", "staff": 1000 + place}
            question = {
                "id": f"q{place}",
                "question": f"How many staff has North ({place})?",
                "query_results": [{"query_id": "staff", "rows": rows}],
            }
            file.write(json.dumps(question) + "\n")
    return path


def _compared(folder: Path, count: int) -> tuple[float, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for name in ("before", "after"):
        _ran(folder / name, count, np.random.default_rng(len(name)))
    words = ["eval", "compare", str(folder / "before"), str(folder / "after")]
    code = (
        "import resource, sys\nfrom sidecar.__main__ import main\nmain(sys.argv[1:])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert f"{count:,} questions" in done.stdout
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(done.stderr.split()[-1]) / 1024


def _ran(folder: Path, count: int, random: np.random.Generator) -> None:
    """A run of drawn results."""
    Journal.begun(folder, about(count)).close()
    draws = random.random((count, 4))
    with (folder / "results.jsonl").open("w") as file:
        for place, (passed, agent_s, confidence, own_s) in enumerate(draws.tolist()):
            file.write(to_line(_result(place, passed < 0.8, agent_s, confidence, own_s)))


def _result(
    place: int, passed: bool, agent_s: float, confidence: float, own_s: float
) -> EvalResult:
    question = EvalQuestion(id=f"q{place}", question=f"How many staff has North ({place})?")
    right = int(confidence * 9)
    found = VerificationResult(
        status=VerificationStatus.PASSED if passed else VerificationStatus.FAILED,
        decision="PASS" if passed else "FAIL",
        numbers={"supported": right, "contradicted": 9 - right},
        claims={"supported": right, "partial": 2},
        checks={
            name: CheckOutcome(passed=passed or name == "support", judged=9)
            for name in ("numeric", "citations", "support", "consistency", "structure")
        },
        seconds=own_s,
    )
    run = ResearchRun(
        run_id=str(place),
        question=question.question,
        answer="North has 1,234 staff. " * 10,
        duration_seconds=agent_s,
        confidence=confidence,
    )
    return EvalResult(question=question, run=replace(run, verification=found), place=place)
