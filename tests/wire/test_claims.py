"""Claims on the wire: positions say which are flagged and whose; contexts are bounded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from claimed import CLAIMS, DETAIL, report
from hypothesis import given
from hypothesis import strategies as st
from verifyd.v1 import claims_pb2, report_pb2

from sidecar.model.claim import ClaimsDetail, ClaimVerification
from sidecar.model.report import Detail
from sidecar.wire.claims import write_claims
from sidecar.wire.report import MAX_REPORT_BYTES, write_report

CHOSEN = st.lists(st.sampled_from(CLAIMS), max_size=12)


def sent(
    claims: list[ClaimVerification],
    level: Detail = Detail.BINDINGS,
    *,
    drop_supported: bool = False,
) -> claims_pb2.ClaimsDetail:
    message = claims_pb2.ClaimsDetail()
    write_claims(message, replace(DETAIL, claims=claims), level, drop_supported)
    return message


def with_context(context: str) -> ClaimVerification:
    one = CLAIMS[0]
    return one._replace(claim=one.claim._replace(context=context))


@given(CHOSEN, st.booleans())
def test_positions_are_those_of_the_claims_that_are_sent(
    claims: list[ClaimVerification], drop: bool
) -> None:
    message = sent(claims, drop_supported=drop)
    flagged = [place for place, one in enumerate(message.claims) if one.flagged]
    assert list(message.summary.flagged_claims) == flagged
    assert len(flagged) == message.summary.flagged_count
    for analysis in message.summary.by_source:
        cited = [{source.id for source in one.claim.sources} for one in message.claims]
        citing = [place for place, ids in enumerate(cited) if analysis.source.id in ids]
        assert list(analysis.claims) == citing
        for place in citing:
            results = message.claims[place].results
            assert [one.source_id for one in results].count(analysis.source.id) == 1


def test_without_claims_there_are_no_positions() -> None:
    summary = sent(CLAIMS, Detail.VERDICTS).summary
    assert summary.flagged_count == 4
    assert not summary.flagged_claims
    assert not any(one.claims for one in summary.by_source)


@given(st.text(st.sampled_from("ab é🦉"), max_size=1500).map(str.strip))
def test_the_context_is_there_by_default_and_bounded(context: str) -> None:
    said = sent([with_context(context)]).claims[0].claim.context
    assert len(said) <= 500
    assert context.endswith(said)
    assert said == context or len(said) > 400 or context[-500:].count(" ")
    before = context[: len(context) - len(said)]
    assert not before or before.endswith(" ") or " " not in context[-500:]  # no word is cut
    assert sent([with_context(context)], Detail.EXPLAIN).claims[0].claim.context == context


@pytest.mark.parametrize("level", [Detail.BINDINGS, Detail.EXPLAIN])
def test_a_report_with_many_contexts_stays_under_its_bound(level: Detail) -> None:
    many = ClaimsDetail(claims=[with_context("word " * 200)] * 10_000)
    message = report_pb2.Report.FromString(write_report(report(detail=many), level))
    assert message.bindings_dropped
    assert message.ByteSize() <= MAX_REPORT_BYTES
    assert message.results[0].findings.claims.summary.total_claims == 10_000
