"""One column of an Arrow table, by its type.

Values are taken from the buffers, which were validated before: ``to_numpy`` would import pandas
where it is installed. Every array is copied, so nothing keeps the payload in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sidecar.evidence import column_data
from sidecar.evidence.arrow_words import (
    DictionaryWords,
    copy_text_views,
    integer_dtype,
    unpack_bits,
    widen,
    zero_null_indices,
    zero_nulls,
)
from sidecar.evidence.budget import Budget
from sidecar.evidence.column_data import ColumnData
from sidecar.evidence.values import NumberValues
from sidecar.work import unless_abandoned

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - a timestamp without a zone has none here either
_EPOCH_DAY = _EPOCH.toordinal()
_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_DAY_MICROSECONDS = 86_400 * 10**6


class Chunks(NamedTuple):
    """The chunks of one column.

    Attributes:
        arrays: Validated, all of one type.
        every_row: 0, 1, 2, … for as many rows as they have together.
    """

    arrays: list[pa.Array]
    every_row: NDArray[np.uint32]


Reader = Callable[[Chunks, pa.DataType, Budget], ColumnData]


def find_reader(kind: pa.DataType) -> Reader | None:
    """Find what reads a type; None where it is not flat or has no defined meaning here."""
    if isinstance(kind, pa.BaseExtensionType):
        return None
    if pa.types.is_dictionary(kind):
        inner = kind.value_type
        if pa.types.is_dictionary(inner):
            return None
        if _is_text(inner):
            return _dictionary
        return None if find_reader(inner) is None else _decoded_dictionary
    return next((read for is_kind, read in _READERS if is_kind(kind)), None)


def _nulls(chunks: Chunks, _: pa.DataType, budget: Budget) -> ColumnData:
    return column_data.make_coded_column([None], np.zeros(chunks.every_row.size, np.int32), budget)


def _booleans(chunks: Chunks, _: pa.DataType, budget: Budget) -> ColumnData:
    unpacked = [unpack_bits(array.buffers()[1], array) for array in chunks.arrays]
    values, rows = _present(chunks, unpacked, np.dtype(np.uint8), budget)
    return _dealt(values, rows, bool, chunks, budget)


def _integers(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    values, rows = _fixed(chunks, integer_dtype(kind), budget)
    cells = column_data.cells_from_scaled(values, 0, rows, budget)
    return ColumnData(NumberValues(cells, chunks.every_row.size, int), cells)


def _floats(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    budget.spend(8 * chunks.every_row.size)
    values, rows = _fixed(chunks, np.dtype(f"float{kind.bit_width}"), budget)
    wide = values if kind.bit_width == 64 else widen(values)
    cells = column_data.cells_from_floats(wide, rows)
    return ColumnData(NumberValues(cells, chunks.every_row.size, float), cells)


def _decimals(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    width = kind.bit_width // 64
    if width < 2:
        unscaled, rows = _fixed(chunks, np.dtype(f"int{kind.bit_width}"), budget)
    else:
        words, rows = _fixed(chunks, np.dtype(("<u8", (width,))), budget)
        unscaled = _joined(words, budget)
    cells = column_data.cells_from_scaled(unscaled, kind.scale, rows, budget)
    return ColumnData(NumberValues(cells, chunks.every_row.size, Decimal), cells)


def _joined(words: NDArray[np.uint64], budget: Budget) -> column_data.Integers:
    """Join the words of two's complement integers, the lowest first."""
    low = words[:, 0].view(np.int64)
    if (words[:, 1:].view(np.int64) == (low >> 63)[:, None]).all():
        return low
    budget.fits(words.nbytes + 64 * len(words))
    joined = words[:, -1].view(np.int64).astype(object)
    for place in range(words.shape[1] - 2, -1, -1):
        joined = (joined << 64) + words[:, place].astype(object)
    return joined


