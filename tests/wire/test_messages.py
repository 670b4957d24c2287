"""The server reads requests as they are written, but for rows, which stay bytes."""

from __future__ import annotations

import gc
import weakref

from google.protobuf import json_format
from verifyd.v1 import evidence_pb2, verify_pb2

from sidecar.wire import evidence
from sidecar.wire.messages import VerifyRequest

CELLS = evidence_pb2.Row(cells=[evidence_pb2.Cell(integer=7)])
ROWS = evidence_pb2.Rows(columns=["a"], rows=[CELLS])
RESULTS = [
    evidence_pb2.QueryResult(query_id="r", family="LMIS", rows=ROWS),
    evidence_pb2.QueryResult(query_id="j", json="[]"),
]
REQUEST = verify_pb2.VerifyRequest(
    narrative="7 people",
    evidence=evidence_pb2.Evidence(query_results=RESULTS),
    overrides=verify_pb2.Overrides(numeric=verify_pb2.NumericOverrides(rel_epsilon=0.001)),
    checks=["numeric"],
)


def test_rows_stay_bytes() -> None:
    # Trap: protobuf makes an object of each cell, before any limit is looked at.
    read = VerifyRequest.FromString(REQUEST.SerializeToString())
    first, second = read.evidence.query_results
    assert first.rows == ROWS.SerializeToString()
    assert evidence.encode_payload(first) == evidence.encode_payload(RESULTS[0])
    assert evidence.read_header(first) == evidence.read_header(RESULTS[0])
    assert evidence.read_header(second) == evidence.read_header(RESULTS[1])


def test_everything_else_is_as_the_contract_has_it() -> None:
    assert VerifyRequest.FromString(REQUEST.SerializeToString()).SerializeToString() == (
        REQUEST.SerializeToString()
    )
    plain = verify_pb2.VerifyRequest(narrative="7", overrides=REQUEST.overrides, checks=["a"])
    read = VerifyRequest.FromString(plain.SerializeToString())
    assert json_format.MessageToDict(read) == json_format.MessageToDict(plain)


def test_the_classes_of_parts_live_as_long_as_the_process() -> None:
    """Made anew while the collector ran, one ended the server with a segmentation fault."""
    read = VerifyRequest.FromString(REQUEST.SerializeToString())
    parts = (read.evidence, read.evidence.query_results[0], read.overrides.numeric)
    classes = [weakref.ref(type(part)) for part in parts]
    del read, parts
    gc.collect()
    assert [each() for each in classes].count(None) == 0
