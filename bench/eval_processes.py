"""What do two worker processes give an eval over one, and does its memory stay where it is?

    python -m bench eval_processes

The generated answers of ``bench.evals`` are run through ``EvalRunner`` with a journal on disk, as
``verifyd eval run --processes N`` does: once by one warm process and once by two, in turn, best of
some rounds. ``evals_two_over_one`` needs two idle processors. ``evals_growth_mb`` is how much more
memory the process that asks and writes holds after all answers than after the first fifth.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path

from bench import evals
from bench.figures import Figures, higher, lower
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines.local import LocalEngine
from sidecar.evals.journal import About, Journal
from sidecar.evals.model import EvalQuestion, EvalResult, ResearchRun
from sidecar.evals.runner import EvalRunner
from sidecar.settings.root import Settings

ANSWERS = 976  # with those of the warm-up, all that are generated
WARM_UP = 24
TWO_OVER_ONE = 1.7
GROWTH_MB = 16.0

Answers = Sequence[tuple[EvalQuestion, ResearchRun]]


def measure(quick: bool) -> Figures:
    """Answers a second of one and of two processes, and the growth of the parent."""
    drawn = islice(map(evals._answer, evals._generated()), (100 if quick else ANSWERS) + WARM_UP)
    answers = [(one.question, one.run) for one in drawn]
    rates, growth = {1: 0.0, 2: 0.0}, 0.0
    with tempfile.TemporaryDirectory() as folder:
        folders = (Path(folder, str(number)) for number in count())
        for _ in range(1 if quick else 2):
            for processes in (1, 2):
                rate, grown = asyncio.run(_run(answers, processes, next(folders), next(folders)))
                rates[processes] = max(rates[processes], rate)
                growth = max(growth, grown)
    return {
        "evals_two_over_one": higher(rates[2] / rates[1], TWO_OVER_ONE),
        "evals_one_process_per_s": higher(rates[1]),
        "evals_two_processes_per_s": higher(rates[2]),
        "evals_growth_mb": lower(growth, GROWTH_MB),
    }


async def _run(answers: Answers, processes: int, warm: Path, folder: Path) -> tuple[float, float]:
    """Answers a second, and growth in megabytes."""
    by_id = {question.id: run for question, run in answers}
    held: list[float] = []

    async def agent(question: EvalQuestion) -> ResearchRun:
        return by_id[question.id]

    def told(_: EvalResult) -> None:
        held.append(_resident_mb())

    engine = LocalEngine(Settings(), processes)
    runner = EvalRunner(agent, engine=engine)
    try:
        for place, some in ((warm, answers[:WARM_UP]), (folder, answers[WARM_UP:])):
            dataset = EvalDataset(id="bench", name="Bench", questions=[one for one, _ in some])
            journal = Journal.begun(place, _about(len(some)))
            held.clear()
            started = time.perf_counter()
            ended = await runner.run_dataset(dataset, 8, journal=journal, told=told)
            seconds = time.perf_counter() - started
            journal.close()
            assert ended.complete
            assert all(one.run.verification is not None for one in ended.results)
    finally:
        await engine.close()
    return len(some) / seconds, held[-1] - held[len(held) // 5]


def _about(questions: int) -> About:
    return About(
        dataset_id="bench",
        dataset_name="Bench",
        dataset_digest="",
        questions=questions,
        agent="bench",
        settings_digest="",
        engine_version="",
        started_at="",
    )


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096 / 1e6
