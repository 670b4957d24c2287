"""``VerifyStream`` over a real socket: what comes on the way, and that it ends as ``Verify``."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import grpc
import pytest
from calls import RIGHT, WRONG, Calls, inline, read_refusal, request, stream_parts
from hypothesis import given
from hypothesis import strategies as st
from verifyd.v1 import evidence_pb2, report_pb2, verify_pb2

SENTENCE = verify_pb2.RELEASE_MODE_SENTENCE
RIGHT_ONE, WRONG_ONE = "Sales were 1,234 in the North. ", "The South had 900 sales. "
TEXTS = (
    RIGHT,
    WRONG,
    f"# Sales\n\n{RIGHT_ONE}{WRONG_ONE}\n\n- North: 60 %\n- South: 30 %\n- Other: 20 %\n\nEnd.",
    "| region | sales |\n|---|---|\n| North | 1,234 |\n| South | 9,870 |\n\nNorth led – by 247 €.",
    "Code:\n\n```\nsales = 4321\n```\n\nNorth sold 1,234 units [sales]. Per ERP: 99 [ev-1].\n",
    f"{RIGHT_ONE}Setext heading with 987\n===\n\n> Quoted: South sold 987.\n\n1. 1,234\n2. 555\n",
)


@pytest.fixture(scope="module")
def calls(server: Any) -> Iterator[Calls]:
    with server.channel() as channel:
        yield Calls(channel)


def ended(responses: Iterable[Any]) -> tuple[list[Any], Any]:
    """The updates of a stream, and its result."""
    first, *rest, last = responses
    assert first.WhichOneof("part") == "started"
    assert all(one.WhichOneof("part") == "update" for one in rest)
    return [one.update for one in rest], last.result


def current(updates: Iterable[Any]) -> dict[int, report_pb2.Finding]:
    """The findings that hold after some updates."""
    held: dict[int, report_pb2.Finding] = {}
    for update in updates:
        for gone in (*update.withdrawn_ids, *(f.replaced_id for f in update.findings)):
            if gone:
                del held[gone]  # nothing is withdrawn that was not there, or twice
        for found in update.findings:
            assert found.id not in held
            held[found.id] = found.finding
    return held


def of_report(report: report_pb2.Report) -> list[bytes]:
    return sorted(
        one.SerializeToString(deterministic=True)
        for result in report.results
        for one in result.findings.findings
    )


class TestEquality:
    @given(st.sampled_from(TEXTS), st.data())
    def test_any_cutting_ends_as_verify_does(
        self, calls: Calls, text: str, data: st.DataObject
    ) -> None:
        asked = request(text, checks=["numeric", "consistency", "citations"])
        cuts = data.draw(st.lists(st.integers(0, len(text.encode())), max_size=40))
        updates, result = ended(calls.stream(stream_parts(asked, cuts, SENTENCE)))
        report = calls.verify(asked).report
        assert result.report.SerializeToString() == report.SerializeToString()
        held = current(updates).values()
        assert sorted(f.SerializeToString(deterministic=True) for f in held) == of_report(report)

    def test_evidence_may_come_before_and_between_the_text(self, calls: Calls) -> None:
        tables = [inline("one"), inline("two", [{"city": "Oslo", "visits": 55}])]
        text = f"{RIGHT_ONE}Oslo had 56 visits. "
        opening, *pieces = stream_parts(request(text, []), [len(RIGHT_ONE)])
        more = [
            verify_pb2.VerifyStreamRequest(evidence=evidence_pb2.Evidence(query_results=[table]))
            for table in tables
        ]
        parts = [opening, more[0], pieces[0], more[1], *pieces[1:]]
        _, result = ended(calls.stream(parts))
        report = calls.verify(request(text, tables)).report
        assert result.report.SerializeToString() == report.SerializeToString()


class TestSentences:
    def test_a_finding_comes_before_the_text_ends(self, calls: Calls) -> None:
        def parts() -> Iterator[verify_pb2.VerifyStreamRequest]:
            opening, *text = stream_parts(request(WRONG_ONE + "And so on, "))
            yield opening
            yield from text
            assert seen.wait(20)  # the text goes on once its first finding is there
            yield verify_pb2.VerifyStreamRequest(text=b"and on.")

        seen, findings = threading.Event(), list[Any]()
        for response in calls.stream(parts()):
            findings += [one.finding for one in response.update.findings]
            if findings:
                seen.set()
        assert [one.code for one in findings][:1] == ["CLAIM_NOT_FOUND"]
        assert WRONG_ONE[findings[0].span.start : findings[0].span.end] == "900"

    @given(st.sampled_from(TEXTS), st.data())
    def test_sentences_cover_the_text_without_gaps(
        self, calls: Calls, text: str, data: st.DataObject
    ) -> None:
        cuts = data.draw(st.lists(st.integers(0, len(text.encode())), max_size=40))
        updates, _ = ended(calls.stream(stream_parts(request(text), cuts)))
        spans = [(s.span.start, s.span.end) for update in updates for s in update.sentences]
        spans = sorted(dict(spans).items())
        assert spans[0][0] == 0
        assert spans[-1][1] == len(text.encode()) == updates[-1].judged_bytes
        assert all(end == start for (_, end), (start, _) in pairwise(spans))

    def test_a_long_piece_is_read_bit_by_bit(self, calls: Calls) -> None:
        text = "One. Two. " * 5000
        updates, result = ended(calls.stream(stream_parts(request(text), (), SENTENCE)))
        assert max(len(update.sentences) for update in updates) <= 2000
        assert len({s.span.start for update in updates for s in update.sentences}) == 10_000
        assert result.report == calls.verify(request(text)).report


class TestRelease:
    def test_what_stands_before_a_held_sentence_is_released_and_nothing_behind_it(
        self, calls: Calls
    ) -> None:
        text = RIGHT_ONE + WRONG_ONE + RIGHT_ONE
        updates, result = ended(
            calls.stream(stream_parts(request(text), range(0, 80, 3), SENTENCE))
        )
        assert result.report.action == report_pb2.ACTION_HOLD
        assert updates[-1].released_bytes == len(RIGHT_ONE)
        actions = {s.span.start: s.action for u in updates for s in u.sentences}
        assert actions[len(RIGHT_ONE)] == report_pb2.ACTION_HOLD
        assert actions[0] == actions[len(RIGHT_ONE + WRONG_ONE)] == report_pb2.ACTION_RELEASE

    def test_a_text_that_passes_is_released_to_its_end(self, calls: Calls) -> None:
        updates, result = ended(calls.stream(stream_parts(request(RIGHT_ONE * 3), (), SENTENCE)))
        assert result.report.action == report_pb2.ACTION_RELEASE
        released = [update.released_bytes for update in updates]
        assert released == sorted(released)
        assert released[-1] == len(RIGHT_ONE * 3)

    def test_nothing_is_released_before_the_report_unless_it_is_asked_for(
        self, calls: Calls
    ) -> None:
        updates, _ = ended(calls.stream(stream_parts(request(RIGHT_ONE * 3), [90])))
        assert {update.released_bytes for update in updates} == {0}

    def test_a_required_check_of_the_whole_text_holds_every_sentence(self, calls: Calls) -> None:
        item = evidence_pb2.EvidenceItem(id="ev-1", text="Sales were 1,234 in the North.")
        asked = request(RIGHT_ONE * 3, checks=["numeric", "support"])
        asked.evidence.items.append(item)
        updates, _ = ended(calls.stream(stream_parts(asked, [90], SENTENCE)))
        assert {update.released_bytes for update in updates[:-1]} == {0}
        assert {s.action for s in updates[0].sentences} == {report_pb2.ACTION_HOLD}


class TestRefusals:
    def test_a_stream_begins_with_its_start(self, calls: Calls) -> None:
        _, *text = stream_parts(request())
        assert self.refused(calls, text).reason == "STREAM_OUT_OF_ORDER"
        assert self.refused(calls, []).reason == "STREAM_OUT_OF_ORDER"

    def test_a_second_start_is_refused_by_its_position(self, calls: Calls) -> None:
        opening, text = stream_parts(request())
        refusal = self.refused(calls, [opening, text, opening])
        assert (refusal.reason, refusal.metadata["position"]) == ("STREAM_OUT_OF_ORDER", "2")

    def test_a_start_holds_no_narrative(self, calls: Calls) -> None:
        start = verify_pb2.VerifyStreamStart(request=request())
        parts = [verify_pb2.VerifyStreamRequest(start=start)]
        assert self.refused(calls, parts).reason == "STREAM_OUT_OF_ORDER"

    @pytest.mark.parametrize("tail", [b"\xff", b"\xe2\x82"])
    def test_bytes_that_are_not_utf_8_are_refused(self, calls: Calls, tail: bytes) -> None:
        parts = [*stream_parts(request()), verify_pb2.VerifyStreamRequest(text=tail)]
        assert self.refused(calls, parts).reason == "REQUEST_MALFORMED"

    def test_an_empty_narrative_is_refused(self, calls: Calls) -> None:
        opening, _ = stream_parts(request())
        assert self.refused(calls, [opening]).reason == "NARRATIVE_EMPTY"

    def test_a_narrative_past_its_limit_is_refused_before_it_ends(self, calls: Calls) -> None:
        def parts() -> Iterator[verify_pb2.VerifyStreamRequest]:
            yield from stream_parts(request())
            while True:
                yield verify_pb2.VerifyStreamRequest(text=b"x " * 50_000)

        assert self.refused(calls, parts()).reason == "NARRATIVE_TOO_LARGE"

    def test_an_unknown_check_is_refused_at_once(self, calls: Calls) -> None:
        assert self.refused(calls, stream_parts(request(checks=["x"]))).reason == "CHECK_UNKNOWN"

    def refused(self, calls: Calls, parts: Iterable[Any]) -> Any:
        with pytest.raises(grpc.RpcError) as caught:
            list(calls.stream(parts))
        return read_refusal(caught.value)


@pytest.mark.parametrize(
    ("policy", "checks", "has_evidence"),
    [
        ({"hold_on": ["FAIL"]}, (), False),
        ({"hold_on": ["FAIL"]}, ("structure",), True),
        ({"hold_on": ["FAIL"]}, ("numeric", "structure"), True),
        ({"mode": "observe"}, (), False),
    ],
)
def test_what_no_check_has_judged_is_not_released(
    server_for: Any, policy: dict[str, Any], checks: Sequence[str], has_evidence: bool
) -> None:
    asked = request(RIGHT_ONE * 2, checks=checks)
    if not has_evidence:
        asked.ClearField("evidence")
    released = []
    with server_for({"policy": policy}).channel() as channel, suppress(grpc.RpcError):
        for response in Calls(channel).stream(stream_parts(asked, (40,), SENTENCE)):
            released.append(response.update.released_bytes)
    assert len(released) > 1
    assert not any(released[:2])


def test_idle_streams_end(start_server: Any) -> None:
    with start_server({"streams": {"idle_s": 0.2}}).channel() as channel:
        quiet = threading.Event()

        def parts() -> Iterator[verify_pb2.VerifyStreamRequest]:
            yield from stream_parts(request())
            quiet.wait(20)

        with pytest.raises(grpc.RpcError) as caught:
            list(Calls(channel).stream(parts()))
        quiet.set()
    assert read_refusal(caught.value).reason == "STREAM_IDLE"


def test_streams_are_counted_apart_from_calls(start_server: Any) -> None:
    settings = {"streams": {"max_streams": 2}, "server": {"max_in_flight": 1}}
    with start_server(settings).channel() as channel:
        calls, go_on = Calls(channel), threading.Event()

        def parts() -> Iterator[verify_pb2.VerifyStreamRequest]:
            yield from stream_parts(request())
            go_on.wait(20)

        opened = [calls.stream(parts()) for _ in range(2)]
        assert [next(iter(one)).WhichOneof("part") for one in opened] == ["started"] * 2
        assert calls.verify(request()).report.results
        with pytest.raises(grpc.RpcError) as caught:
            list(calls.stream(stream_parts(request())))
        assert read_refusal(caught.value).reason == "OVERLOADED"
        go_on.set()
        assert all([*one][-1].WhichOneof("part") == "result" for one in opened)
        _, result = ended(calls.stream(stream_parts(request())))
        assert result.report.results


def test_streams_are_refused_past_their_memory(start_server: Any) -> None:
    with start_server({"streams": {"memory_bytes": 3 << 20}}).channel() as channel:
        calls, go_on = Calls(channel), threading.Event()

        def parts() -> Iterator[verify_pb2.VerifyStreamRequest]:
            yield from stream_parts(request())
            go_on.wait(20)

        opened = [calls.stream(parts()) for _ in range(2)]
        assert [next(iter(one)).WhichOneof("part") for one in opened] == ["started"] * 2
        with pytest.raises(grpc.RpcError) as caught:
            list(calls.stream(stream_parts(request())))
        refusal = read_refusal(caught.value)
        assert (refusal.reason, refusal.metadata["maximum"]) == ("OVERLOADED", str(3 << 20))
        go_on.set()
        assert all([*one][-1].WhichOneof("part") == "result" for one in opened)
        assert ended(calls.stream(stream_parts(request())))[1].report.results
