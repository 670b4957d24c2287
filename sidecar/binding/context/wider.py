"""Scopes made of scopes: what one lies in, and several of them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sidecar.binding.context.choices import PERIODS
from sidecar.binding.context.scopes import Scope, shared

_JOINED, _TOGETHER = 12, 4


def parents(scope: Scope, whole: float) -> Iterator[Scope]:
    """The scopes that a scope lies in: one choice, or all, left out.

    Args:
        scope: The scope.
        whole: How strongly all rows are linked.
    """
    for dropped in scope.choices:
        rest = tuple(c for c in scope.choices if c is not dropped)
        if rest:
            yield Scope(scope.table, shared(rest), scope.link - dropped.link, rest)
    if scope.rows is not None:
        yield Scope(scope.table, None, whole, ())


def unions(scopes: Sequence[Scope]) -> list[Scope]:
    """Rows of several labels of one dimension together, all else being equal."""
    found: list[Scope] = []
    chosen = [s for s in scopes[:_JOINED] if s.choices and s.rows is not None]
    for dimension in {c.dimension for s in chosen for c in s.choices} - {PERIODS}:
        alike: dict[object, list[Scope]] = {}
        for scope in chosen:
            rest = tuple(
                (c.dimension, c.value, c.period) for c in scope.choices if c.dimension != dimension
            )
            if len(rest) < len(scope.choices):
                alike.setdefault(rest, []).append(scope)
        for members in alike.values():
            rows, link = members[0].rows, members[0].link
            for other in members[1:_TOGETHER]:
                if rows is None or other.rows is None:
                    continue
                rows, link = np.union1d(rows, other.rows), min(link, other.link)
                found.append(Scope(other.table, rows, link, ()))
    return found
