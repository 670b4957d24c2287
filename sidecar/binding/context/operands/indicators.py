"""Tables in long form, whose rows tell what they measure: indicator, value.

"Ash's absence rate" names the rows of that indicator as it would name a column, and rows of others
are as far from what is intended as other columns are.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.tables.catalog import Catalog

Columns = Mapping[tuple[int, int], Naming]

_ELSEWHERE = 0.2  # how strongly the only measure is named in rows of other indicators


def name(
    scopes: Mapping[int, Sequence[Scope]],
    catalogs: Sequence[Catalog],
    named: MutableMapping[tuple[int, int], Naming],
) -> None:
    """The measures of such tables are named as strongly as the indicator.

    Args:
        scopes: The rows that a number may speak of, by table.
        catalogs: The query results.
        named: The columns that are named, to be changed.
    """
    for key, known in named.items():
        link = _told(scopes.get(key[0], ()), catalogs[key[0]])
        if known.strength and link:
            named[key] = known._replace(strength=max(known.strength, link))


def of_rows(
    scope: Scope, table: int, known: Catalog, scopes: Sequence[Scope], named: Columns
) -> Columns:
    """The columns as they are named for some rows: hardly, if other rows have the indicator."""
    if _told([scope], known) or not _told(scopes, known):
        return named
    return {
        key: naming._replace(strength=min(naming.strength, _ELSEWHERE))
        if key[0] == table
        else naming
        for key, naming in named.items()
    }


def _told(scopes: Sequence[Scope], known: Catalog) -> float:
    """How strongly the best of some rows are those of an indicator that is named; 0 for none."""
    names = known.units.names
    if names < 0:
        return 0.0
    links = [c.link for scope in scopes for c in scope.choices if c.dimension == names]
    return min(1.0, max(links, default=0.0))
