"""The values of all formulas over row sets and measures, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import COUNT, HIGH, LOW, MEAN, MEDIAN, SUM, Aggregates
from sidecar.binding.engine.evidence import Measure, View
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.row_sets import RowSet

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LEVELS, _AMOUNTS, _SAME_UNIT, _EARLIER, _LATER = 1, 2, 16, 32, 64  # see candidates.FLAGS
_LEAST_LIMITED = 3  # rows that a condition may choose from
_MOST_LIMITS = 3
_MOST_RANKED = 2_000


class Block(NamedTuple):
    """Values of one formula.

    Attributes:
        formula: Its place in the table.
        rows: The row set of each, an index into all row sets.
        at: The measure of each among the linked ones, -1 for none.
        second: The row set that it is compared with, or -1.
        other: The other measure, or -1.
        raw: The values, in the unit of the measure.
        flags: Bits, see ``candidates.FLAGS``.
    """

    formula: int
    rows: Ints
    at: Ints
    second: Ints
    other: Ints
    raw: Floats
    flags: Ints


class Scope:
    """The row sets and measures of one view that a number is linked with.

    Args:
        view: The view.
        measures: The linked ones.
        sets: All row sets.
        used: Those of this view that have rows, as places in ``sets``.
        aggregates: Of row sets.
    """

    def __init__(
        self,
        view: View,
        measures: Sequence[Measure],
        sets: Sequence[RowSet],
        used: Sequence[int],
        aggregates: Aggregates,
    ) -> None:
        self.view, self.measures, self.sets = view, measures, sets
        first = view.measures[0].place if view.measures else 0
        self.columns = np.array([m.place - first for m in measures], np.int64)
        self.used = np.array(used, np.int64)
        self.at = {one: place for place, one in enumerate(used)}
        self.main = np.array([one for one in used if not sets[one].is_second], np.int64)
        self.rows = {one: aggregates.rows(sets[one]) for one in used}
        self.sizes = np.array([self.rows[one].size for one in used])
        stats = np.array([aggregates.of(sets[one])[self.columns] for one in used])
        self.stats = stats.reshape(len(used), len(measures), 6)
        self.levels = np.array([m.is_level for m in measures], np.bool_)
        count = self.stats[:, :, COUNT]
        single = self.levels | (count == 1)
        level = np.where(single, self.stats[:, :, MEAN], self.stats[:, :, SUM])
        self.level = np.where(count == 0, np.nan, level)

    def of(self, sets: Ints) -> Ints:
        """The places of row sets among the used ones."""
        return np.array([self.at[one] for one in sets.tolist()], np.int64)


def expand(scope: Scope, limits: Sequence[float], *, counts: bool) -> Iterator[Block]:
    """The values of all formulas.

    Args:
        scope: The operands.
        limits: What conditions may compare with.
        counts: Whether counts and ranks are wanted.
    """
    if counts:
        yield from _counts(scope)
        yield from _conditions(scope, limits[:_MOST_LIMITS])
    yield from _columns(scope)
    yield from _pairs(scope, counts=counts)
    yield from _two_measures(scope)


def _block(formula: str, places: Sequence[Ints], raw: Floats, flags: Ints | int = 0) -> Block:
    """The known ones of values.

    Args:
        formula: Its name.
        places: Row sets, measures and, where there are such, second row sets and other measures.
        raw: The values.
        flags: Of each, or of all.
    """
    known = np.isfinite(raw)

    def shaped(each: Ints | int) -> Ints:
        return np.broadcast_to(np.asarray(each, np.int64), raw.shape)[known]

    none = np.array(-1)
    second = places[2] if len(places) > _SECOND else none
    other = places[3] if len(places) > _OTHER else none
    return Block(
        PLACE[formula], shaped(places[0]), shaped(places[1]), shaped(second), shaped(other),
        raw[known], shaped(flags),
    )  # fmt: skip


_SECOND, _OTHER = 2, 3  # places of operands beyond a row set and a measure


def _counts(scope: Scope) -> Iterator[Block]:
    sizes = scope.sizes[scope.of(scope.main)].astype(np.float64)
    none = np.full(sizes.shape, -1)
    yield _block("rows", (scope.main, none), np.where(sizes > 1, sizes, np.nan))
    found = [
        (one, distinct)
        for one in scope.main.tolist()
        for dimension, codes in zip(scope.view.dimensions, scope.sets[one].options, strict=True)
        if codes is None and len(dimension.labels) > 1 and not dimension.is_number
        if 1 < (distinct := _distinct(dimension.codes[scope.rows[one]])) < scope.rows[one].size
    ]
    if found:
        rows, values = (np.array(each) for each in zip(*found, strict=True))
        yield _block("distinct", (rows, np.full(rows.shape, -1)), values.astype(np.float64))


def _distinct(codes: Ints) -> int:
    return int((np.unique(codes) >= 0).sum())


def _conditions(scope: Scope, limits: Sequence[float]) -> Iterator[Block]:
    if not limits:
        return
    sets = [one for one in scope.main.tolist() if scope.rows[one].size >= _LEAST_LIMITED]
    factors = np.array([m.factor for m in scope.measures])[:, None, None]
    counted = [
        (values > np.array(limits), values < np.array(limits))
        for one in sets
        for values in [scope.view.values[scope.columns][:, scope.rows[one], None] * factors]
    ]
    if not counted:
        return
    shape = (len(sets), len(scope.measures), len(limits))
    rows = np.broadcast_to(np.array(sets)[:, None, None], shape)
    at = np.broadcast_to(np.arange(shape[1])[None, :, None], shape)
    for side, name in enumerate(("rows above", "rows below")):
        values = np.array([each[side].sum(1) for each in counted], np.float64)
        yield _block(name, (rows, at), values)


def _columns(scope: Scope) -> Iterator[Block]:
    """One measure over one row set."""
    stats = scope.stats[scope.of(scope.main)]
    count = stats[:, :, COUNT]
    places = scope.main[:, None], np.arange(count.shape[1])[None, :]
    yield _block("cell", places, np.where(count == 1, stats[:, :, SUM], np.nan))
    flags = {"sum": scope.levels * _LEVELS, "mean": ~scope.levels * _AMOUNTS}
    values = {
        "sum": stats[:, :, SUM],
        "mean": stats[:, :, MEAN],
        "median": stats[:, :, MEDIAN],
        "lowest": stats[:, :, LOW],
        "highest": stats[:, :, HIGH],
        "spread": stats[:, :, HIGH] - stats[:, :, LOW],
    }
    for name, raw in values.items():
        yield _block(name, places, np.where(count > 1, raw, np.nan), flags.get(name, 0))


def _pairs(scope: Scope, *, counts: bool) -> Iterator[Block]:
    """One measure over two row sets."""
    for kind, pairs in _paired(scope).items():
        if not pairs:
            continue
        one, other, flags = (np.array(each, np.int64) for each in zip(*pairs, strict=True))
        places = one[:, None], np.arange(len(scope.measures))[None, :], other[:, None]
        x, y = scope.level[scope.of(one)], scope.level[scope.of(other)]
        if kind == "whole":
            sizes = (scope.stats[scope.of(each)][:, :, COUNT] for each in (other, one))
            part = np.greater(*sizes) & ~scope.levels
            x, y = np.where(part, x, np.nan), np.where(part, y, np.nan)
            if counts:
                yield from _ranks(scope, one, other)
        for name, raw in _compared(kind, x, y).items():
            yield _block(name, places, raw, flags[:, None])


def _paired(scope: Scope) -> Mapping[str, list[tuple[int, int, int]]]:
    """Row sets that differ in one dimension: a part and its whole, two periods, two others."""
    found: dict[str, list[tuple[int, int, int]]] = {"whole": [], "earlier": [], "other": []}
    for one in scope.main.tolist():
        mine = scope.sets[one].options
        for other in scope.used.tolist():
            theirs = scope.sets[other].options
            differs = [d for d, (x, y) in enumerate(zip(mine, theirs, strict=True)) if x != y]
            if len(differs) != 1:
                continue
            (d,) = differs
            a, b, dimension = mine[d], theirs[d], scope.view.dimensions[d]
            if a is None:
                continue
            if b is None:
                found["whole"].append((one, other, 0))
            elif dimension.periods is None:
                found["other"].append((one, other, 0))
            else:
                last, before = (max(dimension.rank.get(c, 0) for c in codes) for codes in (a, b))
                found["earlier"].append((one, other, _EARLIER if before < last else _LATER))
    return found


def _compared(kind: str, x: Floats, y: Floats) -> Mapping[str, Floats]:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if kind == "whole":
            part = x / y * 100
            return {"share": part, "rest": y - x, "rest share": 100 - part}
        gap, relative, ratio = x - y, (x - y) / abs(y) * 100, x / y
    if kind == "earlier":
        return {"change": gap, "growth": relative, "times before": ratio}
    return {"gap": gap, "gap share": relative, "times": ratio}


def _ranks(scope: Scope, one: Ints, other: Ints) -> Iterator[Block]:
    """The place of a row among all, from the top and from below."""
    pairs = [
        (a, b)
        for a, b in zip(one.tolist(), other.tolist(), strict=True)
        if scope.rows[a].size == 1 and 2 < scope.rows[b].size <= _MOST_RANKED
    ]
    if not pairs:
        return
    values = scope.view.values[scope.columns]
    own = np.array([values[:, scope.rows[a][0]] for a, _ in pairs])
    beside = [values[:, scope.rows[b]] for _, b in pairs]
    places = (
        np.array([a for a, _ in pairs])[:, None],
        np.arange(len(scope.measures))[None, :],
        np.array([b for _, b in pairs])[:, None],
    )
    above = np.array([(b > a[:, None]).sum(1) for a, b in zip(own, beside, strict=True)]) + 1.0
    below = np.array([(b < a[:, None]).sum(1) for a, b in zip(own, beside, strict=True)]) + 1.0
    yield _block("rank", places, np.where(np.isnan(own), np.nan, above))
    yield _block("rank from below", places, np.where(np.isnan(own), np.nan, below))


def _two_measures(scope: Scope) -> Iterator[Block]:
    """Two measures over one row set."""
    told = scope.measures
    n = len(told)
    if n < 2:
        return
    units = [(m.unit, m.symbol, m.factor) for m in told]
    same = np.array([[a == b for b in units] for a in units])
    different = ~np.eye(n, dtype=np.bool_)
    factors = np.array([m.factor for m in told])
    level = scope.level[scope.of(scope.main)]
    x, y = level[:, :, None], level[:, None, :]
    places = (
        scope.main[:, None, None],
        np.arange(n)[None, :, None],
        np.full((1, 1, 1), -1),
        np.arange(n)[None, None, :],
    )
    alike = same & different
    amounts = np.triu(alike, 1) & ~scope.levels[:, None] & ~scope.levels[None, :]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        quotient = np.where(different, x * factors[:, None] / (y * factors), np.nan)
        values = {
            "column gap": np.where(alike, x - y, np.nan),
            "column gap share": np.where(alike, (x - y) / abs(y) * 100, np.nan),
            "column sum": np.where(amounts, x + y, np.nan),
            "column share": quotient * 100,
            "column times": np.where(alike, quotient, np.nan),
            "quotient": np.where(~same, quotient / factors[:, None], np.nan),
        }
    for name, raw in values.items():
        yield _block(name, places, raw, same[None] * _SAME_UNIT)
