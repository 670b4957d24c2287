"""The shared cases through every client: same requests, same answers, same places in the text."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

import case_files
import outcome_case_files
import pytest
import stream_case_files
import transcript_case_files
from client_drivers import Driver, refused, view, view_transcript
from google.protobuf.json_format import MessageToDict, ParseDict
from sampled import sampled
from verifyd.v1 import outcome_service_pb2, transcript_service_pb2, verify_pb2

CASES = list(case_files.load())
OUTCOMES = list(outcome_case_files.load())
STREAMS = list(stream_case_files.load())
TRANSCRIPTS = list(transcript_case_files.load())
SAMPLE = 10
"""Of so many alike cases one is in the short form."""

RUNS = itertools.count()
ServerFor = Callable[[Mapping[str, Any]], Any]

pytestmark = [pytest.mark.clients, pytest.mark.timeout(900)]  # the first build fetches and compiles


@pytest.mark.parametrize("case", sampled(CASES, SAMPLE, [case.id for case in CASES]))
def test_verify(driver: Driver, case: case_files.Case, server_for: ServerFor) -> None:
    address = server_for(case.settings).target
    got = driver.ask(
        {"address": address, "method": "Verify", "request": MessageToDict(case.request)}
    )
    if "error" in got:
        if got["error"]["kind"] == "Unsupported":
            pytest.skip(f"the client of {driver.language.name} has no way to say this")
        if got["error"]["reason"] == "ARGUMENT_INVALID":  # a client may see it before the server
            assert case.want["error"]["code"] == "INVALID_ARGUMENT"
            return
        assert case_files.differences(case, refused(got["error"])) == []
        return
    response = ParseDict(got["response"], verify_pb2.VerifyResponse())
    assert case_files.differences(case, response.report) == []
    assert got["report"] == view(response, case.request.narrative, driver.language)


@pytest.mark.parametrize("case", sampled(OUTCOMES, SAMPLE, [case.id for case in OUTCOMES]))
def test_outcomes(
    driver: Driver, case: outcome_case_files.Case, settling_server_for: ServerFor
) -> None:
    address = settling_server_for(case.settings).target

    def call(method: str, request: Any) -> Any:
        answer = getattr(outcome_service_pb2, f"{method}Response")()
        return driver.call(address, method, request, answer)

    run = f"{driver.language.name} {next(RUNS)}"
    assert outcome_case_files.differences(case, call, run) == []


@pytest.mark.parametrize("case", sampled(STREAMS, 4, [case.id for case in STREAMS]))
def test_streams(driver: Driver, case: stream_case_files.StreamCase, server_for: ServerFor) -> None:
    if not driver.language.has_streams:
        pytest.skip(f"the client of {driver.language.name} has no streams")
    count = driver.language.count
    line = {"address": server_for(case.whole.settings).target, "timeout_s": 60}
    whole = driver.ask(line | {"method": "Verify", "request": MessageToDict(case.whole.request)})
    start = {"request": case.start, "release": f"RELEASE_MODE_{case.release.upper()}"}
    for size in (None, 1):
        parts = list(stream_case_files.write_parts(case, count, size))
        got = driver.ask(line | {"method": "VerifyStream", "request": start, "parts": parts})
        if "error" in got:
            assert case_files.differences(case.whole, refused(got["error"])) == []
            continue
        assert got["response"]["report"] == whole["response"]["report"]
        assert got["report"] == whole["report"]
        response = ParseDict(got["response"], verify_pb2.VerifyResponse())
        assert case_files.differences(case.whole, response.report) == []
        assert stream_case_files.differences(case, got, count) == []


@pytest.mark.parametrize("case", sampled(TRANSCRIPTS, 4, [case.id for case in TRANSCRIPTS]))
def test_transcripts(
    driver: Driver, case: transcript_case_files.TranscriptCase, server_for: ServerFor
) -> None:
    line = {"address": server_for(case.settings).target, "method": "VerifyTranscript"}
    got = driver.ask(line | {"request": MessageToDict(case.request)})
    if "error" in got:
        assert transcript_case_files.differences(case, refused(got["error"])) == []
        return
    response = ParseDict(got["response"], transcript_service_pb2.VerifyTranscriptResponse())
    assert transcript_case_files.differences(case, response) == []
    assert got["report"] == view_transcript(response, driver.language)


def test_a_tool_call_before_it_is_made(driver: Driver, server: Any) -> None:
    said = '[{"role": "user", "content": "Refund order 1003, Zoë 🦉."}]'
    call = {"tool": "refund", "arguments_json": '{"name": "Zoë 🦉", "order_id": "1004"}'}
    got = driver.ask(
        {
            "address": server.target,
            "method": "VerifyToolCall",
            "request": {"transcript": {"messages": said}, "call": call},
        }
    )
    response = ParseDict(got["response"], verify_pb2.VerifyResponse())
    assert got["report"] == view(response, call["arguments_json"], driver.language)
    assert [one["text"] for one in got["report"]["findings"]] == ["1004"]
    assert got["report"]["action"] == "HOLD"


ROWS = {
    "queryId": "lmis_1",
    "rows": {
        "columns": ["sector", "staff"],
        "rows": [
            {"cells": [{"text": "Energy"}, {"integer": "1234"}]},
            {"cells": [{"text": "Banking"}, {"integer": "980"}]},
        ],
    },
}
TEXT = "🦉 Energy has 1,234 people, Banking 1,000 (QID:lmis_1)."


@pytest.mark.parametrize("drop", [False, True], ids=["kept", "dropped"])
def test_evidence_uploaded_in_advance(driver: Driver, server: Any, drop: bool) -> None:
    line = {"address": server.target, "method": "Verify", "put": [ROWS], "drop": drop}
    got = driver.ask(line | {"request": {"narrative": TEXT}})
    inline = driver.ask(
        {
            "address": server.target,
            "method": "Verify",
            "request": {"narrative": TEXT, "evidence": {"queryResults": [ROWS]}},
        }
    )
    assert got["report"] == inline["report"]
    assert [one["text"] for one in got["report"]["findings"]] == ["1,000"]


def test_what_is_declared_of_evidence_is_uploaded_with_it(driver: Driver, server: Any) -> None:
    declared = {
        "asOf": "2001-01-01T00:00:00Z",
        "expiresAt": "2002-01-01T00:00:00Z",
        "rowCount": "7",
        "rowLimit": "2",
        "controlTotals": [{"column": "staff", "sum": "15000"}],
    }
    line = {"address": server.target, "method": "Verify", "put": [ROWS | declared]}
    text = "Energy has 1,234 staff. Total staff was 15,000."
    got = driver.ask(line | {"request": {"narrative": text}})
    told = [(one["code"], one["text"]) for one in got["report"]["findings"]]
    assert told == [("EVIDENCE_EXPIRED", "1,234"), ("EVIDENCE_EXPIRED", "15,000")]
    del declared["expiresAt"]
    line["put"] = [ROWS | declared]
    got = driver.ask(line | {"request": {"narrative": "The average staff was 1,107."}})
    assert [one["code"] for one in got["report"]["findings"]] == ["EVIDENCE_INCOMPLETE"]


def test_a_query_result_larger_than_a_message(driver: Driver, server: Any) -> None:
    rows = [{"cells": [{"text": f"{n:0400d}"}, {"integer": str(n)}]} for n in range(12_000)]
    large = {"queryId": "large", "rows": {"columns": ["name", "n"], "rows": rows}}
    line = {"address": server.target, "method": "Verify", "timeout_s": 60}
    text = {"narrative": "Of 12,000 the largest n is 11,999."}
    by_itself = driver.ask(line | {"request": text | {"evidence": {"queryResults": [large]}}})
    in_advance = driver.ask(line | {"request": text, "put": [large]})
    assert "error" not in by_itself, by_itself["error"]
    assert by_itself["report"] == in_advance["report"]
    assert len(by_itself["report"]["bindings"]) == 2


@pytest.mark.parametrize(
    ("request_", "kind", "reason"),
    [
        ({"narrative": " "}, "InvalidRequest", "NARRATIVE_EMPTY"),
        (
            {"narrative": "12 owls", "evidence": {"handles": ["0" * 64]}},
            "EvidenceNotFound",
            "EVIDENCE_NOT_FOUND",
        ),
        (
            {"narrative": "12 owls", "checks": ["numeric"], "overrides": {"mode": "MODE_OBSERVE"}},
            "NotAllowed",
            "OVERRIDE_NOT_ALLOWED",
        ),
    ],
)
def test_kinds_of_errors(
    driver: Driver, server: Any, request_: Any, kind: str, reason: str
) -> None:
    got = driver.ask({"address": server.target, "method": "Verify", "request": request_})
    assert (got["error"]["kind"], got["error"]["reason"]) == (kind, reason)


def test_no_server_is_an_error(driver: Driver, tmp_path: Any) -> None:
    address = f"unix://{tmp_path}/nobody.sock"
    line = {"address": address, "method": "Verify", "request": {"narrative": "12 owls"}}
    got = driver.ask(line | {"timeout_s": 1})
    assert got["error"]["kind"] in ("Unavailable", "DeadlineExceeded")


def test_a_token(driver: Driver, start_server: Callable[..., Any], tmp_path: Any) -> None:
    digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    (tmp_path / "tokens.yaml").write_text(f"finance: {digest}\n")
    address = start_server({}, "--token-file", str(tmp_path / "tokens.yaml")).target
    line = {"address": address, "method": "ListChecks", "request": {}}
    assert driver.ask(line)["error"]["kind"] == "Unauthenticated"
    assert driver.ask(line | {"token": "wrong"})["error"]["reason"] == "CREDENTIALS_INVALID"
    assert driver.ask(line | {"token": "test"})["response"]["checks"]


def test_a_token_is_not_sent_in_the_clear(driver: Driver) -> None:
    line = {"address": "tcp://192.0.2.1:443", "token": "secret", "method": "ListChecks"}
    got = driver.ask(line | {"request": {}})
    assert got["error"]["kind"] in ("InvalidRequest", "InvalidArgument")
    assert got["error"]["metadata"]["argument"] == "token"


def test_evidence_is_described_and_deleted(driver: Driver, server: Any) -> None:
    def ask(method: str, request_: Any) -> Any:
        return driver.ask({"address": server.target, "method": method, "request": request_})

    source = {"id": f"survey-{driver.language.name}", "text": "Wages rose by 2 %."}
    handle = {"handle": ask("PutSource", {"source": source})["response"]["handle"]}
    assert ask("GetEvidence", handle)["response"]["info"]["source"]["id"] == source["id"]
    assert ask("DeleteEvidence", handle) == {"response": {}}
    lost = ask("GetEvidence", handle)
    assert lost["error"]["kind"] == "EvidenceNotFound"
    assert lost["error"]["metadata"]["handle"] == handle["handle"]


def test_what_waits_for_a_person_is_decided_once(
    driver: Driver, settling_server_for: ServerFor
) -> None:
    address = settling_server_for({}).target

    def ask(method: str, request_: Any) -> Any:
        return driver.ask({"address": address, "method": method, "request": request_})

    text = f"{TEXT} Told in {driver.language.name}."  # a review of its own
    verified = ask("Verify", {"narrative": text, "evidence": {"queryResults": [ROWS]}})
    review = {"reviewId": verified["response"]["meta"]["review"]["reviewId"]}

    def decide(action: str) -> Any:
        decision = {"itemId": 1, "action": f"REVIEW_ACTION_{action}"}
        return ask("Decide", review | {"decisions": [decision], "decidedBy": "Ana"})

    listed = ask("ListFlagged", review)["response"]["items"]
    assert [item["text"] for item in listed] == ["1,000"]
    assert decide("KEEP")["response"]["revision"] == "1"
    assert decide("REMOVE")["error"]["kind"] == "ReviewConflict"
    assert ask("GetRevision", review)["response"]["text"] == text
    agreement = ask("GetAgreement", {"code": listed[0]["finding"]["code"]})["response"]
    assert agreement["settled"]["falseAlarms"] >= 1
    assert agreement["groups"][0]["check"] == "numeric"


def test_the_client_is_measured_beside_its_stub(driver: Driver, server: Any) -> None:
    request_ = {"narrative": TEXT, "evidence": {"queryResults": [ROWS]}}
    line = {"address": server.target, "method": "Measure", "request": request_, "count": 20}
    measured = driver.ask(line)
    assert set(measured) == {"stub_ms", "face_ms"}
    assert all(0 < p50 <= p95 for p50, p95 in measured.values())


@pytest.mark.parametrize("line", ["no JSON", '{"method": "Refute"}'])
def test_a_line_that_is_no_call_ends_the_driver(driver: Driver, line: str) -> None:
    done = subprocess.run(
        driver.command, input=f"{line}\n", capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr
