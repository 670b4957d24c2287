"""What stands in the bytes of a null is the sender's to choose, and nobody's to read.

Found by the fuzzer: a view of negative length behind a null passed full validation, and ended the
process when it was cast; so did the index of a null where dictionaries were joined.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from sidecar.evidence import decoding
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits

Written = Callable[..., bytes]
HEADER = Header(query_id="q", format=Format.ARROW)
LONG = "a text longer than twelve bytes, 4"


def with_garbage(array: pa.Array, garbage: bytes) -> pa.Array:
    """The same array, with these bytes repeated where it is null."""
    if pa.types.is_dictionary(array.type):
        indices = with_garbage(array.indices, garbage)
        return pa.DictionaryArray.from_arrays(indices, array.dictionary, safe=False)
    bitmap, buffer, *data = array.buffers()
    width = buffer.size // len(array)
    values = np.frombuffer(buffer, np.uint8)[: width * len(array)].reshape(-1, width).copy()
    for row in range(len(array)):
        if not array[row].is_valid:
            values[row] = np.resize(np.frombuffer(garbage, np.uint8), width)
    return pa.Array.from_buffers(array.type, len(array), [bitmap, pa.py_buffer(values), *data])


@pytest.mark.parametrize("garbage", [b"\xff", b"\0\0\0\x80", b"\xff\xff\xff\x7f"])
@pytest.mark.parametrize(
    "array",
    [
        pa.array([1, None, 3, None], pa.int16()),
        pa.array([1, None, 3, None], pa.uint64()),
        pa.array([1.5, None, 0.1, None]),
        pa.array([1.5, None, 0.25, None], pa.float16()),
        pa.array([Decimal("1.50"), None, Decimal("-2.25"), None]),
        pa.array([Decimal("1.5"), None, Decimal("-2.5"), None], pa.decimal256(60, 2)),
        pa.array([date(2024, 2, 29), None, date(1, 1, 1), None]),
        pa.array([datetime(2024, 1, 1), None, None, None], pa.timestamp("ns")),  # noqa: DTZ001
        pa.array([time(1, 2), None, time(3, 4), None], pa.time64("us")),
        pa.array([LONG, None, "5 mm", None], pa.string_view()),
        pa.array(["a", None, "b 7", None]).dictionary_encode(),
        pa.array(["a", None, LONG, None])
        .dictionary_encode()
        .cast(pa.dictionary(pa.int8(), pa.string())),
        pa.array([5, None, 6, None]).dictionary_encode(),
        pa.array([None, None, None, None], pa.string()).dictionary_encode(),
    ],
    ids=lambda array: str(array.type) if isinstance(array, pa.Array) else None,
)
def test_what_is_behind_a_null_changes_nothing(
    written: Written, array: pa.Array, garbage: bytes
) -> None:
    hostile = with_garbage(array, garbage)
    batches = [pa.record_batch({"x": each}) for each in (hostile, array, hostile)]
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batches[0].schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    found = decoding.decode_arrow(sink.getvalue().to_pybytes(), HEADER, EvidenceLimits())
    plain = decoding.decode_arrow(written({"x": array}, batch=4), HEADER, EvidenceLimits())
    assert list(found.data[0]) == list(plain.data[0]) * 3
    per_batch = plain.cells[0].values.tolist()
    assert found.cells[0].values.tolist() == per_batch * 3


def test_dictionaries_that_differ_are_joined_whatever_their_nulls_point_to() -> None:
    batches = [
        with_garbage(pa.array(words).dictionary_encode(), b"\xff\xff\xff\x7f")
        for words in (["a", None, "b"], ["c", None, "a"])
    ]
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, pa.schema({"x": batches[0].type})) as writer:
        for batch in batches:
            writer.write_batch(pa.record_batch({"x": batch}))
    table = decoding.decode_arrow(sink.getvalue().to_pybytes(), HEADER, EvidenceLimits())
    assert list(table.data[0]) == ["a", None, "b", "c", None, "a"]


@pytest.mark.parametrize("garbage", [b"\xff", b"\0\0\0\x80", b"\xff\xff\xff\x7f"])
def test_nor_does_what_is_behind_a_null_of_a_dictionary(garbage: bytes) -> None:
    words = pa.array([LONG, None, "5 mm"], pa.string_view())
    hostile = with_garbage(words, garbage)
    sink = pa.BufferOutputStream()
    arrays = [
        pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 2], pa.int8()), each)
        for each in (hostile, words, hostile)
    ]
    with pa.ipc.new_stream(sink, pa.schema({"x": arrays[0].type})) as writer:
        for array in arrays:
            writer.write_batch(pa.record_batch({"x": array}))
    table = decoding.decode_arrow(sink.getvalue().to_pybytes(), HEADER, EvidenceLimits())
    assert list(table.data[0]) == [LONG, None, None, "5 mm"] * 3
