"""Lists of numbers that are stated alike, each of its own row: "Capital 5.0, Highlands 58.5".

What one formula makes of several of their rows, the others are by the same one: see ``formulas``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.grid import is_rate
from sidecar.binding.context.operands.linked import Linked
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said import stated as stated_numbers
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.agreed import rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.context.weighing.formulas import Facts, Formula, Tried, formula
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.binding.tables.vectors import Vectors
from sidecar.model.cached import cached_property
from sidecar.model.number import Direction, Form, Number, Unit

_MOST = 16  # numbers of a list
_APART = 2  # sentences between two of them
_BETWEEN = 4  # numbers between two of them that are attributed to other things
_WHOLE = 0.7  # how strongly all rows are linked
_LINKED = 0.5  # how strongly its row must be linked
_COLUMNS = 24  # of the query results, that may take part
_PLAINLY = 0.9  # how strongly the columns of a formula are linked that so many numbers prove
_SHOWN = 10


class _Member(NamedTuple):
    """A number of a list with the rows that it is attributed to, by query result."""

    one: Stated
    rows: dict[int, Scope]


class _Series(NamedTuple):
    """A list whose formula is known.

    Attributes:
        members: Its numbers, the first that agrees to the last one.
        columns: The columns that may take part, with their query results.
        formula: What they are.
    """

    members: Sequence[_Member]
    columns: Sequence[tuple[int, ColumnFacts]]
    formula: Formula


class Lists:
    """The lists of a text.

    Args:
        stated: Its numbers, in their order.
        catalogs: The query results.
        linked: The rows that a number may speak of.
        vectors: The numbers of columns.
    """

    def __init__(
        self,
        stated: Sequence[Stated],
        catalogs: Sequence[Catalog],
        linked: Linked,
        vectors: Vectors,
    ) -> None:
        self._stated = stated
        self._at = {id(one.place): at for at, one in enumerate(stated)}
        self._catalogs, self._linked, self._vectors = catalogs, linked, vectors
        self._known: dict[int, _Series | None] = {}
        self._members: dict[int, _Member | None] = {}

    def readings(self, question: Question) -> Iterator[Candidate]:
        """A number as what the others of its list are."""
        at = self._at[id(question.place)]
        if at not in self._known:
            self._learn(at)
        series = self._known[at]
        if series is None:
            return
        places = [id(member.one.place) for member in series.members]
        yield from _reading(question, series, places.index(id(question.place)))

    @cached_property
    def _columns(self) -> Mapping[str, Sequence[int]]:
        """The numbers of each column of the tables in the text, and those outside of them."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for at, one in enumerate(self._stated):
            found[one.place.header].append(at)
        return found

    def _learn(self, at: int) -> None:
        members = self._around(at)
        series = self._series(list(members.values())) if len(members) > 1 else None
        told = () if series is None else [id(member.one.place) for member in series.members]
        for place, member in members.items():
            self._known[place] = series if id(member.one.place) in told else None
        self._known.setdefault(at, None)

    def _around(self, at: int) -> dict[int, _Member]:
        """The numbers that are stated as one of them is, by their places in the text."""
        own = self._member(at)
        if own is None:
            return {}
        found = {at: own}
        column = self._columns[own.one.place.header]
        begin = bisect_left(column, at)
        for beside in (reversed(column[:begin]), column[begin + 1 :]):
            skipped = 0
            for last in beside:
                if len(found) == _MOST or skipped > _BETWEEN:
                    break
                nearest = found[min(found) if last < at else max(found)]
                if not _is_near(nearest.one, self._stated[last]):
                    break
                other = self._member(last) if _alike(own.one, self._stated[last]) else None
                known = other and any(_same(member, other) for member in found.values())
                if other is None or (known and _is_whole(other)):
                    skipped += 1
                    continue
                if known:
                    break
                found[last], skipped = other, 0
        return dict(sorted(found.items()))

    def _member(self, at: int) -> _Member | None:
        """A number with its own rows, or with all where its sentence names none."""
        if at not in self._members:
            self._members[at] = self._find_member(at)
        return self._members[at]

    def _find_member(self, at: int) -> _Member | None:
        one = self._stated[at]
        if one.target.number.form is Form.ORDINAL:
            return None
        linked = self._linked.of(one)
        best = {t: max(scopes, key=_named) for t, scopes in linked.items()}
        rows = {
            table: scope
            for table, scope in best.items()
            if scope.rows is not None and scope.link >= _LINKED and _is_own(scope)
        }
        if not rows and not one.place.passage.labels:
            rows = {table: Scope(table, None, _WHOLE, ()) for table in linked}
        return _Member(one, rows) if rows else None

    def _series(self, members: Sequence[_Member]) -> _Series | None:
        """The list with its formula, if one is plain."""
        tables = set.intersection(*(set(member.rows) for member in members))
        columns = [(t, c) for t in sorted(tables) for c in self._catalogs[t].measures]
        if not columns or len(columns) > _COLUMNS:
            return None
        values = np.array([[self._value(member, *each) for each in columns] for member in members])
        targets = [member.one.target for member in members]
        named = {
            (mention.table, mention.column)
            for member in members
            for source in member.one.place.sources()
            for mention in source.passage.columns
        }
        kinds = {c.scaling: at for at, (_, c) in enumerate(columns)}
        facts = Facts(
            np.array([is_rate(c) for _, c in columns]),
            np.array([c.level for _, c in columns]),
            np.array([kinds[c.scaling] for _, c in columns]),
            np.array([all(t.fits(c) is not False for t in targets) for _, c in columns]),
            np.array([(t, c.place) in named for t, c in columns]),
        )
        bases = [base for member in members for base in stated_numbers.bases(member.one.place)]
        means = self._means(members, columns)
        found = formula(targets, values, facts, bases, means)
        if found is None or len(found.columns) == 1:  # cells are found without it
            return None
        first, last = found.agreeing[0], found.agreeing[-1] + 1
        if 2 * len(found.agreeing) <= last - first:
            return None
        return _Series(
            members[first:last], columns, found._replace(values=found.values[first:last])
        )

    def _value(self, member: _Member, table: int, column: ColumnFacts) -> float:
        """What a column comes to in the rows of a number, in the base of its unit."""
        rows = member.rows[table].rows
        vector = self._vectors.of(self._catalogs[table], table, column.place, rows)
        if vector is None:
            return float("nan")
        whole = vector.sum / vector.values.size if column.level else vector.sum
        return whole * float(factor(column))

    def _means(
        self, members: Sequence[_Member], columns: Sequence[tuple[int, ColumnFacts]]
    ) -> Tried | None:
        """The means of rates and prices, weighted by each amount of the same query result."""
        pairs = [
            (a, b)
            for a, (table, level) in enumerate(columns)
            for b, (other, weight) in enumerate(columns)
            if level.level and not weight.level and table == other
        ]
        if not pairs:
            return None
        values = [
            [self._mean(member, columns[a], columns[b][1]) for a, b in pairs] for member in members
        ]
        return Tried(np.array(values), np.array(pairs, np.intp), "mean({}) by {}")

    def _mean(self, member: _Member, column: tuple[int, ColumnFacts], weight: ColumnFacts) -> float:
        table, level = column
        vectors = [
            self._vectors.of(self._catalogs[table], table, c.place, member.rows[table].rows)
            for c in (level, weight)
        ]
        of, by = vectors
        if of is None or by is None or not by.sum or not np.array_equal(of.rows, by.rows):
            return float("nan")
        return float((of.values * by.values).sum() / by.sum * float(factor(level)))


