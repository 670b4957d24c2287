"""What becomes of each Arrow type, and what is refused."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from decimal import Decimal

import polars
import pyarrow as pa
import pytest

from sidecar.errors import VerifydError
from sidecar.evidence import decoding
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table

HEADER = Header(query_id="q", format=Format.ARROW)
LIMITS = EvidenceLimits()

Written = Callable[..., bytes]
Shown = Callable[[Table, str], list[tuple[int, int, object]]]


def refused(
    payload: bytes, limits: EvidenceLimits = LIMITS, header: Header = HEADER
) -> VerifydError:
    with pytest.raises(VerifydError) as caught:
        decoding.decode_arrow(payload, header, limits)
    return caught.value


@pytest.mark.parametrize("file", [False, True])
@pytest.mark.parametrize("compression", [None, "zstd", "lz4"])
def test_stream_and_file_say_the_same(
    written: Written, shown: Shown, file: bool, compression: str | None
) -> None:
    columns = {"a": [1, None, 3, 4, 5], "b": pa.array(["x", "y 7", "x", None, "z"])}
    columns["c"] = columns["b"].dictionary_encode()
    payload = written(columns, file=file, compression=compression)
    table = decoding.decode_arrow(payload, HEADER, LIMITS)
    assert table.row_count == 5
    assert [list(values) for values in table.data] == [
        [1, None, 3, 4, 5],
        ["x", "y 7", "x", None, "z"],
        ["x", "y 7", "x", None, "z"],
    ]
    assert shown(table, "a") == [(0, 0, 1), (2, 0, 3), (3, 0, 4), (4, 0, 5)]
    assert shown(table, "b") == shown(table, "c") == [(1, 1, 7)]


@pytest.mark.parametrize(
    ("array", "numbers"),
    [
        (pa.array([1, None, -2], pa.int8()), {0: "1", 2: "-2"}),
        # 2**53 + 1 is no float64: as one it would be 9007199254740992.
        (pa.array([2**53 + 1, None, 1]), {0: "9007199254740993", 2: "1"}),
        (pa.array([2**64 - 1, 0], pa.uint64()), {0: "18446744073709551615", 1: "0"}),
        (pa.array([0.1, float("nan"), None, float("inf"), -float("inf")]), {0: "0.1"}),
        # Widened to float64 this is 1.0499999523162842, and would not round to 1.1.
        (pa.array([1.05, None], pa.float32()), {0: "1.05"}),
        (pa.array([0.1, 65504], pa.float16()), {0: "0.1", 1: "65504"}),
        (pa.array([Decimal("1.10"), None, Decimal("-0.05")]), {0: "1.1", 2: "-0.05"}),
        (pa.array([Decimal("12345678901234567.89")]), {0: "12345678901234567.89"}),
        (pa.array([Decimal("12345678901234567890.12"), None]), {0: "12345678901234567890.12"}),
        (
            pa.array([Decimal("1" + "0" * 59 + "1")], pa.decimal256(70, 3)),
            {0: "1" + "0" * 59 + "1"},
        ),
        (pa.array([Decimal(-5), None], pa.decimal32(5, 0)), {0: "-5"}),
        (pa.array([Decimal("1200")], pa.decimal128(5, -2)), {0: "1200"}),
        (pa.array([True, False, None]), {}),
        (pa.array([date(2024, 1, 5), None]), {}),
        (pa.array([datetime(2024, 1, 5)], pa.timestamp("ns")), {}),  # noqa: DTZ001
        (pa.array([5, None], pa.time64("us")), {}),
        (pa.nulls(3), {}),
        (pa.array([7, None, 7]).dictionary_encode(), {0: "7", 2: "7"}),
        (pa.array(["4", None], pa.large_string()), {0: "4"}),
        (pa.array(["a text longer than twelve bytes, 4", None], pa.string_view()), {0: "4"}),
    ],
    ids=lambda value: str(value.type) if isinstance(value, pa.Array) else "",
)
def test_numbers_of_a_type(
    written: Written, shown: Shown, array: pa.Array, numbers: dict[int, str]
) -> None:
    table = decoding.decode_arrow(written({"x": array}), HEADER, LIMITS)
    assert {row: exact for row, _, exact in shown(table, "x")} == {
        row: Decimal(number) for row, number in numbers.items()
    }
    assert len(table.data[0]) == len(array)


@pytest.mark.parametrize(
    ("array", "values"),
    [
        (pa.array([1, None, 2**60]), [1, None, 2**60]),
        (pa.array([1.5, float("nan"), float("inf"), None]), [1.5, None, None, None]),
        (pa.array([True, None, False]), [True, None, False]),
        (pa.array([date(2024, 2, 29), None]), [date(2024, 2, 29), None]),
        (pa.array([86_400_000, None], pa.date64()), [date(1970, 1, 2), None]),
        (pa.array([1_000, None], pa.timestamp("ms")), [datetime(1970, 1, 1, 0, 0, 1), None]),  # noqa: DTZ001
        # With a zone: the moment in UTC, whatever time zones the machine knows.
        (pa.array([0], pa.timestamp("s", "Asia/Qatar")), [datetime(1970, 1, 1, tzinfo=UTC)]),
        # "infinity" of some databases lies outside the years 1 to 9999.
        (pa.array([2**62, 0], pa.timestamp("us")), [None, datetime(1970, 1, 1)]),  # noqa: DTZ001
        (pa.array([2**31 - 1, 0], pa.int32()).view(pa.date32()), [None, date(1970, 1, 1)]),
        (pa.array([3_600, None], pa.time32("s")), [time(1), None]),
        (pa.nulls(2), [None, None]),
        (pa.array([Decimal("1.5"), None]), [Decimal("1.5"), None]),
    ],
    ids=lambda value: str(value.type) if isinstance(value, pa.Array) else "",
)
def test_values_of_a_type(written: Written, array: pa.Array, values: list[object]) -> None:
    data = decoding.decode_arrow(written({"x": array}), HEADER, LIMITS).data[0]
    assert list(data) == values
    assert data[:] == values
    assert [type(value) for value in data] == [type(value) for value in values]


@pytest.mark.parametrize(
    ("array", "name"),
    [
        (pa.array([[1]]), "list"),
        (pa.array([{"a": 1}]), "struct"),
        (pa.array([b"1"]), "binary"),
        (pa.array([b"1"], pa.binary(1)), "fixed_size_binary"),
        (pa.array([1], pa.duration("s")), "duration"),
        (pa.array([[(1, 2)]], pa.map_(pa.int8(), pa.int8())), "map"),
        (pa.RunEndEncodedArray.from_arrays([1], [1]), "run_end_encoded"),
        (pa.array([b"1"]).dictionary_encode(), "dictionary"),
        (pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1], pa.int8())), "bool8"),
        # Arrow allows it; float64 does not reach that far.
        (pa.nulls(1, pa.decimal128(38, 1000)), "decimal128(38, 1000)"),
    ],
)
def test_what_is_not_flat_is_refused(written: Written, array: pa.Array, name: str) -> None:
    error = refused(written({"x": array}))
    assert error.reason == "EVIDENCE_TYPE_UNSUPPORTED"
    assert error.metadata["column"] == "x"
    assert name in error.metadata["type"]


@pytest.mark.parametrize("compression", ["zstd", "lz4"])
@pytest.mark.parametrize("file", [False, True])
def test_a_bomb_is_refused_before_it_is_decompressed(
    written: Written, compression: str, file: bool
) -> None:
    # 16 MB in a payload of a few KB.
    table = pa.table({"x": pa.array([0.0] * 2_000_000)})
    payload = written(table, file=file, compression=compression, batch=2_000_000)
    before = pa.total_allocated_bytes()
    error = refused(payload, EvidenceLimits(max_rows=10_000_000, max_decoded_bytes=1 << 20))
    assert len(payload) < 1 << 20
    assert error.reason == "EVIDENCE_TOO_LARGE"
    assert error.metadata["limit"] == "max_decoded_bytes"
    assert pa.total_allocated_bytes() - before < 1 << 20


def test_a_dictionary_bomb_is_refused(written: Written) -> None:
    # One long string of many numbers, shown by many rows: few bytes, 10**7 cells.
    word = pa.array([" ".join(["1,5 x 2"] * 500)])
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 10_000, pa.int8()), word)
    payload = written({"x": column})
    error = refused(payload, EvidenceLimits(max_decoded_bytes=4 << 20))
    assert error.metadata["limit"] == "max_decoded_bytes"


def test_views_of_the_same_bytes_are_counted_each(written: Written) -> None:
    # A thousand views of one 60 KB string take 16 KB in Arrow, and 60 MB as strings.
    view = pa.array(["1" * 60_000], pa.string_view())
    buffers = view.buffers()
    views = pa.py_buffer(buffers[1].to_pybytes() * 1000)
    column = pa.Array.from_buffers(pa.string_view(), 1000, [None, views, buffers[2]])
    payload = written({"x": column}, batch=1000)
    error = refused(payload, EvidenceLimits(max_decoded_bytes=1 << 20))
    assert error.metadata["limit"] == "max_decoded_bytes"


def test_rows_without_bytes_are_counted(written: Written) -> None:
    # A column of nulls takes no bytes, however many rows it claims.
    payload = written({"x": pa.nulls(1001)}, batch=600)
    error = refused(payload, EvidenceLimits(max_rows=1000))
    assert error.metadata == {
        "query_id": "q",
        "limit": "max_rows",
        "given": "1001",
        "maximum": "1000",
    }


def test_limits_name_themselves(written: Written) -> None:
    wide = written({f"c{place}": [1] for place in range(5)})
    assert refused(wide, EvidenceLimits(max_columns=4)).metadata["limit"] == "max_columns"
    long = written({"x": ["é" * 10]})
    assert refused(long, EvidenceLimits(max_cell_bytes=19)).metadata["limit"] == "max_cell_bytes"
    many = written({"x": list(range(10))})
    assert refused(many, EvidenceLimits(max_batches=3)).metadata["limit"] == "max_batches"
    named = written({"n" * 20: [1]})
    assert refused(named, EvidenceLimits(max_name_bytes=16)).metadata["limit"] == "max_name_bytes"
    assert refused(b"x" * 2048, EvidenceLimits(max_decoded_bytes=1024)).metadata["given"] == "2048"


@pytest.mark.parametrize("payload", [b"", b"ARROW1\0\0", b"PAR1", b"\xff" * 64, b"[]"])
def test_other_bytes_are_malformed(payload: bytes) -> None:
    error = refused(payload)
    assert error.reason == "EVIDENCE_MALFORMED"
    assert error.metadata["format"] == "arrow"


def test_a_payload_cut_inside_a_message_is_malformed(written: Written) -> None:
    payload = written({"x": [1, 2, 3]})
    assert refused(payload[: len(payload) // 2]).reason == "EVIDENCE_MALFORMED"


def test_broken_offsets_are_malformed(written: Written) -> None:
    # Read without full validation, this walks off the end of the buffer.
    payload = written({"x": ["abc"]})
    offsets = payload.rindex(b"\0\0\0\0\x03\0\0\0")
    broken = payload[:offsets] + b"\0\0\0\0\xff\xff\xff\x7f" + payload[offsets + 8 :]
    assert decoding.decode_arrow(payload, HEADER, LIMITS).data[0][0] == "abc"
    assert refused(broken).reason == "EVIDENCE_MALFORMED"


def test_empty_tables_have_columns(written: Written) -> None:
    schema = pa.schema(
        {"a": pa.int64(), "b": pa.string(), "c": pa.dictionary(pa.int8(), pa.string())}
    )
    for table in (schema.empty_table(), pa.Table.from_batches([], schema)):
        decoded = decoding.decode_arrow(written(table), HEADER, LIMITS)
        assert decoded.row_count == 0
        assert [column.name for column in decoded.columns] == ["a", "b", "c"]
        assert [list(values) for values in decoded.data] == [[], [], []]
        assert all(cells.values.size == 0 for cells in decoded.cells)


def test_a_table_without_columns_keeps_its_rows(written: Written) -> None:
    batch = pa.RecordBatch.from_struct_array(pa.array([{}, {}, {}], pa.struct([])))
    table = decoding.decode_arrow(written(batch), HEADER, LIMITS)
    assert (table.row_count, table.columns) == (3, ())


@pytest.mark.parametrize("compression", ["uncompressed", "zstd"])
@pytest.mark.parametrize("write", ["write_ipc", "write_ipc_stream"])
def test_what_polars_writes(shown: Shown, write: str, compression: str) -> None:
    # Its files do not frame their first message: read as a stream they end there.
    words = polars.Series(["u", "v 7", None], dtype=polars.Categorical)
    frame = polars.DataFrame({"a": [1, None, 3], "s": ["5 x 6", None, "long enough"], "c": words})
    sink = io.BytesIO()
    getattr(polars.concat([frame, frame], rechunk=False), write)(sink, compression=compression)
    table = decoding.decode_arrow(sink.getvalue(), HEADER, LIMITS)
    assert list(table.data[1]) == ["5 x 6", None, "long enough"] * 2
    assert list(table.data[2]) == ["u", "v 7", None] * 2
    assert shown(table, "a") == [(0, 0, 1), (2, 0, 3), (3, 0, 1), (5, 0, 3)]
    assert shown(table, "s") == [(0, 1, 5), (0, 2, 6), (3, 1, 5), (3, 2, 6)]
    assert shown(table, "c") == [(1, 1, 7), (4, 1, 7)]


def test_a_file_whose_footer_shows_one_batch_twice_is_measured_so() -> None:
    # 24 bytes of the footer stand for another hundred rows.
    sink = pa.BufferOutputStream()
    schema = pa.schema({"x": pa.float64()})
    with pa.ipc.new_file(sink, schema) as writer:
        for count in (100, 1):
            writer.write_table(pa.table({"x": [0.5] * count}))
    payload = sink.getvalue().to_pybytes()
    limits = EvidenceLimits(max_rows=101)
    assert decoding.decode_arrow(payload, HEADER, limits).row_count == 101
    second = payload.rindex(b"\xff\xff\xff\xff", 0, payload.rindex(b"\xff\xff\xff\xff\0\0\0\0"))
    first = payload.rindex(b"\xff\xff\xff\xff", 0, second)
    blocks = payload.rindex(first.to_bytes(8, "little"))
    assert payload[blocks + 24 : blocks + 32] == second.to_bytes(8, "little")
    twice = payload[: blocks + 24] + payload[blocks : blocks + 24] + payload[blocks + 48 :]
    assert decoding.decode_arrow(twice, HEADER, LIMITS).row_count == 200
    assert refused(twice, limits).metadata["given"] == "200"


@pytest.mark.parametrize("cut", [1, 7, 11, 40])
def test_a_file_without_its_end_is_malformed(written: Written, cut: int) -> None:
    payload = written({"x": [1, 2, 3]}, file=True)
    assert refused(payload[:-cut]).reason == "EVIDENCE_MALFORMED"


def test_duplicate_names_and_metadata(written: Written, shown: Shown) -> None:
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    columns = (Column(name="a#2", unit="km"),)
    header = Header(query_id="q", columns=columns, format=Format.ARROW)
    decoded = decoding.decode_arrow(written(table), header, LIMITS)
    assert [(column.name, column.unit) for column in decoded.columns] == [("a", ""), ("a#2", "km")]
    assert shown(decoded, "a#2") == [(0, 0, 2)]


def test_the_payload_can_be_a_memoryview_at_any_address(written: Written, shown: Shown) -> None:
    payload = written({"x": [1.5, 2.5]})
    for shift in range(1, 8):
        moved = memoryview(b"\0" * shift + payload)[shift:]
        assert len(shown(decoding.decode_arrow(moved, HEADER, LIMITS), "x")) == 2


def test_memory_is_accounted(written: Written) -> None:
    decoded = decoding.decode_arrow(written({"x": [0.5] * 1000}), HEADER, LIMITS)
    cells = decoded.cells[0]
    assert decoded.nbytes == cells.values.nbytes + cells.rows.nbytes


def _run(program: str, payload: bytes) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], input=payload, capture_output=True, check=True
    )
    return done.stdout.decode().strip()


PRELUDE = """
import sys
from sidecar.evidence import decoding
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.errors import VerifydError
def decode():
    header = Header(query_id="q", format=Format.ARROW)
    return decoding.decode_evidence(sys.stdin.buffer.read(), header, EvidenceLimits())
"""


def test_pandas_is_not_imported(written: Written) -> None:
    # It costs 40 MB, and pyarrow imports it wherever it can.
    payload = written({"a": [1.5, None], "b": ["x", "5"], "c": [date(2024, 1, 1), None]})
    program = PRELUDE + "list(map(list, decode().data)); print('pandas' in sys.modules)"
    assert _run(program, payload) == "False"


def test_pyarrow_is_imported_only_when_arrow_arrives(written: Written) -> None:
    program = PRELUDE + "print('pyarrow' in sys.modules); decode(); print('pyarrow' in sys.modules)"
    assert _run(program, written({"a": [1]})).split() == ["False", "True"]


def test_without_pyarrow_the_format_is_unavailable(written: Written) -> None:
    program = (
        PRELUDE
        + """
sys.modules["pyarrow"] = None
try:
    decode()
except VerifydError as error:
    print(error.reason, error.metadata)
"""
    )
    assert _run(program, b"") == "EVIDENCE_FORMAT_UNAVAILABLE {'format': 'arrow'}"
