"""Messages that are much alike, written as protobuf writes them, from rows of integers.

What the messages of one kind share, and where the rest of them comes from, is a program: a list of
steps. A row says which program writes it, in its first column, and holds what belongs to it alone:
places, values, numbers of texts. So the contract is known to those who make the programs, and
thousands of messages cost no objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel
from fastpath.message_steps import (
    CLOSE,
    DECIMAL,
    INTEGER,
    NUMBER,
    OPEN,
    OWN,
    TEXT,
    MessagePrograms,
)

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
_WIDE = 24
"""Bytes that a step takes at most, beside texts and the zeros of a value."""
_DEPTH = 8
"""Fields that may lie in each other."""
_STEP = 3  # integers
_ZERO, _POINT = 48, 46


def write(rows: Ints, programs: MessagePrograms, texts: Sequence[bytes]) -> tuple[bytes, list[int]]:
    """Write messages.

    Args:
        rows: One for each: the number of its program, then what its steps ask for; none of it
            negative but the powers of ten. Shape (messages, columns).
        programs: The steps of each kind.
        texts: What the steps and the rows name by number.

    Returns:
        The bytes, and where each message ends in them.
    """
    borders = np.array([*accumulate(map(len, texts), initial=0)], np.int64)
    told = rows.reshape(-1), rows.shape[1], *programs, borders
    out, ends = np.empty(_room(*told), np.uint8), np.empty(len(rows), np.int64)
    opened = np.empty(_DEPTH, np.int64)
    size = _write(*told, np.frombuffer(b"".join(texts), np.uint8), out, ends, opened)
    return out[:size].tobytes(), ends.tolist()


def _bytes(rows: Ints, columns: int, steps: Ints, starts: Ints, borders: Ints) -> int:
    size = 0
    for nth in range(rows.size // columns):
        at = nth * columns
        for step in range(_STEP * starts[rows[at]], _STEP * starts[rows[at] + 1], _STEP):
            kind, column = steps[step], at + steps[step + 1]
            size += _WIDE
            if kind == TEXT:
                size += borders[steps[step + 1] + 1] - borders[steps[step + 1]]
            elif kind == OWN:
                size += borders[rows[column] + 1] - borders[rows[column]]
            elif kind == DECIMAL:
                size += abs(rows[column + 1])
    return int(size)


_TOLD = "const int64[::1], int64, const int64[::1], const int64[::1], const int64[::1]"
_room = kernel(f"int64({_TOLD})", twin=_bytes, brief=True)(_bytes)
"""Bytes that messages take at most."""


def _write_twin(
    rows: Ints,
    columns: int,
    steps: Ints,
    starts: Ints,
    borders: Ints,
    texts: Bytes,
    out: Bytes,
    ends: Ints,
    opened: Ints,
) -> int:
    known = [texts[a:b].tobytes() for a, b in pairwise(borders.tolist())]
    each = steps.reshape(-1, _STEP).tolist()
    programs = [each[a:b] for a, b in pairwise(starts.tolist())]
    whole = bytearray()
    for nth, row in enumerate(rows.reshape(-1, columns).tolist()):
        whole += _message(row, programs[row[0]], known)
        ends[nth] = len(whole)
    out[: len(whole)] = np.frombuffer(whole, np.uint8)
    return len(whole)


def _message(row: list[int], program: list[list[int]], texts: list[bytes]) -> bytes:
    """One message, its fields from the inside out."""
    parts, opened = [b""], []
    for kind, which, tag in program:
        if kind == OPEN:
            parts.append(b"")
            opened.append(which)
        elif kind == CLOSE:
            inside = parts.pop()
            parts[-1] += _sevens(opened.pop()) + _sevens(len(inside)) + inside
        elif kind == NUMBER:
            parts[-1] += _sevens(tag) + _sevens(row[which]) if row[which] else b""
        else:
            parts[-1] += _piece(row, kind, which, texts)
    return parts[0]


def _piece(row: list[int], kind: int, which: int, texts: list[bytes]) -> bytes:
    """What stands in a field."""
    if kind == TEXT:
        return texts[which]
    if kind == OWN:
        return texts[row[which]]
    return b"%d" % row[which] if kind == INTEGER else _plain(row[which], row[which + 1])


def _plain(mantissa: int, step: int) -> bytes:
    """A value without exponent and trailing zeros."""
    if step >= 0:
        return str(mantissa * 10**step).encode()
    digits = str(mantissa).rjust(1 - step, "0")
    return f"{digits[:step]}.{digits[step:]}".rstrip("0").rstrip(".").encode()


def _sevens(number: int) -> bytes:
    """A number of seven bits a byte."""
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes(written) + bytes([number])


@kernel(
    f"int64({_TOLD}, const uint8[::1], uint8[::1], int64[::1], int64[::1])",
    twin=_write_twin,
    brief=True,
)
def _write(
    rows: Ints,
    columns: int,
    steps: Ints,
    starts: Ints,
    borders: Ints,
    texts: Bytes,
    out: Bytes,
    ends: Ints,
    opened: Ints,
) -> int:
    """Write all; how many bytes that are."""
    at = 0
    for nth in range(ends.size):
        row = rows[nth * columns : (nth + 1) * columns]
        depth = 0
        for step in range(_STEP * starts[row[0]], _STEP * starts[row[0] + 1], _STEP):
            kind, which, tag = steps[step], steps[step + 1], steps[step + 2]
            if kind == OPEN:
                at = _varint(out, at, which)
                opened[depth] = at
                at += 1  # for its size, which mostly takes one byte
                depth += 1
            elif kind == CLOSE:
                depth -= 1
                at = _close(out, opened[depth], at)
            elif kind == NUMBER:
                if row[which]:
                    at = _varint(out, _varint(out, at, tag), row[which])
            else:
                at = _put(out, at, row, kind, which, texts, borders)
        ends[nth] = at
    return at


@helper
def _put(out: Bytes, at: int, row: Ints, kind: int, which: int, texts: Bytes, borders: Ints) -> int:
    """Write what stands in a field; where it ends."""
    if kind == TEXT:
        return _copy(out, at, texts, borders[which], borders[which + 1])
    if kind == OWN:
        return _copy(out, at, texts, borders[row[which]], borders[row[which] + 1])
    if kind == INTEGER:
        return _integer(out, at, row[which])
    return _decimal(out, at, row[which], row[which + 1])


@helper
def _close(out: Bytes, start: int, end: int) -> int:
    """Write the size of what lies behind its place; where that ends."""
    size = end - start - 1
    more = 0
    while size >> 7 * (more + 1):
        more += 1
    if more:
        for place in range(end - 1, start, -1):
            out[place + more] = out[place]
    _varint(out, start, size)
    return end + more


@helper
def _decimal(out: Bytes, at: int, mantissa: int, step: int) -> int:
    """Write a value without exponent and trailing zeros; where it ends."""
    while step < 0 and mantissa % 10 == 0:
        mantissa //= 10
        step += 1
    if step >= 0:
        at = _integer(out, at, mantissa)
        for place in range(at, at + step * (mantissa > 0)):
            out[place] = _ZERO
        return at + step * (mantissa > 0)
    # Zeros in front until there is a digit before the point, which is put in at last.
    digits = max(_digits(mantissa), 1 - step)
    for place in range(at + digits, at, -1):
        behind = at + digits - place < -step
        out[place - (not behind)] = _ZERO + mantissa % 10
        mantissa //= 10
    out[at + digits + step] = _POINT
    return at + digits + 1


@helper
def _integer(out: Bytes, at: int, value: int) -> int:
    """Write the digits of a number; where they end."""
    end = at + _digits(value)
    for place in range(end - 1, at - 1, -1):
        out[place] = _ZERO + value % 10
        value //= 10
    return end


@helper
def _digits(value: int) -> int:
    """How many digits a number has."""
    count = 1
    while value > 9:
        value //= 10
        count += 1
    return count


@helper
def _varint(out: Bytes, at: int, value: int) -> int:
    """Write a number of seven bits a byte; where it ends."""
    while value > 127:
        out[at] = value & 127 | 128
        value >>= 7
        at += 1
    out[at] = value
    return at + 1


@helper
def _copy(out: Bytes, at: int, texts: Bytes, first: int, last: int) -> int:
    """Write some bytes; where they end."""
    for place in range(first, last):
        out[at] = texts[place]
        at += 1
    return at
