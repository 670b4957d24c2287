"""Data sets and agents for tests: a question asks for a number that a table has."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import yaml

from sidecar.evals.dataset import EvalDataset
from sidecar.evals.model import EvalQuestion


def question(place: int) -> EvalQuestion:
    rows = [{"region": "North", "staff": 1000 + place}, {"region": "South", "staff": 5000 + place}]
    return EvalQuestion(
        id=f"q{place:03}",
        question=f"How many staff has North ({place})?",
        expected_answer="secret",
        query_results=({"query_id": "staff", "rows": rows},),
        metadata={"place": place},
    )


def dataset(count: int) -> EvalDataset:
    return EvalDataset(id="staff", name="Staff", questions=[question(n) for n in range(count)])


def write(path: Path, count: int) -> Path:
    """The same data set as a file."""
    questions = [
        {
            "id": one.id,
            "question": one.question,
            "query_results": [dict(result) for result in one.query_results],
            "metadata": dict(one.metadata),
            "tags": ["odd" if place % 2 else "even"],
        }
        for place, one in enumerate(question(n) for n in range(count))
    ]
    path.write_text(yaml.safe_dump({"id": "staff", "name": "Staff", "questions": questions}))
    return path


def right(asked: EvalQuestion) -> str:
    place = asked.metadata["place"]
    return f"North has {1000 + place:,} staff."


def answer(asked: EvalQuestion) -> Any:
    """Right, but for every third; some take longer than others."""
    place = asked.metadata["place"]
    time.sleep(0.01 * (place % 3))
    return f"South has {1000 + place:,} staff." if place % 3 == 2 else right(asked)


def slow(asked: EvalQuestion) -> str:
    """Leaves a trace of having been asked, and takes its time."""
    with Path(os.environ["TRACE"]).open("a") as file:
        file.write(f"{asked.id}\n")
    time.sleep(float(os.environ.get("SLEEP", "0.3")))
    return right(asked)


async def asynchronous(asked: EvalQuestion) -> str:
    await asyncio.sleep(0)
    return right(asked)
