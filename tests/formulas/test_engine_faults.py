"""A worker that fails says so: in the outcome of the query that it was at, and in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from decimal import Decimal

import pytest

from sidecar.formulas import engine
from sidecar.formulas.engine import Asked, Computed, Outcome, Refused, run
from sidecar.formulas.settings import EngineSettings
from sidecar.model.evidence import Table
from sidecar.work.worker_pool import WorkerPool

SOUND = "SELECT sum(price) FROM sales"


@pytest.fixture(autouse=True)
def _faulty_workers(monkeypatch: pytest.MonkeyPatch, children_import_tests: None) -> Iterator[None]:
    shop = WorkerPool("formulas.faulty_worker", "the formula")
    monkeypatch.setattr(engine, "WORKSHOP", shop)
    yield
    shop.close()


def outcomes(sales: Table, *queries: str) -> list[Outcome]:
    asked = [Asked(query, Decimal(0), Decimal(1)) for query in queries]
    return run(asked, [sales], "", EngineSettings())


@pytest.mark.parametrize(
    ("call", "reason", "logged"),
    [
        ("min(price)", "ENGINE_FAILED", "fault of formulas"),
        ("last(price)", "ENGINE_FAILED", "fault of formulas"),
        ("max(price)", "ENGINE_FAILED", "a worker of formulas crashed"),
        ("first(price)", "ENGINE_FAILED", "no worker for formulas"),
        ("avg(price)", "TOO_LARGE", ""),
        ("median(price)", "TOO_LARGE", ""),
    ],
)
def test_a_fault_is_no_want_of_memory_and_is_logged(
    sales: Table, caplog: pytest.LogCaptureFixture, call: str, reason: str, logged: str
) -> None:
    before, failed, after = outcomes(sales, SOUND, f"SELECT {call} FROM sales", SOUND)
    assert isinstance(failed, Refused)
    assert failed.reason == reason
    assert isinstance(before, Computed)
    assert isinstance(after, Computed)
    assert [record.message for record in caplog.records] == ([logged] if logged else [])


def test_the_log_has_where_a_bug_is_and_nothing_of_the_evidence(
    sales: Table, caplog: pytest.LogCaptureFixture
) -> None:
    (failed,) = outcomes(sales, "SELECT min(price) FROM sales")
    assert isinstance(failed, Refused)
    assert failed.message == "KeyError while the query was run"
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    told = vars(record)
    assert "in faulty" in told["where"]
    assert "a cell of the evidence" not in repr({**told, "where": ""})
