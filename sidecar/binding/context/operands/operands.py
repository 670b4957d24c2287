"""What derivations are made of: groups of cells, and two values that may be compared.

Only linked rows and columns take part. A scope of one row also stands for the groups that it is
part of: its region's rows, its quarter's rows, all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.lookups import Lookups
from sidecar.binding.context.operands.values import Value
from sidecar.binding.context.passages.choices import Choice
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.passages.wider import listed, parents, unions
from sidecar.binding.context.said import superlatives, totals
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.periods import Period
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.tables.across import Columns, newest, spans
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.vectors import Vector, Vectors
from sidecar.evidence.location import of_rows
from sidecar.model.cached import cached_property

_SCOPES = 4
_COLUMNS = 4
_CALLED = 6  # of one whose rows are called what they are
_LEAST = 0.15
UNLINKED = 3
"""Measures of a table that stand for an unnamed one."""

_WHOLE = 0.7  # how well all rows are linked where a sentence names none

T = TypeVar("T")


class Operand(NamedTuple):
    """The numbers of one column in one scope.

    Attributes:
        table: The query result.
        column: The column.
        naming: How the column is named.
        scope: The rows.
        vector: Their numbers.
        across: The columns of other periods that are taken together with it, itself among them.
        spans: Whether these are the columns of a period, or of a range of periods, that is named.
    """

    table: int
    column: ColumnFacts
    naming: Naming
    scope: Scope
    vector: Vector
    across: Columns = ()
    spans: bool = False


class Question:
    """One number, and all that its derivations may be made of.

    Attributes:
        target: The number.
        place: Where it stands.
        cues: What its words ask for.
        catalogs: The query results.
        scopes: Its scopes, by query result.
        named: The columns that are named for it.
        lookups: What agrees with the numbers of the text, by query result.
        beside: The other numbers of its sentence, as far as they stand near.
        told: What the numbers near it turned out to be.
        values: The numbers before it that were found, with their values.
    """

    def __init__(
        self,
        target: Target,
        place: Place,
        cues: Cue,
        catalogs: Sequence[Catalog],
        scopes: Mapping[int, Sequence[Scope]],
        named: Mapping[tuple[int, int], Naming],
        vectors: Vectors,
        lookups: Sequence[Lookups],
        beside: Sequence[Stated] = (),
        told: Sequence[Operand] = (),
        values: Sequence[Value] = (),
    ) -> None:
        self.target, self.place, self.cues = target, place, cues
        self.catalogs, self.scopes, self.named = catalogs, scopes, named
        self._vectors, self.lookups = vectors, lookups
        self.beside, self.told, self.values = beside, told, values
        self._made: dict[Callable[[Question], Any], Any] = {}
        self._wholes: dict[int, float] = {}
        self._unions: dict[int, list[Scope]] = {}
        self._parents: dict[int, tuple[Scope, list[Scope]]] = {}  # by scopes that it keeps alive
        self.narrowed: dict[int, tuple[Scope, dict[int, Choice]]] = {}  # the same

    @cached_property
    def operands(self) -> list[Operand]:
        """Each linked column in each of the best scopes."""
        found = []
        for table, known in enumerate(self.catalogs):
            for column, naming in self._columns(table, known):
                for scope in self.scopes.get(table, ())[:_SCOPES]:
                    operand = self.operand(table, column, naming, scope)
                    if operand is not None:
                        found.append(operand)
        return found

    def operand(
        self, table: int, column: ColumnFacts, naming: Naming, scope: Scope
    ) -> Operand | None:
        """The numbers of a column in a scope; None where there are none, or unlike ones."""
        known, rows = self.catalogs[table], scope.rows
        if known.units.tells:
            if known.units.differ(column, rows):
                return None
            column = known.units.of(column, rows)
        vector = self._vectors.of(known, table, column.place, rows)
        if vector is None:
            return None
        return Operand(table, column, naming, self.kept(scope), vector)

    def kept(self, scope: Scope) -> Scope:
        """A scope with its rows in the array that all numbers of the text share."""
        if scope.rows is None:
            return scope
        rows = self._vectors.row_sets.of(scope.rows)
        return scope if rows is scope.rows else scope._replace(rows=rows)

    def across(self, operand: Operand, columns: Columns, scope: Scope) -> Operand | None:
        """The numbers of several columns in a scope; None where one of them has none."""
        places = [column.place for column in columns]
        known = self.catalogs[operand.table]
        vector = self._vectors.across(known, operand.table, places, scope.rows)
        if vector is None:
            return None
        spanned = spans(columns, [period for period, _ in self.periods], self.ranges)
        naming = operand.naming if spanned else operand.naming._replace(period=0.0)
        return Operand(operand.table, columns[0], naming, scope, vector, columns, spanned)

    @cached_property
    def periods(self) -> list[tuple[Period, float]]:
        """The periods that the nearest source of any names, with how near they stand."""
        for source in self.place.sources():
            if source.periods and source.passage.periods:
                return [
                    (period, source.near(named.start, named.end))
                    for named in source.passage.periods
                    for period in (named.period, named.anchor)
                    if named.until is None and (period.known or period is named.period)
                ]
        return []

    @cached_property
    def spans(self) -> list[tuple[Period, float]]:
        """The quarters and halves that ranges of months make there, with how near they stand."""
        for source in self.place.sources():
            if source.periods and source.passage.periods:
                spans = (named.spanned for named in source.passage.periods)
                return [(m.period, source.near(m.start, m.end)) for m in spans if m is not None]
        return []

    def linked(self, table: int) -> bool:
        """Whether anything of a query result is named."""
        named = any(
            key[0] == table and (naming.strength > 0 or naming.period > 0)
            for key, naming in self.named.items()
        )
        return named or any(scope.choices for scope in self.scopes.get(table, ()))

    @cached_property
    def ranges(self) -> list[tuple[Period, Period]]:
        """The ranges of periods that are named for the number."""
        return [
            (named.period, named.until)
            for source in self.place.sources()[:3]
            for named in source.passage.periods
            if named.until is not None
        ]

    def vector(self, table: int, column: int, rows: Rows | None) -> Vector | None:
        """The numbers of a column in some rows."""
        return self._vectors.of(self.catalogs[table], table, column, rows)

    def sums(
        self, table: int, columns: Sequence[Columns], groups: Sequence[Rows | None]
    ) -> NDArray[np.float64]:
        """What columns, or several together, come to in groups of rows; see ``Vectors.sums``."""
        return self._vectors.sums(self.catalogs[table], table, columns, groups)

    def _columns(self, table: int, known: Catalog) -> list[tuple[ColumnFacts, Naming]]:
        """The measures that a number may be derived from, best named first."""
        at = {c: (table, c.place) for c in known.measures}
        linked = [(c, self.named[key]) for c, key in at.items() if key in self.named]
        latest = {c.place: -at for at, c in enumerate(known.pivoted)}  # of those alike, the newest

        def order(c: tuple[ColumnFacts, Naming]) -> tuple[float, ...]:
            link = c[1].strength + max(0.0, c[1].period)
            return -c[1].head, -link, latest.get(c[0].place, 0), c[0].place

        named = [c for c in linked if c[1].strength >= _LEAST or c[1].period > 0]
        ranked = sorted(named, key=order)[:_COLUMNS]
        called = not known.label_names.isdisjoint(self.place.passage.stems)  # "a ministry had"
        most = _CALLED if called else UNLINKED
        kinds = known.measures if len(known.measures) <= most else newest(known)
        return ranked or [(column, Naming()) for column in kinds if len(kinds) <= most]

    def once(self, make: Callable[[Question], T]) -> T:
        """What a function makes of it, made at the first call."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    def whole(self, table: int) -> float:
        """How strongly all rows of a table are linked: where the sentence names none of them."""
        if table not in self._wholes:
            self._wholes[table] = self._find_whole(table)
        return self._wholes[table]

    def _find_whole(self, table: int) -> float:
        place = self.place
        if place.speaks_of_all or superlatives.asked(place) or totals.is_base(place):
            return _WHOLE
        named = any(end <= place.first for _, end in place.passage.left_out) or any(
            (choice.start >= 0 and choice.link >= 0.3)
            and not (choice.is_party or place.is_done(choice.start))
            and not place.is_others(choice.start)
            for scope in self.scopes.get(table, ())
            for choice in scope.choices
        )
        return 0.0 if named else _WHOLE

    def parents(self, scope: Scope) -> list[Scope]:
        """The scopes that a scope lies in: one choice, or all, left out."""
        if id(scope) not in self._parents:
            whole, known = self.whole(scope.table), self.catalogs[scope.table]
            self._parents[id(scope)] = scope, [*map(self.kept, parents(scope, whole, known))]
        return self._parents[id(scope)][1]

    def unions(self, table: int) -> list[Scope]:
        """Rows of several labels of one dimension together, all else being equal."""
        if table not in self._unions:
            several = self.place.speaks_of_several
            found = unions(self.scopes.get(table, ()), several=several)
            self._unions[table] = [
                self.kept(union) for union in (*listed(self.place, table), *found)
            ]
        return self._unions[table]

    def derived(
        self,
        kind: Kind,
        agreement: Agreement,
        operand: Operand,
        cue: bool,
        show: Callable[[], Shown],
    ) -> Candidate:
        """A reading that was derived from an operand."""
        fits = self.target.fits(operand.column)
        rows = operand.scope.rows
        whole = rows is None and self.catalogs[operand.table].rows > 1
        return Candidate(
            kind=kind,
            agreement=agreement,
            row=0.0 if whole and not cue else operand.scope.link,
            column=operand.naming.strength,
            head=operand.naming.head,
            unit=0 if fits is None else 1 if fits else -1,
            cue=cue,
            period=operand.naming.period,
            share=1.0,
            table=operand.table,
            rows=() if rows is None or rows.size > 1 else tuple(rows.tolist()),
            columns=(operand.column.place,),
            show=show,
            scope=None if operand.across else operand.scope,
        )

    def name(self, table: int, column: ColumnFacts) -> str:
        """A column as formulas call it."""
        return self.catalogs[table].table.columns[column.place].name

    def range_of(self, operand: Operand) -> str:
        """The cells of an operand, in short: ``data[0:4].sales`` or ``data[0,7,9].sales``."""
        rows = operand.vector.rows
        name = self.name(operand.table, operand.column)
        if len(operand.across) > 1:
            rows = rows[: rows.size // len(operand.across)]
            name += f":{self.name(operand.table, operand.across[-1])}"
        return f"{of_rows(rows)}.{name}"

    def places(self, operand: Operand, most: int) -> tuple[str, ...]:
        """The locations of the first cells of an operand."""
        columns = operand.across or (operand.column,)
        size = min(most, operand.vector.rows.size // len(columns))
        rows = operand.vector.rows[:size].tolist()  # of a million cells the first few
        named = [f"data[{row}].{self.name(operand.table, c)}" for c in columns for row in rows]
        return tuple(named[:most])
