"""What query results are as evidence, made once and cached with them as their catalogs are."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary, ref

import numpy as np

from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.numerals import figures_of
from sidecar.binding.tables.catalog import Catalog, catalogs
from sidecar.evidence.derived import MOST_NAMES
from sidecar.evidence.index import TableIndex
from sidecar.model import memory

_CELL = 8  # bytes of a value of a measure, of a value of a dimension
_LABEL = 900  # of a distinct label with its names, where labels are not too many to have any


class KnownResults:
    """Some query results as evidence.

    Attributes:
        catalogs: What is known of each.
        evidence: All of them together.
        cells: How many numbers they have.
        figures: The numbers that are words of labels. Sorted.
    """

    def __init__(self, known: Sequence[Catalog]) -> None:
        self.catalogs = known
        for one in known:
            memory.spend(4 * _CELL * one.rows * len(one.columns))
        self.evidence = EngineEvidence(known)
        self.cells = sum(cells.values.size for one in known for cells in one.table.cells)
        self.figures = np.array(sorted(figures_of(self.evidence)))
        labels = [len(one.labels) for one in self.evidence.dimensions]
        memory.spend(sum(_LABEL * min(n, MOST_NAMES) + _CELL * n for n in labels))


_CACHED: WeakKeyDictionary[TableIndex, tuple[tuple[ref[TableIndex], ...], KnownResults]] = (
    WeakKeyDictionary()
)
"""By the first of some query results: the others, and all of them as evidence."""


def known(results: Sequence[TableIndex]) -> KnownResults:
    """Some query results as evidence; of those with the same first one the last ones are cached."""
    told = catalogs(results)
    others, found = _CACHED.get(results[0], ((), None)) if results else ((), None)
    same = [other() for other in others] == list(results[1:])
    if found is None or not same or found.catalogs != told:
        found = KnownResults(told)
        if results:
            _CACHED[results[0]] = tuple(_followed(results[0], one) for one in results[1:]), found
    return found


def _followed(first: TableIndex, one: TableIndex) -> ref[TableIndex]:
    """A query result, with which goes what is cached of it with others."""
    holder = ref(first)

    def forget(_: ref[TableIndex]) -> None:
        if (held := holder()) is not None:
            _CACHED.pop(held, None)

    return ref(one, forget)
