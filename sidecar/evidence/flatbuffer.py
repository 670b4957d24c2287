"""Just enough of flatbuffers to read the sizes in Arrow's message metadata.

A table holds its fields at offsets that its "vtable" lists; a field that is not listed has its
default. Every offset is checked against the data, so hostile bytes end in ``ValueError``.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator


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
