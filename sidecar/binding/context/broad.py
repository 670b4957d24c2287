"""Readings as any derivation at all from what is linked: the last resort before "not found".

All sums, differences, growths, quotients and products of the linked rows and columns are computed
at once, as arrays. Each operation is one reading that agrees as far as its results do: of a
precise number that one of a hundred results equals, the result is meant; of a rough one it is
chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context import stated
from sidecar.binding.context.agreement import rounded
from sidecar.binding.context.candidate import Candidate, Kind, Shown
from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.columns import ColumnFacts, factor
from sidecar.binding.context.cues import Cue
from sidecar.binding.context.labels import Rows
from sidecar.binding.context.operands import Question
from sidecar.binding.context.scopes import PERIODS, shared
from sidecar.model.number import Direction, Form, Unit

_GROUPS, _COLUMNS, _PERIODS = 40, 14, 40
_FEW = 4  # results that tell nothing by agreeing
_MEASURES = 10  # of a table that stand for unnamed ones

Floats = NDArray[np.float64]


class _Group(NamedTuple):
    """Rows that are taken together."""

    rows: Rows | None
    link: float
    name: str


class _Column(NamedTuple):
    """A column, or several for other periods that are added up."""

    parts: tuple[ColumnFacts, ...]
    link: float


class _Grid(NamedTuple):
    """Values of groups in columns, in the base of their units. Shape (groups, columns)."""

    table: int
    groups: Sequence[_Group]
    columns: Sequence[_Column]
    values: Floats


def readings(question: Question) -> Iterator[Candidate]:
    """Each operation over what is linked, with the part of its results that agree."""
    for table, known in enumerate(question.catalogs):
        if table not in question.scopes or not question.linked(table):
            continue
        groups = _groups(question, table, known)
        columns = _columns(question, table, known)
        if columns:
            grid = _Grid(table, groups, columns, _values(question, table, known, groups, columns))
            yield from _operations(question, known, grid)


def _groups(question: Question, table: int, known: Catalog) -> list[_Group]:
    found: dict[bytes | None, _Group] = {}

    def keep(rows: Rows | None, link: float, name: str) -> None:
        key = None if rows is None else rows.tobytes()
        if key not in found and (rows is None or rows.size):
            found[key] = _Group(rows, link, name)

    scopes = question.scopes[table]
    for scope in scopes[:8]:
        keep(scope.rows, scope.link, "")
        for parent in question.parents(scope):
            keep(parent.rows, parent.link, "")
    keep(None, 0.0, "")
    for scope in question.unions(table):
        union, link = scope.rows, scope.link
        if union is None:
            continue
        keep(union, link, "")
        keep(np.setdiff1d(np.arange(known.rows), union), link, "")
    if known.has_periods:
        for scope in scopes[:4]:
            others = tuple(c for c in scope.choices if c.dimension != PERIODS)
            rows = shared(others)
            link = sum(c.link for c in others)
            inside = known.periods_of(rows)
            for period in inside if len(inside) <= _PERIODS else ():
                keep(known.rows_at(period, rows), link, "")
    return list(found.values())[:_GROUPS]


def _columns(question: Question, table: int, known: Catalog) -> list[_Column]:
    linked = [o.column for o in question.operands if o.table == table]
    found: dict[tuple[int, ...], _Column] = {}
    for column in dict.fromkeys(linked):
        naming = question.named.get((table, column.place))
        link = naming.strength if naming else 0.0
        found[column.place,] = _Column((column,), link)
    if len(known.measures) <= _MEASURES:
        for column in known.measures:
            found.setdefault((column.place,), _Column((column,), 0.0))
    for one in list(found.values()):
        for parts in _together(question, known.family(one.parts[0])):
            found.setdefault(tuple(c.place for c in parts), _Column(parts, one.link))
    return list(found.values())[: 2 * _COLUMNS]


def _together(
    question: Question, family: Sequence[ColumnFacts]
) -> Iterator[tuple[ColumnFacts, ...]]:
    """The columns of a family, and those that may be added up: all, a year, a half, a range."""
    for column in family[:_COLUMNS]:
        yield (column,)
    half = len(family) // 2
    groups = [family, family[:half], family[half:]]
    groups += [[c for c in family if c.period.year == y] for y in {c.period.year for c in family}]
    for first, last in question.ranges():
        inside = [
            i for i, c in enumerate(family) if first.covers(c.period) or last.covers(c.period)
        ]
        groups.append(family[inside[0] : inside[-1] + 1] if inside else [])
    for group in groups:
        if len(group) > 1:
            yield tuple(group)


def _values(
    question: Question,
    table: int,
    known: Catalog,
    groups: Sequence[_Group],
    columns: Sequence[_Column],
) -> Floats:
    values = np.full((len(groups), len(columns)), np.nan)
    for g, group in enumerate(groups):
        for c, column in enumerate(columns):
            parts = [question.vector(table, part.place, group.rows) for part in column.parts]
            if any(part is None for part in parts):
                continue
            sums = [part.sum for part in parts if part is not None]
            first = column.parts[0]
            if first.level:
                count = sum(part.values.size for part in parts if part is not None)
                values[g, c] = sum(sums) / count * float(factor(first))
            else:
                values[g, c] = sum(sums) * float(factor(first))
    return values


def _several(grid: _Grid, known: Catalog) -> NDArray[np.bool_]:
    """Which values of a grid are made of more than one cell. Shape (groups, columns)."""
    sizes = np.array([known.rows if g.rows is None else g.rows.size for g in grid.groups])
    parts = np.array([len(c.parts) for c in grid.columns])
    several: NDArray[np.bool_] = sizes[:, None] * parts[None, :] > 1
    return several


def _meant(question: Question, grid: _Grid) -> NDArray[np.bool_]:
    """Which columns are not those of another period than the one that is named."""
    named = [question.named.get((grid.table, c.parts[0].place)) for c in grid.columns]
    return np.array(
        [
            len(column.parts) > 1 or naming is None or naming.period >= 0
            for column, naming in zip(grid.columns, named, strict=True)
        ]
    )


def is_rate(column: ColumnFacts) -> bool:
    """Whether sums of a column mean nothing."""
    return column.fraction or column.unit.kind is Unit.PERCENT


def _operations(question: Question, known: Catalog, grid: _Grid) -> Iterator[Candidate]:
    """Everything that two values, or one, of the grid may come to."""
    number, values = question.target.number, grid.values
    relative = number.unit is Unit.PERCENT or number.form in (Form.FRACTION, Form.MULTIPLE)
    rates = np.array([is_rate(c.parts[0]) for c in grid.columns])
    share = number.unit is Unit.PERCENT
    times = 100.0 if share else 1.0
    with np.errstate(all="ignore"):
        rows = values[:, None, :], values[None, :, :]
        cols = values[:, :, None], values[:, None, :]
        if relative:
            for a, b in (rows, cols):
                yield from _reading(
                    question,
                    grid,
                    Kind.SOME_SHARE,
                    a / b * times,
                    Cue.SHARE | Cue.RATIO,
                    change=False,
                )
                growth = (a - b) / np.abs(b) * times
                if number.form is Form.MULTIPLE:
                    growth = a / b
                yield from _reading(
                    question,
                    grid,
                    Kind.SOME_GROWTH,
                    growth,
                    Cue.CHANGE | Cue.DIFFERENCE,
                    change=number.form is not Form.MULTIPLE,
                )
            if rates.any() and share:
                points = (rows[0] - rows[1])[:, :, rates]
                yield from _reading(
                    question,
                    grid,
                    Kind.SOME_CHANGE,
                    points,
                    Cue.CHANGE | Cue.DIFFERENCE,
                    change=True,
                )
                both = values[:, rates]
                points = both[:, :, None] - both[:, None, :]
                yield from _reading(
                    question,
                    grid,
                    Kind.SOME_CHANGE,
                    points,
                    Cue.CHANGE | Cue.DIFFERENCE,
                    change=True,
                )
                yield from _reading(question, grid, Kind.SOME_SUM, both, Cue.NONE, change=False)
            return
        if rates.any() and question.place.head() == "point":
            for points in (rows[0] - rows[1], cols[0] - cols[1]):
                cut = points[:, :, rates] if points.shape[2] == rates.size else points
                yield from _reading(
                    question, grid, Kind.SOME_CHANGE, cut, Cue.CHANGE | Cue.DIFFERENCE, change=True
                )
        fits = [question.target.fits(c.parts[0]) is not False for c in grid.columns]
        keep = np.array(fits) & ~rates & _meant(question, grid)
        plain = values[:, keep]
        sums = np.where(_several(grid, known)[:, keep], plain, np.nan)
        yield from _reading(question, grid, Kind.SOME_SUM, sums, Cue.TOTAL, change=False)
        differences = plain[:, None, :] - plain[None, :, :]
        yield from _reading(
            question, grid, Kind.SOME_CHANGE, differences, Cue.CHANGE | Cue.DIFFERENCE, change=True
        )
        across = plain[:, :, None] - plain[:, None, :]
        yield from _reading(
            question, grid, Kind.SOME_CHANGE, across, Cue.CHANGE | Cue.DIFFERENCE, change=True
        )
        bases = np.array([1.0, *stated.bases(question.place)])
        quotients = (cols[0] / cols[1])[..., None] * bases
        yield from _reading(
            question, grid, Kind.SOME_RATIO, quotients, Cue.RATIO | Cue.MEAN, change=False
        )
        if question.rates and number.unit is Unit.CURRENCY:
            both = np.array([*question.rates, *(1 / rate for rate in question.rates)])
            converted = values[:, ~rates][:, :, None] * both
            yield from _reading(
                question, grid, Kind.SOME_CONVERSION, converted, Cue.NONE, change=False
            )
        if rates.any():
            product = values[:, rates][:, :, None] * plain[:, None, :] / 100
            yield from _reading(question, grid, Kind.SOME_RATIO, product, Cue.SHARE, change=False)


def _reading(
    question: Question, grid: _Grid, kind: Kind, results: Floats, asked: Cue, *, change: bool
) -> Iterator[Candidate]:
    """One operation, if anything agrees with it."""
    flat = results[np.isfinite(results)]
    flat = flat[flat != 0]
    if not flat.size:
        return
    if change:
        direction = question.target.number.direction
        if direction is Direction.DOWN_BY:
            flat = -flat[flat < 0]
        elif direction is Direction.UP_BY:
            flat = flat[flat > 0]
        else:
            flat = np.abs(flat)
    distinct = np.unique(flat)
    agreeing = question.target.inside(distinct)
    if not agreeing.any():
        return
    value = float(distinct[agreeing][0])
    agreement = question.target.plain(value)
    yield Candidate(
        kind=kind,
        agreement=agreement,
        row=min(1.0, max((g.link for g in grid.groups), default=0.0)),
        column=max((c.link for c in grid.columns), default=0.0),
        head=False,
        unit=0,
        cue=bool(question.cues & asked),
        period=0.0,
        share=float(agreeing.sum() / (distinct.size + _FEW)),
        table=grid.table,
        rows=(),
        columns=(),
        show=partial(_show, kind, value),
        cells=int(distinct.size),
    )


_NAMES = {
    Kind.SOME_SUM: "a sum of linked cells",
    Kind.SOME_CHANGE: "a difference of linked cells",
    Kind.SOME_GROWTH: "a change between linked cells",
    Kind.SOME_SHARE: "a share of linked cells",
    Kind.SOME_CONVERSION: "linked cells at the rate that the text states",
    Kind.SOME_RATIO: "a quotient or product of linked cells",
}


def _show(kind: Kind, value: float) -> Shown:
    return Shown(_NAMES[kind], rounded(value), _NAMES[kind])
