"""Reading Arrow IPC bytes that nobody vouches for.

The order of events is what makes it safe. The sizes of all messages are read from their metadata
and held to the limits (``arrow_sizes``); then the types are checked; only then are batches decoded,
and each is validated in full before one of its values is touched. Without that validation, broken
offsets would crash the process.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from sidecar.evidence import arrow_columns, arrow_sizes, tables
from sidecar.evidence.arrow_columns import Chunks, Reader
from sidecar.evidence.arrow_sizes import FlatTable
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceMalformed, EvidenceTypeUnsupported
from sidecar.evidence.tables import assemble
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


def read(payload: bytes | memoryview, budget: Budget) -> Table:
    """Measure, check, decode, validate and read a payload; see ``arrow.decode`` for the errors."""
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
    row_count = arrow_sizes.check(messages, budget)
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
    return assemble(columns, decoded, row_count, budget)


def _batches(opened: pa.RecordBatchReader | pa.RecordBatchFileReader) -> Iterator[pa.RecordBatch]:
    if isinstance(opened, pa.RecordBatchReader):
        yield from opened
        return
    for number in range(opened.num_record_batches):
        yield opened.get_batch(number)


def _reader(field: pa.Field, budget: Budget) -> Reader:
    reader = arrow_columns.reader(field.type)
    if reader is None:
        query_id = budget.header.query_id
        raise EvidenceTypeUnsupported(
            f"column {field.name!r} of query result {query_id} has the type {field.type}",
            query_id=query_id,
            column=field.name,
            type=field.type,
        )
    return reader