def _dates(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    values, rows = _fixed(chunks, np.dtype(f"int{kind.bit_width}"), budget)
    days = values if kind.bit_width == 32 else values // 86_400_000
    return _dealt(days, rows, _date, chunks, budget)


def _timestamps(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    epoch = _EPOCH if kind.tz is None else _EPOCH.replace(tzinfo=UTC)
    per_second = _PER_SECOND[kind.unit]

    def convert(value: int) -> datetime | None:
        try:
            return epoch + timedelta(microseconds=value * 10**6 // per_second)
        except OverflowError:  # outside the years 1 to 9999: "infinity" in some databases
            return None

    values, rows = _fixed(chunks, np.dtype(np.int64), budget)
    return _dealt(values, rows, convert, chunks, budget)


def _times(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    per_second = _PER_SECOND[kind.unit]

    def convert(value: int) -> time | None:
        microseconds = value * 10**6 // per_second
        if not 0 <= microseconds < _DAY_MICROSECONDS:
            return None
        return (_EPOCH + timedelta(microseconds=microseconds)).time()

    values, rows = _fixed(chunks, np.dtype(f"int{kind.bit_width}"), budget)
    return _dealt(values, rows, convert, chunks, budget)


def _date(day: int) -> date | None:
    try:
        return date.fromordinal(_EPOCH_DAY + day)
    except (ValueError, OverflowError):  # outside the years 1 to 9999
        return None


def _texts(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    column = copy_text_views(pa.chunked_array(chunks.arrays, kind), budget)
    encoded = column.dictionary_encode()
    return _dictionary(chunks._replace(arrays=encoded.chunks), encoded.type, budget)


def _dictionary(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    """Read text that Arrow holds by its distinct values already."""
    words = DictionaryWords(budget)
    of_index = integer_dtype(kind.index_type)
    indices = [zero_nulls(array.indices, of_index) for array in chunks.arrays]
    parts = []
    for array, places in zip(chunks.arrays, indices, strict=True):
        known = words.codes(array.dictionary)
        found = np.frombuffer(places.buffers()[1], of_index, len(places))
        parts.append(known[found] if known.size else np.zeros(len(places), np.int32))
    codes, rows = _present(chunks._replace(arrays=indices), parts, np.dtype(np.int32), budget)
    every = np.full(chunks.every_row.size, len(words.distinct), np.int32)
    every[rows] = codes
    return column_data.make_coded_column([*words.distinct, None], every, budget)


def _decoded_dictionary(chunks: Chunks, kind: pa.DataType, budget: Budget) -> ColumnData:
    """Read numbers, dates and truth values that Arrow holds by their distinct values."""
    inner = kind.value_type
    read = find_reader(inner)
    if read is None:
        raise TypeError(f"nothing reads {inner}")
    arrays = [zero_null_indices(array).dictionary_decode() for array in chunks.arrays]
    return read(chunks._replace(arrays=arrays), inner, budget)


def _dealt(
    values: NDArray[Any],
    rows: NDArray[np.uint32],
    convert: Callable[[int], object],
    chunks: Chunks,
    budget: Budget,
) -> ColumnData:
    """Convert each distinct value once and deal them out to the rows."""
    distinct, places = np.unique(values, return_inverse=True)
    budget.fits(64 * distinct.size)
    codes = np.full(chunks.every_row.size, distinct.size, np.int32)
    codes[rows] = places
    return column_data.make_coded_column(
        [*map(convert, unless_abandoned(distinct.tolist())), None], codes, budget
    )


def _fixed(
    chunks: Chunks, dtype: np.dtype[Any], budget: Budget
) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Take the values of a type of fixed width that are not null, and their rows."""
    parts = [
        np.frombuffer(array.buffers()[1], dtype, array.offset + len(array))[array.offset :]
        for array in chunks.arrays
    ]
    return _present(chunks, parts, dtype, budget)


def _present(
    chunks: Chunks, parts: list[NDArray[Any]], dtype: np.dtype[Any], budget: Budget
) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """Join the parts, without the rows that are null."""
    values = np.concatenate([np.empty(0, dtype), *parts])
    if not any(array.null_count for array in chunks.arrays):
        return values, chunks.every_row
    valid = np.concatenate([unpack_bits(array.buffers()[0], array) for array in chunks.arrays])
    rows = np.flatnonzero(valid).astype(np.uint32)
    budget.spend(rows.nbytes)
    return values[rows], rows


def _is_text(kind: pa.DataType) -> bool:
    is_view: bool = pa.types.is_string_view(kind)
    return is_view or pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _is_decimal(kind: pa.DataType) -> bool:
    """A decimal that float64 can hold: Arrow allows 10**-2147483648 too."""
    is_decimal: bool = pa.types.is_decimal(kind)
    return is_decimal and abs(kind.scale) <= 76


_READERS: tuple[tuple[Callable[[pa.DataType], bool], Reader], ...] = (
    (pa.types.is_null, _nulls),
    (pa.types.is_boolean, _booleans),
    (pa.types.is_integer, _integers),
    (pa.types.is_floating, _floats),
    (_is_decimal, _decimals),
    (_is_text, _texts),
    (pa.types.is_date, _dates),
    (pa.types.is_timestamp, _timestamps),
    (pa.types.is_time, _times),
)
"""What reads which type. Durations and intervals are missing on purpose: a number of seconds with
its unit in the column's metadata says what they cannot."""
