"""The values of all formulas over row sets and measures, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.engine.aggregates import COUNT, HIGH, LOW, MEAN, MEDIAN, SUM
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FORMULAS, PLACE
from sidecar.binding.engine.grids import (
    EARLIER,
    OTHER,
    WHOLE,
    Floats,
    GridPairs,
    Ints,
    Mask,
    RowSetGrid,
    pairs,
)

_LEVELS, _AMOUNTS, _SAME_UNIT, _EARLIER, _LATER = 1, 2, 16, 32, 64  # see candidates.FLAGS
_LEAST_LIMITED = 3  # rows that a condition may choose from
_MOST_LIMITS = 3
_MOST_RANKED = 2_000

_BY_LEVEL = np.zeros((len(FORMULAS), 2), np.int64)  # flags of formulas over amounts, over levels
_BY_LEVEL[PLACE["sum"], 1] = _LEVELS
_BY_LEVEL[PLACE["mean"], 0] = _AMOUNTS


class ValueBlock(NamedTuple):
    """Values of formulas; each array has one entry a value.

    Attributes:
        formula: Places in the table of formulas.
        rows: Row sets, as places in the grid.
        at: Measures among the linked ones, -1 for none.
        second: Row sets that are compared with, or -1.
        other: Other measures, or -1.
        raw: The values, in the unit of the measure.
        flags: Bits, see ``candidates.FLAGS``.
    """

    formula: Ints
    rows: Ints
    at: Ints
    second: Ints
    other: Ints
    raw: Floats
    flags: Ints


class _ValueLines(NamedTuple):
    """Values of formulas by measure: a line for each formula and row set, or pair of row sets.

    Attributes:
        formula, rows, second, flags: Those of the lines, as in ``ValueBlock``.
        raw: The values. Shape (lines, measures).
    """

    formula: Ints
    rows: Ints
    second: Ints
    flags: Ints
    raw: Floats


class Expansion:
    """The values that formulas have over a grid.

    Args:
        grid: The row sets and measures.
        evidence: The query results.
        suits: Which formulas over which kinds of measures may be the number. Shape (formulas,
            kinds).
        limits: What conditions may compare with.
    """

    def __init__(
        self, grid: RowSetGrid, evidence: EngineEvidence, suits: Mask, limits: Sequence[float]
    ) -> None:
        self._grid, self._evidence, self._suits = grid, evidence, suits
        self._any: Mask = np.asarray(suits.any(1))
        self._limits = limits[:_MOST_LIMITS]

    def blocks(self) -> Iterator[ValueBlock]:
        """The values of all formulas."""
        lines = [*self._columns(), *self._pairs()]
        if lines:
            yield self._of_lines(lines)
        if self._wants("rows"):
            yield from self._counts()
        if self._wants("rows above") and self._limits:
            yield from self._conditions()
        yield from self._two_measures()

    def _wants(self, *names: str) -> bool:
        return any(self._any[PLACE[name]] for name in names)

    def _wanted(self, values: Mapping[str, Floats]) -> tuple[Ints, list[Floats]]:
        """The formulas that may be the number, and their values."""
        wanted = {PLACE[name]: each for name, each in values.items() if self._wants(name)}
        return np.array([*wanted], np.int64), [*wanted.values()]

    def _lines(
        self, values: Mapping[str, Floats], rows: Ints, second: Ints | None = None,
        flags: Ints | None = None,
    ) -> Iterator[_ValueLines]:  # fmt: skip
        """Values by row set, or pair of them, and measure."""
        ids, raw = self._wanted(values)
        if raw and rows.size:
            none = np.zeros(rows.size, np.int64)
            second = none - 1 if second is None else second
            flags = none if flags is None else flags
            rows, second, flags = (np.tile(one, ids.size) for one in (rows, second, flags))
            formula = ids.repeat(none.size)
            yield _ValueLines(formula, rows, second, flags, np.concatenate(raw))

    def _of_lines(self, lines: Sequence[_ValueLines]) -> ValueBlock:
        """The known and suitable ones of values."""
        grid = self._grid
        formula, rows, second, flags, raw = map(np.concatenate, zip(*lines, strict=True))
        known = np.isfinite(raw)
        known &= self._suits[formula[:, None], grid.kinds[rows]]
        line, at = known.nonzero()
        formula, rows = formula[line], rows[line]
        level = grid.levels[rows, at].astype(np.int64)
        return ValueBlock(
            formula, rows, at, second[line], np.full(at.size, -1, np.int64), raw[known],
            flags[line] | _BY_LEVEL[formula, level],
        )  # fmt: skip

    def _columns(self) -> Iterator[_ValueLines]:
        """One measure over one row set."""
        grid = self._grid
        stats = grid.stats[: grid.main]
        count = stats[:, :, COUNT]
        unknown = grid.sizes[: grid.main, None] - count
        known = stats.copy()
        known[count <= 1] = np.nan
        some = (unknown > 0) & (count > 0)
        told = {
            "cell": np.where(count == 1, stats[:, :, SUM], np.nan),
            "known rows": np.where(some, count, np.nan),
            "unknown rows": np.where(some, unknown, np.nan),
            "sum": known[:, :, SUM],
            "mean": known[:, :, MEAN],
            "median": known[:, :, MEDIAN],
            "lowest": known[:, :, LOW],
            "highest": known[:, :, HIGH],
            "spread": known[:, :, HIGH] - known[:, :, LOW],
        }
        yield from self._lines(told, np.arange(grid.main))
        compared = np.arange(grid.main, len(grid.places))
        single = grid.stats[grid.main :, :, COUNT] == 1
        cells = np.where(single, grid.stats[grid.main :, :, SUM], np.nan)
        yield from self._lines({"cell": cells}, compared)

    def _counts(self) -> Iterator[ValueBlock]:
        grid = self._grid
        found = [
            ("rows", one, size) for one, size in enumerate(grid.sizes[: grid.main]) if size > 1
        ]
        for one, at in enumerate(grid.places[: grid.main].tolist()):
            rows, row_set = grid.rows[at], grid.sets[at]
            if rows.size < 2:
                continue
            dimensions = self._evidence.views[row_set.view].dimensions
            for dimension, codes in zip(dimensions, row_set.options, strict=True):
                is_counted = codes is None and len(dimension.labels) > 1 and not dimension.is_number
                if is_counted:
                    size = grid.aggregates.distinct(row_set, dimension)
                    if 1 < size < rows.size:
                        found.append(("distinct", one, size))
        if found:
            names, places, sizes = zip(*found, strict=True)
            none = np.full(len(found), -1, np.int64)
            yield ValueBlock(
                np.array([PLACE[name] for name in names]), np.array(places, np.int64), none, none,
                none, np.array(sizes, np.float64), np.zeros(len(found), np.int64),
            )  # fmt: skip

    def _conditions(self) -> Iterator[ValueBlock]:
        grid = self._grid
        limits = np.array(self._limits)
        for one, at in enumerate(grid.places[: grid.main].tolist()):
            measures = grid.measures[one]
            measures = measures[measures >= 0]
            if grid.sizes[one] < _LEAST_LIMITED or not measures.size:
                continue
            view = self._evidence.views[grid.sets[at].view]
            own = measures - view.measures[0].place
            scaled = limits / grid.factors[one, : own.size, None]
            found = grid.aggregates.beyond(grid.sets[at], own, scaled)
            if found is None:
                continue
            above, below = (each.ravel().astype(np.float64) for each in found)
            places = np.repeat(np.arange(own.size), limits.size)
            none = np.full(2 * places.size, -1, np.int64)
            names = np.array([PLACE["rows above"], PLACE["rows below"]])
            yield ValueBlock(
                np.repeat(names, places.size), np.full(none.size, one), np.tile(places, 2), none,
                none, np.concatenate((above, below)), np.zeros(none.size, np.int64),
            )  # fmt: skip

    def _pairs(self) -> Iterator[_ValueLines]:
        """One measure over two row sets."""
        found = pairs(self._grid, self._evidence)
        for kind, each in found.items():
            x, y = self._grid.level[each.one], self._grid.level[each.other]
            if kind == WHOLE:
                counts = self._grid.stats[:, :, COUNT]
                part = counts[each.other] > counts[each.one]
                part &= ~self._grid.levels[each.one]
                x, y = np.where(part, x, np.nan), np.where(part, y, np.nan)
            flags = np.where(each.later, _LATER, _EARLIER) if kind == EARLIER else None
            yield from self._lines(_compared(kind, x, y), each.one, each.other, flags)
        if WHOLE in found and self._wants("rank"):
            yield from self._ranks(found[WHOLE])

    def _ranks(self, wholes: GridPairs) -> Iterator[_ValueLines]:
        """The place of a row among all, from the top and from below."""
        grid = self._grid
        sizes = grid.sizes
        ranked = (sizes[wholes.one] == 1) & (sizes[wholes.other] > 2)
        ranked &= sizes[wholes.other] <= _MOST_RANKED
        one, other = wholes.one[ranked], wholes.other[ranked]
        above, below = (np.full((one.size, grid.measures.shape[1]), np.nan) for _ in range(2))
        for at, (a, b) in enumerate(zip(one.tolist(), other.tolist(), strict=True)):
            row_set = grid.sets[grid.places[a]]
            view = self._evidence.views[row_set.view]
            if not view.measures:
                continue
            measures = grid.measures[a]
            own = measures[measures >= 0] - view.measures[0].place
            values = view.values[own]
            mine = values[:, grid.rows[grid.places[a]]]
            beside = values[:, grid.rows[grid.places[b]]]
            known = ~np.isnan(mine[:, 0])
            above[at, : own.size] = np.where(known, (beside > mine).sum(1) + 1.0, np.nan)
            below[at, : own.size] = np.where(known, (beside < mine).sum(1) + 1.0, np.nan)
        yield from self._lines({"rank": above, "rank from below": below}, one, other)

    def _two_measures(self) -> Iterator[ValueBlock]:
        """Two measures over one row set."""
        grid = self._grid
        n = grid.measures.shape[1]
        if n == 1 or not self._wants(*_TWO):
            return
        main = slice(0, grid.main)
        units, factors, levels = grid.units[main], grid.factors[main], grid.levels[main]
        same = units[:, :, None] == units[:, None, :]
        different = ~np.eye(n, dtype=np.bool_)
        alike = same & different
        amounts = np.triu(np.ones((n, n), np.bool_), 1) & alike
        summed = ~levels | grid.percents[main]
        amounts &= summed[:, :, None] & summed[:, None, :]
        level = grid.level[main]
        x, y = level[:, :, None], level[:, None, :]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            based = level * factors
            quotient = np.where(different, based[:, :, None] / based[:, None, :], np.nan)
            gap = np.where(alike, x - y, np.nan)
            values = {
                "column gap": gap,
                "column gap share": gap / abs(y) * 100,
                "column sum": np.where(amounts, x + y, np.nan),
                "column share": quotient * 100,
                "column times": np.where(alike, quotient, np.nan),
                "quotient": quotient / factors[:, :, None],
            }
        ids, each = self._wanted(values)
        raw = np.stack(each)
        known = np.isfinite(raw)
        known &= self._suits[ids][:, grid.kinds[main]][..., None]
        formula, rows, at, other = known.nonzero()
        yield ValueBlock(
            ids[formula], rows, at, np.full(at.size, -1, np.int64), other, raw[known],
            same[rows, at, other] * _SAME_UNIT,
        )  # fmt: skip


_TWO = (
    "column gap", "column gap share", "column sum", "column share", "column times", "quotient",
)  # fmt: skip


def _compared(kind: int, x: Floats, y: Floats) -> Mapping[str, Floats]:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if kind == WHOLE:
            part = x / y * 100
            return {"share": part, "rest": y - x, "rest share": 100 - part}
        gap, relative, ratio = x - y, (x - y) / abs(y) * 100, x / y
    if kind == OTHER:
        return {"gap": gap, "gap share": relative, "times": ratio, "row share": ratio * 100}
    return {"change": gap, "growth": relative, "times before": ratio, "row share": ratio * 100}
