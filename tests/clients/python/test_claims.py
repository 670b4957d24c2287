"""Claims over a real server: what sources say, and repairs carried out, blocking and not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from verifyd import (
    AsyncClient,
    ClaimFilter,
    ClaimType,
    ClaimVerdict,
    Client,
    Decision,
    Detail,
    Report,
    Source,
    SourceOrigin,
)
from verifyd.v1 import claims_pb2, report_pb2, verify_pb2

SETTINGS = {"claims": {"enabled": True, "filter": "remove_citation"}}
SOURCES = [Source("a", "Exports were flat. Ships run on wind.")]
# Bytes and code points differ; both claims are recorded in tests/cases/claims/filters.yaml.
HEAD = "# 🦉 naïve\n\n"
TEXT = f"{HEAD}The fleet sank [Source 1]. Ships run on wind [Source 1]. We think so [Source 1]."


@pytest.fixture
def address(server_for: Callable[[Mapping[str, Any]], Any]) -> str:
    return str(server_for(SETTINGS).target)


@pytest.fixture
def report(address: str) -> Report:
    with Client(address) as client:
        return client.verify(TEXT, sources=SOURCES, checks=["claims"], detail=Detail.EXPLAIN)


def test_what_sources_say_about_each_claim(report: Report) -> None:
    found = report.verification
    assert found is not None
    assert (found.total_claims, found.supported_claims, found.unsupported_claims) == (2, 1, 1)
    assert found.verification_pass is False
    wrong, right = found.claims
    assert found.flagged_claims == (wrong,)
    assert right.verdict is ClaimVerdict.SUPPORTED
    assert right.claim.claim_type is ClaimType.FACTUAL
    assert report.narrative[slice(*right.claim.span)] == right.claim.text == "Ships run on wind"
    (result,) = right.results
    assert (result.source.id, result.evidence) == ("a", "Ships run on wind")
    assert (result.judged, result.model) == (None, "gpt-4o-mini")
    assert wrong.results[0].evidence is None
    (source,) = found.by_source
    assert (source.origin, source.claims_verified, source.supported) == (SourceOrigin.GIVEN, 2, 1)
    (skipped,) = found.skipped
    assert (skipped.text, skipped.reason) == ("We think so", "opinion")


def test_flagged_claims_and_results_by_source_are_there_by_default(address: str) -> None:
    with Client(address) as client:
        sources = [replace(SOURCES[0], url="https://example.org/a")]
        found = client.verify(TEXT, sources=sources, checks=["claims"]).verification
    assert found is not None
    wrong, right = found.claims
    assert found.flagged_claims == (wrong,)
    assert wrong.claim.context == "The fleet sank [Source 1]."
    assert right.claim.context.endswith("Ships run on wind [Source 1].")
    assert found.results_by_source == {"https://example.org/a": (*wrong.results, *right.results)}
    assert [one.claim.text for one in found.by_source[0].results] == [
        wrong.claim.text,
        right.claim.text,
    ]


def test_the_counts_have_the_names_of_a_pipeline(report: Report) -> None:
    assert report.verification is not None
    assert report.verification.metadata == {
        "total_claims": 2,
        "supported": 1,
        "partial": 0,
        "unsupported": 1,
        "contradicted": 0,
        "not_judged": 0,
        "avg_confidence": pytest.approx(0.9),
        "flagged_count": 1,
        "verification_pass": False,
    }


def test_what_the_judge_took_is_told(report: Report) -> None:
    (use,) = report.meta.models
    assert use.model == "gpt-4o-mini"
    assert use.cost is not None


@pytest.mark.parametrize(
    ("way", "begins"),
    [
        (ClaimFilter.UNSPECIFIED, "The fleet sank. Ships"),  # as the server's settings say
        (ClaimFilter.NONE, "The fleet sank [Source 1]. Ships"),
        (ClaimFilter.MARK, "The fleet sank [Source 1] [unsupported]. Ships"),
        (ClaimFilter.REMOVE_CLAIM, "Ships"),
    ],
)
def test_a_request_chooses_the_filter(address: str, way: ClaimFilter, begins: str) -> None:
    with Client(address) as client:
        report = client.verify(TEXT, sources=SOURCES, checks=["claims"], claim_filter=way)
    assert report.repaired().startswith(f"{HEAD}{begins} run on wind [Source 1].")


def test_without_blocking_too(address: str) -> None:
    async def verified() -> Report:
        async with AsyncClient(address) as client:
            return await client.verify(
                TEXT,
                sources=SOURCES,
                checks=["claims"],
                claim_filter=ClaimFilter.REMOVE_CLAIM,
                overrides={"claims": {"confidence_threshold": 0.95}},
            )

    report = asyncio.run(verified())
    assert [finding.code for finding in report.findings] == ["CLAIM_UNSUPPORTED", "CLAIM_UNCERTAIN"]
    assert report.repaired().startswith(f"{HEAD}Ships run")


def test_repairs_count_code_points() -> None:
    start = len(f"{HEAD}The fleet sank".encode())
    finding = report_pb2.Finding(
        span={"start": 0, "end": 4},
        repair={"span": {"start": start, "end": start + len(" [Source 1]")}, "replacement": ""},
    )
    result = report_pb2.CheckResult(findings={"findings": [finding, finding]})
    answer = verify_pb2.VerifyResponse(report={"results": [result]})
    assert Report(TEXT, answer).repaired().startswith(f"{HEAD}The fleet sank. Ships")


def test_a_report_without_the_check_has_none() -> None:
    report = Report("x", verify_pb2.VerifyResponse())
    assert (report.verification, report.repaired()) == (None, "x")


def test_a_verdict_that_nobody_knows_is_none() -> None:
    of_a_newer_server = b"\x10\x63\x2a\x02\x10\x63"  # the verdict 99, of claim and result
    claim = claims_pb2.ClaimVerification.FromString(of_a_newer_server)
    detail = report_pb2.Findings(claims={"claims": [claim]})
    answer = verify_pb2.VerifyResponse(report={"results": [{"findings": detail}]})
    found = Report("x", answer).verification
    assert found is not None
    (one,) = found.claims
    assert one.verdict is one.results[0].verdict is ClaimVerdict.NOT_JUDGED
    assert Report("x", answer).decision is Decision.UNVERIFIED
