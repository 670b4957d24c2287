"""How fast are recorded answers verified in process, beside calls of a server?

    python -m bench evals

Reports and short answers of the analysts' set (its open half), then generated ones about tables of
their own, until there are so many. ``evals_over_calls`` is how many of them ``verify_batch`` of one
process verifies in a second, tables undecoded at first, beside raw ``Verify`` calls of one client
over one connection with the same evidence inline: what an eval adds to verifying, and saves.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

import grpc
import numpy as np
from verifyd.v1 import verify_pb2

from bench import records
from bench.analysts import plain
from bench.analysts.build import build
from bench.evaluated import question
from bench.figures import Figures, higher
from bench.scoring import Record
from bench.served import served
from bench.workload import Call, methods
from sidecar.evals.model import EvalQuestion, ResearchRun
from sidecar.evals.verifying import AnswerVerifier
from sidecar.settings.root import Settings

ANSWERS = 1000
ROWS, CLAIMS = 200, 20
SHARE_PLAIN = 500
TURN = 10
"""Answers that one of the two verifies before the other does."""

OVERHEAD = 0.85
"""The least share of the server's rate: evals may add fifteen per cent."""


class ScriptedAnswer(NamedTuple):
    """A recorded answer: as an eval has it, and as a request."""

    run: ResearchRun
    question: EvalQuestion
    request: bytes


def measure(quick: bool) -> Figures:
    """Answers a second of both, which take turns, and their ratio."""
    answers = list(islice(_answers(), 2 * TURN if quick else ANSWERS))
    batch = calls = 0.0
    with (
        served() as server,
        grpc.insecure_channel(server.address) as channel,
        AnswerVerifier(Settings()) as verifier,
    ):
        verify, _ = methods(channel)
        warm = list(islice(_generated(), ANSWERS, ANSWERS + TURN))
        _batch(verifier, [_answer(one) for one in warm])
        _calls(verify, [_answer(one) for one in warm])
        gc.freeze()  # as the server does: what was loaded to draw answers is no part of an eval
        gc.set_threshold(10_000, 10, 100)  # as the server and the workers of an eval may
        for start in range(0, len(answers), TURN):
            turn = answers[start : start + TURN]
            batch += _batch(verifier, turn)
            calls += _calls(verify, turn)
    return {
        "evals_over_calls": higher(calls / batch, OVERHEAD),
        "evals_verified_per_s": higher(len(answers) / batch),
        "evals_calls_per_s": higher(len(answers) / calls),
    }


def _batch(verifier: AnswerVerifier, answers: Sequence[ScriptedAnswer]) -> float:
    """Seconds in process."""
    started = time.perf_counter()
    found = verifier.verify_batch([(one.run, one.question) for one in answers])
    seconds = time.perf_counter() - started
    assert all(one.numbers for one in found)
    return seconds


def _calls(verify: Call, answers: Sequence[ScriptedAnswer]) -> float:
    """Seconds of one call after another."""
    started = time.perf_counter()
    for one in answers:
        verify(one.request)
    return time.perf_counter() - started


def _answers() -> Iterator[ScriptedAnswer]:
    told = chain(build("open"), plain.build("open")[:SHARE_PLAIN])
    return map(_answer, chain(told, _generated()))


def _answer(record: Record) -> ScriptedAnswer:
    results = records.results(record, {})
    request = verify_pb2.VerifyRequest(narrative=record["narrative"])
    request.evidence.query_results.extend(one.message for one in results)
    asked = question(record, {})
    return ScriptedAnswer(
        ResearchRun(run_id=asked.id, question=asked.question, answer=record["narrative"]),
        asked,
        request.SerializeToString(),
    )


def _generated() -> Iterator[Record]:
    """Texts of twenty claims, one in ten wrong, about a table of two hundred regions each."""
    random = np.random.default_rng(24)
    for place in range(ANSWERS + TURN):
        values = np.round(random.lognormal(8, 2, ROWS), 2).tolist()
        rows = [[f"Region {row}", value] for row, value in enumerate(values)]
        told = [
            f"- Region {row} reached {values[row] + (claim % 10 == 0) * 1e6:,.2f} units."
            for claim, row in enumerate(random.choice(ROWS, CLAIMS, replace=False).tolist())
        ]
        yield {
            "id": f"generated-{place}",
            "narrative": "# Results\n\n" + "\n".join(told) + "\n",
            "query_results": [
                {"query_id": f"units_{place}", "columns": ["region", "units"], "rows": rows}
            ],
        }
