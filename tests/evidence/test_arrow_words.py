"""Text by its distinct values: dictionaries with nulls, that grow, or that are replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pyarrow as pa
import pytest

from sidecar.errors import VerifydError
from sidecar.evidence import decoding
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table

HEADER = Header(query_id="q", format=Format.ARROW)
LONG = "a text longer than twelve bytes"
INDICES = [pa.int8(), pa.int16(), pa.int32(), pa.int64()]
INDICES += [pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]
TEXTS = [pa.string(), pa.large_string(), pa.string_view()]

Maker = Callable[..., object]


def coded(places: Sequence[int | None], words: pa.Array, index: pa.DataType) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(places, index), words)


def decoded(
    arrays: Sequence[pa.Array],
    make: Maker = pa.ipc.new_stream,
    limits: EvidenceLimits | None = None,
) -> Table:
    batches = [pa.record_batch({"x": array}) for array in arrays]
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
    with make(sink, batches[0].schema, options=options) as writer:  # type: ignore[attr-defined]
        for batch in batches:
            writer.write_batch(batch)
    return decoding.decode_arrow(sink.getvalue().to_pybytes(), HEADER, limits or EvidenceLimits())


@pytest.mark.parametrize("make", [pa.ipc.new_stream, pa.ipc.new_file], ids=["stream", "file"])
@pytest.mark.parametrize("text", TEXTS, ids=str)
@pytest.mark.parametrize("index", INDICES, ids=str)
def test_a_dictionary_may_hold_nulls(index: pa.DataType, text: pa.DataType, make: Maker) -> None:
    words = pa.array([None, "5 mm", None, LONG], text)
    arrays = [
        coded([1, 0, None, 3], words, index),
        coded([0, 1, 2, 3, 1], words, index).slice(1, 3),  # with a null that is used
        coded([1, 3, 1], words, index).slice(1),  # with none that is
        coded([None, None], words, index),
    ]
    table = decoded(arrays, make)
    wanted = ["5 mm", None, None, LONG, "5 mm", None, LONG, LONG, "5 mm", None, None]
    assert list(table.data[0]) == wanted
    assert list(zip(table.cells[0].rows, table.cells[0].values, strict=True)) == [
        (0, 5.0),
        (4, 5.0),
        (8, 5.0),
    ]


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_a_dictionary_may_hold_nothing_but_nulls(text: pa.DataType) -> None:
    nulls = coded([0, None, 1], pa.array([None, None], text), pa.int8())
    assert list(decoded([nulls, nulls]).data[0]) == [None] * 6


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_a_dictionary_may_hold_nothing(text: pa.DataType) -> None:
    nothing = coded([None, None], pa.array([], text), pa.int8())
    assert list(decoded([nothing, nothing]).data[0]) == [None] * 4


@pytest.mark.parametrize(
    "words",
    [
        pa.array([1, None, 3], pa.int16()),
        pa.array([1.5, None, 0.1], pa.float32()),
        pa.array([True, None, False]),
        pa.array([1, None, 3], pa.date32()),
        pa.array([1, None, 3], pa.decimal128(10, 2)),
        pa.nulls(3),
    ],
    ids=lambda words: str(words.type),
)
def test_so_may_one_of_numbers_and_days(words: pa.Array) -> None:
    array = coded([0, 1, None, 2], words, pa.uint8())
    read = list(decoded([array, array.slice(1, 2)]).data[0])
    plain = list(decoded([words]).data[0])
    assert read == [plain[0], None, None, plain[2], None, None]


def test_a_dictionary_that_grows() -> None:
    words = pa.array(["a", "b 1", None, "c", "d"])
    arrays = [coded([0, n - 1], words[:n], pa.int8()) for n in (1, 2, 3, 5)]
    assert list(decoded(arrays).data[0]) == ["a", "a", "a", "b 1", "a", None, "a", "d"]


def test_a_dictionary_that_is_replaced() -> None:
    first, second = pa.array(["a", "b"]), pa.array(["b", None, "c", "a"])
    arrays = [coded([0, 1], first, pa.int8()), coded([0, 1, 2, 3], second, pa.int8())]
    arrays += [coded([1, 0], first, pa.int8()), coded([0], pa.array(["b"]), pa.int8())]
    column = decoded(arrays).data[0]
    assert list(column) == ["a", "b", "b", None, "c", "a", "b", "a", "b"]


def test_trap_more_words_together_than_an_index_counts() -> None:
    words = [pa.array([f"{name}{n}" for n in range(100)]) for name in "xyz"]
    arrays = [coded([0, 99], each, pa.int8()) for each in words]
    assert list(decoded(arrays).data[0]) == ["x0", "x99", "y0", "y99", "z0", "z99"]


def test_words_of_all_dictionaries_count() -> None:
    arrays = [
        coded([0], pa.array([f"{name}{n}" for n in range(2000)]), pa.int16()) for name in "abcdef"
    ]
    with pytest.raises(VerifydError) as caught:
        decoded(arrays, limits=EvidenceLimits(max_decoded_bytes=400_000))
    assert caught.value.reason == "EVIDENCE_TOO_LARGE"
