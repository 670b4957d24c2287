"""Which two periods a number may compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from sidecar.binding.language.periods import Period

_KEPT = 256  # series, each with what is named of it, of which is known what was picked
_MOST = 6  # named periods that are paired


class Pick(NamedTuple):
    """Two periods.

    Attributes:
        old: The earlier one.
        new: The later one.
        named: Whether both are named.
        link: How strongly they are linked.
    """

    old: Period
    new: Period
    named: bool
    link: float


def pick(
    inside: Sequence[Period],
    named: Sequence[tuple[Period, float]],
    bases: Sequence[Period] = (),
) -> Sequence[Pick]:
    """Two that are named, one and the one before, the first and the last.

    All columns and rows of a number ask for the same: what was picked is kept.

    Args:
        inside: The periods that have values, earliest first.
        named: Those that the words name, with how near they stand.
        bases: Those of them that something is only compared with: "up on May".
    """
    return _picked(tuple(inside), tuple(named), tuple(bases))


@lru_cache(maxsize=_KEPT)
def _picked(
    inside: tuple[Period, ...], named: tuple[tuple[Period, float], ...], bases: tuple[Period, ...]
) -> tuple[Pick, ...]:
    return tuple(_pick(inside, named, bases))


def _pick(
    inside: Sequence[Period], named: Sequence[tuple[Period, float]], bases: Sequence[Period]
) -> Iterator[Pick]:
    told: dict[int, float] = {}
    alone: set[int] = set()  # that are named each by itself
    parts: list[set[int]] = []  # of what is named as a whole: "in 2024" names no two of its months
    for period, near in named:
        within = [at for at, each in enumerate(inside) if period.covers(each)]
        told |= dict.fromkeys(within, near)
        if len({inside[at].year for at in within}) == 1 < len(within):
            parts.append(set(within))
            yield Pick(inside[within[0]], inside[within[-1]], False, near * 0.7)
        elif within:
            alone.update(within)
    based = bases and all(any(base.covers(inside[at]) for base in bases) for at in told)
    for a, b in combinations(sorted(told)[: _MOST + 1], 2):
        if {a, b} <= alone or not all(any(at in part for part in parts) for at in (a, b)):
            yield Pick(inside[a], inside[b], True, (told[a] + told[b]) / 2)
    for at, near in list(told.items())[:4]:
        yield from _since(inside, at, near) if based else _beside(inside, at, near)
    if not told:
        yield Pick(inside[-2], inside[-1], False, 0.3)
        if len(inside) > 2:
            yield Pick(inside[0], inside[-1], False, 0.4)
            yield Pick(inside[-3], inside[-2], False, 0.2)


def _since(inside: Sequence[Period], at: int, near: float) -> Iterator[Pick]:
    """A period that something is compared with, and the newest one."""
    if at + 1 < len(inside):
        yield Pick(inside[at], inside[-1], True, near)


def _beside(inside: Sequence[Period], at: int, near: float) -> Iterator[Pick]:
    """A named period and the one before it, and the ends of the series."""
    if at > 0:
        yield Pick(inside[at - 1], inside[at], False, near * 0.7)
    if at > 1:
        yield Pick(inside[0], inside[at], False, near * 0.4)
    if at + 1 < len(inside):
        yield Pick(inside[at], inside[-1], False, near * 0.4)
