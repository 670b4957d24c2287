"""A schema that takes too long or too much memory ends the worker, and never the sidecar."""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from typing import Any

import pytest

from sidecar.structure import judging
from sidecar.structure.judging import TooCostly, find_departures
from sidecar.structure.schema import parse_schema
from sidecar.structure.settings import StructureSettings
from sidecar.workers.limits import Quota
from sidecar.workers.pool import WorkerPool

SETTINGS = StructureSettings()


@pytest.fixture(autouse=True)
def _workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    pool = WorkerPool("sidecar.structure.worker")
    monkeypatch.setattr(judging, "WORKERS", pool)
    yield
    pool.close()


def judge(text: str, schema: str, quota: Quota | None = None) -> list[str]:
    quota = quota or Quota(0.2, 128 << 20)
    return [
        each.keyword for each in find_departures(text, parse_schema(schema, 1000), SETTINGS, quota)
    ]


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


TREE = '{"type": "array", "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}}'


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ('"x"', bomb("allOf", 40)),
        ("1", bomb("anyOf", 24)),  # its errors would take 100 GB
        (json.dumps({f"p{n}": 1 for n in range(30)}), nested_unevaluated(30)),
        ("[" * 30 + "1" + "]" * 30, TREE),
    ],
    ids=["steps", "errors", "unevaluated", "tree"],
)
def test_a_bomb_ends_the_worker_and_the_next_question_is_answered(text: str, schema: str) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with pytest.raises(TooCostly, match="processor time") as raised:
        judge(text, schema)
    assert raised.value.by_question
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < 3  # of the worker that was ended, its start included; unbounded it takes hours
    assert judge("[1]", '{"items": {"type": "string"}}') == ["type"]


def test_memory_is_bounded_as_well() -> None:
    with pytest.raises(TooCostly) as raised:
        judge("1", bomb("anyOf", 24), Quota(30, 64 << 20))
    assert raised.value.by_question
