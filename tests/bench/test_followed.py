"""What breaks the contract of streams is seen, and cuttings are what they are said to be."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from verifyd.v1 import report_pb2, verify_pb2

from bench import cuttings
from bench.followed import FollowedStream

TEXT = "Umsätze: 1,234.5 – 5 %.\n\n| a | b |\n"
SENTENCE = verify_pb2.RELEASE_MODE_SENTENCE
HOLD, RELEASE = report_pb2.ACTION_HOLD, report_pb2.ACTION_RELEASE
FINDING = {"check": "numeric", "code": "CLAIM_NOT_FOUND"}
STARTED = verify_pb2.VerifyStreamResponse(started=verify_pb2.VerifyStreamStarted(release=SENTENCE))


def update(
    judged: int, released: int, sentences: Sequence[tuple[int, int, Any]] = (), **changes: Any
) -> verify_pb2.VerifyStreamResponse:
    message = verify_pb2.VerifyStreamUpdate(judged_bytes=judged, released_bytes=released, **changes)
    for start, end, action in sentences:
        message.sentences.add(span={"start": start, "end": end}, action=action)
    return verify_pb2.VerifyStreamResponse(update=message)


def result(action: Any, *findings: Mapping[str, Any]) -> verify_pb2.VerifyStreamResponse:
    found = [report_pb2.Finding(**one) for one in findings]
    checked = report_pb2.CheckResult(findings=report_pb2.Findings(findings=found))
    report = report_pb2.Report(action=action, results=[checked])
    return verify_pb2.VerifyStreamResponse(result=verify_pb2.VerifyResponse(report=report))


def differences(*responses: Any) -> list[str]:
    """Of a text of ten characters, whose report by ``Verify`` is that of the stream."""
    expected = responses[-1].result
    return FollowedStream().follow(responses).differences(expected, "0123456789")


def test_nothing_is_wrong_with_a_sound_stream() -> None:
    first = update(4, 4, [(0, 4, RELEASE)], findings=[{"id": 1, "finding": FINDING}])
    last = update(
        10, 4, [(4, 10, HOLD)], findings=[{"id": 2, "replaced_id": 1, "finding": FINDING}]
    )
    assert not differences(STARTED, first, last, result(HOLD, FINDING))


@pytest.mark.parametrize(
    ("responses", "fault"),
    [
        ([STARTED, update(10, 0, [(0, 10, HOLD)])], "there is no result"),
        ([update(10, 0, [(0, 10, HOLD)]), result(HOLD)], "update at the wrong place"),
        ([STARTED, update(10, 0, [(0, 4, HOLD)]), result(HOLD)], "do not cover"),
        ([STARTED, update(9, 0, [(0, 10, HOLD)]), result(HOLD)], "do not cover"),
        ([STARTED, update(10, 0, [(0, 10, HOLD)]), result(HOLD, FINDING)], "findings that hold"),
        ([STARTED, update(10, 4, [(0, 10, RELEASE)]), result(RELEASE)], "not released to its end"),
        ([STARTED, update(4, 5, [(0, 4, RELEASE)]), update(10, 5, [(4, 10, HOLD)])], "more is"),
        ([STARTED, update(4, 4, [(0, 4, HOLD)]), update(10, 4, [(4, 10, HOLD)])], "and held"),
        ([STARTED, update(4, 4, [(0, 4, RELEASE)]), update(10, 0)], "becomes shorter"),
        ([STARTED, update(4, 0, withdrawn_ids=[1])], "goes that did not hold"),
        ([STARTED, *[update(4, 0, findings=[{"id": 1, "finding": FINDING}])] * 2], "comes twice"),
    ],
)
def test_each_fault_is_named(responses: list[Any], fault: str) -> None:
    assert any(fault in one for one in differences(*responses))


def test_another_report_is_a_difference() -> None:
    stream = FollowedStream().follow([STARTED, update(10, 0, [(0, 10, HOLD)]), result(HOLD)])
    found = stream.differences(result(RELEASE).result, "0123456789")
    assert found == ["the report differs from that of Verify"]


@pytest.mark.parametrize("seed", range(40))
def test_pieces_are_the_text_again(seed: int) -> None:
    data = TEXT.encode()
    pieces = list(cuttings.pieces(data, cuttings.cut(data, random.Random(seed))))
    assert b"".join(pieces) == data
    assert all(pieces)


def test_some_cuts_part_numbers_and_characters() -> None:
    data = TEXT.encode()
    cuts = {at for seed in range(40) for at in cuttings.cut(data, random.Random(seed))}
    inside_character = data.index("ä".encode()) + 1
    assert {inside_character, data.index(b"234"), data.index(b"\n|"), data.index(b".5")} <= cuts
