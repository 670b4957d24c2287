"""Row messages are read from their bytes as protobuf's own parser reads them."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from verifyd.v1 import evidence_pb2

from fastpath import _jit
from fastpath._jit import KernelForm
from sidecar.errors import VerifydError
from sidecar.evidence import row_bytes
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table
from sidecar.wire import evidence

Cell, Row, Rows = evidence_pb2.Cell, evidence_pb2.Row, evidence_pb2.Rows
HEADER = Header(query_id="q", format=Format.ROWS)
LIMITS = EvidenceLimits()
SMALL = EvidenceLimits(max_decoded_bytes=1 << 20)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> Any:
    try:
        with _jit.forced(KernelForm.COMPILED):
            yield
    except LookupError as error:
        pytest.skip(str(error))


def scanned(data: bytes, limits: EvidenceLimits = LIMITS) -> Table:
    table = row_bytes.decode_rows(data, HEADER, limits)
    assert table is not None
    return table


def same(one: Table, other: Table) -> bool:
    pairs = zip(one.cells, other.cells, strict=True)
    return (
        one.columns == other.columns
        and one.row_count == other.row_count
        and list(map(list, one.data)) == list(map(list, other.data))
        and all(
            np.array_equal(a.values, b.values)
            and np.array_equal(a.rows, b.rows)
            and [a.exact(i) for i in range(a.rows.size)] == [b.exact(i) for i in range(a.rows.size)]
            for a, b in pairs
        )
    )


INTEGERS = st.integers(-(2**63), 2**63 - 1).map(lambda value: Cell(integer=value))
NUMBERS = st.floats().map(lambda value: Cell(number=value))
TEXTS = st.sampled_from(["", "North", "137 x 64.5 mm", "Ünïcode 7", "1,234"])
DATES = st.sampled_from(["2024-04-24", "2024-04-24T10:00:00+02:00"])
KINDS = [
    INTEGERS,
    NUMBERS,
    TEXTS.map(lambda value: Cell(text=value)),
    DATES.map(lambda value: Cell(date=value)),
    st.decimals(-1000, 1000, places=3).map(lambda value: Cell(decimal=str(value))),
    st.booleans().map(lambda value: Cell(boolean=value)),
    st.one_of(INTEGERS, NUMBERS),
]
COLUMN = st.sampled_from([*KINDS, st.one_of(*KINDS)])


@st.composite
def tables(draw: st.DrawFn) -> bytes:
    columns = [st.just(Cell()) | draw(COLUMN) for _ in range(draw(st.integers(0, 4)))]
    count = draw(st.integers(0, 6))
    made = [Row(cells=[draw(column) for column in columns]) for _ in range(count)]
    names = draw(st.lists(TEXTS, min_size=len(columns), max_size=len(columns)))
    return Rows(columns=names, rows=made).SerializeToString()


@given(tables())
def test_a_table_is_what_protobuf_makes_of_it(data: bytes) -> None:
    assert same(scanned(data), evidence.parse_rows(data, HEADER, LIMITS))


@given(st.data())
def test_bytes_that_nobody_vouches_for_are_refused_or_read_alike(data: st.DataObject) -> None:
    mutated = bytearray(data.draw(tables()) or b"\n\x00")
    for _ in range(data.draw(st.integers(1, 4))):
        mutated[data.draw(st.integers(0, len(mutated) - 1))] = data.draw(st.integers(0, 255))
    del mutated[data.draw(st.integers(1, len(mutated))) :]
    results = []
    for decode in (scanned, lambda given, limits: evidence.parse_rows(given, HEADER, limits)):
        try:
            results.append(decode(bytes(mutated), SMALL))
        except VerifydError:
            return
    assert same(*results)


def test_of_two_values_of_a_cell_the_last_counts() -> None:
    # Trap: two members of a oneof on the wire. Protobuf keeps the last one.
    cell = Cell(text="7").SerializeToString() + Cell(integer=8).SerializeToString()
    row = b"\x0a" + bytes([len(cell)]) + cell
    data = Rows(columns=["a"]).SerializeToString() + b"\x12" + bytes([len(row)]) + row
    assert (
        list(scanned(data).data[0])
        == [8]
        == list(evidence.parse_rows(data, HEADER, LIMITS).data[0])
    )


def test_names_may_come_last_and_unknown_fields_anywhere() -> None:
    unknown = b"\x78\x01" + b"\x7a\x02hi" + b"\x7d" + b"1234" + b"\x79" + b"12345678"
    cell = unknown + Cell(number=0.5).SerializeToString()
    row = unknown + b"\x0a" + bytes([len(cell)]) + cell
    data = unknown + b"\x12" + bytes([len(row)]) + row + b"\x0a\x01a"
    assert list(scanned(data).data[0]) == [0.5]


@pytest.mark.parametrize(
    "data",
    [
        b"\x12\x05\x0a\x00",  # a row longer than the bytes
        b"\x12\x02\x0a\x01",  # a cell longer than its row
        b"\x0a\x01a\x12\x04\x0a\x02\x11\x00",  # half of a float
        b"\x0a" + b"\xff" * 10 + b"\x01",  # a length without end
        b"\x0a" + b"\xff" * 9 + b"\x01",  # a negative length
        b"\x00\x00",  # the field 0
        b"\x0b\x0c",  # a group
        b"\x0a\x01\xff",  # a name that is not UTF-8
        b"\x0a\x01a\x12\x05\x0a\x03\x0a\x01\xff",  # nor is this text
        b"\x80",
    ],
)
def test_what_is_no_rows_message_is_refused(data: bytes) -> None:
    with pytest.raises(VerifydError) as caught:
        scanned(data)
    assert caught.value.reason == "EVIDENCE_MALFORMED"


def test_an_integer_past_2_53_beside_floats_stays_exact() -> None:
    # Trap: as a float it would be its even neighbour.
    cells = [Row(cells=[Cell(integer=2**53 + 1)]), Row(cells=[Cell(number=0.5)])]
    data = Rows(columns=["a"], rows=cells).SerializeToString()
    assert scanned(data).cells[0].exact(0) == 2**53 + 1


def test_a_nan_is_no_number() -> None:
    cells = [Row(cells=[Cell(number=value)]) for value in (math.nan, 1.5, math.inf)]
    table = scanned(Rows(columns=["a"], rows=cells).SerializeToString())
    assert list(table.data[0]) == [None, 1.5, None]


def test_cells_are_counted_before_there_is_memory_for_them() -> None:
    row = b"\x12\x04" + b"\x0a\x00" * 2
    with pytest.raises(VerifydError) as caught:
        scanned(b"\x0a\x01a\x0a\x01b" + row * 50_000, SMALL)
    assert caught.value.metadata["limit"] == "max_decoded_bytes"
    with pytest.raises(VerifydError) as caught:
        scanned(b"\x0a\x01a" * 300 + b"\x12\x00")
    assert caught.value.metadata["limit"] == "max_columns"


def test_a_decimal_is_read_as_it_is_written() -> None:
    cells = [Row(cells=[Cell(decimal="1234.50")]), Row(cells=[Cell(decimal="0.1")])]
    table = scanned(Rows(columns=["a"], rows=cells).SerializeToString())
    assert list(table.data[0]) == [Decimal("1234.50"), Decimal("0.1")]
