"""Hostile bytes for the decoders: valid payloads, mutated. The same seed gives the same inputs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal

import pyarrow as pa

_EXTREMES = (0, 1, -1, 7, 8, 2**31 - 1, -(2**31), 2**32 - 1, 2**62, 2**63 - 1, -(2**63))


def mutations(seed: int, count: int, corpus: Sequence[bytes] | None = None) -> Iterator[bytes]:
    """Yield mutated payloads: one to four changes each, to one payload of the corpus.

    Args:
        seed: Chooses the inputs.
        count: How many.
        corpus: Valid payloads; by default ``arrow_corpus()``.
    """
    source = random.Random(seed)
    payloads = arrow_corpus() if corpus is None else corpus
    for _ in range(count):
        payload = bytearray(source.choice(payloads))
        for _ in range(source.randint(1, 4)):
            source.choice(_CHANGES)(source, payload)
        yield bytes(payload)


def arrow_corpus() -> list[bytes]:
    """Small Arrow payloads of every type that is read and of some that are refused."""
    text = pa.array(["137 x 64.5 mm", None, "none"])
    flat = {
        "i": pa.array([1, None, 2**60]),
        "u": pa.array([2**64 - 1, 0, None], pa.uint64()),
        "f": pa.array([0.1, float("nan"), None]),
        "g": pa.array([1.05, None, 2.5], pa.float32()),
        "h": pa.array([1.5, None, 2.5], pa.float16()),
        "b": pa.array([True, None, False]),
        "d": pa.array([Decimal("1.10"), None, Decimal("-3.25")]),
        "e": pa.array([Decimal(10) ** 60, None, Decimal(1)], pa.decimal256(70, 2)),
        "s": text,
        "v": text.cast(pa.string_view()),
        "c": text.dictionary_encode(),
        "w": pa.DictionaryArray.from_arrays(pa.array([1, 0, None]), text.cast(pa.string_view())),
        "k": pa.array([5, None, 5]).dictionary_encode(),
        "t": pa.array([date(2024, 2, 29), None, date(1, 1, 1)]),
        "z": pa.array([datetime(2024, 1, 1), None, None], pa.timestamp("ns", "UTC")),  # noqa: DTZ001
        "m": pa.array([0, 86_399, None], pa.time32("s")),
        "n": pa.nulls(3),
    }
    nested = {"l": pa.array([[1], None, []]), "r": pa.array([{"a": 1}, None, {"a": 2}])}
    tables = [pa.table(flat), pa.table({"f": flat["f"]}), pa.table(flat).slice(0, 0)]
    tables += [pa.table({"s": flat["s"], "c": flat["c"]}), pa.table(nested)]
    tables += [pa.concat_tables([pa.table({"c": flat["c"], "w": flat["w"]})] * 2)]
    return [
        _written(table, new, compression)
        for table in tables
        for new in (pa.ipc.new_stream, pa.ipc.new_file)
        for compression in (None, "zstd", "lz4")
    ]


def json_corpus() -> list[bytes]:
    """Small JSON payloads of every shape that is read."""
    rows = [{"a": 1, "b": "1,234 x 5", "c": None}, {"a": 2.5, "b": True}]
    shapes = [
        rows,
        [{"data": row} for row in rows],
        {"columns": ["a", "b"], "rows": [[1, 0.1], [2**60, "x"]]},
        [{"a": float("nan"), "b": 1e300}],
    ]
    odd = [b'[{"a": 1}, null]', b'[{"a": 1e9999999999999999999}, {"a": -1E-99}]']
    return [*(json.dumps(shape).encode() for shape in shapes), *odd]


def _written(
    table: pa.Table, new: Callable[..., pa.RecordBatchWriter], compression: str | None
) -> bytes:
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with new(sink, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=2)
    payload: bytes = sink.getvalue().to_pybytes()
    return payload


def _flip(source: random.Random, payload: bytearray) -> None:
    if payload:
        payload[source.randrange(len(payload))] ^= 1 << source.randrange(8)


def _overwrite(source: random.Random, payload: bytearray) -> None:
    """Write an extreme number over four or eight bytes, aligned as Arrow's are."""
    width = source.choice((4, 8))
    if len(payload) >= width:
        at = source.randrange(0, len(payload) - width + 1, 4)
        number = source.choice(_EXTREMES) % (1 << 8 * width)
        payload[at : at + width] = number.to_bytes(width, "little")


def _cut(source: random.Random, payload: bytearray) -> None:
    del payload[source.randrange(len(payload) + 1) :]


def _remove(source: random.Random, payload: bytearray) -> None:
    at = source.randrange(len(payload) + 1)
    del payload[at : at + source.randint(1, 16)]


def _repeat(source: random.Random, payload: bytearray) -> None:
    at = source.randrange(len(payload) + 1)
    payload[at:at] = payload[at : at + source.randint(1, 256)]


_CHANGES: tuple[Callable[[random.Random, bytearray], None], ...] = (
    _flip,
    _flip,
    _overwrite,
    _overwrite,
    _cut,
    _remove,
    _repeat,
)
