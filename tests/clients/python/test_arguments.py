"""What callers give wrong is told by the client itself, with the choices, and nothing is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd
import polars as pl
import pytest
from verifyd import (
    TLS,
    AsyncClient,
    Client,
    Column,
    CurrencyRate,
    EvidenceItem,
    Formula,
    InvalidArgument,
    InvalidRequest,
    ItemDecision,
    QueryResult,
    ReviewAction,
    Source,
    StructuredResponse,
    VerifydError,
)
from verifyd._calls import Call
from verifyd._requests import upload
from verifyd._review_calls import ReviewCalls

NOWHERE = "unix:///nowhere/verifyd.sock"
ROWS = [{"region": "North", "staff": 1234}]
TEXT = "North has 1,234 staff."

WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "detail": ({"detail": "all"}, "detail", "names: VERDICTS, BINDINGS, EXPLAIN"),
    "detail number": ({"detail": 3}, "detail", "names: VERDICTS, BINDINGS, EXPLAIN"),
    "detail near": ({"detail": "bindngs"}, "detail", "did you mean BINDINGS?"),
    "filter": ({"claim_filter": "drop"}, "claim_filter", "MARK, REMOVE_CITATION, REMOVE_CLAIM"),
    "check of overrides": (
        {"overrides": {"numerics": {}}},
        "overrides",
        "has no 'numerics'; it may have: mode, numeric, consistency, citations, support",
    ),
    "setting of overrides": (
        {"overrides": {"numeric": {"rel_epsilonn": 1}}},
        "overrides.numeric",
        "did you mean rel_epsilon?",
    ),
    "value of overrides": (
        {"overrides": {"numeric": {"rel_epsilon": "x"}}},
        "overrides.numeric.rel_epsilon",
        "is 'x' of type str; it should be a number",
    ),
    "mode": ({"overrides": {"mode": "log"}}, "overrides.mode", "names: ENFORCE, OBSERVE"),
    "overrides of no mapping": ({"overrides": [1]}, "overrides", "a dict with any of mode, num"),
    "items of one": ({"items": EvidenceItem("a")}, "items", "a list of EvidenceItem"),
    "items of texts": ({"items": ["x"]}, "items[0]", "its fields: id, text, kind, provenance"),
    "field of items": ({"items": [{"id": "a", "txt": ""}]}, "items[0]", "did you mean text?"),
    "items without id": ({"items": [{"text": "a"}]}, "items[0]", "missing 1 required"),
    "id of items": ({"items": [EvidenceItem(1)]}, "items[0].id", "it should be a text"),  # type: ignore[arg-type]
    "relevance": ({"items": [{"id": "a", "relevance": "high"}]}, "items[0].relevance", "a number"),
    "sources": ({"sources": ["x"]}, "sources[0]", "its fields: id, text, number, family"),
    "schema": ({"structured": 3}, "structured", "the name, path or dict of a schema"),
    "schema file": ({"structured": "s.json"}, "schema", "for a file, give Path('s.json')"),
    "no schema file": ({"structured": Path("none.json")}, "schema", "No such file"),
    "two schemas": (
        {"structured": StructuredResponse(schema="t1", schema_name="t2")},
        "structured",
        "not both",
    ),
    "checks": ({"checks": "numeric"}, "checks", "a list of names"),
    "checks of numbers": ({"checks": [1]}, "checks[0]", "it should be a text"),
    "handles": ({"handles": [1]}, "handles[0]", "it should be a text"),
    "rates": ({"currency_rates": [("USD", "QAR")]}, "currency_rates[0]", "source, target, rate, d"),
    "formulas": ({"formulas": ["SELECT 1"]}, "formulas[0]", "number, query, origin, none"),
    "number": ({"formulas": [Formula(5, "SELECT 1")]}, "formula.number", "as it is written"),  # type: ignore[arg-type]
    "timeout": ({"timeout": "soon"}, "timeout", "a number of seconds"),
    "timeout NaN": ({"timeout": float("nan")}, "timeout", "a number of seconds"),
    "bytes": ({"narrative": b"x"}, "narrative", "of type bytes; it should be a text"),
    "half a character": ({"narrative": "a \ud800"}, "narrative", "surrogate pair at index 2"),
    "rows": ({"results": ROWS}, "results", "such as {'q1': rows}"),
    "frame": ({"results": pd.DataFrame(ROWS)}, "results", "such as {'q1': rows}"),
    "text for results": ({"results": "rows"}, "results", "such as {'q1': rows}"),
    "number as id": ({"results": {1: ROWS}}, "query result 1.query_id", "it should be a text"),
    "fields of results": (
        {"results": [{"query_id": "q", "rows": ROWS, "colums": []}]},
        "a query result",
        "did you mean columns?",
    ),
    "path": ({"results": {"q": "data/staff.csv"}}, "data", "pandas.read_csv(path)"),
    "one row": ({"results": {"q": ROWS[0]}}, "data", "one row goes into a list: [row]"),
    "duration": ({"results": {"q": [{"a": timedelta(1)}]}}, "data", "its seconds or days as a num"),
    "nested": ({"results": {"q": [{"a": {"b": 1}}]}}, "data", "a column of its own for each part"),
    "tuples": ({"results": {"q": [(1, 2)]}}, "data", "QueryResult(id, rows, columns=[…])"),
    "array": ({"results": {"q": np.array([[1, 2]])}}, "data", "QueryResult(id, rows, columns=[…])"),
    "lazy": ({"results": {"q": pl.DataFrame(ROWS).lazy()}}, "data", "its collect() gives one"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_argument_is_a_typed_error_of_both_clients(case: str) -> None:
    arguments, argument, said = WRONG[case]
    given = {"narrative": TEXT} | arguments

    async def by_async() -> None:
        async with AsyncClient(NOWHERE, timeout=0.1) as client:
            await client.verify(**given)

    def by_client() -> None:
        with Client(NOWHERE, timeout=0.1) as client:
            client.verify(**given)

    for call in (by_client, lambda: asyncio.run(by_async())):
        with pytest.raises(InvalidArgument) as raised:
            call()
        assert raised.value.argument == argument
        assert said in raised.value.message
        assert (raised.value.reason, raised.value.code) == ("ARGUMENT_INVALID", "INVALID_ARGUMENT")


def test_the_error_can_be_caught_by_what_it_is() -> None:
    for kind in (ValueError, TypeError, InvalidRequest, VerifydError):
        with Client(NOWHERE) as client, pytest.raises(kind):
            client.verify(TEXT, detail="all")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda client: client.put(ROWS), "a QueryResult, which gives the data its id"),
        (lambda client: client.put_source("x"), "it should be a Source"),
        (lambda client: client.get(5), "handle is 5 of type int"),
        (lambda client: client.list_flagged("opn"), "OPEN, DECIDED, ALL; did you mean OPEN?"),
        (lambda client: client.list_outcomes(kind="sale"), "SETTLEMENT, REVERSAL"),
        (
            lambda client: client.decide("r", [ItemDecision(1, "drop")], decided_by="Ana"),
            "KEEP, EDIT, REMOVE",
        ),
        (
            lambda _: QueryResult("q", ROWS, columns=cast(Any, [5])),
            "name, label, description, unit, syn",
        ),
        (lambda _: QueryResult("q", ROWS, columns=[{"nam": "a"}]), "did you mean name?"),
        (lambda _: QueryResult("q", ROWS, columns=[Column("a", synonyms="b")]), "a list of texts"),
        (lambda _: QueryResult.of({"query_id": "q"}), "a query result has no rows"),
        (lambda _: Client("/run/verifyd.sock"), "did you mean unix:///run/verifyd.sock?"),
        (lambda _: Client("http://host:50051"), "did you mean tcp://host:50051?"),
        (lambda _: Client("tcp://h:1", tls=TLS(ca="none.pem")), "cannot read none.pem: No such"),
    ],
)
def test_other_calls_tell_the_choices_too(call: Callable[[Client], object], said: str) -> None:
    with Client(NOWHERE, timeout=0.1) as client, pytest.raises(InvalidArgument) as raised:
        call(client)
    assert said in raised.value.message


@pytest.fixture
def client(server: Any) -> Any:
    with Client(server.target) as connected:
        yield connected


def test_names_and_dicts_are_as_good_as_objects(client: Client) -> None:
    text = "Staff was 1,234 [ev-1] [Source 1]."
    item: dict[str, Any] = {
        "id": "ev-1",
        "text": "Staff was 1,234.",
        "kind": "passage",
        "relevance": 0.9,
    }
    source: dict[str, Any] = {"id": "s", "title": "Survey", "text": "Staff was 1,234."}
    results = {
        "query_id": "q",
        "rows": ROWS,
        "family": "LMIS",
        "columns": ["region", {"name": "staff"}],
    }
    plain = client.verify(
        text, [results], items=[item], sources=[source], detail="verdicts", claim_filter="none"
    )
    built = client.verify(
        text,
        [QueryResult("q", ROWS, family="LMIS", columns=["region", Column("staff")])],
        items=[EvidenceItem(**item)],
        sources=[Source(**source)],
    )
    assert plain.evidence_digest == built.evidence_digest
    assert (plain.bindings, plain.decision) == ((), built.decision)


def test_a_former_name_of_a_field_works_and_warns(client: Client) -> None:
    items = [{"id": "ev-1", "content": "Staff was 1,234.", "file_path": "a.md"}]
    with pytest.warns(DeprecationWarning, match=r"items\[0\].\w+ is now called") as warned:
        old = client.verify("Staff was 1,234 [ev-1].", items=items)
    assert [one.filename for one in warned] == [__file__] * 2  # the program's own line
    new = client.verify(
        "Staff was 1,234 [ev-1].", items=[EvidenceItem("ev-1", "Staff was 1,234.", title="a.md")]
    )
    assert old.evidence_digest == new.evidence_digest


@pytest.mark.parametrize("schema", ["t3", Path("t3.json"), {"required": ["answer"]}])
def test_a_schema_is_given_by_name_file_or_itself(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, schema: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t3.json").write_text('{"required": ["answer"]}')
    for given in (schema, StructuredResponse(schema=schema)):
        codes = [one.code for one in client.verify("{}", structured=given).findings]
        assert codes == ["FIELD_MISSING"]
    response = StructuredResponse('{"answer": "x"}', schema)
    assert client.verify("Done.", structured=response).findings == ()


def test_an_unknown_name_of_a_schema_lists_what_the_server_has(client: Client) -> None:
    with pytest.raises(InvalidRequest, match=r"no schema 't9'.*t1.*t2.*t3"):
        client.verify("{}", structured="t9")


@pytest.mark.parametrize(
    "rate", [CurrencyRate("USD", "QAR", "3.64"), {"from": "USD", "to": "QAR", "rate": 3.64}]
)
def test_a_rate_without_a_date_holds_for_any_year(client: Client, rate: Any) -> None:
    for year in ("", " in 1999", " in 2026"):
        for amount, codes in (("364", []), ("400", ["MATH_INCONSISTENT"])):
            told = client.verify(
                f"It cost $100 (QAR {amount}){year}.", checks=["consistency"], currency_rates=[rate]
            )
            assert [finding.code for finding in told.findings] == codes


FORMS: dict[str, Callable[[], object]] = {
    "generator": lambda: (row for row in ROWS),
    "values": {1: ROWS[0]}.values,
    "series of pandas": lambda: pd.Series([1234], name="staff"),
    "series of polars": lambda: pl.Series("staff", [1234]),
}


@pytest.mark.parametrize("form", FORMS)
def test_rows_that_are_no_list_are_read(client: Client, form: str) -> None:
    assert client.verify("There are 1,234 staff.", {"q": FORMS[form]()}).claims_matched == 1


def test_times_and_dates_arrive_as_what_they_are(client: Client) -> None:
    # Trap: a time of day is no date, and was refused.
    row = {
        "at": time(12, 30),
        "zoned": time(12, 30, tzinfo=UTC),
        "day": date(2026, 11, 1),
        "moment": datetime(2026, 11, 1, 12, 30, tzinfo=UTC),
        "staff": 1234,
    }
    handle = client.put(QueryResult("q", [row]))
    assert handle.info.number_count == 1
    assert client.verify("Staff is 1,234.", handles=[handle]).claims_matched == 1


def test_an_array_is_read_with_the_names_of_its_columns(client: Client) -> None:
    result = QueryResult("q", np.array([[2023, 1234], [2024, 1310]]), columns=["year", "staff"])
    report = client.verify("In 2023 staff was 1,234.", [result])
    assert report.bindings[0].matched_location == "data[0].staff"


def test_the_advice_is_what_the_caller_can_do(client: Client) -> None:
    with pytest.raises(InvalidRequest, match=r"give query results, such as \{'q1': rows\}"):
        client.verify(TEXT)
    with Client("tcp://127.0.0.1:1", timeout=0.3) as away, pytest.raises(VerifydError) as raised:
        away.verify(TEXT, {"q": ROWS})
    assert "verifyd serve --listen tcp://127.0.0.1:1" in raised.value.message
    assert "tls=TLS(...)" in raised.value.message


def test_tls_to_a_server_without_it_is_told_apart(server: Any) -> None:
    with (
        Client(server.target, tls=TLS(), timeout=0.5) as client,
        pytest.raises(VerifydError, match="leave out `tls`"),
    ):
        client.verify(TEXT, {"q": ROWS})


def test_review_actions_go_by_name() -> None:
    def sent(action: ReviewAction | str) -> object:
        conversation = ReviewCalls(timeout=1).decide(
            "r",
            [ItemDecision(1, action)],
            decided_by="Ana",
            comment="",
            expected_revision=None,
            timeout=None,
        )
        step = next(conversation)
        assert isinstance(step, Call)
        return step.request

    assert sent("keep") == sent(ReviewAction.KEEP) != sent(ReviewAction.REMOVE)


def test_what_is_declared_of_a_query_result() -> None:
    rows = [{"n": 1}]
    told: dict[str, Any] = {
        "as_of": datetime(2026, 1, 31, tzinfo=UTC),
        "row_count": 0,
        "row_limit": 7,
    }
    made = QueryResult("q", rows, **told, control_totals={"n": Decimal("1.50"), "m": 2})
    plain = {"as_of": "2026-01-31T00:00:00Z", "row_count": 0, "row_limit": 7}
    totals = [{"column": "n", "sum": "1.50"}, {"column": "m", "sum": 2}]
    of = QueryResult.of({"query_id": "q", "rows": rows, **plain, "control_totals": totals})
    assert made.message == of.message
    assert made.message.HasField("row_count")
    (header, *_) = upload(made)
    assert header.header.as_of == made.message.as_of
    assert header.header.HasField("row_count")
    assert list(header.header.control_totals) == list(made.message.control_totals)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("as_of", datetime(2026, 1, 31)),  # noqa: DTZ001 (the mistake)
        ("expires_at", "tomorrow"),
        ("row_count", -1),
        ("row_limit", "many"),
        ("control_totals", {"n": True}),
        ("control_totals", ["n"]),
        ("control_totals", "n"),
    ],
)
def test_what_cannot_be_declared_is_named(name: str, given: Any) -> None:
    with pytest.raises(InvalidArgument, match=name):
        QueryResult("q", [{"n": 1}], **{name: given})
