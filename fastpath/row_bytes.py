"""The cells of row messages, found in their serialized bytes: no object for a cell is made.

What is read is the message ``Rows`` of the contract: names (field 1) and rows (2), in a row its
cells (1), in a cell one value. Unknown fields are passed over, and of two values of a cell the last
counts, as protobuf has it.

``measure`` counts, ``fill`` writes each cell's kind and value, column by column.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel
from fastpath.scan_words import Bytes, Ints

Sizes = NDArray[np.uint32]

NOT_SCANNED, MALFORMED = -1, -2
_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5
_NAME, _ROW, _CELL = 1, 2, 1
_VALUE, _FIELD, _WIRE = 0, 1, 2
"""Places in the state: what was read last, or the start of it where it is bytes."""
_ROWS, _NAMES, _ODD = 0, 1, 2


class CellKind(IntEnum):
    """What a cell holds: the numbers of the fields of ``Cell``, 0 for none."""

    NULL = 0
    TEXT = 1
    NUMBER = 2
    INTEGER = 3
    BOOLEAN = 4
    DECIMAL = 5
    DATE = 6


class MeasuredRows(NamedTuple):
    """What row messages hold.

    Attributes:
        rows: How many rows.
        names: Where each name of a column stands.
        odd_row: The first row that has not as many cells as there are columns; -1 for none.
    """

    rows: int
    names: list[slice]
    odd_row: int


class ScannedRows(NamedTuple):
    """All cells, column by column.

    Attributes:
        kinds: The ``CellKind`` of each.
        values: An integer or truth value, the bits of a float, or where a text begins.
        sizes: The bytes of a text.
    """

    kinds: Bytes
    values: Ints
    sizes: Sizes

    def part(self, cells: slice | NDArray[np.intp]) -> ScannedRows:
        """Some of them."""
        return ScannedRows(self.kinds[cells], self.values[cells], self.sizes[cells])


def measure(data: bytes, max_names: int) -> MeasuredRows | None:
    """What the bytes hold; None without a compiled form.

    Args:
        data: A serialized message.
        max_names: At most one name more than so many is told.

    Raises:
        ValueError: If they are no such message.
    """
    counts = np.zeros(3, np.int64)
    places = np.zeros(2 * (max_names + 1), np.int64)
    found = _measure(np.frombuffer(data, np.uint8), np.zeros(3, np.int64), counts, places)
    if found == NOT_SCANNED:
        return None
    if found == MALFORMED:
        raise ValueError("the bytes are no Rows message")
    ends = places.reshape(-1, 2)[: counts[_NAMES]].tolist()
    return MeasuredRows(int(counts[_ROWS]), [slice(*each) for each in ends], int(counts[_ODD]))


def fill(data: bytes, measured: MeasuredRows) -> ScannedRows:
    """The cells of bytes that were measured, and have no odd row."""
    width = len(measured.names)
    count = width * measured.rows
    scanned = ScannedRows(
        np.zeros(count, np.uint8), np.zeros(count, np.int64), np.zeros(count, np.uint32)
    )
    _fill(np.frombuffer(data, np.uint8), np.zeros(3, np.int64), measured.rows, *scanned)
    return scanned


def _not_measured(data: Bytes, state: Ints, counts: Ints, places: Ints) -> int:
    """Without a compiled form the caller parses the message."""
    return NOT_SCANNED


def _not_filled(
    data: Bytes, state: Ints, rows: int, kinds: Bytes, values: Ints, sizes: Sizes
) -> int:
    return NOT_SCANNED


@kernel(
    "int64(const uint8[::1], int64[::1], int64[::1], int64[::1])",
    twin=_not_measured,
)
def _measure(data: Bytes, state: Ints, counts: Ints, places: Ints) -> int:
    """Count rows and names and look at each row's width; 0, or ``MALFORMED``."""
    counts[_ODD] = -1
    end = data.size
    at = 0
    while at < end:
        at = field(data, at, end, state)
        if at < 0:
            return MALFORMED
        if state[_WIRE] == _BYTES and state[_FIELD] == _NAME:
            if 2 * counts[_NAMES] < places.size:
                places[2 * counts[_NAMES]] = state[_VALUE]
                places[2 * counts[_NAMES] + 1] = at
            counts[_NAMES] += 1
        elif state[_WIRE] == _BYTES and state[_FIELD] == _ROW:
            counts[_ROWS] += 1
    row = at = 0
    while at < end:
        at = field(data, at, end, state)
        if state[_WIRE] == _BYTES and state[_FIELD] == _ROW:
            cells = _cells(data, state[_VALUE], at, state)
            if cells < 0:
                return MALFORMED
            if cells != counts[_NAMES] and counts[_ODD] < 0:
                counts[_ODD] = row
            row += 1
    return 0


