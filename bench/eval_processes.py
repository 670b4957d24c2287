"""What do more worker processes give an eval, here and on a cluster, beside calls of a server?

    python -m bench eval_processes

The generated answers of ``bench.evals`` are run through ``EvalRunner`` with a journal on disk, as
``verifyd eval run --processes N`` and ``--engine dask`` do: by one and by two warm processes of
each kind, in turn, best of some rounds. Raw ``Verify`` calls of one client, with the same evidence
inline, are what one process is compared with. What two give over one needs two idle processors.
``evals_growth_mb`` is how much more memory the process that asks and writes holds after all answers
than after the first fifth; ``evals_dask_growth_mb`` is the same with the scheduler of Dask in that
process, which keeps what it did last.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count, islice
from pathlib import Path

import grpc

from bench import evals
from bench.figures import Figures, higher, lower
from bench.served import served
from bench.workload import methods
from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines import EvalEngine
from sidecar.evals.engines.dask import DaskEngine
from sidecar.evals.engines.local import LocalEngine
from sidecar.evals.journal import Journal, RunIdentity
from sidecar.evals.model import EvalResult
from sidecar.evals.runner import EvalRunner
from sidecar.settings.root import Settings

ANSWERS = 976  # with those of the warm-up, all that are generated
WARM_UP = 24
TWO_OVER_ONE = 1.7
GROWTH_MB = 16.0

Answers = Sequence[evals.ScriptedAnswer]
ENGINES: dict[str, Callable[[], EvalEngine]] = {
    "one_process": lambda: LocalEngine(Settings(), 1),
    "two_processes": lambda: LocalEngine(Settings(), 2),
    "dask_one": lambda: DaskEngine(Settings(), workers=1),
    "dask_two": lambda: DaskEngine(Settings(), workers=2),
}


def measure(quick: bool) -> Figures:
    """Answers a second of each engine and of calls, and the growth of the parent."""
    drawn = islice(map(evals._answer, evals._generated()), (100 if quick else ANSWERS) + WARM_UP)
    answers = list(drawn)
    rates, growth = dict.fromkeys(ENGINES, 0.0), dict.fromkeys(ENGINES, 0.0)
    calls = 0.0
    with tempfile.TemporaryDirectory() as folder:
        folders = (Path(folder, str(number)) for number in count())
        for _ in range(1 if quick else 2):
            calls = max(calls, _called(answers))
            for name, made in ENGINES.items():
                rate, grown = asyncio.run(_run(answers, made(), next(folders), next(folders)))
                rates[name] = max(rates[name], rate)
                growth[name] = max(growth[name], grown)
    return {
        "evals_two_over_one": higher(rates["two_processes"] / rates["one_process"], TWO_OVER_ONE),
        "evals_dask_two_over_one": higher(rates["dask_two"] / rates["dask_one"], TWO_OVER_ONE),
        "evals_one_process_over_calls": higher(rates["one_process"] / calls, evals.OVERHEAD),
        "evals_dask_one_over_calls": higher(rates["dask_one"] / calls),
        **{f"evals_{name}_per_s": higher(rate) for name, rate in rates.items()},
        "evals_one_client_per_s": higher(calls),
        "evals_growth_mb": lower(max(growth["one_process"], growth["two_processes"]), GROWTH_MB),
        "evals_dask_growth_mb": lower(max(growth["dask_one"], growth["dask_two"])),
    }


def _called(answers: Answers) -> float:
    """Calls a second of one client of a warm server."""
    with served() as server, grpc.insecure_channel(server.address) as channel:
        verify, _ = methods(channel)
        evals._calls(verify, answers[:WARM_UP])
        return (len(answers) - WARM_UP) / evals._calls(verify, answers[WARM_UP:])


async def _run(
    answers: Answers, engine: EvalEngine, warm: Path, folder: Path
) -> tuple[float, float]:
    """Answers a second, and growth in megabytes."""
    by_id = {one.question.id: one.run for one in answers}
    held: list[float] = []

    def told(_: EvalResult) -> None:
        held.append(resident_mb())

    runner = EvalRunner(lambda question: by_id[question.id], engine=engine)
    try:
        for place, some in ((warm, answers[:WARM_UP]), (folder, answers[WARM_UP:])):
            questions = [one.question for one in some]
            dataset = EvalDataset(id="bench", name="Bench", questions=questions)
            journal = Journal.begun(place, about(len(some)))
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


def about(questions: int) -> RunIdentity:
    """Of a run of so many questions."""
    return RunIdentity(
        dataset_id="bench",
        dataset_name="Bench",
        dataset_digest="",
        questions=questions,
        agent="bench",
        settings_digest="",
        engine_version="",
        started_at="",
    )


def resident_mb(process: int | str = "self") -> float:
    """Memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * 4096 / 1e6
