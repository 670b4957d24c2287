"""The catalogs of the query results of a request, learnt once and kept with each of them."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from sidecar.binding.tables import unit_tables
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.unit_tables import Units
from sidecar.evidence.index import TableIndex

_KEPT: WeakKeyDictionary[TableIndex, tuple[Units, Catalog]] = WeakKeyDictionary()


def catalogs(indexes: Sequence[TableIndex]) -> list[Catalog]:
    """The catalogs of the query results of a request, which may tell units of each other."""
    told = unit_tables.told([index.table for index in indexes])
    return [_catalog(index, units) for index, units in zip(indexes, told, strict=True)]


def _catalog(index: TableIndex, units: Units) -> Catalog:
    """The catalog of a query result; the last one is kept, and made anew for other units."""
    told, known = _KEPT.get(index, (units, None))
    if known is None or told != units:
        known = Catalog(index, units)
        _KEPT[index] = units, known
    return known
