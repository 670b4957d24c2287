"""``PutSource``: what is put ahead is cited as if it had come with the request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from calls import refusal
from conftest import RunningServer, StartServer
from verifyd import Client, EvidenceNotFound, InvalidRequest, QueryResult, Source
from verifyd.v1 import evidence_pb2, evidence_service_pb2, evidence_service_pb2_grpc

TEXT = "Staff grew [Source 1]. Sales fell [Source 2].\n"
FIRST = Source("first", "Staff grew.", family="LMIS", title="Staff", url="https://example.org/a")
SECOND = Source("second", "Sales fell.", relevance=0.5)


@pytest.fixture
def client(server: RunningServer) -> Iterator[Client]:
    with Client(server.target) as made:
        yield made


def put(server: RunningServer, **fields: Any) -> Any:
    with server.channel() as channel:
        stub: Any = evidence_service_pb2_grpc.EvidenceServiceStub(channel)  # type: ignore[no-untyped-call]
        source = evidence_pb2.Source(**fields)
        return stub.PutSource(evidence_service_pb2.PutSourceRequest(source=source), timeout=10)


def test_a_report_is_the_same_whichever_way_a_source_came(client: Client) -> None:
    handles = [client.put_source(FIRST), client.put_source(SECOND)]
    options: dict[str, Any] = {"checks": ["citations"]}
    inline = client.verify(TEXT, sources=[FIRST, SECOND], **options)
    ahead = client.verify(TEXT, handles=handles, **options)
    mixed = client.verify(TEXT, sources=[FIRST], handles=handles[1:], **options)
    assert inline.checks == ahead.checks == mixed.checks
    assert inline.evidence_digest == ahead.evidence_digest == mixed.evidence_digest
    missing = client.verify(TEXT, handles=handles[:1], **options)
    assert missing.checks != inline.checks


def test_sources_and_query_results_are_put_side_by_side(client: Client) -> None:
    handles = [client.put(QueryResult("q1", [{"staff": 5}])), client.put_source(FIRST)]
    report = client.verify("Staff is 5 [Source 1].\n", handles=handles)
    assert {"numeric", "citations"} <= {check.check for check in report.checks}


def test_what_is_known_of_it(client: Client) -> None:
    handle = client.put_source(FIRST)
    info = client.get(handle)
    assert info.source == Source("first", "", 0, "LMIS", "Staff", "https://example.org/a")
    assert (info.query_id, info.family, info.title) == ("", "LMIS", "Staff")
    assert info.text_bytes == len(FIRST.text)
    assert info.memory_bytes > info.text_bytes
    assert client.put_source(FIRST).already_present
    client.delete(handle)
    with pytest.raises(EvidenceNotFound):
        client.get(handle)
    client.verify(TEXT, handles=[handle], sources=[SECOND])  # the handle has what was put
    assert client.get(handle).source == info.source


def test_two_sources_of_one_id_or_number_are_refused(client: Client) -> None:
    handles = [client.put_source(FIRST), client.put_source(Source("first", "Other."))]
    for given in ({"handles": handles}, {"handles": handles[:1], "sources": [FIRST]}):
        with pytest.raises(InvalidRequest, match="EVIDENCE_ID_DUPLICATE"):
            client.verify(TEXT, **given)
    numbered = client.put_source(Source("third", "Other.", number=1))
    with pytest.raises(InvalidRequest, match="EVIDENCE_ID_DUPLICATE"):
        client.verify(TEXT, handles=[handles[0], numbered])


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "EVIDENCE_ITEM_INVALID"),
        ({"id": "a b"}, "EVIDENCE_ITEM_INVALID"),
        ({"id": "a", "relevance": 2.0}, "EVIDENCE_ITEM_INVALID"),
        ({"id": "a", "text": "x" * (1024 * 1024 + 1)}, "EVIDENCE_ITEM_INVALID"),
        ({"id": "a", "url": "x" * 2001}, "FIELD_TOO_LONG"),
        ({"id": "a", "title": "x" * 1001}, "FIELD_TOO_LONG"),
        ({"id": "a", "family": "x" * 201}, "FIELD_TOO_LONG"),
    ],
)
def test_what_is_no_source_is_refused_when_it_is_put(
    server: RunningServer, fields: dict[str, Any], reason: str
) -> None:
    assert refusal(lambda: put(server, **fields)).reason == reason


def test_a_text_may_be_as_long_as_in_a_request(server: RunningServer) -> None:
    assert put(server, id="a", text="x" * 1024 * 1024).info.text_bytes == 1024 * 1024


def test_it_counts_to_the_memory_of_evidence(start_server: StartServer) -> None:
    server = start_server({"evidence": {"memory_bytes": 1024 * 1024}})
    first = put(server, id="a", text="x" * 700_000).handle
    put(server, id="b", text="y" * 700_000)
    with Client(server.target) as client, pytest.raises(EvidenceNotFound):
        client.get(first)
    with pytest.raises(grpc.RpcError):
        put(server, id="c", text="\U0001f600" * 262_144)  # four bytes each, and one more is read
    assert not [line for line in server.log_lines() if "xxxx" in str(line)]
