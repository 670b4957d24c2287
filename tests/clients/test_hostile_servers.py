"""Each client against answers that no verifyd gives: nothing of them is an approval or a crash."""

from __future__ import annotations

import itertools
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import grpc
import hostile_server
import pytest
from client_drivers import Driver, view
from google.protobuf.duration_pb2 import Duration
from google.protobuf.json_format import ParseDict
from google.rpc import error_details_pb2
from hostile_server import Respond, serving
from sampled import sampled
from verifyd.v1 import common_pb2, report_pb2, verify_pb2

pytestmark = [pytest.mark.clients, pytest.mark.timeout(900)]  # the first build fetches and compiles

NARRATIVE = "Ä 5 🙂 7"
RESULT = {"queryId": "q", "json": "[]"}
FAIL = grpc.StatusCode
MOST = 2**63 - 1


def ask(driver: Driver, respond: Respond, narrative: str = NARRATIVE, **more: Any) -> Any:
    """What a client makes of a server."""
    request = {"narrative": narrative}
    with serving(respond) as address:
        call = {"address": address, "method": "Verify", "request": request, "timeout_s": 3}
        return driver.ask(call | more)


@pytest.mark.parametrize(
    "pair", sampled(itertools.product([0, 1, 4, 5, 99, -1], [0, 1, 2, 3, 99, -1]), 5)
)
def test_only_a_known_decision_to_release_releases(driver: Driver, pair: tuple[int, int]) -> None:
    decision, action = pair
    response = verify_pb2.VerifyResponse()
    report: Any = response.report  # whose enums are open
    report.decision, report.action = decision, action
    got = ask(driver, hostile_server.answer(response.SerializeToString()))
    known = decision in report_pb2.Decision.values() and decision != 0
    assert got["report"]["released"] == (known and action == report_pb2.ACTION_RELEASE)


@pytest.mark.parametrize("data", [b"", b"\x0a\x00", b"\xff", b"\x0a\xff\x01"])
def test_no_report_is_no_release(driver: Driver, data: bytes) -> None:
    got = ask(driver, hostile_server.answer(data))
    assert "error" in got or got["report"]["action"] == "HOLD"


SPANS = [(0, 0), (3, 4), (4, 3), (100, 200), (3, 2**32 - 1), (2**32 - 1, 3), (2**31, 2**31 + 1)]


@pytest.mark.parametrize("narrative", ["A 5 B 7", NARRATIVE])
@pytest.mark.parametrize("place", sampled(SPANS, 3))
def test_invalid_places(driver: Driver, narrative: str, place: tuple[int, int]) -> None:
    response = verify_pb2.VerifyResponse()
    findings = response.report.results.add().findings
    span = common_pb2.Span(start=place[0], end=place[1])
    findings.findings.add(check="numeric", span=span)
    repaired = findings.findings.add(span=common_pb2.Span(start=3, end=4))
    repaired.repair.span.CopyFrom(span)
    repaired.repair.replacement = "9"
    got = ask(driver, hostile_server.answer(response.SerializeToString()), narrative)
    want = view(response, narrative, driver.language)
    for report in (got["report"], want):
        for one in report["findings"]:
            assert 0 <= one["start"] <= one["end"] <= driver.language.count(narrative)
    assert got["report"]["repaired"] == want["repaired"]
    assert len(want["repaired"]) <= len(narrative) + 1


def own(reason: str, **metadata: str) -> error_details_pb2.ErrorInfo:
    return error_details_pb2.ErrorInfo(reason=reason, domain="verifyd", metadata=metadata)


def wait(seconds: int, nanos: int = 0) -> error_details_pb2.RetryInfo:
    return error_details_pb2.RetryInfo(retry_delay=Duration(seconds=seconds, nanos=nanos))


@pytest.mark.parametrize(
    "retry",
    sampled(
        [wait(MOST, 999_999_999), wait(86_400), wait(-1), wait(-MOST - 1, -1), wait(0, 2**31 - 1)],
        5,
        ["most", "a day", "negative", "least", "nanoseconds"],
    ),
)
@pytest.mark.parametrize(
    "code", sampled([FAIL.UNAVAILABLE, FAIL.RESOURCE_EXHAUSTED, FAIL.INTERNAL], 3)
)
def test_invalid_retry_delays(
    driver: Driver, code: grpc.StatusCode, retry: error_details_pb2.RetryInfo
) -> None:
    got = ask(driver, hostile_server.fail(code, own("OVERLOADED"), retry))
    assert got["error"]["code"] in {code.name, "DEADLINE_EXCEEDED"}


