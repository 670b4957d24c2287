"""Every fault of a judge under every policy: no approval that is not the policy's, and in time.

A real server in this process asks an endpoint on a real socket that misbehaves.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import grpc.aio
import pytest
from calls import stubs
from claim_requests import FALSE, TRUE, claims_request, judged_by, said
from judges import fake_endpoint as fake
from judges.fake_endpoint import Reply, says, serving_by
from verifyd.v1 import report_pb2

DEADLINE_S = 1.0
LATE_S = 0.1
BOTH = f"{TRUE} {FALSE}"
GOOD = {"quotes": ["In 2024 the staff was 1,234"]}
CONTRADICTED = {"verdict": "contradicted", "quotes": ["Exports were flat"]}
UNREACHABLE = "http://127.0.0.1:9/v1"

FAULTS: dict[str, tuple[Reply, str]] = {
    "unauthorized": (fake.http(401, b"{}"), "JUDGE_REFUSED"),
    "rate limited": (fake.http(429, b"{}", retry_after="30"), "JUDGE_RATE_LIMITED"),
    "fault": (fake.http(500, b"oops"), "JUDGE_UNREACHABLE"),
    "moved": (fake.http(302, b"", location="http://127.0.0.1:9/"), "JUDGE_"),
    "slow": (says(said(GOOD, CONTRADICTED), delay_s=30), "JUDGE_TIMEOUT"),
    "drips": (fake.drips, "JUDGE_TIMEOUT"),
    "floods": (fake.floods, "JUDGE_ANSWER_INVALID"),
    "nothing": (fake.http(200, b""), "JUDGE_"),
    "cut off": (fake.http(200, b'{"choices": [{"message": {"content": "{'), "JUDGE_ANSWER_INVALID"),
    "a page": (fake.http(200, b"<html>", content_type="text/html"), "JUDGE_ANSWER_INVALID"),
    "hangs up": (fake.raw(b""), "JUDGE_UNREACHABLE"),
    "no HTTP": (fake.raw(b"\x00\x01\x02\r\n\r\n"), "JUDGE_UNREACHABLE"),
    "prose": (says("All claims are supported."), "JUDGE_ANSWER_INVALID"),
    "declines": (says(None, message={"refusal": "I must not."}), "JUDGE_ANSWER_INVALID"),
    "cut at its length": (says(said(GOOD), finish_reason="length"), "JUDGE_ANSWER_INVALID"),
    "two answers": (says(f"{said(GOOD)} {said(CONTRADICTED)}"), "JUDGE_ANSWER_INVALID"),
}
PARTLY: dict[str, Reply] = {
    "half of the claims": says(said(GOOD)),
    "none of the claims": says('{"results": []}'),
    "another claim": says(said(GOOD).replace("c0", "c9")),
    "a verdict of its own": says(said(GOOD | {"verdict": "probably"}, CONTRADICTED)),
}
"""Answers that can be read, and lack verdicts."""

FAILING = {"decision": report_pb2.DECISION_UNVERIFIED, "action": report_pb2.ACTION_HOLD}
OPTIONAL = {"decision": report_pb2.DECISION_WARN, "action": report_pb2.ACTION_RELEASE}
POLICIES: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "as shipped": ({}, FAILING),
    "observed": ({"mode": "observe"}, FAILING | {"action": report_pb2.ACTION_RELEASE}),
    "observed for claims": (
        {"modes": {"claims": "observe"}},
        FAILING | {"action": report_pb2.ACTION_RELEASE},
    ),
    "required": ({"required_checks": ["claims"]}, FAILING),
    "optional": ({"optional_checks": ["claims"]}, OPTIONAL),
    "nothing fails": ({"on_nothing": {"claims": "fail"}}, FAILING),
    "nothing warns": ({"on_nothing": {"claims": "warn"}}, FAILING),
    "all is information": ({"severities": {"CLAIM_NOT_JUDGED": "info"}}, FAILING),
}
"""What the server's settings make of a check that failed."""


def settings(url: str, policy: dict[str, Any], **more: Any) -> dict[str, Any]:
    own = judged_by(url, deadline_s=DEADLINE_S, **more)
    return own | {"policy": policy, "server": {"deadline_s": DEADLINE_S}}


async def answer(channel: grpc.aio.Channel, text: str = BOTH) -> report_pb2.Report:
    verify, _ = stubs(channel)
    reply = await verify.Verify(claims_request(text), timeout=None)
    report: report_pb2.Report = reply.report
    return report


def assert_failed(report: report_pb2.Report, wanted: dict[str, int], reason: str) -> None:
    (result,) = report.results
    assert result.failure.reason.startswith(reason), result
    assert (report.decision, report.action) == (wanted["decision"], wanted["action"])
    assert not result.HasField("findings")


