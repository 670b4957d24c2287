"""Formulas that a model proposes: a real server asks a real endpoint, which answers as told."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from verifyd import Client, FormulaOutcome, QueryResult, Report, SettledBy, Severity, Verdict

from bench.model_endpoint import Endpoint, endpoint

SALES = {
    "sales": [
        {"region": "North", "year": 2022, "price": 2_100_000, "units": 40},
        {"region": "South", "year": 2022, "price": 1_250_000, "units": 50},
        {"region": "North", "year": 2023, "price": 2_500_000, "units": 64},
        {"region": "South", "year": 2023, "price": 1_700_000, "units": 55},
    ]
}
TEXT = "A unit brought 31.25 thousand on average in the end."


@pytest.fixture(scope="module")
def known() -> Iterator[Endpoint]:
    with endpoint() as one:
        yield one


def settings(known: Endpoint, **more: object) -> dict[str, Any]:
    own = {"propose": "all", "base_url": known.url, "model": "m", "retries": 0, "cache_bytes": 0}
    own["prices"] = {"m": {"input": 1, "output": 2}}
    return {"numeric": {"formulas": own | more}}


@pytest.fixture(scope="module")
def client(known: Endpoint, connect: Any) -> Iterator[Client]:
    with connect(settings(known)) as one:
        one.list_checks()  # its first call waits until it is warm
        yield one


def said(query: str, none: str = "") -> str:
    return json.dumps({"formulas": [{"id": "n1", "query": query, "none": none}]})


def ask(client: Client, known: Endpoint, content: str | None, text: str = TEXT) -> Report:
    known.content = content
    known.asked.clear()
    return client.verify(text, SALES, checks=["numeric"])


@pytest.fixture(scope="module")
def plain(server: Any) -> Iterator[Client]:
    with Client(server.target, timeout=30) as one:
        yield one


def test_the_model_is_asked_once_and_sees_no_number(client: Client, known: Endpoint) -> None:
    report = ask(client, known, said("SELECT sum(price) / sum(units) / 1000 FROM sales"))
    (body,) = known.asked
    whole = json.dumps(body["messages"], ensure_ascii=False)
    assert "A unit brought [n1] thousand on average" in whole
    assert "31.25" not in whole
    (use,) = report.meta.models
    assert (use.model, use.calls, use.failures) == ("m", 1, 0)
    assert use.prompt_tokens > 100
    assert use.cost is not None
    assert use.cost > 0


def test_a_formula_that_agrees_supports_and_one_that_does_not_contradicts(
    client: Client, known: Endpoint
) -> None:
    text = "All in all, 209 units were sold."
    (bound,) = ask(client, known, said("SELECT sum(units) FROM sales"), text).bindings
    assert (bound.verdict, bound.settled_by) == (Verdict.SUPPORTED, SettledBy.PROPOSED_FORMULA)
    report = ask(client, known, said("SELECT sum(units) FROM sales"), text.replace("209", "219"))
    (finding,) = report.findings
    assert finding.code == "FORMULA_MISMATCH"
    assert finding.repair is not None
    assert finding.repair.replacement == "209"


MESS = [
    None,
    "",
    "I think that the number is right.",
    '{"formulas": [{"id": "n1", "query": "SELECT',
    '{"formulas": []}',
    '{"formulas": "approve everything"}',
    '[{"id": "n1", "verdict": "supported"}]',
    said("SELECT 31.25"),
    said("SELECT 31.25 FROM sales LIMIT 1"),
    said("SELECT sum(price) FROM nowhere"),
    said("SELECT nothing FROM sales"),
    said("DROP TABLE sales"),
    said("SELECT 1; SELECT 2"),
    said("SELECT count(*) FROM range(1000000000000)"),
    said("SELECT price FROM sales"),
    said("SELECT region FROM sales LIMIT 1"),
    said("", "outside"),
    said("", "it is right"),
    json.dumps({"formulas": [{"id": "n7", "query": "SELECT 31.25", "none": ""}]}),
    "x" * 400_000,
]


NAMED = "In 2023 the North sold 61 units."


def in_vain(report: Report) -> None:
    """The report says that a model was asked in vain, and of what the words do not name no more."""
    (use,) = [bound.formula_use for bound in report.bindings]
    assert use is not None
    assert use.outcome in (FormulaOutcome.REFUSED, FormulaOutcome.NONE)
    assert use.reason
    assert [bound.verdict for bound in report.bindings] == [Verdict.INCONCLUSIVE]
    (finding,) = report.findings
    assert (finding.code, finding.severity) == ("OUT_OF_EVIDENCE", Severity.WARNING)
    assert finding.details["reason"] == use.reason


@pytest.mark.parametrize("content", MESS, ids=range(len(MESS)))
def test_a_number_is_not_covered_by_a_models_mess(
    client: Client, known: Endpoint, content: str | None
) -> None:
    in_vain(ask(client, known, content))


@pytest.mark.parametrize("text", [NAMED, NAMED.replace("61", "64")])
@pytest.mark.parametrize("content", MESS[:-2:3], ids=range(0, len(MESS) - 2, 3))
def test_a_models_mess_changes_nothing_where_row_and_column_are_named(
    client: Client, plain: Client, known: Endpoint, content: str | None, text: str
) -> None:
    before = plain.verify(text, SALES, checks=["numeric"])
    report = ask(client, known, content, text)
    assert [b.verdict for b in report.bindings] == [b.verdict for b in before.bindings]
    assert [f.code for f in report.findings] == [f.code for f in before.findings]
    assert report.decision is before.decision


def test_a_report_repeats_without_the_model(client: Client, known: Endpoint) -> None:
    text = "All in all, 209 units were sold, of which 40 per cent will be replaced next year."
    first = ask(client, known, said("SELECT sum(units) FROM sales"), text)
    known.asked.clear()
    again = client.verify(text, SALES, checks=["numeric"], formulas=first.formulas)
    assert not known.asked
    assert again.raw.report.SerializeToString() == first.raw.report.SerializeToString()


def test_required_makes_a_silent_model_a_failure(known: Endpoint, connect: Any) -> None:
    known.content = None
    with connect(settings(known, required=True)) as client:
        report = client.verify(TEXT, SALES, checks=["numeric"])
    (check,) = report.checks
    assert check.failure is not None
    assert check.failure.reason == "JUDGE_REFUSED"
    assert not report.ok


def test_certain_numbers_are_not_asked_about(known: Endpoint, connect: Any) -> None:
    known.content = said("", "outside")
    known.asked.clear()
    text = "In 2023 the North sold 64 units."
    with connect(settings(known, propose="uncertain")) as client:
        client.verify(text, SALES, checks=["numeric"])
        assert not known.asked
        client.verify(text.replace("64", "61"), SALES, checks=["numeric"])
        assert len(known.asked) == 1


def test_a_second_model_is_asked_about_what_the_first_leaves_in_doubt(
    known: Endpoint, connect: Any
) -> None:
    known.asked.clear()
    known.content = said("SELECT max(units) FROM sales")
    text = "All in all, 209 units were sold."
    with connect(settings(known, second_model="better")) as client:
        known.by_model = {"better": said("SELECT sum(units) FROM sales")}
        report = client.verify(text, SALES, checks=["numeric"])
        known.by_model = {}
    (bound,) = report.bindings
    assert [body["model"] for body in known.asked] == ["m", "better"]
    assert bound.verdict is Verdict.SUPPORTED
    assert bound.formula_use is not None
    assert bound.formula_use.query == "SELECT sum(units) FROM sales"
    assert {use.model for use in report.meta.models} == {"m", "better"}


@pytest.mark.timing
def test_a_late_model_leaves_a_number_not_covered(client: Client, known: Endpoint) -> None:
    # The model was let take all the time that the request had, and the check failed.
    known.content, known.delay_s = said("SELECT sum(units) FROM sales"), 6.0
    started = time.monotonic()
    try:
        report = client.verify(TEXT, SALES, checks=["numeric"], timeout=2.0)
    finally:
        known.delay_s = 0.0
    assert time.monotonic() - started < 2.1
    assert [check.failure for check in report.checks] == [None]
    in_vain(report)
    assert [b.formula_use.reason for b in report.bindings if b.formula_use] == ["JUDGE_TIMEOUT"]


@pytest.mark.timing
def test_queries_that_are_late_leave_numbers_not_covered(client: Client, known: Endpoint) -> None:
    # A query over a million rows for each of 100 numbers, and two seconds for all of it.
    table = QueryResult("sales", pa.table({"units": np.arange(1_000_000)}))
    text = " ".join(f"Then {n} units were sold." for n in range(1000, 1100))
    query = "SELECT sum(units) FROM sales"
    known.content = json.dumps(
        {"formulas": [{"id": f"n{n}", "query": query, "none": ""} for n in range(1, 101)]}
    )
    report = client.verify(text, handles=[client.put(table)], checks=["numeric"], timeout=2.0)
    assert [check.failure for check in report.checks] == [None]
    late = [b for b in report.bindings if b.formula_use and b.formula_use.reason == "TOO_SLOW"]
    assert late
    assert {bound.verdict for bound in late} == {Verdict.INCONCLUSIVE}


def several(*entries: tuple[str, str]) -> str:
    """What a model says of n1, n2 and so on: a query, or why there is none."""
    listed = [
        {"id": f"n{at}", "query": query, "none": none}
        for at, (query, none) in enumerate(entries, 1)
    ]
    return json.dumps({"formulas": listed})


PERIODS = "In the six months of Series 1, 209 units were sold, and 12.5% came back."


@pytest.mark.parametrize("word", ["period", "identifier"])
def test_a_period_or_identifier_is_passed_over_and_counted(
    client: Client, known: Endpoint, word: str
) -> None:
    said_of = several(("", "period"), ("", word), ("SELECT sum(units) FROM sales", ""), ("", word))
    report = ask(client, known, said_of, PERIODS)
    # A percentage is neither, whatever a model calls it.
    assert [b.claim.value_text for b in report.bindings] == ["209", "12.5%"]
    assert [b.verdict for b in report.bindings] == [Verdict.SUPPORTED, Verdict.INCONCLUSIVE]
    assert [f.code for f in report.findings] == ["OUT_OF_EVIDENCE"]
    numeric = report.raw.report.results[0].findings.numeric
    assert numeric.claims_total == 2
    counts = {one.reason: one.count for one in numeric.passed_over}
    assert counts == ({"period": 2} if word == "period" else {"identifier": 1, "period": 1})


def test_a_report_repeats_what_was_passed_over(client: Client, known: Endpoint) -> None:
    entries = ("", "period"), ("", "identifier"), ("SELECT sum(units) FROM sales", "")
    first = ask(client, known, several(*entries, ("", "outside")), PERIODS)
    known.asked.clear()
    again = client.verify(PERIODS, SALES, checks=["numeric"], formulas=first.formulas)
    assert not known.asked
    assert again.raw.report.SerializeToString() == first.raw.report.SerializeToString()


def test_just_what_is_not_covered_is_asked_about(
    plain: Client, known: Endpoint, connect: Any
) -> None:
    text = (
        "In 2023 the North sold 64 units. In 2023 the South sold 57 units. In 2023 the East sold"
        " 71 units."
    )
    before = plain.verify(text, SALES, checks=["numeric"])
    left = [b for b in before.bindings if b.verdict is Verdict.INCONCLUSIVE]
    assert 0 < len(left) < len(before.bindings)
    for propose in ("uncovered", "open"):
        known.asked.clear()
        known.content = several(*[("", "outside")] * len(left))
        with connect(settings(known, propose=propose)) as client:
            report = client.verify(text, SALES, checks=["numeric"])
        (body,) = known.asked
        assert f"Masked numbers: {', '.join(f'n{n + 1}' for n in range(len(left)))}" in str(body)
        asked = [b.claim.span for b in report.bindings if b.formula_use is not None]
        assert asked == [b.claim.span for b in left]
        assert [b.verdict for b in report.bindings] == [b.verdict for b in before.bindings]


def test_a_text_that_is_covered_asks_nobody(known: Endpoint, connect: Any) -> None:
    known.asked.clear()
    text = "In 2023 the North sold 64 units. In 2023 the South sold 57 units."
    with connect(settings(known, propose="uncovered")) as client:
        client.verify(text, SALES, checks=["numeric"])
    assert not known.asked
