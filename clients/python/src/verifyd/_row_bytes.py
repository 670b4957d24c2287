"""Row messages, written as bytes straight from columns.

An object of the message for each cell would take a microsecond. Here floats go through ``struct``
and each distinct text is written once; all other values are written as a ``Cell`` each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import isfinite
from struct import Struct
from typing import Any, Final

from verifyd import _cells
from verifyd.v1 import evidence_pb2

_ROWS: Final = 16_384
"""Rows that are written at a time: their cells are objects meanwhile."""

_NULL: Final = b"\x0a\x00"
_FLOAT: Final = Struct("<3sd").pack
_FLOAT_HEAD: Final = b"\x0a\x09\x11"
"""Before the eight bytes: a cell of nine bytes, with a ``number``."""
_CELL: Final = b"\x0a"
_TEXT: Final = b"\x0a"
_INTEGER: Final = b"\x18"
_ROW: Final = b"\x12"
_SHORT: Final = [bytes((0x0A, size + 2, 0x0A, size)) for size in range(126)]
"""What stands before a text of so many bytes."""


def encode(names: Sequence[str], columns: Sequence[Sequence[Any]], row_count: int) -> bytes:
    """The bytes of a ``Rows`` message with these columns, each of so many rows.

    Raises:
        TypeError: If a table cell cannot hold a value.
    """
    pieces = [evidence_pb2.Rows(columns=names).SerializeToString()]
    heads: dict[int, bytes] = {}
    if not columns:
        pieces.append((_ROW + b"\x00") * row_count)
    for start in range(0, row_count, _ROWS):
        block = [
            _column(name, column[start : start + _ROWS], start)
            for name, column in zip(names, columns, strict=True)
        ]
        for row in map(b"".join, zip(*block, strict=True)):
            size = len(row)
            head = heads.get(size)
            if head is None:
                head = heads[size] = _ROW + _varint(size)
            pieces += head, row
    return b"".join(pieces)


def _column(name: str, values: Sequence[Any], first_row: int) -> Iterable[bytes]:
    """The cells of a part of a column."""
    kinds = set(map(type, values))
    if kinds == {float} and all(map(isfinite, values)):
        return map(_FLOAT, repeat(_FLOAT_HEAD), values)
    if kinds <= {str, type(None)}:
        written: dict[str | None, bytes]
        written = {text: _NULL if text is None else _text(text) for text in set(values)}
        return map(written.__getitem__, values)
    if kinds <= {float, type(None)}:
        return [
            _NULL if value is None or not isfinite(value) else _FLOAT(_FLOAT_HEAD, value)
            for value in values
        ]
    if kinds <= {int, type(None)}:
        return [_NULL if value is None else _integer(value) for value in values]
    return [_any(name, place, value) for place, value in enumerate(values, first_row)]


def _text(text: str) -> bytes:
    data = text.encode()
    size = len(data)
    if size < len(_SHORT):
        return _SHORT[size] + data
    written = _varint(size)
    return b"".join((_CELL, _varint(1 + len(written) + size), _TEXT, written, data))


def _integer(value: int) -> bytes:
    if 0 <= value < 1 << 7:  # most integers are short
        return bytes((0x0A, 2, 0x18, value))
    if 0 <= value < 1 << 14:
        return bytes((0x0A, 3, 0x18, value & 127 | 128, value >> 7))
    if 0 <= value < 1 << 21:
        return bytes((0x0A, 4, 0x18, value & 127 | 128, value >> 7 & 127 | 128, value >> 14))
    if not -(2**63) <= value < 2**63:
        return _cell(value)
    data = _varint(value % 2**64)
    return b"".join((_CELL, _varint(1 + len(data)), _INTEGER, data))


def _any(name: str, place: int, value: Any) -> bytes:
    try:
        return _cell(value)
    except TypeError as error:
        raise TypeError(f"row {place}, column {name!r}: {error}") from None


def _cell(value: Any) -> bytes:
    cell = evidence_pb2.Cell()
    _cells.fill(cell, value)
    data = cell.SerializeToString()
    return _CELL + _varint(len(data)) + data


def _varint(number: int) -> bytes:
    """A number that is not negative, seven bits a byte."""
    if number < 128:
        return bytes((number,))
    data = bytearray()
    while number > 127:
        data.append(number & 127 | 128)
        number >>= 7
    data.append(number)
    return bytes(data)
