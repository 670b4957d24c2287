"""The text cells of a query result that hold numbers: "139 g (4.90 oz)", "1080p@30fps"."""

from __future__ import annotations

import re
from itertools import islice

from sidecar.model.cached import cached_property
from sidecar.model.evidence import Table

_MOST = 20_000
_IGNORED = re.compile(r"[\s\-‑–—_/()\"'″”,;:]+")
"""Marks that do not matter where a phrase is looked for."""


class Texts:
    """The text cells of a query result that hold numbers; of the first so many rows."""

    def __init__(self, table: Table) -> None:
        """Of a table."""
        self._table = table

    @cached_property
    def cells(self) -> dict[str, int]:
        """The first column that has each text."""
        each = (
            (value, column)
            for column, values in enumerate(self._table.data)
            if self._table.cells[column].ordinals is not None
            for value in values[:_MOST]
            if isinstance(value, str)
        )
        found: dict[str, int] = {}
        for text, column in islice(each, _MOST):
            found.setdefault(text, column)
        return found

    @cached_property
    def _joined(self) -> str:
        return "\n".join(_IGNORED.sub("", text.lower()) for text in self.cells)

    def hold(self, phrase: str) -> bool:
        """Whether one of them holds a phrase, but for spaces and marks."""
        phrase = _IGNORED.sub("", phrase.lower())
        return bool(phrase) and phrase in self._joined

    def with_word(self, word: str) -> tuple[int, int] | None:
        """Row and column of the first that has a word, as a word of its own."""
        alone = re.compile(rf"(?<![\w.]){re.escape(word)}(?![\w])", re.IGNORECASE)
        for text, column in self.cells.items():
            if alone.search(text):
                return list(self._table.data[column][:_MOST]).index(text), column
        return None
