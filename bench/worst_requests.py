"""Requests of 4 MiB that cost as much as their bytes can be made to cost.

Each shape aims at one thing that grows faster than the message: objects for cells, distinct values,
digits, numbers in strings, decoded columns, many small tables, nesting. The narrative is short, so
that the evidence is what is measured, except where it is the shape.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal

import numpy as np
import pyarrow as pa
from verifyd.v1 import evidence_pb2, verify_pb2

SIZE = 4 * 1024 * 1024 - 4096
"""Bytes of a request, with some to spare for what frames it."""

TEXT = "The North has 1,234 staff, the South 6,578."
COLUMNS = 256


def requests() -> dict[str, Callable[[], bytes]]:
    """What makes each request, by the name of its shape."""
    return {
        "rows_of_nulls": lambda: _rows(b"\n\x00"),
        "rows_of_integers": lambda: _rows(b"\n\x02\x18\x07"),
        "rows_of_texts": _rows_of_texts,
        "rows_of_decimals": lambda: _rows_of(lambda n: _text_cell(5, f"{n:07d}" + "7" * 33)),
        "rows_of_dates": lambda: _rows_of(lambda n: _text_cell(6, str(np.datetime64(n, "D")))),
        "rows_without_cells": lambda: _message(_field(7, b"\x12\x00" * (SIZE // 2))),
        "columns_of_nothing": lambda: _message(b"\x22\x00" * (SIZE // 2)),
        "sources_of_nothing": lambda: _evidence(b"\x22\x00" * (SIZE // 2)),
        "json_integers": lambda: _json(_arrays("7")),
        "json_distinct_floats": lambda: _json(_distinct(lambda n: f"{n}.5e-9")),
        "json_long_decimals": lambda: _json(_distinct(lambda n: f"{n}." + "7" * 60)),
        "json_far_decimals": lambda: _json(_distinct(lambda n: f"{n}e{n % 600 - 300}")),
        "json_texts": lambda: _json(_distinct(lambda n: f'"{n:x}"')),
        "json_empty_texts": lambda: _json(_arrays('""')),
        "json_numbers_in_texts": lambda: _json(_texts("7 ")),
        "json_fractions_in_texts": lambda: _json(_texts("1/2 half ")),
        "json_numbers_mixed_in_texts": lambda: _json(_texts("1,2.3e4%$5-6/7k ")),
        "json_dates_in_texts": lambda: _json(_texts("2024-04-24 ")),
        "json_words_in_texts": lambda: _json(_texts("one two three ")),
        "json_wide_characters": lambda: _json(_texts("\U0001d7d8")),
        "json_escapes": lambda: _json(_texts("\\u0037 ")),
        "json_mixed_kinds": lambda: _json(_arrays('7,7.0,true,"7"')),
        "json_nested": lambda: _json("[" * SIZE),
        "json_nested_objects": lambda: _json('{"a":' * (SIZE // 5)),
        "json_empty_rows": lambda: _json("[" + ",".join(["[]"] * (SIZE // 3 - 1)) + "]"),
        "json_new_key_in_each_row": lambda: _json(_objects(lambda n: f'{{"{n}":1}}')),
        "json_one_key": lambda: _json(_objects(lambda n: '{"a":1}')),
        "json_same_key_twice": lambda: _json("[{" + '"a":1,' * (SIZE // 6 - 2) + '"a":1}]'),
        "json_same_names": lambda: _json(_same_names()),
        "json_tiny_tables": _tiny_tables,
        "json_one_long_row": lambda: _json("[[" + "7," * (SIZE // 2 - 4) + "7]]"),
        "arrow_truth_values": lambda: _arrow(_columns(np.ones(1_000_000, bool), 33)),
        "arrow_bytes": lambda: _arrow(_columns(np.arange(1_000_000).astype(np.int8), 4)),
        "arrow_nulls": lambda: _arrow({f"c{i}": pa.nulls(1_000_000) for i in range(COLUMNS)}),
        "arrow_halves": lambda: _arrow(_columns(_halves(), 2)),
        "arrow_decimals": lambda: _arrow({"d": pa.array(_wide_decimals(), pa.decimal256(76, 3))}),
        "arrow_dictionary": lambda: _arrow(_columns_of_words("7 " * 4000)),
        "arrow_views": _views,
        "arrow_batches": _batches,
        "arrow_days": lambda: _arrow({"d": pa.array(np.arange(900_000, dtype=np.int32), "date32")}),
        "text_of_numbers": lambda: _narrative("7,001 " * 9_000),
        "text_of_anything": lambda: _narrative("7% of $3m in 2024 [1] - " * 43_000),
    }


def _message(evidence: bytes) -> bytes:
    """A request with one query result of these fields."""
    result = evidence_pb2.QueryResult(query_id="q").SerializeToString() + evidence
    return _evidence(_field(1, result))


def _evidence(inner: bytes) -> bytes:
    """A request with evidence of these fields."""
    rest = verify_pb2.VerifyRequest(narrative=TEXT, checks=["numeric"])
    return rest.SerializeToString() + _field(_number(verify_pb2.VerifyRequest, "evidence"), inner)


def _number(message: type[verify_pb2.VerifyRequest], name: str) -> int:
    return int(message.DESCRIPTOR.fields_by_name[name].number)


def _field(number: int, payload: bytes) -> bytes:
    """A field as its bytes: a generated message of millions of parts would take minutes."""
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def _varint(value: int) -> bytes:
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*data, value])


def _rows(cell: bytes) -> bytes:
    row = _field(2, cell * COLUMNS)
    return _message(_field(7, _names() + row * ((SIZE - 4096) // len(row))))


def _rows_of(cell: Callable[[int], bytes]) -> bytes:
    data, number = bytearray(_names()), 0
    while len(data) < SIZE - 20_000:
        data += _field(2, b"".join(cell(number + i) for i in range(COLUMNS)))
        number += COLUMNS
    return _message(_field(7, bytes(data)))


def _rows_of_texts() -> bytes:
    return _rows_of(lambda n: _text_cell(1, f"{n:x}"))


def _text_cell(field: int, text: str) -> bytes:
    return _field(1, _field(field, text.encode()))


def _names() -> bytes:
    return b"".join(_field(1, f"c{i}".encode()) for i in range(COLUMNS))


def _json(text: str) -> bytes:
    return _message(_field(6, text.encode()[:SIZE]))


def _arrays(values: str) -> str:
    """Rows of the same values."""
    count = COLUMNS // (values.count(",") + 1)
    row = "[" + ",".join([values] * count) + "]"
    names = ",".join(f'"c{i}"' for i in range(COLUMNS))
    rows = ",".join([row] * ((SIZE - 4096) // (len(row) + 1)))
    return f'{{"columns":[{names}],"rows":[{rows}]}}'


def _distinct(value: Callable[[int], str]) -> str:
    """One column, no value of which occurs twice."""
    rows, size, number = [], 0, 0
    while size < SIZE - 4096:
        rows.append(f"[{value(number)}]")
        size += len(rows[-1]) + 1
        number += 1
    return f'{{"columns":["a"],"rows":[{",".join(rows)}]}}'


def _texts(piece: str) -> str:
    """One column of distinct strings as long as a cell may be."""
    room = 60_000 // len(piece.encode())
    rows = [f'["{n} {piece * room}"]' for n in range((SIZE - 4096) // 60_020)]
    return f'{{"columns":["a"],"rows":[{",".join(rows)}]}}'


def _objects(row: Callable[[int], str]) -> str:
    rows, size, number = [], 0, 0
    while size < SIZE - 4096:
        rows.append(row(number))
        size += len(rows[-1]) + 1
        number += 1
    return f"[{','.join(rows)}]"


def _same_names() -> str:
    names = ",".join(['"a"'] * COLUMNS)
    row = "[" + ",".join(["1"] * COLUMNS) + "]"
    rows = ",".join([row] * ((SIZE - 4096) // (len(row) + 1)))
    return f'{{"columns":[{names}],"rows":[{rows}]}}'


def _tiny_tables() -> bytes:
    request = verify_pb2.VerifyRequest(narrative=TEXT, checks=["numeric"])
    row = "[" + ",".join(["1"] * COLUMNS) + "]"
    names = ",".join(f'"c{i}"' for i in range(COLUMNS))
    rows = ",".join([row] * (SIZE // 64 // (len(row) + 1) - 6))
    for place in range(64):
        text = f'{{"columns":[{names}],"rows":[{rows}]}}'
        request.evidence.query_results.add(query_id=f"q{place}", json=text)
    return request.SerializeToString()


def _arrow(columns: dict[str, pa.Array]) -> bytes:
    table = pa.table(columns)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return _message(_field(5, sink.getvalue().to_pybytes()))


def _columns(values: np.ndarray, count: int) -> dict[str, pa.Array]:
    return {f"c{i}": pa.array(values) for i in range(count)}


def _halves() -> np.ndarray:
    return np.arange(1_000_000).astype(np.uint16).view(np.float16)


def _wide_decimals() -> list[Decimal]:
    source = random.Random(1)
    return [Decimal(source.randrange(10**75)).scaleb(-3) for _ in range(SIZE // 34)]


def _columns_of_words(word: str) -> dict[str, pa.Array]:
    indices = pa.array(np.zeros(1_000_000, np.int8))
    return {f"c{i}": pa.DictionaryArray.from_arrays(indices, pa.array([word])) for i in range(4)}


def _views() -> bytes:
    """Many views of the same bytes."""
    word = pa.array(["7 " * 30_000]).cast(pa.string_view())
    view, data = word.buffers()[1], word.buffers()[2]
    count = (SIZE - data.size - 4096) // 16
    views = pa.py_buffer(view.to_pybytes()[:16] * count)
    return _arrow({"v": pa.Array.from_buffers(pa.string_view(), count, [None, views, data])})


def _batches() -> bytes:
    schema = pa.schema([("a", pa.int8())])
    sink = pa.BufferOutputStream()
    batch = pa.record_batch({"a": pa.array([1], pa.int8())})
    with pa.ipc.new_stream(sink, schema) as writer:
        while sink.tell() < SIZE - 4096:
            writer.write_batch(batch)
    return _message(_field(5, sink.getvalue().to_pybytes()))


def _narrative(text: str) -> bytes:
    data = '[{"n": 1234, "share": 0.15}]'
    result = evidence_pb2.QueryResult(query_id="q", json=data)
    evidence = evidence_pb2.Evidence(query_results=[result])
    request = verify_pb2.VerifyRequest(narrative=text[: 1 << 20], evidence=evidence)
    return request.SerializeToString()
