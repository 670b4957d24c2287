"""Which groups and columns of a grid an operation may be of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.grid import Grid, Group
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.tables.catalog import Catalog

_FEW = 100
_NAMED, _BESIDE = 0.9, 0.5  # how strongly rows are named, and how much less those of others


def differences_of_one(grid: Grid, known: Catalog) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which pairs of groups, and of columns, differ by a single one: that is no difference."""
    rows = [group.rows for group in grid.groups]
    columns = [np.array([part.place for part in column.parts]) for column in grid.columns]
    return _differ_by_one(rows, known.rows), _differ_by_one(columns, 0)


def _differ_by_one(sets: Sequence[NDArray[Any] | None], everything: int) -> NDArray[np.bool_]:
    """Which pairs of sets are the same but for one member; None is the set of everything."""
    sizes = np.array([everything if one is None else one.size for one in sets])
    found = np.zeros((sizes.size, sizes.size), np.bool_)
    for at, other in np.argwhere(sizes[:, None] == sizes + 1).tolist():
        more, less = sets[at], sets[other]
        inside = less is not None and (more is None or _is_among(less, more))
        found[at, other] = found[other, at] = inside
    return found


def _is_among(less: NDArray[Any], more: NDArray[Any]) -> bool:
    """Whether a set is within another; for few members Python's sets take a tenth of the time."""
    if less.size > _FEW:
        return bool(np.isin(less, more).all())
    return frozenset(less.tolist()) <= frozenset(more.tolist())


def own(grid: Grid) -> NDArray[np.bool_]:
    """Which groups one quotient may be of: not what is left, nor whose names are at others."""
    other = np.array([group.is_rest or group.of_other_period for group in grid.groups])
    return ~(other | told_of_others(grid))


def told_of_others(grid: Grid) -> NDArray[np.bool_]:
    """Which groups another number has: "average pay is 76,000 in Field and 89,000 in Partner"."""
    top = max((g.link for g in grid.groups if _is_said(g)), default=0.0)
    least = _BESIDE * top if top >= _NAMED else 0.0
    return np.array([_is_said(group) and group.link < least for group in grid.groups])


def _is_said(group: Group) -> bool:
    """Whether the sentence itself names rows."""
    return any(choice.start >= 0 and choice.dimension != PERIODS for choice in group.scope.choices)
