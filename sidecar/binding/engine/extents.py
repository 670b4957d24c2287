"""How far a row set reaches: over which time, and over how many of what its rows are about."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from sidecar.binding.engine.dimensions import GRAINS, Dimension
from sidecar.binding.engine.options import Codes
from sidecar.binding.engine.views import TableView


class _PeriodReach(IntEnum):
    """Which periods of a dimension rows have."""

    LATEST = 0
    ONE = 1
    SEVERAL = 2
    ALL = 3


TIMES = ("no time", *(f"{each.name.lower()} {grain}" for each in _PeriodReach for grain in GRAINS))
"""Which periods rows have, and how fine these are."""

SCOPES = ("one", "several", "filtered", "all of few", "all of some", "all of many")
"""How many of the values of dimensions that tell rows apart they have."""

_ONE, _SEVERAL, _FILTERED, _ALL = range(4)
_HOW_MANY = {"few": 0, "some": 1, "many": 2}


def extent(view: TableView, options: Sequence[Codes | None]) -> tuple[int, int]:
    """The places in ``TIMES`` and ``SCOPES`` of the rows of a view with some values."""
    time, scope, is_filtered = 0, _ONE, False
    for one, codes in zip(view.dimensions, options, strict=True):
        if one.periods is not None:
            if one.is_key:
                time = 1 + _reach(one, codes) * len(GRAINS) + GRAINS.index(one.grain)
        elif not one.is_key:
            is_filtered |= codes is not None
        elif codes is None and len(one.labels) > 1:
            scope = max(scope, _ALL + _HOW_MANY[one.grain])
        elif codes is not None and len(codes) > 1:
            scope = max(scope, _SEVERAL)
    return time, _FILTERED if is_filtered and scope >= _ALL else scope


def _reach(one: Dimension, codes: Codes | None) -> int:
    if codes is None:
        return _PeriodReach.ALL
    if len(codes) > 1:
        return _PeriodReach.SEVERAL
    return _PeriodReach.LATEST if codes[0] == one.order[-1] else _PeriodReach.ONE
