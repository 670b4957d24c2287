"""What is declared of a query result: gaps, expiry, handles, and what cannot be so."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st
from verifyd.v1 import evidence_pb2, evidence_service_pb2

from sidecar.evidence.declared import digest_expired, find_expired
from sidecar.evidence.declared_form import parse_declared
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.errors import EvidenceColumnUnknown, EvidenceMalformed
from sidecar.evidence.header import Header, make_handle
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import ControlTotal, Declarations, Gap, Table
from sidecar.wire import evidence as wire

S = 1_000_000_000


def table(values: list[Any], **declared: Any) -> Table:
    header = Header(query_id="q", declared=Declarations(**declared))
    payload = json.dumps([{"n": value} for value in values]).encode()
    return decode_evidence(payload, header, EvidenceLimits())


def total(text: str, column: str = "n") -> tuple[ControlTotal, ...]:
    return (ControlTotal(column, Decimal(text)),)


class TestGaps:
    def test_nothing_declared_leaves_none(self) -> None:
        assert table([1, 2]).gaps == ()

    def test_fewer_rows_than_the_complete_result(self) -> None:
        assert table([1, 2], row_count=3).gaps == (Gap("row_count", Decimal(3), Decimal(2)),)
        assert table([1, 2], row_count=2).gaps == ()

    def test_a_limit_counts_where_it_is_reached_and_no_count_is_declared(self) -> None:
        (gap,) = table([1, 2], row_limit=2).gaps
        assert (gap.what, gap.is_certain) == ("row_limit", False)
        assert table([1, 2], row_limit=3).gaps == ()
        assert table([1, 2], row_limit=2, row_count=2).gaps == ()
        (gap,) = table([1, 2], row_limit=2, row_count=5).gaps
        assert (gap.what, gap.is_certain) == ("row_count", True)

    def test_no_rows_of_a_result_that_has_some(self) -> None:
        assert table([], row_count=5).gaps

    @given(st.lists(st.decimals(-(10**6), 10**6, places=3), max_size=20))
    def test_a_total_is_compared_exactly(self, values: list[Decimal]) -> None:
        whole = sum(values, Decimal(0))
        given_values: list[Any] = [float(value) for value in values] or [None]
        assert table(given_values, control_totals=total(str(whole))).gaps == ()
        off = whole + Decimal("0.001")
        (gap,) = table(given_values, control_totals=total(str(off))).gaps
        assert (gap.what, gap.declared, gap.found) == ("total of n", off, whole)

    def test_integers_past_what_a_float_holds(self) -> None:
        assert table([2**53, 1], control_totals=total(str(2**53 + 1))).gaps == ()
        assert table([2**53, 1], control_totals=total(str(2**53))).gaps

    def test_what_cannot_be_so_is_refused(self) -> None:
        with pytest.raises(EvidenceMalformed):
            table([1, 2], row_count=1)
        with pytest.raises(EvidenceMalformed):
            table([1], control_totals=total("1") * 2)
        with pytest.raises(EvidenceColumnUnknown):
            table([1], control_totals=total("1", "m"))


class TestExpiry:
    def test_it_expires_at_its_time_and_not_before(self) -> None:
        one = table([1], expires_at=100 * S)
        assert find_expired([one], 100 * S - 1, 0.0) == frozenset()
        assert find_expired([one], 100 * S, 0.0) == {"q"}

    def test_it_may_be_as_old_as_the_settings_allow(self) -> None:
        one = table([1], as_of=100 * S)
        assert find_expired([one], 110 * S, 10.0) == frozenset()
        assert find_expired([one], 110 * S + 1, 10.0) == {"q"}
        assert find_expired([one], 1000 * S, 0.0) == frozenset()
        assert find_expired([table([1])], 1000 * S, 10.0) == frozenset()

    def test_the_digest_has_what_has_expired(self) -> None:
        assert digest_expired("d", frozenset()) == "d"
        digests = [digest_expired("d", frozenset(ids)) for ids in ("a", "b", ("a", "b"))]
        assert len({*digests, "d"}) == 4


def test_all_that_is_declared_is_in_the_handle() -> None:
    plain = Header(query_id="q")
    some = [
        Declarations(),
        Declarations(as_of=1),
        Declarations(expires_at=1),
        Declarations(row_count=1),
        Declarations(row_limit=1),
        Declarations(row_count=0),
        Declarations(control_totals=total("1")),
        Declarations(control_totals=total("1", "m")),
        Declarations(control_totals=total("1") * 2),
    ]
    assert len({make_handle("t", replace(plain, declared=one), b"[]") for one in some}) == len(some)


class TestWire:
    def message(self, **declared: Any) -> evidence_pb2.QueryResult:
        return evidence_pb2.QueryResult(query_id="q", json="[]", **declared)

    def test_an_upload_declares_the_same(self) -> None:
        declared: dict[str, Any] = {
            "as_of": Timestamp(seconds=5, nanos=7),
            "expires_at": Timestamp(seconds=6),
            "row_count": 0,
            "row_limit": 3,
            "control_totals": [evidence_pb2.ControlTotal(column="n", sum="1.50")],
        }
        header = evidence_service_pb2.PutQueryResultHeader(
            query_id="q", format=evidence_service_pb2.EVIDENCE_FORMAT_JSON, **declared
        )
        read = wire.read_header(self.message(**declared))
        assert read == wire.read_header(header)
        assert read.declared == Declarations(
            as_of=5 * S + 7,
            expires_at=6 * S,
            row_count=0,
            row_limit=3,
            control_totals=total("1.50"),
        )

    @pytest.mark.parametrize(
        "declared",
        [
            {"as_of": Timestamp(nanos=-1)},
            {"expires_at": Timestamp(nanos=S)},
            {"as_of": Timestamp(seconds=1 << 40)},
            {"expires_at": Timestamp(seconds=-(1 << 40))},
            *(
                {"control_totals": [evidence_pb2.ControlTotal(column="n", sum=text)]}
                for text in ("", "x", "NaN", "Infinity", "1" * 41, "1e99", "1,5")
            ),
        ],
    )
    def test_what_is_no_time_and_no_sum_is_refused(self, declared: dict[str, Any]) -> None:
        with pytest.raises(EvidenceMalformed):
            wire.read_header(self.message(**declared))


class TestForm:
    def test_it_reads_what_people_write(self) -> None:
        said = {
            "as_of": "1970-01-01T01:00:05+01:00",
            "expires_at": "1970-01-01T00:00:06.000001Z",
            "row_count": 7,
            "control_totals": [{"column": "n", "sum": 1.5}],
            "title": "is not looked at",
        }
        assert parse_declared(said) == Declarations(
            as_of=5 * S, expires_at=6 * S + 1000, row_count=7, control_totals=total("1.5")
        )

    @pytest.mark.parametrize(
        "said",
        [
            {"as_of": "1970-01-01T00:00:05"},
            {"as_of": "yesterday"},
            {"expires_at": 5},
            {"row_count": -1},
            {"row_count": True},
            {"row_limit": 1.5},
            {"control_totals": {"n": 1}},
            {"control_totals": ["n"]},
            {"control_totals": [{"column": "n"}]},
            {"control_totals": [{"column": "n", "sum": True}]},
            {"control_totals": [{"column": "n", "sum": "x"}]},
            {"control_totals": [{"column": "n", "sum": 1, "more": 2}]},
        ],
    )
    def test_it_names_the_field_that_is_wrong(self, said: dict[str, Any]) -> None:
        (name,) = said
        with pytest.raises(ValueError, match=name):
            parse_declared(said)
