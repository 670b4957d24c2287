"""The values of all linked rows, and groups of rows, in all linked columns, as one array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.choices import PERIODS, Choice
from sidecar.binding.context.passages.scopes import Scope, shared
from sidecar.binding.language.row_sets import Rows, meets, row_key
from sidecar.binding.tables.across import together
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.number import Unit
from sidecar.model.why import Origin

_GROUPS, _COLUMNS, _PERIODS = 40, 14, 40
_MEASURES = 10  # of a table that stand for unnamed ones

Floats = NDArray[np.float64]


class Group(NamedTuple):
    """Rows that are taken together.

    Attributes:
        rows: The rows; nothing where it is all of them.
        link: How strongly the words link them.
        scope: What they are.
        of_other_period: Whether they are of another period than any that is named.
    """

    rows: Rows | None
    link: float
    scope: Scope
    of_other_period: bool = False
    is_rest: bool = False


class Column(NamedTuple):
    """A column, or several for other periods that are added up."""

    parts: tuple[ColumnFacts, ...]
    link: float


class Grid(NamedTuple):
    """Values of groups in columns, in the base of their units. Shape (groups, columns)."""

    table: int
    groups: Sequence[Group]
    columns: Sequence[Column]
    values: Floats


def _groups(question: Question, table: int, known: Catalog) -> list[Group]:
    found: dict[bytes | None, Group] = {}

    def keep(scope: Scope, *, of_other_period: bool = False, is_rest: bool = False) -> None:
        rows = scope.rows
        own = row_key(rows)
        if own not in found and (rows is None or rows.size):
            scope = question.kept(scope)
            rows = scope.rows
            found[own] = Group(rows, scope.link, scope, of_other_period, is_rest)

    scopes = question.scopes[table]
    for scope in scopes[:8]:
        keep(scope)
        for parent in question.parents(scope):
            keep(parent)
    keep(Scope(table, None, 0.0, ()))
    for scope in question.unions(table):
        union, link = scope.rows, scope.link
        if union is None:
            continue
        keep(scope)
        keep(Scope(table, np.delete(np.arange(known.rows), union), link, ()), is_rest=True)
    if known.has_periods:
        named = [c.rows for scope in scopes for c in scope.choices if _names_period(question, c)]
        for scope in scopes[:4]:
            others = tuple(c for c in scope.choices if c.dimension != PERIODS)
            rows = shared(others)
            link = sum(c.link for c in others)
            inside = known.periods_of(rows)
            for period in inside if len(inside) <= _PERIODS else ():
                those = known.rows_at(period, rows)
                astray = bool(named) and not any(meets(those, at) for at in named)
                keep(Scope(table, those, link, others), of_other_period=astray)
    return list(found.values())[:_GROUPS]


def _names_period(question: Question, choice: Choice) -> bool:
    """Whether a choice is a period that is not only carried from before, or of the next clause."""
    source = choice.source
    if source is not None and question.place.origin(source) is Origin.EARLIER:
        return False
    later = choice.start >= 0 and question.place.is_done(choice.start)  # "8 then; in June it was 9"
    return choice.dimension == PERIODS and not later


def _columns(question: Question, table: int, known: Catalog) -> list[Column]:
    linked = [o.column for o in question.operands if o.table == table]
    found: dict[tuple[int, ...], Column] = {}
    for column in dict.fromkeys(linked):
        naming = question.named.get((table, column.place))
        link = naming.strength if naming else 0.0
        found[column.place,] = Column((column,), link)
    if len(known.measures) <= _MEASURES:
        for column in known.measures:
            found.setdefault((column.place,), Column((column,), 0.0))
    families: dict[int, Column] = {}
    for one in found.values():
        for first in known.family(one.parts[0])[:1]:
            families.setdefault(first.place, one)
    for one in families.values():
        for parts in _together(question, known.family(one.parts[0])[:_COLUMNS]):
            found.setdefault(tuple(c.place for c in parts), Column(parts, one.link))
    return list(found.values())[: 2 * _COLUMNS]


def _together(
    question: Question, family: Sequence[ColumnFacts]
) -> Iterator[tuple[ColumnFacts, ...]]:
    """The columns of a family, and those that may be added up: all, a year, a half, a range."""
    yield from ((column,) for column in family)
    yield from together(family, [period for period, _ in question.periods], question.ranges)
    half = len(family) // 2
    yield from (part for part in (tuple(family[:half]), tuple(family[half:])) if len(part) > 1)


def several(grid: Grid, known: Catalog) -> NDArray[np.bool_]:
    """Which values of a grid are made of more than one cell. Shape (groups, columns)."""
    sizes = np.array([known.rows if g.rows is None else g.rows.size for g in grid.groups])
    parts = np.array([len(c.parts) for c in grid.columns])
    several: NDArray[np.bool_] = sizes[:, None] * parts[None, :] > 1
    return several


def meant(question: Question, grid: Grid) -> NDArray[np.bool_]:
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


def grid_of(question: Question, table: int, known: Catalog) -> Grid | None:
    """The values of all linked groups in all linked columns; None where no column is linked."""
    groups, columns = _groups(question, table, known), _columns(question, table, known)
    if not columns:
        return None
    parts, rows = [column.parts for column in columns], [group.rows for group in groups]
    return Grid(table, groups, columns, question.sums(table, parts, rows))
