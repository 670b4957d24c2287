"""``EvidenceService`` over a real socket: uploads in order, within limits, by handle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from calls import RIGHT, SALES, Calls, chunk, header, refusal, request, upload
from verifyd.v1 import evidence_pb2, report_pb2
from verifyd.v1 import evidence_service_pb2 as pb


@pytest.fixture(scope="module")
def calls(server: Any) -> Iterator[Calls]:
    with server.channel() as channel:
        yield Calls(channel)


def test_put_get_verify_delete(calls: Calls) -> None:
    put = calls.put()
    assert put.info.row_count == 2
    assert put.info.number_count == 2
    assert [column.name for column in put.info.columns] == ["region", "sales"]
    assert calls.get(put.handle).info.query_id == "sales"
    report = calls.verify(request(RIGHT, handles=[put.handle])).report
    assert report.decision == report_pb2.DECISION_PASS
    calls.delete(put.handle)
    for method in (calls.get, calls.delete):
        refused = refusal(partial(method, put.handle))
        assert (refused.code, refused.reason) == ("NOT_FOUND", "EVIDENCE_NOT_FOUND")


def test_the_same_again_is_the_same_handle(calls: Calls) -> None:
    first, again = calls.put(upload("again")), calls.put(upload("again"))
    assert not first.already_present
    assert again.already_present
    assert again.handle == first.handle
    assert again.info.expire_time.ToNanoseconds() >= first.info.expire_time.ToNanoseconds()


def test_pieces_may_be_cut_anywhere(calls: Calls) -> None:
    whole = calls.put(upload("cut"))
    data = upload("cut")[1].chunk + upload("cut")[2].chunk
    single = calls.put([header("cut"), *(chunk(data[i : i + 1]) for i in range(len(data)))])
    assert single.handle == whole.handle


def test_rows_and_arrow_are_read_as_well(calls: Calls) -> None:
    rows = evidence_pb2.Rows(
        columns=["sales"],
        rows=[evidence_pb2.Row(cells=[evidence_pb2.Cell(integer=1234)])],
    )
    head = pb.PutQueryResultHeader(query_id="r", format=pb.EVIDENCE_FORMAT_ROWS)
    pieces = [pb.PutQueryResultRequest(header=head), chunk(rows.SerializeToString())]
    assert calls.put(pieces).info.number_count == 1

    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"region": ["North", "South"], "sales": [1234, 987]})
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    arrow = sink.getvalue().to_pybytes()
    head = pb.PutQueryResultHeader(query_id="a", format=pb.EVIDENCE_FORMAT_ARROW)
    assert calls.put([pb.PutQueryResultRequest(header=head), chunk(arrow)]).info.row_count == 2
    inline = evidence_pb2.QueryResult(query_id="i", arrow=arrow)
    report = calls.verify(request("The North had sales of 1,234 (QID:i).", [inline])).report
    assert report.decision == report_pb2.DECISION_PASS


@pytest.mark.parametrize(
    ("pieces", "position"),
    [
        ([], "0"),
        ([chunk(b"[]")], "0"),
        ([pb.PutQueryResultRequest()], "0"),
        ([header(), header()], "1"),
        ([header(), chunk(b"[]"), header()], "2"),
        ([header(), chunk(b"")], "1"),
        ([header(), pb.PutQueryResultRequest()], "1"),
    ],
)
def test_any_other_order_is_refused(
    calls: Calls, pieces: list[pb.PutQueryResultRequest], position: str
) -> None:
    refused = refusal(lambda: calls.put(pieces))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "UPLOAD_OUT_OF_ORDER")
    assert refused.metadata == {"position": position}


@pytest.mark.parametrize(("number", "given"), [(0, "EVIDENCE_FORMAT_UNSPECIFIED"), (77, "77")])
def test_a_format_must_be_named(calls: Calls, number: Any, given: str) -> None:
    head = pb.PutQueryResultHeader(query_id="q", format=number)
    refused = refusal(lambda: calls.put([pb.PutQueryResultRequest(header=head), chunk(b"[]")]))
    assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "EVIDENCE_FORMAT_UNAVAILABLE")
    assert refused.metadata == {"query_id": "q", "field": "header.format", "format": given}
    assert f"header.format is {given}; known are EVIDENCE_FORMAT_ARROW, " in refused.message


@pytest.mark.parametrize("query_id", ["", "two words", "x" * 201, "a\u202eb"])
def test_a_query_id_must_be_one(calls: Calls, query_id: str) -> None:
    assert refusal(lambda: calls.put(upload(query_id))).reason == "QUERY_ID_INVALID"


def test_bytes_that_do_not_parse(calls: Calls) -> None:
    refused = refusal(lambda: calls.put([header("bad"), chunk(b"[{]")]))
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "EVIDENCE_MALFORMED")
    assert refused.metadata["query_id"] == "bad"


@pytest.mark.parametrize(
    "data",
    [b"[null]", b'[{"a": 1}, null]', b"[NaN]", b'[{"a": 1e9999999999999999999}]', b"[" * 99_999],
)
def test_what_no_decoder_reads_is_told_at_once(calls: Calls, data: bytes) -> None:
    # Trap: an exception that asyncio cannot hand on, and the call waits for its deadline.
    refused = refusal(lambda: calls.put([header("bad"), chunk(data)]))
    assert refused.code == "INVALID_ARGUMENT"
    assert refused.reason in {"EVIDENCE_MALFORMED", "EVIDENCE_TYPE_UNSUPPORTED"}


class TestLimits:
    def test_an_upload_past_its_limit_ends_before_it_is_all_received(
        self, start_server: Any
    ) -> None:
        server = start_server({"evidence": {"limits": {"max_decoded_bytes": 4096}}})
        sent = 0

        def endless() -> Iterator[pb.PutQueryResultRequest]:
            nonlocal sent
            yield header()
            while sent < 100_000:
                sent += 1
                yield chunk(b" " * 1024)

        with server.channel() as channel:
            refused = refusal(lambda: Calls(channel).start_put(endless()).result())
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "EVIDENCE_TOO_LARGE")
        assert refused.metadata["limit"] == "max_decoded_bytes"
        assert refused.metadata["maximum"] == "4096"
        assert sent < 100_000

    def test_rows_past_their_limit(self, start_server: Any) -> None:
        server = start_server({"evidence": {"limits": {"max_rows": 1}}})
        with server.channel() as channel:
            refused = refusal(Calls(channel).put)
        assert refused.reason == "EVIDENCE_TOO_LARGE"
        assert refused.metadata["limit"] == "max_rows"

    def test_evicted_evidence_is_not_found_and_can_be_put_again(self, start_server: Any) -> None:
        server = start_server({"evidence": {"memory_bytes": 1024 * 1024}})
        with server.channel() as channel:
            calls = Calls(channel)
            first = calls.put(upload("first")).handle
            rows = [{"m": i + 0.5, "n": i} for i in range(7000)]
            for name in ("a", "b", "c"):
                calls.put(upload(name, rows))
            assert refusal(lambda: calls.get(first)).reason == "EVIDENCE_NOT_FOUND"
            assert calls.put(upload("first")).handle == first
            assert calls.get(first).info.row_count == len(SALES)
