"""The cells of one column as Python values, without a Python object per row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import overload

import numpy as np
from numpy.typing import NDArray

from sidecar.model.evidence import Cells


class _Column(Sequence[object]):
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


class Numbers(_Column):
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


class Coded(_Column):
    """A column of any values, each distinct one held once."""

    def __init__(self, distinct: Sequence[object], codes: NDArray[np.int32]) -> None:
        super().__init__(codes.size)
        self.distinct = distinct
        self.codes = codes

    def _value(self, row: int) -> object:
        return self.distinct[self.codes[row]]

    def __iter__(self) -> Iterator[object]:
        return map(self.distinct.__getitem__, self.codes.tolist())
