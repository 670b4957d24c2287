"""Reports as plain data and back: nothing is lost, whatever a server says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from verifyd import Action, Client, Decision, InvalidArgument, Report
from verifyd.v1 import common_pb2, verify_pb2

DEEPEST = 5
NARRATIVE = "🦉 Größe 1,234 — 日本 5 %"
SCALARS: dict[int, st.SearchStrategy[Any]] = {
    FieldDescriptor.CPPTYPE_STRING: st.text(st.characters(codec="utf-8"), max_size=5),
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
    FieldDescriptor.CPPTYPE_DOUBLE: st.floats(allow_nan=False, allow_infinity=False),
    FieldDescriptor.CPPTYPE_FLOAT: st.floats(width=32, allow_nan=False, allow_infinity=False),
    FieldDescriptor.CPPTYPE_INT32: st.integers(-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_UINT32: st.integers(0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_INT64: st.integers(-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT64: st.integers(0, 2**64 - 1),
    FieldDescriptor.CPPTYPE_ENUM: st.integers(0, 40),  # those of a newer server too
}


def drawn(kind: Any, data: st.DataObject, depth: int = 0) -> Message:
    """Any message of a kind, its places at code points of the narrative."""
    if kind is common_pb2.Span:
        start, end = (
            len(NARRATIVE[: data.draw(st.integers(0, len(NARRATIVE)))].encode()) for _ in "se"
        )
        return common_pb2.Span(start=start, end=end)
    if kind is Timestamp:
        return Timestamp(seconds=data.draw(st.integers(0, 2**32)), nanos=5_000_000)
    if kind is Duration:
        return Duration(seconds=data.draw(st.integers(0, 2**32)), nanos=7)
    message: Message = kind()
    for field in kind.DESCRIPTOR.fields:
        if field.message_type is not None and depth >= DEEPEST:
            continue
        if not data.draw(st.booleans()):
            continue
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            getattr(message, field.name).update(data.draw(st.dictionaries(*[st.text("ab")] * 2)))
            continue
        count = data.draw(st.integers(1, 2)) if field.is_repeated else 1
        values = [
            data.draw(SCALARS[field.cpp_type])
            if field.message_type is None
            else drawn(field.message_type._concrete_class, data, depth + 1)
            for _ in range(count)
        ]
        if field.is_repeated:
            getattr(message, field.name).extend(values)
        elif field.message_type is None:
            setattr(message, field.name, values[0])
        else:
            getattr(message, field.name).CopyFrom(values[0])
    return message


@settings(suppress_health_check=[*HealthCheck], deadline=None, max_examples=60)
@given(st.data())
def test_any_report_comes_back_as_it_was(data: st.DataObject) -> None:
    raw = drawn(verify_pb2.VerifyResponse, data)
    report = Report(NARRATIVE, raw)  # type: ignore[arg-type]
    text = report.to_json()
    again = Report.from_json(text)
    assert again.raw == raw
    assert again.to_json() == text
    assert Report.from_dict(json.loads(text)).to_dict() == report.to_dict()


def test_a_report_of_a_server_reads_like_python(server: Any) -> None:
    text = "🦉 Energy has 1,324 staff [ev-1]. 61 % and 45 % of it are women. Confidence: 0.7"
    with Client(server.target) as client:
        report, twin = (
            client.verify(
                text,
                {"q": [{"sector": "Energy", "staff": 1234}]},
                items=[{"id": "ev-1", "text": "Energy has 1,234 staff."}],
                structured={"type": "object"},
                detail="explain",
            )
            for _ in "ab"
        )
    plain = report.to_dict()
    assert (plain["narrative"], plain["report"]["decision"]) == (text, "FAIL")
    results = {one["check"]: one["findings"] for one in plain["report"]["results"]}
    span = results["numeric"]["findings"][0]["span"]
    assert text[span["start"] : span["end"]] == "1,324"
    assert json.dumps(plain["report"]) == json.dumps(twin.to_dict()["report"])  # no times in it
    again = Report.from_json(report.to_json(indent=2))
    assert (str(again), repr(again)) == (str(report), repr(report))
    assert again.bindings == report.bindings
    assert again.meta == report.meta


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not JSON"),
        ("[]", "report.narrative is None"),
        ('{"narrative": "x", "verdict": 1}', "report has no 'verdict'; it may have: report, meta"),
        ('{"narrative": "x", "report": {"decision": "PAS"}}', "did you mean PASS?"),
        ('{"narrative": "x", "report": {"results": {}}}', "report.report.results is {}"),
        ('{"narrative": "x", "report": {"results": [{"check": 5}]}}', "results[0].check is 5 of"),
        ('{"narrative": "x", "meta": {"verified_at": "noon"}}', "a Timestamp as JSON has it"),
    ],
)
def test_what_is_no_report_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidArgument) as raised:
        Report.from_json(text)
    assert said in raised.value.message


def test_a_report_that_says_nothing_is_held() -> None:
    report = Report.from_json('{"narrative": "x"}')
    assert (report.decision, report.action) == (Decision.UNVERIFIED, Action.HOLD)
