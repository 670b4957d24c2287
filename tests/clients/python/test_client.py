"""The client against a real server over a real socket."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from typing import Any, cast

import duckdb
import grpc.aio
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from verifyd import (
    Action,
    AsyncClient,
    CitationForm,
    Client,
    Column,
    CurrencyRate,
    Decision,
    Detail,
    EvidenceItem,
    EvidenceNotFound,
    Grade,
    InvalidRequest,
    LinkOrigin,
    LinkPart,
    Mode,
    NotAllowed,
    NumericOverrides,
    Overrides,
    QueryResult,
    SkipReason,
    Source,
    StructuredResponse,
    Unauthenticated,
    Unit,
    Verdict,
)

ROWS = [
    {"sector": "Energy", "pay": 8412.5, "staff": 1234},
    {"sector": "Banking", "pay": 7100.25, "staff": 980},
]
RIGHT = "Per LMIS: Energy has 1,234 people (QID:lmis_1)."
WRONG = "Per LMIS: Energy has 4,321 people (QID:lmis_1)."


def sqlite_cursor() -> sqlite3.Cursor:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (sector text, pay real, staff integer)")
    connection.executemany("insert into t values (:sector, :pay, :staff)", ROWS)
    return connection.execute("select * from t")


FORMS: dict[str, Callable[[], object]] = {
    "dicts": lambda: ROWS,
    "columns": lambda: {key: [row[key] for row in ROWS] for key in ROWS[0]},
    "pandas": lambda: pd.DataFrame(ROWS),
    "polars": lambda: pl.DataFrame(ROWS),
    "pyarrow table": lambda: pa.Table.from_pylist(ROWS),
    "pyarrow batch": lambda: pa.RecordBatch.from_pylist(ROWS),
    "sqlite3": sqlite_cursor,
    "duckdb": lambda: duckdb.from_arrow(pa.Table.from_pylist(ROWS)),
    "json": lambda: pd.DataFrame(ROWS).to_json(orient="records"),
}


@pytest.fixture
def client(server: Any) -> Any:
    with Client(server.target) as connected:
        yield connected


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_data_is_judged_alike(client: Client, form: str) -> None:
    right = client.verify(RIGHT, {"lmis_1": FORMS[form]()})
    assert (right.decision, right.action, right.ok) == (Decision.PASS, Action.RELEASE, True)
    assert [b.matched_location for b in right.bindings] == ["data[0].staff"]
    wrong = client.verify(WRONG, [QueryResult("lmis_1", FORMS[form](), family="LMIS")])
    assert (wrong.decision, wrong.action, wrong.ok) == (Decision.FAIL, Action.HOLD, False)
    assert [(f.code, f.text) for f in wrong.findings] == [("CLAIM_NOT_FOUND", "4,321")]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_data_can_be_put_ahead(client: Client, form: str) -> None:
    handle = client.put(QueryResult("lmis_1", FORMS[form](), title=form))
    assert handle.info.row_count == 2
    assert [column.name for column in handle.info.columns] == ["sector", "pay", "staff"]
    assert client.verify(RIGHT, handles=[handle]).ok


def test_a_report_in_full(client: Client) -> None:
    narrative = (
        "🦉 naïve: in 2024 pay in Energy was QAR 8,412.50 (QID:lmis_1)."
        " Rain fell on 95 % of days. 🦉"
    )
    report = client.verify(
        narrative, {"lmis_1": ROWS}, detail=Detail.EXPLAIN, request_id="r-7", checks=["numeric"]
    )
    pay, share = report.bindings
    assert (pay.claim.value, pay.claim.unit) == (Decimal("8412.5"), Unit.CURRENCY)
    assert (pay.verdict, pay.grade, pay.matched) == (Verdict.SUPPORTED, Grade.EXACT, True)
    assert (pay.matched_source_qid, pay.matched_location) == ("lmis_1", "data[0].pay")
    assert pay.matched_value == Decimal("8412.5")
    assert (pay.low, pay.high) == (Decimal("8412.495"), Decimal("8412.505"))
    assert pay.readings[0].location == "data[0].pay"
    assert narrative[slice(*pay.claim.span)] == pay.claim.value_text == "QAR 8,412.50"
    assert pay.claim.query_id == "lmis_1"
    assert (share.claim.value_text, share.matched) == ("95 %", False)
    assert ("2024", SkipReason.YEAR) in [(s.text, s.reason) for s in report.skipped]
    assert [narrative[slice(*s.span)] for s in report.skipped] == [s.text for s in report.skipped]
    assert (report.claims_total, report.claims_matched) == (2, 1)
    assert report.claims == (pay.claim, share.claim)
    assert report.text_digest == hashlib.sha256(narrative.encode()).hexdigest()
    assert len(report.evidence_digest) == len(report.settings_digest) == 64
    assert report.engine_version
    assert report.mode is Mode.ENFORCE
    assert report.meta.request_id == "r-7"
    assert set(report.meta.timings) == {"numeric"}
    assert [(c.check, c.required, c.failure) for c in report.checks] == [("numeric", True, None)]
    assert str(report).splitlines()[0] == "WARN (release): 1 of 2 numbers supported, 1 not covered"


def test_what_was_weighed_is_read(client: Client) -> None:
    narrative = "🦉 Energy has 1,234 staff, Banking 999 staff. 🦉"
    report = client.verify(narrative, {"lmis_1": ROWS}, detail=Detail.EXPLAIN, checks=["numeric"])
    right, wrong = report.bindings
    first = right.readings[0]
    assert (first.location, first.value) == ("data[0].staff", Decimal(1234))
    assert first.why is not None
    assert (first.why.kind, first.why.row, first.why.column) == ("cell", "Energy", "staff")
    assert 0 < first.why.weight <= 1
    assert "label right before" in [reason.feature for reason in first.why.reasons]
    row, column = sorted(first.why.links, key=lambda link: link.part.value)
    assert (row.part, row.origin, row.name) == (LinkPart.ROW, LinkOrigin.SENTENCE, "Energy")
    assert row.span is not None
    assert narrative[slice(*row.span)] == row.text == "Energy"
    assert (column.part, column.origin) == (LinkPart.COLUMN, LinkOrigin.COUNTED)
    assert right.odds is not None
    assert right.odds.right > right.odds.wrong
    assert right.hints == ()
    assert wrong.odds is not None
    assert wrong.odds.wrong > wrong.odds.right


def test_what_has_no_single_value_is_read_too(client: Client) -> None:
    report = client.verify("Energy opened 17 sites.", {"lmis_1": ROWS}, detail=Detail.EXPLAIN)
    readings = report.bindings[0].readings
    kinds = {reading.why.kind: reading for reading in readings if reading.why is not None}
    assert (kinds["outside"].query_id, kinds["outside"].value) == ("", None)


def test_hints_are_read(client: Client) -> None:
    report = client.verify("Energy was at $9.", {"lmis_1": ROWS}, detail=Detail.EXPLAIN)
    (hint, *_) = report.bindings[0].hints
    assert (hint.code, hint.details["query_id"]) == ("UNIT_UNKNOWN", "lmis_1")
    assert "declare the unit" in hint.message


def test_sums_are_read(client: Client) -> None:
    report = client.verify("- 🦉 60 % oil\n- 50 % gas\n", checks=["consistency"])
    [sum_] = report.math_checks
    assert (sum_.passed, sum_.total, sum_.expected) == (False, Decimal(110), Decimal(100))
    assert report.decision is Decision.FAIL


def test_less_detail_has_findings_and_counts_only(client: Client) -> None:
    report = client.verify(WRONG, {"lmis_1": ROWS}, detail=Detail.VERDICTS)
    assert report.bindings == ()
    assert (len(report.findings), report.claims_total) == (1, 1)


def test_what_is_known_of_columns_reaches_the_check(client: Client) -> None:
    # 0.15 in a column of percent is 0.15 %, in one of fractions 15 %.
    narrative = "The rate in the North was 15 % (QID:q)."
    rows = [{"region": "North", "rate": 0.15}, {"region": "South", "rate": 0.9}]
    for unit, decision in (("fraction", Decision.PASS), ("percent", Decision.FAIL)):
        columns = [Column("rate", unit=unit)]
        result = QueryResult("q", rows, columns=columns)
        assert client.verify(narrative, [result]).decision is decision, unit


def test_exact_values_stay_exact_on_the_way(client: Client) -> None:
    # As floats these two integers are one, and 1.15 lies below the border of 1.1 and 1.2.
    rows = [
        {"city": "Doha", "total": 2**53 + 1, "index": Decimal("1.15")},
        {"city": "Muscat", "total": 2**52 + 5, "index": Decimal("3.75")},
    ]
    strict: NumericOverrides = {"abs_epsilon": 0, "rel_epsilon": 0}
    report = client.verify(
        f"The total of Doha is {2**53 + 1}. The total of Doha is {2**53}. "
        "The index of Doha is 1.1.",
        {"q": rows},
        overrides={"numeric": strict},
    )
    assert [binding.matched for binding in report.bindings] == [True, False, True]


def test_overrides_tighten_and_do_not_loosen(client: Client) -> None:
    rounded = "Energy pays about 8,400 (QID:lmis_1)."
    assert client.verify(rounded, {"lmis_1": ROWS}).ok
    cited = client.verify(
        "It pays 8,412.5.",
        {"lmis_1": ROWS},
        overrides={"numeric": {"require_citation_first": True}},
    )
    assert [finding.code for finding in cited.findings] == ["CLAIM_UNCITED"]
    with pytest.raises(NotAllowed) as raised:
        client.verify(rounded, {"lmis_1": ROWS}, overrides={"mode": Mode.OBSERVE})
    assert raised.value.reason == "OVERRIDE_NOT_ALLOWED"
    assert raised.value.metadata["setting"] == "policy.mode"


def test_a_conversion_is_judged_by_the_rate_of_the_request(client: Client) -> None:
    text = "The contract is worth QAR 364 million ($110 million)."
    rate = CurrencyRate("USD", "QAR", Decimal("3.64"), date(2026, 11, 1))
    told = client.verify(text, checks=["consistency"], currency_rates=[rate])
    assert [finding.code for finding in told.findings] == ["MATH_INCONSISTENT"]
    assert client.verify(text, checks=["consistency"]).findings == ()  # never guessed


ITEMS = [
    EvidenceItem("ev-1", "Größe grew by 5 %.", kind="passage", provenance="a", relevance=0.9),
    EvidenceItem("ev-2", title="Wage table", relevance=0.0),  # 0 is a relevance, not "unknown"
]
SOURCES = [Source("survey", "Wages rose.", family="GCC-STAT", url="https://a.b"), Source("b")]


def test_citations_and_support_in_full(client: Client) -> None:
    text = "Größe grew 5 % [ev-1]. Per GCC-STAT: wages rose. So [2], [ev-9]. Confidence: 20 %"
    checks = ["citations", "support"]
    told = client.verify(text, items=ITEMS, sources=SOURCES, bare_numbers=True, checks=checks)
    assert [(c.citation_id, c.form, c.evidence_ids) for c in told.citations] == [
        ("ev-1", CitationForm.ID, ("ev-1",)),
        ("GCC-STAT", CitationForm.NAME, ("survey",)),
        ("2", CitationForm.NUMBER, ("b",)),
        ("ev-9", CitationForm.ID, ()),
    ]
    first = told.citations[0]
    assert text[first.span.start : first.span.end] == "[ev-1]"
    assert (first.found, first.evidence_snippet) == (True, "Größe grew by 5 %.")
    assert told.citations[2].evidence_snippet is None  # it says nothing
    assert told.citation_validity_rate == 0.75
    support, confidence = told.evidence_support, told.confidence_calibration
    assert support is not None
    assert confidence is not None
    assert support.supporting_evidence_ids == ("ev-1", "survey", "b")
    assert (support.evidence_count, support.provenance_count, support.cited) == (3, 3, True)
    assert confidence.evidence_confidence == support.score
    assert confidence.span is not None
    assert text[confidence.span.start : confidence.span.end] == "Confidence: 20 %"
    codes = [finding.code for finding in told.findings]
    assert codes == ["CITATION_NOT_FOUND", "CONFIDENCE_MISCALIBRATED"]
    assert {check.mode for check in told.checks} == {Mode.ENFORCE}


def test_a_relevance_of_zero_is_not_an_unknown_one(client: Client) -> None:
    told = client.verify("So [ev-2].", items=ITEMS, checks=["support"])
    assert told.evidence_support is not None
    assert told.evidence_support.score == 0.0


def test_without_their_checks_there_is_no_citation_and_no_support(client: Client) -> None:
    told = client.verify(RIGHT, {"lmis_1": ROWS})
    assert (told.citations, told.citation_validity_rate) == ((), None)
    assert (told.evidence_support, told.confidence_calibration) == (None, None)


def test_overrides_of_citations_and_support(client: Client) -> None:
    def codes(**overrides: Any) -> list[str]:
        told = client.verify(
            "Größe grew 5 % [ev-1].", items=ITEMS, overrides=cast(Overrides, overrides)
        )
        return [finding.code for finding in told.findings]

    assert codes() == []
    assert codes(support={"min_evidence_support": 0.99}) == ["EVIDENCE_SUPPORT_LOW"]
    with pytest.raises(NotAllowed):
        codes(citations={"require_citations": False})
    with pytest.raises(ValueError, match=r"overrides has no 'suport'; .* did you mean support"):
        codes(suport={})


def test_a_response_in_json_is_judged_and_corrected(client: Client) -> None:
    schema = {"required": ["n", "m"], "properties": {"n": {"type": "integer"}, "m": {"default": 1}}}
    response = "Voilà: {'n': 'x'}"
    told = client.verify("Done.", structured=StructuredResponse(response, schema))
    found = told.structure
    assert found is not None
    assert (found.valid, found.corrected_valid) == (False, False)
    assert json.loads(found.corrected_json or "") == {"n": "x", "m": 1}
    assert [(e.instance_path, e.keyword, e.repaired) for e in found.errors] == [
        ("", "required", True),
        ("/n", "type", False),
    ]
    assert [repair.kind.name for repair in found.repairs] == ["SYNTAX", "DEFAULTED"]
    for repair in found.repairs:
        response = repair.apply(response)
    assert response == found.corrected_json
    assert "- /n: " in found.retry_hint


def test_a_value_that_is_not_json_is_named_over_the_wire(client: Client) -> None:
    schema = {"required": ["n"], "properties": {"n": {"type": "number"}}}
    for spoiled in ("1 000", "5 million", "12%", "−5", "NaN"):
        asked = StructuredResponse(f'{{"n": {spoiled}, "m": 1,}}', schema)
        told = client.verify("Done.", structured=asked)
        assert [finding.code for finding in told.findings] == ["RESPONSE_NOT_JSON"]
        assert told.structure is not None
        assert told.structure.corrected_json is None
        assert f"`{spoiled}`" in told.structure.retry_hint


def test_the_narrative_may_be_the_response(client: Client) -> None:
    asked = StructuredResponse(schema_name="t3")
    told = client.verify('{"answer": "é", "answer": 1}', structured=asked)
    assert [(f.code, f.text) for f in told.findings] == [
        ("FIELD_REPEATED", "{"),
        ("FIELD_TYPE_MISMATCH", "1"),
    ]
    whole = client.verify('{"answer": "é"}', structured=asked).structure
    assert whole is not None
    assert (whole.valid, whole.corrected_json, whole.retry_hint) == (True, None, "")
    strict: Overrides = {"structure": {"repair_json": False}}
    told = client.verify("{'answer': 1}", structured=asked, overrides=strict)
    assert [finding.code for finding in told.findings] == ["RESPONSE_NOT_JSON"]
    with pytest.raises(InvalidRequest) as raised:
        client.verify("{}", structured=StructuredResponse(schema_name="t4"))
    assert raised.value.reason == "SCHEMA_UNKNOWN"
    assert client.verify(RIGHT, {"lmis_1": ROWS}).structure is None


def test_a_schema_and_the_name_of_another_are_refused(client: Client) -> None:
    with pytest.raises(ValueError, match="not both"):
        client.verify("{}", structured=StructuredResponse(schema=True, schema_name="t1"))


def test_errors_carry_reason_metadata_and_request_id(client: Client) -> None:
    with pytest.raises(InvalidRequest) as raised:
        client.verify(RIGHT, {"lmis_1": ROWS}, checks=["numerics"], request_id="r-8")
    error = raised.value
    assert (error.reason, error.code) == ("CHECK_UNKNOWN", "INVALID_ARGUMENT")
    assert error.metadata["check"] == "numerics"
    assert error.request_id == "r-8"


def test_the_life_of_a_handle(client: Client) -> None:
    result = QueryResult(
        "life_1", ROWS, family="LMIS", title="Pay", columns=[Column("pay", "wage")]
    )
    handle = client.put(result)
    assert not handle.already_present
    again = client.put(result)
    assert (again.id, again.already_present) == (handle.id, True)
    info = client.get(handle)
    assert (info.handle, info.query_id, info.family, info.title) == (
        handle.id, "life_1", "LMIS", "Pay",
    )  # fmt: skip
    assert (info.row_count, info.number_count, info.columns[1].label) == (2, 4, "wage")
    assert info.expires.tzinfo is not None
    client.delete(handle)
    with pytest.raises(EvidenceNotFound):
        client.get(handle.id)
    assert client.verify(RIGHT.replace("lmis_1", "life_1"), handles=[handle]).ok  # it is put again


def test_checks_are_listed_with_their_codes(client: Client) -> None:
    checks = {check.name: check for check in client.list_checks()}
    assert "CLAIM_NOT_FOUND" in [code.code for code in checks["numeric"].codes]
    assert checks["consistency"].summary


@pytest.mark.slow
def test_a_result_larger_than_a_message_is_judged_all_the_same(client: Client) -> None:
    rows = [{"name": f"row {i}", "n": i * 7} for i in range(250_000)]
    result = QueryResult("big", rows)
    assert result.message.ByteSize() > 4 * 1024 * 1024
    report = client.verify("The last is 1,749,993 (QID:big).", [result], timeout=60)
    assert [binding.matched_location for binding in report.bindings] == ["data[249999].n"]


def test_evicted_evidence_comes_back_by_itself(start_server: Any) -> None:
    tiny = start_server({"evidence": {"memory_bytes": 1024 * 1024}})
    with Client(tiny.target) as client:
        first = client.put(QueryResult("lmis_1", ROWS))
        for i in range(8):  # about 0.3 MB each: together they push the first one out
            client.put(QueryResult(f"q{i}", {"sales": [float(i + k) for k in range(10_000)]}))
        with pytest.raises(EvidenceNotFound):
            client.get(first)
        assert client.verify(RIGHT, handles=[first]).ok


def test_expired_evidence_comes_back_by_itself(start_server: Any) -> None:
    server = start_server({"evidence": {"ttl_s": 1.0}})
    with Client(server.target) as client:
        handle = client.put(QueryResult("lmis_1", ROWS))
        assert client.verify(RIGHT, handles=[handle]).ok
        asyncio.run(asyncio.sleep(1.2))
        assert client.verify(RIGHT, handles=[handle.id]).ok


@pytest.mark.parametrize("client", [Client, AsyncClient])
@pytest.mark.parametrize("host", ["10.0.0.1", "verifyd.internal", "127.0.0.1.example.org", "[::]"])
def test_a_token_is_not_sent_in_the_clear(client: type[Any], host: str) -> None:
    with pytest.raises(InvalidRequest, match="not sent in the clear"):
        client(f"tcp://{host}:7000", token="right")


def test_a_token_opens_a_server_that_asks_for_one(start_server: Any, tmp_path: Any) -> None:
    tokens = tmp_path / "tokens.yaml"
    tokens.write_text(f"team: {hashlib.sha256(b'right').hexdigest()}\n")
    server = start_server({}, "--token-file", str(tokens), "--listen", "tcp://127.0.0.1:0")
    with Client(server.target, token="right") as client:
        assert client.verify(RIGHT, {"lmis_1": ROWS}).ok
    for token in (None, "wrong"):
        with Client(server.target, token=token) as client, pytest.raises(Unauthenticated):
            client.list_checks()


def test_threads_share_a_client(client: Client) -> None:
    def verify(n: int) -> bool:
        return client.verify(f"There are {n} people (QID:q).", {"q": [{"n": n}, {"n": -9}]}).ok

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(verify, range(100, 140)))


async def test_the_asynchronous_client_does_the_same(server: Any) -> None:
    async with AsyncClient(server.target) as client:
        handle = await client.put(QueryResult("lmis_1", pd.DataFrame(ROWS)))
        right, wrong = await asyncio.gather(
            client.verify(RIGHT, handles=[handle]), client.verify(WRONG, {"lmis_1": ROWS})
        )
        assert (right.decision, wrong.decision) == (Decision.PASS, Decision.FAIL)
        assert (await client.get(handle)).row_count == 2
        assert "numeric" in [check.name for check in await client.list_checks()]
        await client.delete(handle)
        with pytest.raises(EvidenceNotFound):
            await client.get(handle)
        assert (await client.verify(RIGHT, handles=[handle])).ok
        with pytest.raises(InvalidRequest):
            await client.verify(" ", checks=["numeric"])


def test_importing_the_client_loads_no_data_library() -> None:
    script = (
        "import sys, verifyd\n"
        "verifyd.QueryResult('q', [{'a': 1}])\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*sorted(names & {'pandas', 'polars', 'pyarrow', 'duckdb', 'numpy', 'sidecar',"
        " 'fastpath', 'pydantic', 'yaml'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("called_before", [False, True])
async def test_a_closed_client_raises(server: Any, called_before: bool) -> None:
    # Trap: gRPC ends the process where a method is registered with a channel that is closed.
    with Client(server.target) as client:
        if called_before:
            client.list_checks()
    with pytest.raises(ValueError, match="closed"):
        client.list_checks()
    async with AsyncClient(server.target) as waiting:
        if called_before:
            await waiting.list_checks()
    with pytest.raises(grpc.aio.UsageError, match="closed"):
        await waiting.list_checks()


def test_threads_may_share_the_first_call(server: Any) -> None:
    with Client(server.target, timeout=60) as client, ThreadPoolExecutor(16) as pool:
        asked = [pool.submit(client.verify, RIGHT, {"lmis_1": ROWS}) for _ in range(16)]
        assert {str(one.result().decision) for one in asked} == {"PASS"}
