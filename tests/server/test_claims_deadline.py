"""A call that asks for claims has longer than others, unless its client says how long."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from calls import Calls
from claim_requests import claims_request, judged_by, said
from verifyd.v1 import report_pb2

from bench.model_endpoint import endpoint

SLOW_S = 1.0


@pytest.fixture(scope="module")
def slow() -> Iterator[str]:
    """An endpoint that takes a second."""
    content = said({"quotes": ["In 2024 the staff was 1,234"]})

    def answer(_: object) -> str:
        time.sleep(SLOW_S)
        return content

    with endpoint() as known:
        known.answer = answer
        yield known.url


def settings(url: str, **server: object) -> dict[str, Any]:
    return {"server": {"deadline_s": 0.5, **server}, **judged_by(url, deadline_s=20)}


def test_it_may_take_longer_than_other_calls(start_server: Any, slow: str) -> None:
    server = start_server(settings(slow))
    with server.channel() as channel:
        report = Calls(channel).verify(claims_request(), timeout=None).report
    assert report.decision == report_pb2.DECISION_PASS


def test_claims_that_nobody_named_are_asked_for_too(start_server: Any, slow: str) -> None:
    server = start_server(settings(slow))
    message = claims_request()
    del message.checks[:]
    with server.channel() as channel:
        report = Calls(channel).verify(message, timeout=None).report
    (claims,) = [result for result in report.results if result.check == "claims"]
    assert claims.findings.claims.summary.supported_claims == 1


def test_a_clients_deadline_counts(start_server: Any, slow: str) -> None:
    server = start_server(settings(slow))
    with server.channel() as channel:
        report = Calls(channel).verify(claims_request(), timeout=0.7).report
    assert report.decision == report_pb2.DECISION_UNVERIFIED
    assert report.results[0].failure.reason == "JUDGE_TIMEOUT"


def test_the_server_has_the_last_word(start_server: Any, slow: str) -> None:
    server = start_server(settings(slow, max_deadline_s=0.6))
    with server.channel() as channel:
        report = Calls(channel).verify(claims_request(), timeout=None).report
    assert report.decision == report_pb2.DECISION_UNVERIFIED
    assert report.results[0].failure.reason == "JUDGE_TIMEOUT"  # before the endpoint answers


def test_where_claims_are_off_nothing_is_longer_and_nothing_approved(
    start_server: Any, slow: str
) -> None:
    off = settings(slow)
    off["claims"] |= {"enabled": False}
    server = start_server(off)
    with server.channel() as channel:
        calls = Calls(channel)
        report = calls.verify(claims_request(), timeout=None).report
        assert report.decision == report_pb2.DECISION_UNVERIFIED
        assert report.results[0].failure.reason == "CLAIMS_NOT_ENABLED"
        message = claims_request()
        del message.checks[:]
        try:
            checks = [one.check for one in calls.verify(message).report.results]
        except grpc.RpcError as error:
            pytest.fail(str(error))
    assert "claims" not in checks
    assert "citations" in checks
