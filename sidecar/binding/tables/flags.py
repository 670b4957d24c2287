"""Columns that say yes or no of each row: "the organic farms", "shops without a lift".

The name of such a column is what rows are called whose cell says yes; with a word of denial before
it, it is what the others are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sidecar.binding.language.labels import LabelIndex, put
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.text.vocabulary import one_of

_YES, _NO = one_of("yes y true t"), one_of("no n false f")
_FLAG = "flag"  # ends a name and is no part of what rows are called
_DENIALS = (("non",), ("not",), ("no",), ("without",), ("without", "a"), ("without", "any"))


class Flag(LabelIndex):
    """The two answers of a column, called by its name.

    Args:
        column: The column.
        values: Its cells.
    """

    is_flag = True

    def __init__(self, column: ColumnFacts, values: Iterable[object]) -> None:
        said = (p.words for p in column.phrases if p.weight == 1)
        self._names = [tuple(w for w in words if w != _FLAG) for words in said]
        super().__init__(column.place, [None if v is None else _said(v) for v in values])

    def _add(self, number: int, value: str) -> None:
        yes = value in _YES
        for words in filter(None, self._names):
            for way in [words] if yes else [(*no, *words) for no in _DENIALS]:
                self.whole.setdefault(way, number)
                put(self.first, way)


def is_flag(values: Sequence[object]) -> bool:
    """Whether cells say yes and no, and nothing else, of more rows than two."""
    told = {_said(value) for value in set(values) if value is not None}
    return len(values) > len(told) > 1 and told <= _YES | _NO


def _said(value: object) -> str:
    return str(value).strip().lower()
