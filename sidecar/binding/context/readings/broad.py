"""Readings as any derivation at all from what is linked: the last resort before "not found".

All sums, differences, growths, quotients and products of the linked rows and columns are computed
at once, as arrays. Each operation is one reading that agrees as far as its results do: of a
precise number that one of a hundred results equals, the result is intended; of a rough one it is
chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.eligible import differences_of_one, own, told_of_others
from sidecar.binding.context.operands.grid import (
    Floats,
    Grid,
    grid_of,
    is_rate,
    meant,
    several,
)
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.weighted import is_plain
from sidecar.binding.context.readings import linked_means, linked_shares, stated_parts
from sidecar.binding.context.said import stated
from sidecar.binding.context.said.cues import COMPARING, Cue
from sidecar.binding.context.weighing.agreed import rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.quantities import is_state
from sidecar.model.number import Form, Unit

_PARTS, _QUOTIENTS = Cue.SHARE | Cue.RATIO, Cue.RATIO | Cue.MEAN
_STATED = 0.6  # how strongly the total is linked that a stated number is a part of
_SURVEYED = 1000  # rows of a table that a text may speak of without naming anything of it
_CHANCE = frozenset({Kind.SOME_RATIO, Kind.SOME_CHANGE})
_FEW = 4  # results that tell nothing by agreeing


def readings(question: Question) -> Iterator[Candidate]:
    """Each operation over what is linked, with the part of its results that agree."""
    for table, known in enumerate(question.catalogs):
        if table not in question.scopes or not (known.rows <= _SURVEYED or question.linked(table)):
            continue
        grid = grid_of(question, table, known)
        if grid is not None:
            yield from _operations(question, known, grid)


def _operations(question: Question, known: Catalog, grid: Grid) -> Iterator[Candidate]:
    """Everything that two values, or one, of the grid may come to."""
    number = question.target.number
    relative = number.unit is Unit.PERCENT or number.form in (Form.FRACTION, Form.MULTIPLE)
    rates = np.array([is_rate(c.parts[0]) for c in grid.columns])
    levels = np.array([is_state(c.parts[0].unit) for c in grid.columns])
    with np.errstate(all="ignore"):
        if question.cues & (Cue.MEAN | Cue.MEDIAN | Cue.SHARE):
            for means, link in linked_means.means(question, grid):
                found = np.array(means)
                for one in _reading(question, grid, Kind.SOME_MEAN, found, Cue.MEAN, change=False):
                    yield one._replace(row=link)
        if relative:
            yield from _relations(question, grid, rates, levels)
        else:
            yield from _amounts(question, known, grid, rates, levels)


def _relations(
    question: Question, grid: Grid, rates: NDArray[np.bool_], levels: NDArray[np.bool_]
) -> Iterator[Candidate]:
    """Shares, multiples and growth, and the differences of rates in points."""
    number, values = question.target.number, grid.values
    share, multiple = number.unit is Unit.PERCENT, number.form is Form.MULTIPLE
    times = 100.0 if share else 1.0
    moved = COMPARING
    whole = values if question.cues & _PARTS else np.where(levels, np.nan, values)
    rows, cols, others = *_pairs(values), told_of_others(grid)
    parted = not (question.target.points or multiple or question.target.steps or number.sign)
    for found in linked_shares.shares(question, grid, rates | levels) if parted else ():
        for one in _reading(
            question, grid, Kind.SOME_PART, found.values * times, Cue.SHARE, change=False
        ):
            yield one._replace(row=found.row, column=found.column)
    for quotients in (
        stated_parts.shares(question, grid, ~(rates | levels), times) if parted else ()
    ):
        for one in _reading(
            question, grid, Kind.SOME_PART, quotients * times, Cue.SHARE, change=False
        ):
            yield one._replace(row=_STATED, column=_STATED)
    pairs = zip((rows, cols), _pairs(whole), strict=True)
    for (a, b), (part, of) in () if question.target.points else pairs:
        its = part if multiple else np.where(others.reshape(-1, 1, 1), np.nan, part)
        shares = its / of * times
        kind = Kind.SOME_RATIO if multiple else Kind.SOME_SHARE
        yield from _reading(question, grid, kind, shares, _PARTS, change=False)
        if Cue.STEADY in question.cues:
            continue
        growth = a / b if multiple else (a - b) / np.abs(b) * times
        yield from _reading(question, grid, Kind.SOME_GROWTH, growth, moved, change=not multiple)
    if rates.any() and share:
        both = values[:, rates]
        for points in ((rows[0] - rows[1])[:, :, rates], both[:, :, None] - both[:, None, :]):
            yield from _reading(question, grid, Kind.SOME_CHANGE, points, moved, change=True)
        if is_plain(question.place):
            yield from _reading(question, grid, Kind.SOME_SUM, both, Cue.NONE, change=False)


def _pairs(values: Floats) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Each row with each other one, and each column, as two arrays that broadcast."""
    return (values[:, None, :], values[None, :, :]), (values[:, :, None], values[:, None, :])


