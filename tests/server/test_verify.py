"""``Verify`` over a real socket: what is accepted, what is refused, what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import grpc
import hypothesis
import pytest
from calls import RIGHT, SALES, WRONG, Calls, inline, read_refusal, refusal, request
from hypothesis import given
from hypothesis import strategies as st
from sampled import sampled
from verifyd.v1 import evidence_pb2, report_pb2, verify_pb2

from sidecar import __version__
from sidecar.checks import CHECKS
from sidecar.settings.root import Settings


@pytest.fixture(scope="module")
def channel(server: Any) -> Iterator[grpc.Channel]:
    with server.channel() as opened:
        yield opened


@pytest.fixture(scope="module")
def calls(channel: grpc.Channel) -> Calls:
    return Calls(channel)


def numeric(response: verify_pb2.VerifyResponse) -> Any:
    return response.report.results[0].findings


class TestReport:
    def test_right_numbers_pass(self, calls: Calls) -> None:
        report = calls.verify(request(RIGHT)).report
        assert report.decision == report_pb2.DECISION_PASS
        assert report.action == report_pb2.ACTION_RELEASE
        assert numeric(calls.verify(request(RIGHT))).numeric.claims_matched == 2

    def test_a_wrong_number_is_named_and_held(self, calls: Calls) -> None:
        response = calls.verify(request(WRONG))
        assert response.report.decision == report_pb2.DECISION_FAIL
        assert response.report.action == report_pb2.ACTION_HOLD
        (finding,) = numeric(response).findings
        assert finding.code == "CLAIM_NOT_FOUND"
        assert WRONG[finding.span.start : finding.span.end] == "4,321"

    def test_the_report_is_the_same_bytes_again_the_meta_is_not(self, calls: Calls) -> None:
        first, second = calls.verify(request(WRONG)), calls.verify(request(WRONG))
        assert first.report.SerializeToString() == second.report.SerializeToString()
        assert first.meta.request_id != second.meta.request_id

    def test_digests_tell_text_evidence_settings_and_engine(self, calls: Calls) -> None:
        report = calls.verify(request(RIGHT)).report
        assert report.text_digest == sha256(RIGHT.encode()).hexdigest()
        assert report.settings_digest == Settings().digest
        assert report.engine_version == __version__
        other = calls.verify(request(RIGHT, [inline(rows=SALES[:1])])).report
        assert other.evidence_digest != report.evidence_digest

    def test_inline_evidence_and_the_same_put_ahead_give_the_same_report(
        self, calls: Calls
    ) -> None:
        handle = calls.put().handle
        ahead = calls.verify(request(RIGHT, handles=[handle])).report
        # The upload was the same JSON as the inline result: its handle, so the digest, is the same.
        assert ahead == calls.verify(request(RIGHT)).report

    def test_the_order_of_evidence_shows_in_its_digest(self, calls: Calls) -> None:
        one, two = inline("one"), inline("two")
        first = calls.verify(request(RIGHT, [one, two])).report
        assert (
            first.evidence_digest != calls.verify(request(RIGHT, [two, one])).report.evidence_digest
        )

    def test_meta_tells_when_and_how_fast(self, calls: Calls) -> None:
        meta = calls.verify(request(RIGHT, request_id="run-17")).meta
        assert meta.request_id == "run-17"
        assert meta.verified_at.seconds > 1_700_000_000
        assert meta.elapsed.nanos > 0
        assert [timing.check for timing in meta.timings] == ["numeric", "consistency"]

    def test_large_evidence_is_decoded_off_the_loop_to_the_same_result(self, calls: Calls) -> None:
        rows = [{"region": f"r{i}", "sales": i} for i in range(20_000)]
        report = calls.verify(request("Sales of r19999 were 19,999.", [inline(rows=rows)])).report
        assert report.decision == report_pb2.DECISION_PASS

    @pytest.mark.parametrize("lines", sampled([200, 1000], 2))
    def test_a_long_narrative_is_judged_too(self, calls: Calls, lines: int) -> None:
        text = f"{RIGHT}\n" * lines
        response = calls.verify(request(text, detail=verify_pb2.DETAIL_VERDICTS))
        assert numeric(response).numeric.claims_matched == 2 * lines

    def test_an_override_changes_the_digest_of_the_settings(self, calls: Calls) -> None:
        strict = verify_pb2.Overrides(numeric=verify_pb2.NumericOverrides(hedge_epsilon=0))
        report = calls.verify(request("Sales in the North were 1,234.", overrides=strict)).report
        assert report.decision == report_pb2.DECISION_PASS
        assert report.settings_digest != Settings().digest


class TestRefusals:
    @pytest.mark.parametrize("narrative", ["", " ", "\n\t \u3000"])
    def test_a_narrative_without_text(self, calls: Calls, narrative: str) -> None:
        refused = refusal(lambda: calls.verify(request(narrative)))
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "NARRATIVE_EMPTY")

    def test_a_narrative_that_is_too_large_in_bytes_though_not_in_characters(
        self, calls: Calls
    ) -> None:
        narrative = "é" * (512 * 1024) + "x"
        refused = refusal(lambda: calls.verify(request(narrative)))
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "NARRATIVE_TOO_LARGE")
        assert refused.metadata == {"given": "1048577", "maximum": "1048576"}

    def test_a_narrative_of_exactly_the_limit_is_taken(self, calls: Calls) -> None:
        calls.verify(request("x" * 1024 * 1024, checks=["numeric"]))

    @pytest.mark.parametrize("request_id", ["x" * 129, "a\nb", "é", "\x7f"])
    def test_a_request_id_that_could_forge_a_log_line(self, calls: Calls, request_id: str) -> None:
        refused = refusal(lambda: calls.verify(request(request_id=request_id)))
        assert (refused.reason, refused.metadata) == ("REQUEST_ID_INVALID", {"maximum": "128"})

    def test_too_many_evidence_items(self, calls: Calls) -> None:
        many = [inline(f"q{i}") for i in range(65)]
        refused = refusal(lambda: calls.verify(request(results=many)))
        assert refused.reason == "TOO_MANY_EVIDENCE_ITEMS"
        assert refused.metadata == {"given": "65", "maximum": "64"}

    def test_two_inline_results_of_one_name(self, calls: Calls) -> None:
        refused = refusal(lambda: calls.verify(request(results=[inline(), inline()])))
        assert (refused.reason, refused.metadata) == ("QUERY_ID_DUPLICATE", {"query_id": "sales"})

    def test_an_inline_result_with_the_name_of_one_put_ahead(self, calls: Calls) -> None:
        handle = calls.put().handle
        both = request(results=[inline(rows=SALES[:1])], handles=[handle])
        assert refusal(lambda: calls.verify(both)).reason == "QUERY_ID_DUPLICATE"

    def test_one_handle_twice(self, calls: Calls) -> None:
        handle = calls.put().handle
        refused = refusal(lambda: calls.verify(request(handles=[handle, handle])))
        assert refused.reason == "QUERY_ID_DUPLICATE"

    def test_an_unknown_handle(self, calls: Calls) -> None:
        refused = refusal(lambda: calls.verify(request(handles=["0" * 64])))
        assert (refused.code, refused.reason) == ("NOT_FOUND", "EVIDENCE_NOT_FOUND")
        assert refused.metadata == {"handle": "0" * 64}

    @pytest.mark.parametrize("letter", ["x", "é", "🦊"])
    def test_an_unknown_check_however_long_its_name(self, calls: Calls, letter: str) -> None:
        # Trap: an error that repeats its input can pass the size that metadata may have.
        refused = refusal(lambda: calls.verify(request(checks=[letter * 100_000])))
        assert refused.reason == "CHECK_UNKNOWN"
        assert len(refused.metadata["check"]) < 300

    def test_nothing_to_verify_and_evidence_of_no_kind(self, calls: Calls) -> None:
        malformed = evidence_pb2.QueryResult(query_id="q", json="[{")
        refused = refusal(lambda: calls.verify(request(results=[malformed])))
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "EVIDENCE_MALFORMED")

    def test_a_looser_override(self, calls: Calls) -> None:
        loose = verify_pb2.Overrides(numeric=verify_pb2.NumericOverrides(rel_epsilon=0.2))
        refused = refusal(lambda: calls.verify(request(overrides=loose)))
        assert (refused.code, refused.reason) == ("PERMISSION_DENIED", "OVERRIDE_NOT_ALLOWED")
        assert refused.metadata == {
            "setting": "numeric.rounding.rel_epsilon",
            "given": "0.2",
            "current": "0",
        }

    def test_an_override_outside_its_range(self, calls: Calls) -> None:
        wrong = verify_pb2.Overrides(numeric=verify_pb2.NumericOverrides(rel_epsilon=-1))
        assert refusal(lambda: calls.verify(request(overrides=wrong))).reason == "OVERRIDE_INVALID"


class TestBytes:
    """Requests that are no messages at all."""

    @pytest.mark.parametrize(
        "data",
        [
            b"\xff\xff\xff",
            b"\x0a\x05ab",  # a string that claims more bytes than follow
            b"\x0a\x02\xff\xfe",  # a string that is not UTF-8
        ],
    )
    def test_malformed_bytes(self, server: Any, data: bytes) -> None:
        with server.channel() as channel:
            call = channel.unary_unary("/verifyd.v1.VerifyService/Verify")
            refused = refusal(lambda: call(data, timeout=5))
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "REQUEST_MALFORMED")

    def test_a_malformed_piece_of_an_upload(self, server: Any) -> None:
        with server.channel() as channel:
            call = channel.stream_unary("/verifyd.v1.EvidenceService/PutQueryResult")
            refused = refusal(lambda: call(iter([b"\xff"]), timeout=5))
        assert refused.reason == "REQUEST_MALFORMED"

    @given(data=st.data())
    @hypothesis.settings(max_examples=200, deadline=None)
    def test_a_damaged_request_is_answered_or_refused_for_a_reason(
        self, channel: Any, data: st.DataObject
    ) -> None:
        raw = bytearray(request(WRONG, request_id="id", checks=["numeric"]).SerializeToString())
        for _ in range(data.draw(st.integers(1, 4))):
            place = data.draw(st.integers(0, len(raw) - 1))
            raw[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
        call = channel.unary_unary("/verifyd.v1.VerifyService/Verify")
        refused = None
        try:
            response = verify_pb2.VerifyResponse.FromString(call(bytes(raw), timeout=10))
        except grpc.RpcError as error:
            refused = read_refusal(error)
        if refused is not None:
            assert refused.reason not in ("", "INTERNAL")
        else:
            assert response.report.decision
            assert all(result.HasField("findings") for result in response.report.results)

    def test_an_unknown_method(self, server: Any) -> None:
        with server.channel() as channel, pytest.raises(grpc.RpcError) as error:
            channel.unary_unary("/verifyd.v1.VerifyService/Vanish")(b"", timeout=5)
        assert error.value.code() is grpc.StatusCode.UNIMPLEMENTED

    def test_a_message_past_the_limit(self, server: Any) -> None:
        with server.channel() as channel, pytest.raises(grpc.RpcError) as error:
            Calls(channel).verify(request("x" * (5 * 1024 * 1024)))
        assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_list_checks_tells_the_codes(calls: Calls) -> None:
    checks = {check.name: check for check in calls.list_checks().checks}
    assert list(checks) == list(CHECKS)
    assert checks["numeric"].required
    assert "CLAIM_NOT_FOUND" in {code.code for code in checks["numeric"].codes}


def test_observe_releases_what_it_reports_as_failed(start_server: Any) -> None:
    server = start_server({"policy": {"mode": "observe"}})
    with server.channel() as channel:
        observed = Calls(channel).verify(request(WRONG)).report
        held = Calls(channel).verify(
            request(WRONG, overrides=verify_pb2.Overrides(mode=report_pb2.MODE_ENFORCE))
        )
    assert observed.decision == report_pb2.DECISION_FAIL
    assert observed.action == report_pb2.ACTION_RELEASE
    assert held.report.action == report_pb2.ACTION_HOLD
