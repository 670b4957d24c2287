"""What stands where an Arrow array is null: nothing.

Validation passes over nulls, as it may. But some of Arrow's own functions follow the index or the
view of a null, wherever it leads, which has been seen to end the process. So those are zeros before
anything else looks at them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

VIEW = np.dtype(("<i4", (4,)))
"""A view of a string: its length, then its bytes or where they are."""


def bits(buffer: pa.Buffer | None, array: pa.Array) -> NDArray[np.uint8]:
    """Unpack the bits of an array, one a byte; a bitmap that is not there is all ones."""
    if buffer is None:
        return np.ones(len(array), np.uint8)
    packed = np.frombuffer(buffer, np.uint8)
    stop = array.offset + len(array)
    return np.unpackbits(packed, count=stop, bitorder="little")[array.offset :]


def integers(kind: pa.DataType) -> np.dtype[Any]:
    """The numpy type of an integer type."""
    sign = "u" if pa.types.is_unsigned_integer(kind) else ""
    return np.dtype(f"{sign}int{kind.bit_width}")


def zeroed(array: pa.Array, dtype: np.dtype[Any]) -> pa.Array:
    """The same array with zeros where it is null.

    Args:
        array: Of a type whose second buffer holds its values.
        dtype: Of these.
    """
    bitmap, buffer, *data = array.buffers()
    valid = bits(bitmap, array)
    values = np.frombuffer(buffer, np.uint8, dtype.itemsize * (array.offset + len(array)))
    rows = values.reshape(-1, dtype.itemsize)[array.offset :]
    clean = np.where(valid[:, None], rows, np.uint8(0))
    packed = np.packbits(valid, bitorder="little")
    buffers = [pa.py_buffer(packed), pa.py_buffer(clean), *data]
    return pa.Array.from_buffers(array.type, len(array), buffers)


def with_zeroed_indices(array: pa.DictionaryArray) -> pa.DictionaryArray:
    """The same array, with the first value's index where it is null."""
    indices = zeroed(array.indices, integers(array.type.index_type))
    ordered = array.type.ordered
    return pa.DictionaryArray.from_arrays(indices, array.dictionary, ordered=ordered, safe=False)
