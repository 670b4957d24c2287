"""Reading Arrow IPC bytes that nobody vouches for.

The order of events is what makes it safe. The sizes of all messages are read from their metadata
and held to the limits (``check_sizes``); then the types are checked; only then are batches decoded,
and each is validated in full before one of its values is touched. Without that validation, broken
offsets would crash the process.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from sidecar.evidence import arrow_columns, tables
from sidecar.evidence.arrow_columns import Chunks, Reader
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceMalformed, EvidenceTypeUnsupported
from sidecar.evidence.tables import assemble_table
from sidecar.model.evidence import Column, Table
from sidecar.work import check_abandoned, unless_abandoned

# The messages of an Arrow IPC file, found through its footer.

MARK = b"ARROW1"

# File.fbs and Schema.fbs: places of fields in their tables.
_SCHEMA, _DICTIONARIES, _RECORD_BATCHES = 1, 2, 3
_SCHEMA_FIELDS = 1
_BLOCK = "<qi4xq"  # offset, length of the metadata, length of the body

_MAX_FOOTER = 8 << 20  # a block takes 24 bytes


def file_messages(payload: pa.Buffer, budget: Budget) -> Iterator[pa.ipc.Message]:
    """Yield every dictionary and record batch that the footer lists.

    Raises:
        EvidenceTooLarge: If the schema has too many columns.
        ValueError: If the footer is not valid.
    """
    end = payload.size - len(MARK) - 4
    if end < 0 or payload[end + 4 :].to_pybytes() != MARK:
        raise ValueError("a file does not end in its mark")
    length = int.from_bytes(payload[end : end + 4].to_pybytes(), "little")
    if not 0 < length <= min(end, _MAX_FOOTER):
        raise ValueError("a footer has no possible length")
    footer = FlatTable.root(payload[end - length : end].to_pybytes())
    schema = footer.table(_SCHEMA)
    if schema is None:
        raise ValueError("a footer has no schema")
    budget.columns(schema.vector(_SCHEMA_FIELDS)[1])
    for field in (_DICTIONARIES, _RECORD_BATCHES):
        for offset, metadata, body in footer.structs(field, _BLOCK):
            if min(offset, metadata, body) < 0 or offset + metadata + body > payload.size:
                raise ValueError("a block lies outside the file")
            yield pa.ipc.read_message(payload[offset : offset + metadata + body])


def read_payload(payload: bytes | memoryview, budget: Budget) -> Table:
    """Measure, check, decode, validate and read a payload; see ``decode_arrow`` for the errors."""
    try:
        return _read(pa.py_buffer(payload), budget)
    except (pa.ArrowException, OSError, EOFError, ValueError) as error:
        # pyarrow's words can hold values: they stay out of the reply.
        raise EvidenceMalformed(
            f"query result {budget.header.query_id} is not valid Arrow IPC",
            query_id=budget.header.query_id,
            format=budget.header.format,
        ) from error


def _read(payload: pa.Buffer, budget: Budget) -> Table:
    is_file = payload[: len(MARK)].to_pybytes() == MARK
    if is_file:
        messages = file_messages(payload, budget)
    else:
        messages = pa.ipc.MessageReader.open_stream(payload)
    row_count = check_sizes(messages, budget)
    options = pa.ipc.IpcReadOptions(use_threads=False)
    with (pa.ipc.open_file if is_file else pa.ipc.open_stream)(payload, options=options) as opened:
        fields = list(opened.schema)
        readers = [_reader(field, budget) for field in fields]
        columns = tables.describe_columns([Column(name=field.name) for field in fields], budget)
        batches = list(unless_abandoned(_batches(opened)))
    for batch in batches:
        check_abandoned()
        batch.validate(full=True)
    if sum(batch.num_rows for batch in batches) != row_count:
        raise ValueError("what was decoded is not what was measured")
    budget.spend(4 * row_count)
    every_row = np.arange(row_count, dtype=np.uint32)
    decoded = []
    for place, (reader, field) in enumerate(zip(readers, fields, strict=True)):
        check_abandoned()
        arrays = [batch.column(place) for batch in batches if batch.num_rows]
        decoded.append(reader(Chunks(arrays, every_row), field.type, budget))
    return assemble_table(columns, decoded, row_count, budget)


def _batches(opened: pa.RecordBatchReader | pa.RecordBatchFileReader) -> Iterator[pa.RecordBatch]:
    if isinstance(opened, pa.RecordBatchReader):
        yield from opened
        return
    for number in range(opened.num_record_batches):
        yield opened.get_batch(number)


def _reader(field: pa.Field, budget: Budget) -> Reader:
    reader = arrow_columns.find_reader(field.type)
    if reader is None:
        query_id = budget.header.query_id
        raise EvidenceTypeUnsupported(
            f"column {field.name!r} of query result {query_id} has the type {field.type}",
            query_id=query_id,
            column=field.name,
            type=field.type,
        )
    return reader


# What an Arrow payload would take, read from its metadata before anything is decoded.
#
# A compressed buffer begins with the length that it decompresses to, and pyarrow allocates that
# length and no more. So the sum of these lengths bounds the memory, and 15 KB of zstd that stand
# for 480 MB are refused for the price of reading their headers.

# Just enough of flatbuffers to read the sizes in Arrow's message metadata.


class FlatTable:
    """One table of a flatbuffer.

    Args:
        data: The whole buffer.
        at: Where the table begins.
    """

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at

    @classmethod
    def root(cls, data: bytes) -> FlatTable:
        """The table that the buffer is about."""
        return cls(data, _unpack("<I", data, 0))

    def number(self, field: int, kind: str) -> int:
        """A scalar field by its place in the schema; ``kind`` as in ``struct``; 0 if not there."""
        at = self._field(field)
        return _unpack(f"<{kind}", self._data, at) if at else 0

    def table(self, field: int) -> FlatTable | None:
        """A field that is a table, or None."""
        at = self._field(field)
        return FlatTable(self._data, at + _unpack("<I", self._data, at)) if at else None

    def vector(self, field: int) -> tuple[int, int]:
        """Where the items of a vector field begin, and how many there are."""
        at = self._field(field)
        if not at:
            return 0, 0
        start = at + _unpack("<I", self._data, at)
        return start + 4, _unpack("<I", self._data, start)

    def structs(self, field: int, kind: str) -> Iterator[tuple[int, ...]]:
        """A vector of structs; ``kind`` as in ``struct``."""
        start, count = self.vector(field)
        end = start + struct.calcsize(kind) * count
        if end > len(self._data):
            raise ValueError("a vector ends outside the buffer")
        return struct.iter_unpack(kind, self._data[start:end])

    def _field(self, field: int) -> int:
        """Where a field's value lies, or 0."""
        vtable = self._at - _unpack("<i", self._data, self._at)
        slot = 4 + 2 * field
        if slot >= _unpack("<H", self._data, vtable):
            return 0
        offset = _unpack("<H", self._data, vtable + slot)
        return self._at + offset if offset else 0