def _reading(question: Question, series: _Series, at: int) -> Iterator[Candidate]:
    made, rows = series.formula, series.members[at].rows
    named = [series.columns[place] for place in made.columns]
    found = (question.operand(t, column, Naming(_PLAINLY), rows[t]) for t, column in named)
    parts = [part for part in found if part is not None]
    if len(parts) < len(named):
        return
    value, target = float(made.values[at]), question.target
    if made.moves and not (target.steps or target.number.sign):
        value = abs(value) * (target.way or 1)  # the order of two columns tells no way
    agreement = target.change(value) if made.moves else target.plain(value)
    show = partial(_show, question, parts, made.form, value)
    yield question.derived(Kind.SERIES, agreement, parts[0], True, show)._replace(explicit=True)


def _show(question: Question, parts: Sequence[Operand], form: str, value: float) -> Shown:
    what = form.format(*(written(question, part) for part in parts))
    places = tuple(place for part in parts for place in question.places(part, _SHOWN))
    return Shown(what, rounded(value), what, places)


def _named(scope: Scope) -> tuple[float, float]:
    """How well the narrowest of its names is linked, and all of them together."""
    links = [choice.link for choice in sorted(scope.choices, key=lambda c: c.rows.size)]
    return sum(links[:1]), sum(links)


def _is_own(scope: Scope) -> bool:
    """Whether the sentence of a number, or its row in a table, names one of its rows."""
    sources = (choice.source for choice in scope.choices)
    return any(source is not None and (source.first >= 0 or source.cell) for source in sources)


def _is_near(one: Stated, other: Stated) -> bool:
    """Whether two numbers may be of one list: sentences side by side, or rows of one table."""
    return bool(one.place.header) or abs(one.place.number - other.place.number) <= _APART


def _alike(one: Stated, other: Stated) -> bool:
    """Whether two numbers are written alike; a list may name its unit once: "$12, $9 and 7"."""
    a, b = one.target.number, other.target.number
    units = {(a.unit, a.symbol), (b.unit, b.symbol)}
    bare = Unit.COUNT in (a.unit, b.unit) and Unit.PERCENT not in (a.unit, b.unit)
    beside = bare and one.place.number == other.place.number
    return (len(units) == 1 or beside) and _form(a) == _form(b)


def _form(number: Number) -> tuple[object, ...]:
    """How a number is written: whether it moves, whether it has a sign."""
    moves = number.direction in (Direction.UP_BY, Direction.DOWN_BY)
    return number.form, moves, number.sign == 0


def _same(one: _Member, other: _Member) -> bool:
    """Whether two numbers are attributed to the same rows."""
    both = ((one.rows[t].rows, other.rows[t].rows) for t in one.rows.keys() & other.rows.keys())
    return any(a is b if a is None or b is None else np.array_equal(a, b) for a, b in both)


def _is_whole(member: _Member) -> bool:
    """Whether a number is attributed to all rows."""
    return all(scope.rows is None for scope in member.rows.values())
