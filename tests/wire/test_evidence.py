"""Evidence from the wire: descriptions are bounded, cells are exact."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from verifyd.v1 import evidence_pb2, evidence_service_pb2

from sidecar.errors import VerifydError
from sidecar.evidence.header import Format
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table
from sidecar.wire import evidence

LIMITS = EvidenceLimits()
Cell, Row, Rows = evidence_pb2.Cell, evidence_pb2.Row, evidence_pb2.Rows


def decoded(rows: evidence_pb2.Rows, limits: EvidenceLimits = LIMITS) -> Table:
    message = evidence_pb2.QueryResult(query_id="q", rows=rows)
    return evidence.decode(evidence.encode_payload(message), evidence.read_header(message), limits)


def test_cells_keep_their_kind_and_value() -> None:
    cells = [
        Cell(text="a"), Cell(number=0.1), Cell(integer=2**60 + 1), Cell(boolean=True),
        Cell(decimal="1234.50"), Cell(date="2024-04-24"), Cell(),
    ]  # fmt: skip
    table = decoded(Rows(columns=list("abcdefg"), rows=[Row(cells=cells)]))
    assert [column[0] for column in table.data] == [
        "a", 0.1, 2**60 + 1, True, Decimal("1234.50"), datetime.datetime(2024, 4, 24), None,  # noqa: DTZ001
    ]  # fmt: skip
    assert [table.cells[i].exact(0) for i in (1, 2, 4)] == [
        Decimal("0.1"),
        Decimal(2**60 + 1),
        Decimal("1234.5"),
    ]
    assert [table.cells[i].values.size for i in (0, 3, 5, 6)] == [0, 0, 0, 0]


@pytest.mark.parametrize("number", ["1e999", "NaN", "Infinity", "1,2", "", "9" * 41, "1e41"])
def test_a_decimal_that_is_none_is_refused(number: str) -> None:
    with pytest.raises(VerifydError) as caught:
        decoded(Rows(columns=["a"], rows=[Row(cells=[Cell(decimal=number)])]))
    assert caught.value.reason == "EVIDENCE_MALFORMED"


def test_rows_of_another_width_are_refused() -> None:
    with pytest.raises(VerifydError) as caught:
        decoded(Rows(columns=["a", "b"], rows=[Row(cells=[Cell()])]))
    assert caught.value.reason == "EVIDENCE_MALFORMED"
    assert "row 0" in str(caught.value)


def test_rows_are_counted_before_they_are_read() -> None:
    limits = EvidenceLimits(max_rows=1)
    with pytest.raises(VerifydError) as caught:
        decoded(Rows(columns=["a"], rows=[Row(), Row()]), limits)
    assert caught.value.reason == "EVIDENCE_TOO_LARGE"
    assert caught.value.metadata["limit"] == "max_rows"


def test_a_result_without_data_is_refused() -> None:
    with pytest.raises(VerifydError) as caught:
        evidence.read_header(evidence_pb2.QueryResult(query_id="q"))
    assert caught.value.reason == "EVIDENCE_FORMAT_UNAVAILABLE"


def test_an_upload_names_its_format() -> None:
    header = evidence_service_pb2.PutQueryResultHeader(
        query_id="q", format=evidence_service_pb2.EVIDENCE_FORMAT_ROWS
    )
    assert evidence.read_header(header).format is Format.ROWS
    header.ClearField("format")
    with pytest.raises(VerifydError) as caught:
        evidence.read_header(header)
    assert caught.value.reason == "EVIDENCE_FORMAT_UNAVAILABLE"


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("family", evidence_pb2.QueryResult(query_id="q", json="[]", family="x" * 201)),
        ("title", evidence_pb2.QueryResult(query_id="q", json="[]", title="x" * 1001)),
    ],
)
def test_descriptions_are_bounded(field: str, message: evidence_pb2.QueryResult) -> None:
    with pytest.raises(VerifydError) as caught:
        evidence.read_header(message)
    assert caught.value.reason == "FIELD_TOO_LONG"
    assert caught.value.metadata["field"] == field
