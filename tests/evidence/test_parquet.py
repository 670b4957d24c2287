"""Parquet files: what a few bytes stand for is refused before it is allocated."""

from __future__ import annotations

import io

import pyarrow as pa
import pytest
from pyarrow import parquet

from sidecar.evidence.data_files import READERS
from sidecar.evidence.errors import EvidenceTooLarge
from sidecar.evidence.file_form import FOUND_OUT
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table

MOST = 1 << 20


def decode(table: pa.Table, **limits: int) -> Table:
    sink = io.BytesIO()
    parquet.write_table(table, sink, store_schema=False)
    assert len(sink.getvalue()) < MOST // 4
    reader = READERS[".parquet"]
    header = Header(query_id="q", format=reader.format)
    changed = EvidenceLimits().changed(**limits)
    return reader.decode(sink.getvalue(), header, changed, FOUND_OUT, lambda _: None)


def repeated(text: str, count: int) -> pa.Table:
    places = pa.array([0] * count, pa.int32())
    return pa.table({"a": pa.DictionaryArray.from_arrays(places, pa.array([text]))})


@pytest.mark.parametrize(
    ("table", "limits", "passed"),
    [
        (pa.table({"a": [7] * 5000}), {"max_rows": 4999}, "max_rows"),
        (pa.table({"a": [7] * 200_000}), {"max_decoded_bytes": MOST}, "max_decoded_bytes"),
        (pa.table({str(one): [7] for one in range(9)}), {"max_columns": 8}, "max_columns"),
    ],
)
def test_what_passes_a_limit_is_refused(
    table: pa.Table, limits: dict[str, int], passed: str
) -> None:
    with pytest.raises(EvidenceTooLarge) as caught:
        decode(table, **limits)
    assert caught.value.metadata["limit"] == passed


def test_a_text_in_many_rows_is_held_once() -> None:
    before = pa.default_memory_pool().max_memory()
    found = decode(repeated("x" * 60_000, 4000))
    assert found.row_count == 4000
    assert list(found.data[0][:2]) == ["x" * 60_000] * 2
    assert pa.default_memory_pool().max_memory() - before < 32 * MOST


def test_texts_numbers_and_gaps_are_those_of_the_file() -> None:
    rows = {"a": ["x", None, "y", "x"], "b": [1, None, 3, -4], "c": [0.5, 1.5, None, 2.0]}
    found = decode(pa.table(rows))
    assert [list(column) for column in found.data] == list(rows.values())


@pytest.mark.parametrize("kind", [pa.large_string(), pa.dictionary(pa.int8(), pa.string())])
def test_texts_of_every_kind_are_read_with_the_schema_of_arrow(kind: pa.DataType) -> None:
    sink = io.BytesIO()
    parquet.write_table(pa.table({"a": pa.array(["x", "y", "x"], pa.string()).cast(kind)}), sink)
    reader = READERS[".parquet"]
    header = Header(query_id="q", format=reader.format)
    found = reader.decode(sink.getvalue(), header, EvidenceLimits(), FOUND_OUT, lambda _: None)
    assert list(found.data[0]) == ["x", "y", "x"]
