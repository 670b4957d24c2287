"""What an Arrow payload would take, read from its metadata before anything is decoded.

A compressed buffer begins with the length that it decompresses to, and pyarrow allocates that
length and no more. So the sum of these lengths bounds the memory, and 15 KB of zstd that stand for
480 MB are refused for the price of reading their headers.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from sidecar.evidence.budget import Budget

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
_SCHEMA_FIELDS = 1
_DICTIONARY_DATA = 1
_BATCH_LENGTH, _BATCH_BUFFERS, _BATCH_COMPRESSION = 0, 2, 3

_MAX_METADATA = 4 << 20  # 256 columns and the notes that pandas adds take less than 100 KB


def check(messages: Any, budget: Budget) -> int:
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
