"""The words of a text column that Arrow holds by its distinct values.

A dictionary may hold nulls and the same word twice, may grow, and may be another one from one batch
to the next. Arrow itself joins none that hold nulls, or more words than an index can count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sidecar.evidence.budget import Budget

# What stands where an Arrow array is null: nothing.

VIEW = np.dtype(("<i4", (4,)))
"""A view of a string: its length, then its bytes or where they are."""


def unpack_bits(buffer: pa.Buffer | None, array: pa.Array) -> NDArray[np.uint8]:
    """Unpack the bits of an array, one a byte; a bitmap that is not there is all ones."""
    if buffer is None:
        return np.ones(len(array), np.uint8)
    packed = np.frombuffer(buffer, np.uint8)
    stop = array.offset + len(array)
    return np.unpackbits(packed, count=stop, bitorder="little")[array.offset :]


def integer_dtype(kind: pa.DataType) -> np.dtype[Any]:
    """The numpy type of an integer type."""
    sign = "u" if pa.types.is_unsigned_integer(kind) else ""
    return np.dtype(f"{sign}int{kind.bit_width}")


def zero_nulls(array: pa.Array, dtype: np.dtype[Any]) -> pa.Array:
    """The same array with zeros where it is null.

    Args:
        array: Of a type whose second buffer holds its values.
        dtype: Of these.
    """
    bitmap, buffer, *data = array.buffers()
    valid = unpack_bits(bitmap, array)
    values = np.frombuffer(buffer, np.uint8, dtype.itemsize * (array.offset + len(array)))
    rows = values.reshape(-1, dtype.itemsize)[array.offset :]
    clean = np.where(valid[:, None], rows, np.uint8(0))
    packed = np.packbits(valid, bitorder="little")
    buffers = [pa.py_buffer(packed), pa.py_buffer(clean), *data]
    return pa.Array.from_buffers(array.type, len(array), buffers)


def zero_null_indices(array: pa.DictionaryArray) -> pa.DictionaryArray:
    """The same array, with the first value's index where it is null."""
    indices = zero_nulls(array.indices, integer_dtype(array.type.index_type))
    ordered = array.type.ordered
    return pa.DictionaryArray.from_arrays(indices, array.dictionary, ordered=ordered, safe=False)


# Narrow floats as people mean them: the float32 nearest to 1.05 is read as 1.05.


def widen(values: NDArray[np.float32] | NDArray[np.float16]) -> NDArray[np.float64]:
    """Round each narrow float to the fewest digits that still read back as it.

    Whole numbers stay what they are (the float16 65504 would become 65500), and so do NaN and the
    infinities.
    """
    with np.errstate(invalid="ignore"):  # a signalling NaN says so
        result = values.astype(np.float64)
        open_places = np.flatnonzero(np.isfinite(result) & (result != np.rint(result)))
    exponents = np.floor(np.log10(np.abs(result[open_places]))).astype(np.int64)
    # Scaling by more than 10**22 would round twice; such values are rare and read one by one.
    plain = exponents > -14
    for place in open_places[~plain].tolist():
        result[place] = _one(values[place])
    open_places, exponents = open_places[plain], exponents[plain]
    for digits in range(1, 10):  # nine digits tell any two float32 apart
        power = np.power(10.0, np.maximum(digits - 1 - exponents, 0))
        short = np.rint(result[open_places] * power) / power
        same = short.astype(values.dtype) == values[open_places]
        result[open_places[same]] = short[same]
        open_places, exponents = open_places[~same], exponents[~same]
    return result


def _one(value: np.float32 | np.float16) -> float:
    whole = float(value)
    rounded = (float(f"{whole:.{digits}e}") for digits in range(9))
    return next((number for number in rounded if type(value)(number) == value), whole)


class DictionaryWords:
    """The words of the dictionaries of one column, in the order in which they come.

    Attributes:
        distinct: Each of them; None is one.
    """

    def __init__(self, budget: Budget) -> None:
        self.distinct: list[object] = []
        self._budget = budget
        self._places: dict[object, int] = {}
        self._last: pa.Array | None = None
        self._codes = np.empty(0, np.int32)

    def codes(self, dictionary: pa.Array) -> NDArray[np.int32]:
        """The place among all words of each word of a dictionary, and perhaps of more."""
        known = self._known(dictionary)
        added = dictionary[known:]
        if len(added):
            words = copy_text_views(pa.chunked_array([added]), self._budget)
            self._budget.fits(words.nbytes + 64 * (len(words) + len(self.distinct)))
            self._codes = np.concatenate([self._codes[:known], self._add(words.to_pylist())])
        self._last = dictionary
        return self._codes

    def _known(self, dictionary: pa.Array) -> int:
        """How many words it begins with are those of the last one: all where it has only grown."""
        if self._last is None:
            return 0
        both = min(len(self._last), len(dictionary))
        return both if dictionary[:both].equals(self._last[:both]) else 0

    def _add(self, words: list[object]) -> NDArray[np.int32]:
        """The places of more words."""
        if not self.distinct:
            self.distinct = words
            return np.arange(len(words), dtype=np.int32)
        if not self._places:  # most columns have one dictionary
            self._places = {word: place for place, word in enumerate(self.distinct)}
        codes = np.empty(len(words), np.int32)
        for at, word in enumerate(words):
            codes[at] = place = self._places.setdefault(word, len(self.distinct))
            if place == len(self.distinct):
                self.distinct.append(word)
        return codes


def copy_text_views(column: pa.ChunkedArray, budget: Budget) -> pa.ChunkedArray:
    """Turn views into strings of their own. Many views can show the same bytes: count first."""
    if not pa.types.is_string_view(column.type):
        return column
    chunks = [zero_nulls(array, VIEW) for array in column.chunks]
    lengths = (np.frombuffer(array.buffers()[1], np.int32)[::4] for array in chunks)
    budget.fits(sum(int(each.sum(dtype=np.int64)) for each in lengths))
    return pa.chunked_array(chunks, column.type).cast(pa.large_string())