def _unpack(kind: str, data: bytes, at: int) -> int:
    if not 0 <= at <= len(data) - struct.calcsize(kind):
        raise ValueError("an offset points outside the buffer")
    value: int = struct.unpack_from(kind, data, at)[0]
    return value


# Message.fbs, Schema.fbs: places of fields in their tables, and kinds of message.
_HEADER_TYPE, _HEADER = 1, 2
_SCHEMA, _DICTIONARY_BATCH, _RECORD_BATCH = 1, 2, 3
_DICTIONARY_DATA = 1
_BATCH_LENGTH, _BATCH_BUFFERS, _BATCH_COMPRESSION = 0, 2, 3

_MAX_METADATA = 4 << 20  # 256 columns and the notes that pandas adds take less than 100 KB


def check_sizes(messages: Any, budget: Budget) -> int:
    """Hold all messages of a payload to the limits.

    Args:
        messages: An iterator over ``pyarrow.ipc.Message``.
        budget: What they are held to.

    Returns:
        The number of rows.

    Raises:
        EvidenceTooLarge: If they would take too much.
        ValueError: If the metadata is not valid.
    """
    rows = nbytes = 0
    for count, message in enumerate(messages, 1):
        budget.batches(count)
        if message.metadata.size > _MAX_METADATA:
            raise ValueError("the metadata of a message is over 4 MiB")
        table = FlatTable.root(message.metadata.to_pybytes())
        kind, header = table.number(_HEADER_TYPE, "B"), table.table(_HEADER)
        if header is None:
            raise ValueError("a message has no header")
        if kind == _SCHEMA:
            budget.columns(header.vector(_SCHEMA_FIELDS)[1])
            continue
        batch = header.table(_DICTIONARY_DATA) if kind == _DICTIONARY_BATCH else header
        if batch is None or kind not in {_DICTIONARY_BATCH, _RECORD_BATCH}:
            raise ValueError("a message is neither schema, dictionary nor record batch")
        length = batch.number(_BATCH_LENGTH, "q")
        if length < 0:
            raise ValueError("a batch has a negative length")
        budget.rows(length)
        if kind == _RECORD_BATCH:
            rows += length
            budget.rows(rows)
        nbytes += _decoded_size(batch, message.body)
        budget.fits(nbytes)
    return rows


def _decoded_size(batch: FlatTable, body: Any) -> int:
    """Add up what the buffers of one batch take once they are decompressed."""
    compressed = batch.table(_BATCH_COMPRESSION) is not None
    total = 0
    for offset, length in batch.structs(_BATCH_BUFFERS, "<qq"):
        if offset < 0 or length < 0 or (length and offset + length > body.size):
            raise ValueError("a buffer lies outside its message")
        if compressed and length:
            declared = int.from_bytes(body[offset : offset + 8].to_pybytes(), "little", signed=True)
            if length < 8 or declared < -1:
                raise ValueError("a compressed buffer does not declare its length")
            total += length - 8 if declared == -1 else declared  # -1: left as it is
        else:
            total += length
    return total