@kernel(
    "int64(const uint8[::1], int64[::1], int64, uint8[::1], int64[::1], uint32[::1])",
    twin=_not_filled,
)
def _fill(data: Bytes, state: Ints, rows: int, kinds: Bytes, values: Ints, sizes: Sizes) -> int:
    """Write every cell at its column and row; how many there are."""
    end = data.size
    row = at = count = 0
    while at < end:
        at = field(data, at, end, state)
        if state[_WIRE] != _BYTES or state[_FIELD] != _ROW:
            continue
        inner = state[_VALUE]
        place = row
        while inner < at:
            inner = field(data, inner, at, state)
            if state[_WIRE] == _BYTES and state[_FIELD] == _CELL:
                _cell(data, inner, state, place, kinds, values, sizes)
                place += rows
                count += 1
        row += 1
    return count


@helper
def _cells(data: Bytes, at: int, end: int, state: Ints) -> int:
    """The cells of a row, looked into; ``MALFORMED`` where it is none."""
    cells = 0
    while at < end:
        at = field(data, at, end, state)
        if at < 0:
            return MALFORMED
        if state[_WIRE] == _BYTES and state[_FIELD] == _CELL:
            cells += 1
            inner = state[_VALUE]
            while inner < at:
                inner = field(data, inner, at, state)
                if inner < 0:
                    return MALFORMED
    return cells


@helper
def _cell(
    data: Bytes, end: int, state: Ints, place: int, kinds: Bytes, values: Ints, sizes: Sizes
) -> None:
    """Write one cell, whose bytes begin at the state's value."""
    at = state[_VALUE]
    while at < end:
        at = field(data, at, end, state)
        name, wire, value = state[_FIELD], state[_WIRE], state[_VALUE]
        if name in (1, 5, 6) and wire == _BYTES:
            kinds[place], values[place], sizes[place] = name, value, at - value
        elif (name == 2 and wire == _EIGHT) or (name == 3 and wire == _VARINT):
            kinds[place], values[place] = name, value
        elif name == 4 and wire == _VARINT:
            kinds[place], values[place] = name, 1 if value != 0 else 0


@helper
def field(data: Bytes, at: int, end: int, state: Ints) -> int:
    """Read a field into the state: its value or where it begins, number and wire type.

    Returns:
        Where the next one begins; ``MALFORMED`` where there is none, or it goes past the end.
    """
    at = varint(data, at, end, state)
    tag = state[_VALUE]
    if at < 0 or tag < 8 or tag >= 1 << 32:
        return MALFORMED
    wire = tag & 7
    size = 0
    if wire == _VARINT:
        at = varint(data, at, end, state)
    elif wire == _BYTES:
        at = varint(data, at, end, state)
        size = state[_VALUE]
        state[_VALUE] = at
    elif wire in (_EIGHT, _FOUR):
        size = 8 if wire == _EIGHT else 4
    else:
        return MALFORMED
    if at < 0 or size < 0 or size > end - at:
        return MALFORMED
    if wire == _EIGHT:
        bits = 0
        for place in range(8):
            bits |= int(data[at + place]) << (8 * place)
        state[_VALUE] = bits
    state[_FIELD], state[_WIRE] = tag >> 3, wire
    return at + size


@helper
def varint(data: Bytes, at: int, end: int, state: Ints) -> int:
    """Read a number of seven bits a byte into the state; where it ends, or ``MALFORMED``."""
    value = 0
    for place in range(10):
        if at + place >= end:
            return MALFORMED
        byte = int(data[at + place])
        value |= (byte & 127) << (7 * place)
        if byte < 128:
            state[_VALUE] = value
            return at + place + 1
    return MALFORMED
