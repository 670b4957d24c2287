"""Every repeated field that a client can send has a limit, looked at before it is parsed."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st
from verifyd.v1 import (
    arguments_pb2,
    evidence_pb2,
    evidence_service_pb2,
    review_service_pb2,
    structure_pb2,
    transcript_service_pb2,
    transcripts_pb2,
    verify_pb2,
)

from sidecar.errors import VerifydError
from sidecar.settings.root import Settings
from sidecar.wire.requests import list_limits, make_reader, make_readers

SETTINGS = Settings.model_validate(
    {
        "evidence": {
            "max_results_per_request": 4,
            "max_items_per_request": 5,
            "limits": {"max_columns": 3},
        }
    },
)
READERS = make_readers(SETTINGS)
VERIFY = READERS["/verifyd.v1.VerifyService/Verify"]
PUT = READERS["/verifyd.v1.EvidenceService/PutQueryResult"]

Evidence, Column = evidence_pb2.Evidence, evidence_pb2.Column
Piece, Header = (
    evidence_service_pb2.PutQueryResultRequest,
    evidence_service_pb2.PutQueryResultHeader,
)


def verify(**fields: Any) -> bytes:
    return verify_pb2.VerifyRequest(**fields).SerializeToString()


def evidence(**fields: Any) -> bytes:
    return verify(evidence=Evidence(**fields))


def result(count: int = 0, synonyms: int = 0) -> evidence_pb2.QueryResult:
    columns = [Column(synonyms=["s"] * synonyms)] * count
    return evidence_pb2.QueryResult(columns=columns)


def header(count: int, synonyms: int = 0) -> bytes:
    return Piece(header=Header(columns=result(count, synonyms).columns)).SerializeToString()


RATES = [verify_pb2.VerifyRequest().currency_rates.add()]


@pytest.mark.parametrize(
    ("reads", "within", "past", "reason", "maximum"),
    [
        (
            VERIFY,
            evidence(query_results=[result()] * 2, handles=["h"] * 2),
            evidence(query_results=[result()] * 2, handles=["h"] * 3),
            "TOO_MANY_EVIDENCE_ITEMS",
            4,
        ),
        (
            VERIFY,
            evidence(items=[evidence_pb2.EvidenceItem()] * 2, sources=[evidence_pb2.Source()] * 3),
            evidence(items=[evidence_pb2.EvidenceItem()] * 3, sources=[evidence_pb2.Source()] * 3),
            "TOO_MANY_EVIDENCE_ITEMS",
            5,
        ),
        (
            VERIFY,
            evidence(query_results=[result(3)] * 4),
            evidence(query_results=[result(3), result(4)]),
            "EVIDENCE_TOO_LARGE",
            3,
        ),
        (
            VERIFY,
            evidence(query_results=[result(3, 50)] * 4),
            evidence(query_results=[result(1, 50), result(1, 51)]),
            "FIELD_TOO_LONG",
            50,
        ),
        (PUT, header(3, 50), header(4), "EVIDENCE_TOO_LARGE", 3),
        (PUT, header(3, 50), header(1, 51), "FIELD_TOO_LONG", 50),
        (VERIFY, verify(checks=["x"] * 64), verify(checks=["x"] * 65), "FIELD_TOO_LONG", 64),
        (
            VERIFY,
            verify(currency_rates=RATES * 1000),
            verify(currency_rates=RATES * 1001),
            "CURRENCY_RATE_INVALID",
            1000,
        ),
    ],
)
def test_a_limit_is_reached_but_not_passed(
    reads: Any, within: bytes, past: bytes, reason: str, maximum: int
) -> None:
    assert reads(within).SerializeToString() == within
    with pytest.raises(VerifydError) as caught:
        reads(past)
    error = caught.value
    told = error.metadata["given"], error.metadata["maximum"]
    assert (error.reason, *told) == (reason, str(maximum + 1), str(maximum))


def test_parts_of_one_field_are_merged_and_count_together() -> None:
    part = evidence(handles=["h"] * 2)
    assert len(VERIFY(part * 2).evidence.handles) == 4
    with pytest.raises(VerifydError):
        VERIFY(part * 3)


def test_a_piece_of_an_upload_has_one_header() -> None:
    # Trap: a chunk between them makes the second a new object, a million of them in 4 MiB.
    with pytest.raises(VerifydError) as caught:
        PUT(header(1) + Piece(chunk=b"").SerializeToString() + header(1))
    assert caught.value.reason == "UPLOAD_OUT_OF_ORDER"


def test_every_method_is_read_so() -> None:
    files = verify_pb2, transcript_service_pb2, evidence_service_pb2, review_service_pb2
    services = [s for file in files for s in file.DESCRIPTOR.services_by_name.values()]
    methods = {f"/{each.full_name}/{one.name}" for each in services for one in each.methods}
    assert methods == {*READERS}


def test_a_repeated_field_without_a_limit_is_a_fault() -> None:
    known = list_limits(Settings())
    with pytest.raises(ValueError, match=r"StructureRepair\.edits has no limit"):
        make_reader(structure_pb2.StructureRepair, known)
    with pytest.raises(ValueError, match=r"Column\.synonyms has no limit"):
        make_reader(Piece, [each for each in known if each.fields != ("Column.synonyms",)])


def test_every_limit_is_of_a_field_that_is_there() -> None:
    files = (
        arguments_pb2,
        evidence_pb2,
        evidence_service_pb2,
        review_service_pb2,
        transcript_service_pb2,
        transcripts_pb2,
        verify_pb2,
    )
    messages = [m for file in files for m in file.DESCRIPTOR.message_types_by_name.values()]
    fields = {f"{message.name}.{field.name}" for message in messages for field in message.fields}
    assert {field for limit in list_limits(Settings()) for field in limit.fields} <= fields


def held(field: int, inside: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    return inside.map(lambda data: bytes([field << 3 | 2, len(data)]) + data)


def many(*fields: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    return st.lists(st.one_of(fields), max_size=5).map(b"".join).filter(lambda d: len(d) < 128)


EMPTY = st.just(b"")
UNKNOWN = st.sampled_from([b"\x78\x01", b"\x10\x01", b"\x7a\x02hi", b"\x7d1234", b"\x7912345678"])
COLUMNS = held(4, many(UNKNOWN, held(5, EMPTY), st.just(b"\x2a\x00" * 26)))
RESULTS = held(1, many(UNKNOWN, held(1, st.just(b"q")), COLUMNS))
PARTS = held(2, many(UNKNOWN, RESULTS, held(2, EMPTY), held(3, EMPTY), held(4, EMPTY)))


@given(many(UNKNOWN, PARTS, held(3, EMPTY)))
def test_what_passes_a_limit_is_what_protobuf_would_count(data: bytes) -> None:
    whole = verify_pb2.VerifyRequest.FromString(data)
    told = whole.evidence
    columns = [column for result in told.query_results for column in result.columns]
    within = (
        len(told.query_results) + len(told.handles) <= 4
        and len(told.items) + len(told.sources) <= 5
        and all(len(result.columns) <= 3 for result in told.query_results)
        and all(len(column.synonyms) <= 50 for column in columns)
    )
    if within:
        assert [*VERIFY(data).evidence.handles] == [*told.handles]
    else:
        with pytest.raises(VerifydError):
            VERIFY(data)


@pytest.mark.parametrize("data", [b"\x12", b"\x12\x02\x22", b"\x0a\x01\xff"])
def test_what_is_no_message_is_told_as_protobuf_tells_it(data: bytes) -> None:
    with pytest.raises(DecodeError):
        VERIFY(data)
