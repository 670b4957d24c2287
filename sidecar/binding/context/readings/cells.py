"""Readings of a number as a cell: where row and column are linked, and where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial

from sidecar.binding.context.operands import indicators
from sidecar.binding.context.operands.hits import Agreeing, Found
from sidecar.binding.context.operands.indicators import Columns
from sidecar.binding.context.operands.lookups import Lookups
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.passages.source import Source
from sidecar.binding.context.readings import elsewhere
from sidecar.binding.context.weighing.agreed import DISAGREES, FAR, Agreement
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import NOWHERE, Candidate, Kind, Shown
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.binding.tables.ways import SCALE_UNTOLD
from sidecar.evidence.learnt import MOST_CELLS
from sidecar.evidence.location import location
from sidecar.model.number import Unit
from sidecar.model.report import Grade

_NONE = Naming()
_FIGURE = re.compile(r"[^A-Za-z]*\d[^A-Za-z]*[A-Za-z]{0,3}[^A-Za-z]*")
"""A string that is a number, or several, with a short unit at most."""

_ITS_OWN = 0.7
_PLAINLY = 0.6  # named, so that an empty cell contradicts
_VAGUE = 0.59  # how strongly rows are linked, at most, that are not plainly told
_FILLED = 0.6  # of the rows have a value in a column in which none is telling
_COUNTED = 50
"""Cells of one column that count among those of all."""


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
            here = indicators.of_rows(scope, table, known, scopes[table], named)
            own = _named_by_itself(scope, scopes[table], known)
            if scope.size(known) == 1:
                found = _in_row(target, table, known, scope, here, lookups[table])
            elif scope.rows is not None or scope is scopes[table][-1]:
                found = _in_rows(target, table, known, scope, here, lookups[table])
            else:
                continue
            kept = (one for one in found if own is None or one.columns != (own,))
            yield from elsewhere.told(kept, scope, scopes[table], known, named)


def _named_by_itself(scope: Scope, scopes: Sequence[Scope], known: Catalog) -> int | None:
    """The column whose figure alone names a row, where another row has a name of its own.

    "The visits of Bex were 367" is no word of the row whose cell is "367".
    """
    dimensions = {choice.dimension for choice in scope.choices}
    if len(dimensions) != 1 or min(dimensions) < 0:
        return None
    (own,) = dimensions
    labels = known.labels_of(own).values
    if not all(_FIGURE.fullmatch(labels[c.value]) for c in scope.choices if c.value >= 0):
        return None
    others = (choice.dimension for other in scopes for choice in other.choices)
    return own if any(other >= 0 and other != own for other in others) else None


def _in_row(
    target: Target, table: int, known: Catalog, scope: Scope, named: Columns, lookups: Lookups
) -> Iterator[Candidate]:
    """One row: its linked columns, and the others together."""
    hits = lookups.hits(target)
    sure = bool(target.number.scale) and target.number.scale == lookups.scale
    row = 0 if scope.rows is None else int(scope.rows[0])
    others: list[Found] = []
    compared = 0
    above = True
    tells = known.units.tells
    for found, first in known.cells.row(row):
        column = known.units.of(found, scope.rows) if tells else found
        naming = named.get((table, column.place), _NONE)
        if first is None:
            if naming.strength >= _PLAINLY and _is_filled(known, column):  # told of no value
                yield candidate(
                    Kind.CELL, DISAGREES, target, table, known, scope, column, naming, -1
                )
            continue
        if column.role is Role.IDENTIFIER and naming.strength < _PLAINLY:
            continue
        if naming.strength > 0 or naming.period > 0:
            place, agreement = hits.at(column, row, first)
            one = candidate(
                Kind.CELL, agreement, target, table, known, scope, column, naming, place
            )
            unsure = one.agreement.guessed and not (sure or _is_scaled(target, known, column))
            open_ = _has_digits(target, known, column, place) and not lookups.disagrees_in_scale
            code = SCALE_UNTOLD if open_ else "UNIT_MISMATCH"
            yield from _in_scale(one, code if unsure else "")
            continue
        if naming.period <= -_ITS_OWN:
            continue  # it is told of another time
        seen = hits.seen(column)
        place, agreement = (first, DISAGREES) if seen.silent else hits.at(column, row, first)
        if seen.unlike and agreement.code != "UNIT_MISMATCH":
            continue
        compared += 1
        above = above and seen.above
        if agreement.grade is not Grade.NONE:
            others.append(Found(column, place, agreement))
    if compared:
        meant = scope.choices and (known.rows > 1 or known.measures)
        kind = Kind.SOME_COLUMN if meant else Kind.ANYWHERE
        told = scope if meant else scope._replace(link=0.0)  # an only row need not be meant
        yield _lump(kind, target, table, known, told, others, compared, far=above)


def _is_scaled(target: Target, known: Catalog, column: ColumnFacts) -> bool:
    """Whether a count in thousands or millions is told of cells that are no whole numbers."""
    counts = bool(target.number.scale) and target.number.unit is Unit.COUNT and not column.level
    if not counts or known.cells.is_large(column.place):
        return False
    return bool((known.table.cells[column.place].values % 1).any())


def _has_digits(target: Target, known: Catalog, column: ColumnFacts, place: int) -> bool:
    """Whether a number is a cell as it stands, but for its own scale: "$2.4 million" of 2.4."""
    scale = 10.0**target.number.scale
    cell = abs(float(known.table.cells[column.place].values[place]))
    low, high = sorted(abs(float(end)) / scale for end in (target.number.low, target.number.high))
    return low <= cell <= high


def _in_scale(one: Candidate, code: str) -> Iterator[Candidate]:
    """A cell; if it agrees in a scale that nothing tells, also as one that does not agree."""
    yield one
    if code:
        yield one._replace(agreement=Agreement(Grade.NONE, code=code))


def _is_filled(known: Catalog, column: ColumnFacts) -> bool:
    """Whether a measure has a value in most rows, so that to have none says something."""
    filled = known.table.cells[column.place].values.size
    return column.role is Role.MEASURE and filled >= _FILLED * known.rows


def _in_rows(
    target: Target, table: int, known: Catalog, scope: Scope, named: Columns, lookups: Lookups
) -> Iterator[Candidate]:
    """Several rows: in each linked column one of them, and any other cell of theirs."""
    others: list[Found] = []
    large: list[ColumnFacts] = []
    compared = 0
    above = True
    inside, hits = _members(scope), lookups.hits(target)
    many = inside is None and scope.rows is not None
    for column in known.cells.filled:
        naming = named.get((table, column.place), _NONE)
        if column.role is Role.IDENTIFIER and naming.strength < _PLAINLY:
            continue
        if naming.strength > 0:
            number, total, best = _agreeing(target, known, column, scope, inside, lookups)
            place, agreement = best or (-1, FAR if hits.seen(column).above else DISAGREES)
            yield candidate(
                Kind.SOME_ROW, agreement, target, table, known, scope, column, naming, place,
                share=number / total if total else 0.0, cells=total,
            )  # fmt: skip
            continue
        seen = hits.seen(column)
        if seen.unlike or naming.period <= -_ITS_OWN:
            continue
        above = above and seen.above
        if seen.silent and not many:
            compared += known.cells.count(column.place, inside)
        elif scope.rows is None and known.cells.is_large(column.place):
            large.append(column)
            compared += known.cells.count(column.place, None)
        else:
            number, total, best = _agreeing(target, known, column, scope, inside, lookups)
            compared += total
            if best is not None:
                others.append(Found(column, *best, min(number, _COUNTED)))
    nearest = lookups.nearest(target, large)
    if nearest is not None:
        others.append(nearest)
    if compared:
        yield _lump(Kind.ANYWHERE, target, table, known, scope, others, compared, far=above)


def _members(scope: Scope) -> Set[int] | None:
    """The rows of a scope as a set; None for all, and for very many."""
    rows = scope.rows
    return None if rows is None or rows.size > MOST_CELLS else frozenset(rows.tolist())


def _agreeing(
    target: Target,
    known: Catalog,
    column: ColumnFacts,
    scope: Scope,
    inside: Set[int] | None,
    lookups: Lookups,
) -> Agreeing:
    """The cells of one column that agree in the rows of a scope."""
    if scope.rows is not None or not known.cells.is_large(column.place):
        return lookups.hits(target).among(column, scope.rows, inside)
    nearest = lookups.nearest(target, [column])
    best = None if nearest is None else (nearest.place, nearest.agreement)
    return Agreeing(int(nearest is not None), known.cells.count(column.place, None), best)


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
    *,
    share: float = 1.0,
    cells: int = 1,
) -> Candidate:
    """A reading as one cell, or as one of several of which a share agrees."""
    fits = target.fits(column)
    numbers = known.table.cells[column.place]
    rows = (int(numbers.rows[place]),) if place >= 0 else ()
    if kind is Kind.CELL and place >= 0 and agreement is DISAGREES:
        agreement = target.no_cell(float(numbers.values[place]), column)
    return Candidate(
        kind=kind,
        agreement=agreement,
        row=_VAGUE if scope.link > _VAGUE and scope.vague else scope.link,
        column=naming.strength,
        head=naming.head,
        unit=0 if fits is None else 1 if fits else -1,
        cue=False,
        period=naming.period,
        share=share,
        table=table,
        rows=rows,
        columns=(column.place,),
        show=partial(show, target, known, column, place),
        cells=cells,
        here=naming.period > 0 or _is_here(naming.source),
    )


def _is_here(source: Source | None) -> bool:
    """Whether a column is named in the number's own sentence, or by the header above it."""
    return source is not None and (source.first >= 0 or source.cell)


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
    found: Sequence[Found],
    compared: int,
    *,
    far: bool = False,
) -> Candidate:
    """All cells that nothing links, as one reading that agrees as far as they do."""
    if not found:
        return Candidate(
            kind, FAR if far else DISAGREES, scope.link, 0.0, False, 0, False, 0.0, 0.0, table, (),
            (), _nowhere, cells=compared,
        )  # fmt: skip
    column, place, agreement, _ = max(
        found, key=lambda f: (f.agreement.grade, f.column.role is Role.MEASURE)
    )
    return candidate(
        kind, agreement, target, table, known, scope, column, _NONE, place,
        share=sum(one.number for one in found) / compared, cells=compared,
    )  # fmt: skip
