"""Readings of a number as a cell: where row and column are linked, and where they are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from sidecar.binding.context.agreement import Agreement, Target
from sidecar.binding.context.candidate import NOWHERE, Candidate, Kind, Shown
from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.columns import ColumnFacts, Role
from sidecar.binding.context.lookups import Lookups
from sidecar.binding.context.naming import Naming
from sidecar.binding.context.scopes import Scope
from sidecar.evidence.location import location
from sidecar.model.evidence import Cells
from sidecar.model.report import Grade

_SILENT = frozenset({Role.PERIOD})
_NONE = Naming()
_PLAINLY = 0.6  # named, so that an empty cell contradicts
_FILLED = 0.6  # of the rows have a value in a column in which none is telling
_SCANNED = 4096
"""Cells of a column that are compared one by one; of larger columns the nearest is looked up."""

Columns = Mapping[tuple[int, int], Naming]


def readings(
    target: Target,
    catalogs: Sequence[Catalog],
    scopes: Mapping[int, Sequence[Scope]],
    named: Columns,
    lookups: Sequence[Lookups],
) -> Iterator[Candidate]:
    """The cells that a number may speak of."""
    for table, known in enumerate(catalogs):
        if table not in scopes:
            continue
        for scope in scopes[table]:
            if scope.size(known) == 1:
                yield from _in_row(target, table, known, scope, named)
            elif scope.rows is not None or scope is scopes[table][-1]:
                yield from _in_rows(target, table, known, scope, named, lookups[table])


def _in_row(
    target: Target, table: int, known: Catalog, scope: Scope, named: Columns
) -> Iterator[Candidate]:
    """One row: its linked columns, and the others together."""
    row = 0 if scope.rows is None else int(scope.rows[0])
    others: list[tuple[ColumnFacts, int, Agreement]] = []
    compared = 0
    for column in known.columns:
        if column.role in _SILENT:
            continue
        cells = known.cells_of(column.place, np.array([row]))
        naming = named.get((table, column.place), _NONE)
        if not cells.size:
            if naming.strength >= _PLAINLY and _is_filled(known, column):  # told of no value
                absent = Agreement(Grade.NONE)
                yield candidate(Kind.CELL, absent, target, table, known, scope, column, naming, -1)
            continue
        if column.role is Role.IDENTIFIER and naming.strength < _PLAINLY:
            continue
        best = max(
            ((int(i), _compare(target, known, column, int(i))) for i in cells.tolist()),
            key=lambda found: found[1].grade,
        )
        if naming.strength > 0 or naming.period > 0:
            one = candidate(
                Kind.CELL, best[1], target, table, known, scope, column, naming, best[0]
            )
            yield from _in_scale(one)
            continue
        if target.fits(column) is False and best[1].code != "UNIT_MISMATCH":
            continue
        compared += 1
        if best[1].grade is not Grade.NONE:
            others.append((column, best[0], best[1]))
    if compared:
        kind = Kind.SOME_COLUMN if scope.choices else Kind.ANYWHERE
        told = scope if scope.choices else scope._replace(link=0.0)  # an only row need not be meant
        yield _lump(kind, target, table, known, told, others, compared)


def _in_scale(one: Candidate) -> Iterator[Candidate]:
    """A cell; if it agrees in a scale that nothing declares, also as one that does not agree."""
    yield one
    if one.agreement.guessed:
        yield one._replace(agreement=Agreement(Grade.NONE, code="UNIT_MISMATCH"))


def _is_filled(known: Catalog, column: ColumnFacts) -> bool:
    """Whether a measure has a value in most rows, so that to have none says something."""
    filled = known.table.cells[column.place].values.size
    return column.role is Role.MEASURE and filled >= _FILLED * known.rows


def _in_rows(
    target: Target, table: int, known: Catalog, scope: Scope, named: Columns, lookups: Lookups
) -> Iterator[Candidate]:
    """Several rows: in each linked column one of them, and any other cell of theirs."""
    others: list[tuple[ColumnFacts, int, Agreement]] = []
    compared = 0
    for column in known.columns:
        size = known.table.cells[column.place].values.size
        if not size or column.role in _SILENT:
            continue
        naming = named.get((table, column.place), _NONE)
        if column.role is Role.IDENTIFIER and naming.strength < _PLAINLY:
            continue
        count, total, best = _among(target, known, column, scope, lookups)
        if naming.strength > 0:
            agreement = best[1] if best else Agreement(Grade.NONE)
            one = candidate(
                Kind.SOME_ROW,
                agreement,
                target,
                table,
                known,
                scope,
                column,
                naming,
                best[0] if best else -1,
            )
            yield one._replace(share=count / total if total else 0.0, cells=total)
            continue
        if target.fits(column) is False:
            continue
        compared += total
        if best is not None:
            others += [(column, *best)] * min(count, 50)
    if compared:
        yield _lump(Kind.ANYWHERE, target, table, known, scope, others, compared)


def _among(
    target: Target, known: Catalog, column: ColumnFacts, scope: Scope, lookups: Lookups
) -> tuple[int, int, tuple[int, Agreement] | None]:
    """How many cells of some rows agree, of how many, and the first of those that agree best."""
    cells = known.table.cells[column.place]
    if scope.rows is None and cells.values.size > _SCANNED:
        found = lookups.nearest(target, column)
        return int(found is not None), int(cells.values.size), found
    places = known.cells_of(column.place, scope.rows)
    if places.size > 4 * _SCANNED:
        places = places[: 4 * _SCANNED]
    close = places[target.near(cells.values[places], column)]
    best: tuple[int, Agreement] | None = None
    count = 0
    for place in close[:64].tolist():
        agreement = _compare(target, known, column, place)
        if agreement.grade is Grade.NONE:
            continue
        count += 1
        if best is None or agreement.grade > best[1].grade:
            best = place, agreement
    if close.size > 64:
        count = int(count * close.size / 64)
    return count, int(places.size), best


def _compare(target: Target, known: Catalog, column: ColumnFacts, place: int) -> Agreement:
    cells: Cells = known.table.cells[column.place]
    return target.cell(float(cells.values[place]), partial(cells.exact, place), column)


def candidate(
    kind: Kind,
    agreement: Agreement,
    target: Target,
    table: int,
    known: Catalog,
    scope: Scope,
    column: ColumnFacts,
    naming: Naming,
    place: int,
) -> Candidate:
    """A reading as one cell."""
    fits = target.fits(column)
    rows = (int(known.table.cells[column.place].rows[place]),) if place >= 0 else ()
    return Candidate(
        kind=kind,
        agreement=agreement,
        row=scope.link,
        column=naming.strength,
        head=naming.head,
        unit=0 if fits is None else 1 if fits else -1,
        cue=False,
        period=naming.period,
        share=1.0,
        table=table,
        rows=rows,
        columns=(column.place,),
        show=partial(show, target, known, column, place),
    )


def show(target: Target, known: Catalog, column: ColumnFacts, place: int) -> Shown:
    """Where a cell lies and what it holds; a plain cell has no formula."""
    if place < 0:
        return NOWHERE
    value = target.truth(known.table.cells[column.place].exact(place), column)
    return Shown(location(known.table, column.place, place), value)


def _nowhere() -> Shown:
    return NOWHERE


def _lump(
    kind: Kind,
    target: Target,
    table: int,
    known: Catalog,
    scope: Scope,
    found: Sequence[tuple[ColumnFacts, int, Agreement]],
    compared: int,
) -> Candidate:
    """All cells that nothing links, as one reading that agrees as far as they do."""
    if not found:
        agreement = Agreement(Grade.NONE)
        return Candidate(
            kind, agreement, scope.link, 0.0, False, 0, False, 0.0, 0.0, table, (), (), _nowhere
        )._replace(cells=compared)
    column, place, agreement = max(found, key=lambda f: (f[2].grade, f[0].role is Role.MEASURE))
    one = candidate(kind, agreement, target, table, known, scope, column, _NONE, place)
    return one._replace(share=len(found) / compared, cells=compared)