def _amounts(
    question: Question,
    known: Catalog,
    grid: Grid,
    rates: NDArray[np.bool_],
    levels: NDArray[np.bool_],
) -> Iterator[Candidate]:
    """Sums, differences, quotients and products."""
    values = grid.values
    moved = COMPARING
    rows = values[:, None, :], values[None, :, :]
    cols = values[:, :, None], values[:, None, :]
    if rates.any() and question.place.head() == "point":
        for points in (rows[0] - rows[1], cols[0] - cols[1]):
            cut = points[:, :, rates] if points.shape[2] == rates.size else points
            yield from _reading(question, grid, Kind.SOME_CHANGE, cut, moved, change=True)
    fits = [question.target.fits(c.parts[0]) is not False for c in grid.columns]
    keep = np.array(fits) & ~rates & meant(question, grid)
    plain = values[:, keep]
    adds = several(grid, known)
    if not is_plain(question.place):  # the sums of levels are means
        adds = adds & np.array([not column.parts[0].level for column in grid.columns])
    other = np.array([group.of_other_period for group in grid.groups]) | told_of_others(grid)
    adds = adds & ~other[:, None]
    sums = np.where(adds[:, keep], plain, np.nan)
    moves = question.target.steps or question.target.number.sign  # and so it is no sum
    found = _reading(question, grid, Kind.SOME_SUM, sums, Cue.TOTAL, change=False)
    for one in () if moves else found:
        yield _of_one(one, question, grid, sums, np.flatnonzero(keep))
    rest_rows, rest_columns = differences_of_one(grid, known)
    for differences in (
        np.where(rest_rows[:, :, None], np.nan, plain[:, None, :] - plain[None, :, :]),
        np.where(rest_columns[keep][:, keep], np.nan, plain[:, :, None] - plain[:, None, :]),
    ):
        yield from _reading(question, grid, Kind.SOME_CHANGE, differences, moved, change=True)
    bases = np.array([1.0, *stated.bases(question.place)])
    amounts = np.where(fits, values, np.nan)  # of the number's own currency
    told = own(grid)
    amounts, values, plain = amounts[told], values[told], plain[told]
    quotients = (amounts[:, :, None] / values[:, None, :])[..., None] * bases
    if not question.cues & _QUOTIENTS:
        quotients[:, levels[:, None] & levels] = np.nan  # no heat is a multiple of another
    yield from _reading(question, grid, Kind.SOME_RATIO, quotients, _QUOTIENTS, change=False)
    if rates.any():
        product = values[:, rates][:, :, None] * plain[:, None, :] / 100
        yield from _reading(question, grid, Kind.SOME_RATIO, product, Cue.SHARE, change=False)


def _reading(
    question: Question, grid: Grid, kind: Kind, results: Floats, asked: Cue, *, change: bool
) -> Iterator[Candidate]:
    """One operation, if anything agrees with it.

    With a bound too much does by chance, where no words ask: "Harbour sold over 2,200".
    """
    cue = bool(question.cues & asked)
    amounts = question.target.number.unit is not Unit.PERCENT and kind in _CHANCE
    if amounts and not cue and stated.is_bound(question.target.number):
        return
    if not question.target.may_be_among(np.abs(results) if change else results):
        return
    flat = results[np.isfinite(results) & (results != 0)]
    if change:
        way = question.target.way
        flat = way * flat[way * flat > 0] if way else np.abs(flat)
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
        cue=cue,
        period=0.0,
        share=float(agreeing.sum() / (distinct.size + _FEW)),
        table=grid.table,
        rows=(),
        columns=(),
        show=partial(_show, kind, value),
        cells=int(distinct.size),
    )


def _of_one(
    one: Candidate, question: Question, grid: Grid, sums: Floats, columns: NDArray[np.intp]
) -> Candidate:
    """A sum with its column and rows, where only one agrees."""
    agreeing = np.argwhere(question.target.inside(sums))
    if len(agreeing) != 1:
        return one
    group, at = agreeing[0].tolist()
    parts = grid.columns[columns[at]].parts
    if len(parts) > 1:
        return one
    return one._replace(columns=(parts[0].place,), scope=grid.groups[group].scope)


_NAMES = {
    Kind.SOME_SUM: "a sum of linked cells",
    Kind.SOME_CHANGE: "a difference of linked cells",
    Kind.SOME_GROWTH: "a change between linked cells",
    Kind.SOME_SHARE: "a share of linked cells",
    Kind.SOME_MEAN: "a mean of linked cells",
    Kind.SOME_PART: "a share of linked rows",
    Kind.SOME_RATIO: "a quotient or product of linked cells",
}


def _show(kind: Kind, value: float) -> Shown:
    return Shown(_NAMES[kind], rounded(value), _NAMES[kind])
