"""Which query results may speak for a number: the one it cites, those of its family, or all."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.evidence.index import TableIndex
from sidecar.model.number import Citation


class Selection:
    """Chooses among the query results of a request that a number may speak of.

    A query id is a promise: it selects its result alone, and one that the evidence does not hold
    selects nothing. A family is a preference: one that no result has is ignored.

    Args:
        results: The query results, with unique ids.
        prefer_query_id: Whether query ids count.
    """

    def __init__(self, results: Sequence[TableIndex], *, prefer_query_id: bool) -> None:
        self._prefer_query_id = prefer_query_id
        self._all = range(len(results))
        self._by_id = {result.table.query_id: (i,) for i, result in enumerate(results)}
        self._by_family: dict[str, tuple[int, ...]] = {}
        for i, result in enumerate(results):
            family = result.table.family.casefold()
            self._by_family[family] = (*self._by_family.get(family, ()), i)

    def of(self, citation: Citation) -> Sequence[int]:
        """The positions of the query results to search, in their order."""
        if citation.query_id and self._prefer_query_id:
            return self._by_id.get(citation.query_id, ())
        family = citation.family.casefold()
        return self._by_family.get(family, self._all) if family else self._all
