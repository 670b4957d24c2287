"""What takes too long or too much memory ends a process, and never the sidecar."""

from __future__ import annotations

import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sidecar.work import worker_process
from sidecar.work.worker_pool import Budget, TooCostly, WorkerPool

MEMORY = 128 << 20
SOUND = {"text": "[1]", "schema": '{"items": {"type": "string"}}'}


@pytest.fixture
def shop() -> Iterator[WorkerPool]:
    made = WorkerPool("sidecar.structure.worker", "the response")
    yield made
    made.close()


def validate(shop: WorkerPool, budget: Budget | None = None, **given: str) -> dict[str, Any]:
    asked: dict[str, Any] = {"dialect": "draft2020-12", "formats": None, "most": 20}
    return shop.ask("validate", budget or Budget(0.2, MEMORY), **asked, **(SOUND | given))


def bomb(keyword: str, levels: int) -> str:
    """2**levels steps in a few hundred bytes."""
    defs: dict[str, Any] = {
        f"a{n}": {keyword: [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(levels)
    }
    defs[f"a{levels}"] = {"type": "string"}
    return json.dumps({"$defs": defs, "$ref": "#/$defs/a0"})


def nested_unevaluated(levels: int) -> str:
    schema: dict[str, Any] = {"properties": {"z": True}}
    for n in range(levels):
        alternatives = [schema, {"properties": {f"p{n}": True}}]
        schema = {"anyOf": alternatives, "unevaluatedProperties": False}
    return json.dumps(schema)


@pytest.mark.parametrize(
    "given",
    [
        {"schema": bomb("allOf", 40), "text": '"x"'},
        {"schema": bomb("anyOf", 24), "text": "1"},  # its errors would take 100 GB
        {"schema": nested_unevaluated(30), "text": json.dumps({f"p{n}": 1 for n in range(30)})},
        {"schema": '{"type": "array", "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}}'}
        | {"text": "[" * 30 + "1" + "]" * 30},
    ],
    ids=["steps", "errors", "unevaluated", "tree"],
)
def test_a_bomb_ends_the_worker_and_the_next_question_is_answered(
    shop: WorkerPool, given: dict[str, str]
) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with pytest.raises(TooCostly, match="processor time"):
        validate(shop, None, **given)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < 3  # of the worker that was ended, its start included; unbounded it takes hours
    assert validate(shop)["errors"][0]["keyword"] == "type"


def test_memory_is_bounded_as_well(shop: WorkerPool) -> None:
    with pytest.raises(TooCostly):
        validate(shop, schema=bomb("anyOf", 24), text="1", budget=Budget(30, 64 << 20))
    assert validate(shop)["errors"]


def test_one_worker_serves_many_threads(shop: WorkerPool) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda n: validate(shop, text=f"[{n}, 'x']".replace("'", '"')), range(50))
        )
    assert all(len(answer["errors"]) == 1 for answer in answers)


def test_a_worker_that_was_ended_from_outside_is_replaced(shop: WorkerPool) -> None:
    validate(shop)
    os.kill(shop.pid, signal.SIGKILL)
    while shop.pid:  # until its death is known
        time.sleep(0.01)
    assert validate(shop)["errors"]


def test_a_worker_that_is_stopped_is_not_waited_for(
    shop: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    validate(shop)
    os.kill(shop.pid, signal.SIGSTOP)  # no processor time passes
    monkeypatch.setattr(worker_process, "WAIT_S", 0.05)
    with pytest.raises(TooCostly):
        validate(shop)
    monkeypatch.undo()
    assert validate(shop)["errors"]


def test_nothing_is_started_before_the_first_question(shop: WorkerPool) -> None:
    assert shop.pid == 0


def test_a_worker_that_cannot_run_is_a_fault_and_no_limit() -> None:
    with pytest.raises(RuntimeError, match="cannot run"):
        validate(WorkerPool("sidecar.structure.no_such_worker", "the response"))


def test_what_questions_cost_is_taken_off_the_budget_of_a_response(shop: WorkerPool) -> None:
    budget = Budget(5, MEMORY)
    text = json.dumps(["x" * 9] * 300_000)
    for _ in range(3):  # some systems count in steps of 10 ms: each of these takes several
        before = budget.cpu_s
        validate(shop, budget, text=text, schema='{"items": {"pattern": "^x+$"}}')
        assert budget.cpu_s < before


def test_a_spent_budget_still_answers_what_costs_next_to_nothing(shop: WorkerPool) -> None:
    assert validate(shop, Budget(-1, MEMORY))["errors"]
    with pytest.raises(TooCostly):
        validate(shop, Budget(-1, MEMORY), schema=bomb("allOf", 40), text='"x"')