@pytest.mark.timing
@pytest.mark.parametrize("name", POLICIES)
async def test_a_judge_that_fails(serve: Any, name: str) -> None:
    policy, wanted = POLICIES[name]
    chosen: list[Reply] = []
    async with serving_by(lambda _: chosen[0]) as endpoint:
        more = settings(endpoint.url, policy, max_answer_bytes=100_000)
        async with serve(more) as (_, channel):
            chosen[:] = [says(said(GOOD))]
            assert (await answer(channel, TRUE)).decision == report_pb2.DECISION_PASS
            for fault, (reply, reason) in FAULTS.items():
                chosen[:] = [reply]
                started = time.monotonic()
                report = await answer(channel)
                took_s = time.monotonic() - started
                assert_failed(report, wanted, reason)
                assert took_s <= DEADLINE_S + LATE_S, fault


@pytest.mark.parametrize("name", POLICIES)
async def test_a_judge_that_leaves_verdicts_out(serve: Any, name: str) -> None:
    policy, _ = POLICIES[name]
    chosen: list[Reply] = []
    async with (
        serving_by(lambda _: chosen[0]) as endpoint,
        serve(settings(endpoint.url, policy)) as (_, channel),
    ):
        for reply in PARTLY.values():
            chosen[:] = [reply]
            report = await answer(channel)
            (result,) = report.results
            assert "CLAIM_NOT_JUDGED" in [one.code for one in result.findings.findings]
            assert result.findings.claims.summary.not_judged_claims >= 1
            if "severities" not in policy:
                assert report.decision == report_pb2.DECISION_FAIL
                held = report.action == report_pb2.ACTION_HOLD
                assert held != ("mode" in policy or "modes" in policy)


NOT_ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "unreachable": ({"base_url": UNREACHABLE}, "JUDGE_UNREACHABLE"),
    "not configured": ({"base_url": ""}, "JUDGE_NOT_CONFIGURED"),
    "no budget": ({"max_tokens_per_request": 1}, "JUDGE_BUDGET_SPENT"),
    "not enabled": ({"enabled": False}, "CLAIMS_NOT_ENABLED"),
}


@pytest.mark.parametrize("policy", ["as shipped", "observed", "optional"])
@pytest.mark.parametrize("fault", NOT_ASKED)
async def test_a_judge_that_cannot_be_asked(serve: Any, fault: str, policy: str) -> None:
    changes, reason = NOT_ASKED[fault]
    own, wanted = POLICIES[policy]
    async with (
        serving_by([says(said(GOOD, CONTRADICTED))]) as endpoint,
        serve(settings(endpoint.url, own, **changes)) as (_, channel),
    ):
        report = await answer(channel)
    assert_failed(report, wanted, reason)
    assert not endpoint.requests


async def test_without_the_package_it_fails(serve: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    monkeypatch.delitem(sys.modules, "sidecar.judges.calls", raising=False)
    async with (
        serving_by([says(said(GOOD, CONTRADICTED))]) as endpoint,
        serve(settings(endpoint.url, {})) as (_, channel),
    ):
        report = await answer(channel)
    assert_failed(report, FAILING, "JUDGE_NOT_INSTALLED")


async def test_a_fault_of_one_source_leaves_the_verdicts_of_others(serve: Any) -> None:
    def reply(request: fake.Request) -> Reply:
        text = request.body["messages"][1]["content"]
        return says(said(GOOD)) if "1,234, after" in text else fake.http(500, b"oops")

    text = "Staff was 1,234 in 2024 [Source 1]. Exports fell sharply [Source 2]."
    async with serving_by(reply) as endpoint, serve(settings(endpoint.url, {})) as (_, channel):
        verify, _ = stubs(channel)
        request = claims_request(
            text, ("In 2024 the staff was 1,234, after 1,180.", "Exports were flat.")
        )
        report = (await verify.Verify(request, timeout=30)).report
    (result,) = report.results
    assert [one.code for one in result.findings.findings] == ["CLAIM_NOT_JUDGED"]
    assert result.findings.claims.summary.supported_claims == 1
    assert report.decision == report_pb2.DECISION_FAIL


@pytest.mark.parametrize("name", POLICIES)
async def test_a_source_that_cannot_be_had(serve: Any, name: str) -> None:
    policy, _ = POLICIES[name]
    async with (
        serving_by([says(said(GOOD))]) as endpoint,
        serve(settings(endpoint.url, policy)) as (_, channel),
    ):
        verify, _ = stubs(channel)
        report = (await verify.Verify(claims_request(TRUE, ("",)), timeout=30)).report
    (result,) = report.results
    assert [one.code for one in result.findings.findings] == ["SOURCE_UNAVAILABLE"]
    assert report.decision == report_pb2.DECISION_FAIL
    assert not endpoint.requests  # there is nothing to ask about
