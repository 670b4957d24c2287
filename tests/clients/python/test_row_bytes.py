"""Rows that are written as bytes are those that protobuf would write of the same cells."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from verifyd import _cells, _row_bytes
from verifyd.v1 import evidence_pb2

INTEGERS = st.integers() | st.sampled_from([2**k + d for k in (7, 14, 21, 63) for d in (-1, 0)])
NUMBERS = st.floats()
TEXTS = st.text(max_size=300) | st.integers(120, 130).map(lambda size: "x" * size)
KINDS = [INTEGERS, NUMBERS, TEXTS, st.booleans(), st.decimals(), st.dates()]
COLUMN = st.sampled_from([*KINDS, *(st.none() | kind for kind in KINDS), st.one_of(*KINDS)])


def by_protobuf(names: list[str], columns: list[list[Any]], count: int) -> evidence_pb2.Rows:
    message = evidence_pb2.Rows(columns=names)
    for place in range(count):
        row = message.rows.add()
        for column in columns:
            _cells.fill(row.cells.add(), column[place])
    return message


@given(st.data(), st.integers(0, 5), st.integers(0, 4))
def test_the_bytes_are_those_of_the_message(data: st.DataObject, count: int, width: int) -> None:
    columns = []
    for _ in range(width):
        kind = data.draw(COLUMN)
        columns.append(data.draw(st.lists(kind, min_size=count, max_size=count)))
    names = [f"c{place}" for place in range(width)]
    expected = by_protobuf(names, columns, count)
    assert _row_bytes.encode(names, columns, count) == expected.SerializeToString()


@pytest.mark.parametrize("count", [16_383, 16_384, 16_385])
def test_no_row_is_lost_between_two_blocks(count: int) -> None:
    written = _row_bytes.encode(["a"], [list(range(count))], count)
    rows = evidence_pb2.Rows.FromString(written).rows
    assert [row.cells[0].integer for row in rows] == list(range(count))


def test_equal_values_of_different_kinds_stay_what_they_are() -> None:
    # Trap: 1, 1.0 and True are one key of a dict, and so are 1.1 and 1.10 as decimals.
    values = [1, 1.0, True, Decimal("1.1"), Decimal("1.10")]
    rows = evidence_pb2.Rows.FromString(_row_bytes.encode(["a"], [values], len(values))).rows
    kinds = [row.cells[0].WhichOneof("value") for row in rows]
    assert kinds == ["integer", "number", "boolean", "decimal", "decimal"]
    assert [row.cells[0].decimal for row in rows[3:]] == ["1.1", "1.10"]


def test_a_value_that_no_cell_holds_is_named_past_the_first_block() -> None:
    values: list[object] = [1] * 20_000
    values[17_000] = object()
    with pytest.raises(TypeError, match="row 17000, column 'a'"):
        _row_bytes.encode(["a"], [values], len(values))
