"""The words of a text column that Arrow holds by its distinct values.

A dictionary may hold nulls and the same word twice, may grow, and may be another one from one batch
to the next. Arrow itself joins none that hold nulls, or more words than an index can count.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from sidecar.evidence.arrow_nulls import VIEW, zeroed
from sidecar.evidence.budget import Budget


class Words:
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
            words = plain_text(pa.chunked_array([added]), self._budget)
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


def plain_text(column: pa.ChunkedArray, budget: Budget) -> pa.ChunkedArray:
    """Turn views into strings of their own. Many views can show the same bytes: count first."""
    if not pa.types.is_string_view(column.type):
        return column
    chunks = [zeroed(array, VIEW) for array in column.chunks]
    lengths = (np.frombuffer(array.buffers()[1], np.int32)[::4] for array in chunks)
    budget.fits(sum(int(each.sum(dtype=np.int64)) for each in lengths))
    return pa.chunked_array(chunks, column.type).cast(pa.large_string())
