"""The cells of one column as Python values, without a Python object per row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from sidecar.model.evidence import Cells


class _ValueSequence(Sequence[object]):
    """A sequence that is defined by its length and its single values."""

    def __init__(self, length: int) -> None:
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, row: int) -> object: ...
    @overload
    def __getitem__(self, row: slice) -> list[object]: ...
    def __getitem__(self, row: int | slice) -> object:
        if isinstance(row, slice):
            return [self._value(each) for each in range(*row.indices(self._length))]
        return self._value(range(self._length)[row])

    def __iter__(self) -> Iterator[object]:
        return map(self._value, range(self._length))

    def _value(self, row: int) -> object:
        raise NotImplementedError


class NumberValues(_ValueSequence):
    """A column of numbers, read from its ``Cells``; a row without one is None."""

    def __init__(self, cells: Cells, length: int, kind: type[int | float | Decimal]) -> None:
        super().__init__(length)
        self._cells = cells
        self._dense = cells.rows.size == length
        self._convert: Callable[[int], object] = {
            int: self._int,
            float: self._float,
            Decimal: cells.exact,
        }[kind]

    @property
    def keys(self) -> NDArray[np.float64] | None:
        """What tells the numbers of its rows apart; None where floats do not."""
        if self._cells.unscaled is not None:
            return None
        keys = np.full(len(self), np.nan)
        keys[self._cells.rows] = self._cells.values
        return keys

    def _value(self, row: int) -> object:
        if self._dense:
            return self._convert(row)
        index = int(np.searchsorted(self._cells.rows, row))
        present = index < self._cells.rows.size and self._cells.rows[index] == row
        return self._convert(index) if present else None

    def _int(self, index: int) -> int:
        exact = self._cells.unscaled
        return int(self._cells.values[index] if exact is None else exact[index])

    def _float(self, index: int) -> float:
        return float(self._cells.values[index])


class CodedValues(_ValueSequence):
    """A column of any values, each distinct one held once."""

    def __init__(self, distinct: Sequence[object], codes: NDArray[np.int32]) -> None:
        super().__init__(codes.size)
        self.distinct = distinct
        self.codes = codes

    def _value(self, row: int) -> object:
        return self.distinct[self.codes[row]]

    def __iter__(self) -> Iterator[object]:
        return map(self.distinct.__getitem__, self.codes.tolist())


# A column as its distinct values, and which of them each row has: in arrays, not row by row.

Codes = NDArray[np.int32]

T = TypeVar("T")


def factorize_column(data: Sequence[object]) -> tuple[list[object], Codes]:
    """The distinct values of a column in the order of their rows, and the place of each row's.

    Values that the column itself holds more than once may come more than once.
    """
    keys: NDArray[np.generic] | None = None
    if isinstance(data, CodedValues | NumberValues):
        keys = data.codes if isinstance(data, CodedValues) else data.keys
    if keys is None:
        return factorize_values(data)
    first, codes = find_first_rows(keys)
    return [data[row] for row in first.tolist()], codes


def factorize_values(values: Iterable[T]) -> tuple[list[T], Codes]:
    """The distinct ones of some values, and the place of each.

    Values of unlike types are distinct, though they may be equal: 1, 1.0 and true.
    """
    numbers: dict[tuple[type, T], int] = {}
    each = (numbers.setdefault((type(value), value), len(numbers)) for value in values)
    codes = np.fromiter(each, np.int32)
    return [value for _, value in numbers], codes


def find_first_rows(keys: NDArray[np.generic]) -> tuple[NDArray[np.int64], Codes]:
    """The first row of each distinct key, ascending, and the place of each row's key."""
    _, first, codes = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    places = np.empty(order.size, np.int32)
    places[order] = np.arange(order.size)
    return first[order], places[codes]