@pytest.mark.parametrize(
    "trailer",
    [b"", b"\xff", b"\x1a\x02\x0a\x00", b"\x1a\x7f", bytes(3000)],
    ids=["empty", "no message", "empty detail", "cut short", "long"],
)
def test_invalid_trailers(driver: Driver, trailer: bytes) -> None:
    got = ask(driver, hostile_server.fail(FAIL.NOT_FOUND, trailer=trailer))
    assert got["error"]["code"] != "OK"  # libraries differ: INTERNAL, DATA_LOSS or NOT_FOUND


def test_details_of_another_domain_say_nothing(driver: Driver) -> None:
    other = error_details_pb2.ErrorInfo(reason="EVIDENCE_NOT_FOUND", domain="proxy.example")
    got = ask(driver, hostile_server.fail(FAIL.NOT_FOUND, other))
    assert got["error"]["reason"] == "NOT_FOUND"
    assert got["error"]["kind"] != "EvidenceNotFound"


def test_evidence_that_is_never_found(driver: Driver) -> None:
    lost = own("EVIDENCE_NOT_FOUND", handle="")
    got = ask(driver, hostile_server.fail(FAIL.NOT_FOUND, lost), put=[RESULT])
    assert got["error"]["reason"] == "EVIDENCE_NOT_FOUND"


def test_a_server_that_never_answers(driver: Driver) -> None:
    got = ask(driver, hostile_server.stall, timeout_s=0.5)
    assert got["error"]["kind"] == "DeadlineExceeded"


STARTED = {"started": {"release": "RELEASE_MODE_SENTENCE"}}
RESULT_OF_PASS = {"result": {"report": {"decision": "DECISION_PASS", "action": "ACTION_RELEASE"}}}
ALL_JUDGED = {"judgedBytes": MOST, "releasedBytes": MOST}


def ask_on_the_way(
    driver: Driver, before: list[Any], behind: list[Any], *, ends_badly: bool
) -> Any:
    """What a client makes of a server that says this before and behind the end of a text."""
    if not driver.language.has_streams:
        pytest.skip(f"the client of {driver.language.name} has no streams")

    def respond(requests: Iterator[bytes], context: Any) -> Iterator[bytes]:
        for said in before:
            yield ParseDict(said, verify_pb2.VerifyStreamResponse()).SerializeToString()
        if before:
            list(requests)
        for said in behind:
            yield ParseDict(said, verify_pb2.VerifyStreamResponse()).SerializeToString()
        if ends_badly:
            context.abort(FAIL.INTERNAL, "as a proxy says")

    with serving(stream=respond) as address:
        call = {"address": address, "method": "VerifyStream", "timeout_s": 5}
        start = {"release": "RELEASE_MODE_SENTENCE"}
        text = {"text": b64encode(NARRATIVE.encode()).decode()}
        return driver.ask(call | {"request": start, "parts": [text]})


@pytest.mark.parametrize(
    ("before", "behind", "ends_badly"),
    [
        ([], [], False),
        ([], [RESULT_OF_PASS], False),
        ([RESULT_OF_PASS], [], False),
        ([STARTED], [], False),
        ([STARTED, {"update": ALL_JUDGED}], [], False),
        ([STARTED], [RESULT_OF_PASS], True),
        ([STARTED], [{}], False),
    ],
    ids=["nothing", "no start", "early", "no report", "all released", "failed", "empty"],
)
def test_a_stream_without_its_report_is_an_error(
    driver: Driver, before: list[Any], behind: list[Any], ends_badly: bool
) -> None:
    got = ask_on_the_way(driver, before, behind, ends_badly=ends_badly)
    assert got["error"]["code"] == "INTERNAL"


def test_invalid_places_and_actions_of_a_stream(driver: Driver) -> None:
    spans = [{"start": start, "end": end} for start, end in SPANS]
    found = [{"check": "numeric", "span": span} for span in spans]
    update = ALL_JUDGED | {
        "findings": [{"id": number, "finding": one} for number, one in enumerate(found)],
        "sentences": [{"span": span, "action": 99} for span in spans],
        "withdrawnIds": [7, 2**32 - 1],
    }
    report = {
        "decision": 99,
        "action": "ACTION_RELEASE",
        "results": [{"findings": {"findings": found}}],
    }
    behind = [{"update": update}, {"result": {"report": report}}]
    got = ask_on_the_way(driver, [STARTED], behind, ends_badly=False)
    assert got["report"]["action"] == "HOLD"
    assert {one["action"] for one in got["sentences"]} == {"HOLD"}
    length = driver.language.count(NARRATIVE)
    assert got["released"] <= length
    for one in (*got["findings"], *got["sentences"]):
        assert 0 <= one["start"] <= one["end"] <= length
    places = [
        sorted((one["start"], one["end"]) for one in findings)
        for findings in (got["findings"], got["report"]["findings"])
    ]
    assert places[0] == places[1]
