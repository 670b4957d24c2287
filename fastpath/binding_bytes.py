"""Bindings of plain numbers and their sentences, written as the bytes of their messages.

What is written are the fields ``bindings`` and ``sentences`` of the message ``NumericDetail`` of
the contract, byte for byte as protobuf writes them: in the order of their numbers, without zeros.
What a binding shares with others the caller has written already, in three parts; its own are the
place of the number, its value and its sentence, and the place of the cell that equals it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper, kernel

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

START, END = 0, 1  # the span of the number
MANTISSA, STEP = 2, 3  # its value is the one times ten to the power of the other; not negative
SENTENCE = 4  # the number of its sentence
SHARED = 5  # the first of three texts: what it shares, behind its value, sentence and cell
ROW, ORDINAL = 6, 7  # of its cell; the ordinal counts from 1
TAIL = 8  # the text that ends the cell's place; 0 where there is no cell
COLUMNS = 9

_BINDING, _SENTENCES, _SPAN, _VALUE, _LOCATION, _MATCHED_VALUE = 34, 42, 10, 18, 98, 106
_SPAN_START, _SPAN_END, _SENTENCE = 8, 16, 64
"""What stands in front of the fields: their numbers and types, as in ``numeric.proto``."""
_LONGEST_SIZE = 5
"""Bytes of the size of a message, at most."""
_LONGEST_SPAN = 24
_FIXED = 128
"""Bytes that a binding takes beside its texts and the zeros of its values, at most."""
_DATA = np.frombuffer(b"data[", np.uint8)
_ZERO, _POINT, _CLOSE, _HASH = 48, 46, 93, 35


def write(rows: Ints, texts: Sequence[bytes]) -> tuple[bytes, list[int]]:
    """Write bindings.

    Args:
        rows: One for each. Shape (bindings, COLUMNS).
        texts: What is shared and ends of places, by their numbers; number 0 is none.

    Returns:
        The bytes, and where each binding ends in them.
    """
    borders = np.array([*accumulate(map(len, texts), initial=0)], np.int64)
    flat = rows.reshape(-1)
    out = np.empty(_room(flat, borders), np.uint8)
    ends = np.empty(len(rows), np.int64)
    size = _write(flat, np.frombuffer(b"".join(texts), np.uint8), borders, out, ends)
    return out[:size].tobytes(), ends.tolist()


def write_sentences(spans: Ints) -> bytes:
    """Write the spans of sentences. Shape (sentences, 2)."""
    out = np.empty(len(spans) * _LONGEST_SPAN, np.uint8)
    size = _write_sentences(spans.reshape(-1), out)
    return out[:size].tobytes()


def _room_twin(rows: Ints, borders: Ints) -> int:
    table = rows.reshape(-1, COLUMNS)
    shared, tail = table[:, SHARED], table[:, TAIL]
    own = borders[shared + 3] - borders[shared] + borders[tail + 1] - borders[tail]
    return int((own + 2 * np.abs(table[:, STEP]) + _FIXED).sum())


@kernel("int64(const int64[::1], const int64[::1])", twin=_room_twin, brief=True)
def _room(rows: Ints, borders: Ints) -> int:
    """Bytes that bindings take at most."""
    size = 0
    for at in range(0, rows.size, COLUMNS):
        shared, tail = rows[at + SHARED], rows[at + TAIL]
        size += borders[shared + 3] - borders[shared] + borders[tail + 1] - borders[tail]
        size += 2 * abs(rows[at + STEP]) + _FIXED
    return size


def _write_twin(rows: Ints, texts: Bytes, borders: Ints, out: Bytes, ends: Ints) -> int:
    whole = bytearray()
    for nth, row in enumerate(rows.reshape(-1, COLUMNS).tolist()):
        start, end, mantissa, step, sentence, shared, at, ordinal, tail = row
        first, second, third, last = (
            texts[borders[text] : borders[text + 1]].tobytes()
            for text in (shared, shared + 1, shared + 2, tail)
        )
        value = _plain(mantissa, step)
        body = _span_twin(_SPAN, start, end) + _field(_VALUE, value) + first
        body += _field(_SENTENCE, sentence) + second
        if tail:
            numbered = b"#%d" % ordinal if ordinal > 1 else b""
            body += _field(_LOCATION, b"data[%d]" % at + last + numbered)
            body += _field(_MATCHED_VALUE, value)
        whole += _field(_BINDING, body + third)
        ends[nth] = len(whole)
    out[: len(whole)] = np.frombuffer(whole, np.uint8)
    return len(whole)


def _write_sentences_twin(spans: Ints, out: Bytes) -> int:
    whole = b"".join(_span_twin(_SENTENCES, *span) for span in spans.reshape(-1, 2).tolist())
    out[: len(whole)] = np.frombuffer(whole, np.uint8)
    return len(whole)


def _span_twin(tag: int, start: int, end: int) -> bytes:
    return _field(tag, _field(_SPAN_START, start) + _field(_SPAN_END, end))


def _plain(mantissa: int, step: int) -> bytes:
    """A value without exponent and trailing zeros."""
    if step >= 0:
        return str(mantissa * 10**step).encode()
    digits = str(mantissa).rjust(1 - step, "0")
    return f"{digits[:step]}.{digits[step:]}".rstrip("0").rstrip(".").encode()


def _field(tag: int, value: int | bytes) -> bytes:
    """A field: a number that is not zero, or bytes and their size."""
    if value == 0:
        return b""
    number = value if isinstance(value, int) else len(value)
    written = bytearray([tag])
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written) + (b"" if isinstance(value, int) else value)


@kernel(
    "int64(const int64[::1], const uint8[::1], const int64[::1], uint8[::1], int64[::1])",
    twin=_write_twin,
    brief=True,
)
def _write(rows: Ints, texts: Bytes, borders: Ints, out: Bytes, ends: Ints) -> int:
    """Write all; how many bytes that are."""
    at = 0
    for nth in range(ends.size):
        row = rows[nth * COLUMNS : (nth + 1) * COLUMNS]
        # The body is written behind the longest size that it can have, and moved to its own.
        begin = at + 1 + _LONGEST_SIZE
        end = _body(row, texts, borders, out, begin)
        out[at] = _BINDING
        at = _varint(out, at + 1, end - begin)
        for place in range(begin, end):
            out[at] = out[place]
            at += 1
        ends[nth] = at
    return at


@kernel("int64(const int64[::1], uint8[::1])", twin=_write_sentences_twin, brief=True)
def _write_sentences(spans: Ints, out: Bytes) -> int:
    """Write all; how many bytes that are."""
    at = 0
    for place in range(0, spans.size, 2):
        at = _span(out, at, _SENTENCES, spans[place], spans[place + 1])
    return at


@helper
def _body(row: Ints, texts: Bytes, borders: Ints, out: Bytes, at: int) -> int:
    """Write one binding; where it ends."""
    shared = borders[row[SHARED] : row[SHARED] + 4]
    at = _span(out, at, _SPAN, row[START], row[END])
    value = at + 1
    out[at] = _VALUE
    at = _decimal(out, value + 1, row[MANTISSA], row[STEP])
    out[value] = at - value - 1
    at = _copy(out, at, texts, shared[0], shared[1])
    at = _number(out, at, _SENTENCE, row[SENTENCE])
    at = _copy(out, at, texts, shared[1], shared[2])
    if row[TAIL]:
        at = _location(row, texts, borders, out, at)
        out[at] = _MATCHED_VALUE
        at = _copy(out, at + 1, out, value, value + 1 + out[value])
    return _copy(out, at, texts, shared[2], shared[3])


@helper
def _span(out: Bytes, at: int, tag: int, start: int, end: int) -> int:
    """Write a span; where it ends."""
    begin = at + 2
    out[at] = tag
    at = _number(out, begin, _SPAN_START, start)
    at = _number(out, at, _SPAN_END, end)
    out[begin - 1] = at - begin
    return at


@helper
def _location(row: Ints, texts: Bytes, borders: Ints, out: Bytes, at: int) -> int:
    """Write where a cell is."""
    first, last = borders[row[TAIL]], borders[row[TAIL] + 1]
    size = _DATA.size + _digits(row[ROW]) + 1 + last - first
    if row[ORDINAL] > 1:
        size += 1 + _digits(row[ORDINAL])
    at = _number(out, at, _LOCATION, size)
    at = _copy(out, at, _DATA, 0, _DATA.size)
    at = _integer(out, at, row[ROW])
    out[at] = _CLOSE
    at = _copy(out, at + 1, texts, first, last)
    if row[ORDINAL] > 1:
        out[at] = _HASH
        at = _integer(out, at + 1, row[ORDINAL])
    return at


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
def _number(out: Bytes, at: int, tag: int, value: int) -> int:
    """Write a field that is a number, or whose size is that, but no zero; where it ends."""
    if value == 0:
        return at
    out[at] = tag
    return _varint(out, at + 1, value)


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
