"""Metrics as people would write them come out as they should."""

from __future__ import annotations

import ast
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from bench import yaml_file
from sidecar.outcomes.sandbox.engine import digest_code, measure, run
from sidecar.outcomes.sandbox.results import read_numbers
from sidecar.outcomes.settings import SandboxSettings

HONEST = yaml_file.read(Path(__file__).parent / "honest.yaml")
SETTINGS = SandboxSettings()


@pytest.mark.parametrize("program", HONEST["programs"], ids=lambda program: program["name"])
def test_the_metrics_of_an_honest_program(program: dict[str, Any]) -> None:
    names = {*program["gives"], "reference"}
    found = measure(program["code"], HONEST["context"], names, SETTINGS)
    assert found.values == program["gives"]
    assert all(type(value) is float for value in found.values.values())


@pytest.mark.parametrize("program", HONEST["programs"], ids=lambda program: program["name"])
def test_python_itself_gives_the_same(program: dict[str, Any]) -> None:
    tree = ast.parse(program["code"])
    last = tree.body[-1]
    names: dict[str, Any] = {"context": deepcopy(HONEST["context"]), "metrics": {}, "result": {}}
    exec(program["code"], names)
    value = eval(ast.unparse(last), names) if isinstance(last, ast.Expr) else None
    assert (
        read_numbers(names["metrics"] or names["result"] or value, program["gives"])
        == (program["gives"])
    )


def test_there_are_as_many_as_the_contract_asks_for() -> None:
    assert len(HONEST["programs"]) >= 20


async def test_beside_the_event_loop_it_is_the_same_and_the_digest_is_that_of_the_code() -> None:
    code = "metrics['a'] = 1"
    found = await run(code, {}, ["a"], SETTINGS)
    assert found.values == {"a": 1.0}
    assert found.code_digest == digest_code(code)
    assert found.code_digest != digest_code(code + " ")


def test_one_program_finds_nothing_of_another() -> None:
    measure("import math\nkept = 1\nmath_kept = math\nmetrics['a'] = 1", {}, ["a"], SETTINGS)
    code = "try:\n    kept\nexcept NameError:\n    metrics['a'] = 2"
    assert measure(code, {}, ["a"], SETTINGS).values == {"a": 2.0}


@pytest.mark.timing
def test_a_warm_evaluation_takes_5_ms() -> None:
    code = HONEST["programs"][0]["code"]
    taken = []
    for _ in range(30):
        began = time.perf_counter()
        measure(code, HONEST["context"], ["length"], SETTINGS)
        taken.append(time.perf_counter() - began)
        time.sleep(0.02)  # while which the next process is made
    assert sorted(taken)[len(taken) // 2] <= 0.005
