"""A worker that fails says so: in the outcome of the query that it was at, and in the log."""

from __future__ import annotations

import logging
import signal
from decimal import Decimal
from typing import Any

import pytest

from sidecar.formulas import worker
from sidecar.formulas.engine import FormulaQuestion, FormulaRefusal, FormulaValue, Outcome, run
from sidecar.formulas.settings import EngineSettings
from sidecar.model.evidence import Table
from sidecar.workers.limits import FailureCause, NoAnswer
from sidecar.workers.process import WorkerProcess

SOUND = "SELECT sum(price) FROM sales"
FAULTY = "SELECT min(price) FROM sales"


def outcomes(sales: Table, *queries: str) -> list[Outcome]:
    asked = [FormulaQuestion(query, Decimal(0), Decimal(1)) for query in queries]
    return run(asked, [sales], "", EngineSettings())


@pytest.mark.parametrize(
    ("fault", "reason", "logged"),
    [
        (NoAnswer(FailureCause.LATE), "TOO_SLOW", ""),
        (NoAnswer(FailureCause.CPU_TIME), "TOO_SLOW", ""),
        (NoAnswer(FailureCause.MEMORY), "TOO_LARGE", ""),
        (NoAnswer(FailureCause.CRASHED, signal.SIGKILL), "TOO_LARGE", ""),
        (
            NoAnswer(FailureCause.CRASHED, signal.SIGSEGV),
            "ENGINE_FAILED",
            "a worker of formulas crashed",
        ),
        (RuntimeError("it cannot run"), "ENGINE_FAILED", "no worker for formulas"),
    ],
)
def test_a_worker_without_an_answer_is_an_outcome_of_its_query_alone(
    sales: Table,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    reason: str,
    logged: str,
) -> None:
    own = WorkerProcess.ask

    def ask(self: WorkerProcess, question: str, *given: Any, **told: Any) -> dict[str, Any]:
        if told.get("query") == FAULTY:
            raise fault
        return own(self, question, *given, **told)

    monkeypatch.setattr(WorkerProcess, "ask", ask)
    before, failed, after = outcomes(sales, SOUND, FAULTY, SOUND)
    assert isinstance(failed, FormulaRefusal)
    assert failed.reason == reason
    assert isinstance(before, FormulaValue)
    assert isinstance(after, FormulaValue)
    assert [record.message for record in caplog.records] == ([logged] if logged else [])


def test_the_log_has_where_a_bug_is_and_nothing_of_the_evidence(
    sales: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(**_: object) -> dict[str, Any]:
        raise KeyError("a cell of the evidence")

    answer = worker._answered(faulty, {})
    monkeypatch.setattr(WorkerProcess, "ask", lambda *_, **told: answer if "query" in told else {})
    (failed,) = outcomes(sales, FAULTY)
    assert isinstance(failed, FormulaRefusal)
    assert failed.message == "KeyError while the query was run"
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    told = vars(record)
    assert told["message"] == "fault of formulas"
    assert "in faulty" in told["where"]
    assert "a cell of the evidence" not in repr({**told, "where": ""})
