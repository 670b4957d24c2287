"""What each number of a text may speak of: the query results, and the rows of each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sidecar.binding.context.operands import typed
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.operands.parties import Parties
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scene import Scene
from sidecar.binding.context.passages.scopes import Scope, scopes
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.row_sets import RowSets
from sidecar.binding.selection import Selection
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.number import NumericClaim

_KEPT = 64  # numbers whose rows are kept
_AS_WELL = 0.7  # of the rows that are linked best


def is_linked(question: Question, scope: Scope) -> bool:
    """Whether no other rows of its query result are linked much better than those of a scope."""
    best = max((other.link for other in question.scopes.get(scope.table, ())), default=0.0)
    return scope.link >= _AS_WELL * best


class Linked:
    """What the numbers of a text may speak of, found when it is asked for.

    Args:
        scene: The text.
        claims: The numbers.
        stated: The same where they stand.
        catalogs: The query results.
        selection: Which of these a citation selects.
        row_sets: The rows that the numbers of the text speak of.
    """

    def __init__(
        self,
        scene: Scene,
        claims: Sequence[NumericClaim],
        stated: Sequence[Stated],
        catalogs: Sequence[Catalog],
        selection: Selection,
        row_sets: RowSets,
    ) -> None:
        self._catalogs, self._selection, self._row_sets = catalogs, selection, row_sets
        self._parties = Parties(scene, stated, catalogs)
        self._claims = {id(one.place): claim for claim, one in zip(claims, stated, strict=True)}
        self._known: dict[int, Mapping[int, Sequence[Scope]]] = {}

    def of(self, one: Stated) -> Mapping[int, Sequence[Scope]]:
        """The rows that a number may speak of, by query result."""
        key = id(one.place)
        if key not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            cited = self._selection.of(self._claims[key].citation)
            self._known[key] = {
                table: [*map(self._kept, self._scopes(one.place, table))]
                for table in typed.speaking(one, cited, self._catalogs)
            }
        return self._known[key]

    def _scopes(self, place: Place, table: int) -> Sequence[Scope]:
        return scopes(place, table, self._catalogs[table], self._parties.of(place, table))

    def _kept(self, scope: Scope) -> Scope:
        """A scope with large rows in the arrays that all numbers of the text share."""
        if scope.rows is None:
            return scope
        of = self._row_sets.of
        choices = tuple(choice._replace(rows=of(choice.rows)) for choice in scope.choices)
        return scope._replace(rows=of(scope.rows), choices=choices)
