"""Numbers written as a pair ("32-18", "13 of 24", "113-107"): read together or not at all.

A pair is one row's two sibling columns (made and attempted, home and away), or one column of two
linked rows. What the partner agrees with speaks for a reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from operator import attrgetter

from sidecar.binding.context.operands.lookups import Lookups
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.operands.sided import leads, links, row_of
from sidecar.binding.context.passages.moved import in_one
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.readings.cells import show
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.moves import is_moved
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.numbered import ends, up_to
from sidecar.model.report import Grade

_SCOPES = 6
_NEAREST = 0.9  # of the strongest link; brackets speak of the name before them alone
_NAMED = 0.3  # how well a column is named by whose name alone a pair is intended

_NO = Naming()
_RANK = attrgetter("strength", "head", "period")
_Side = tuple[tuple[ColumnFacts, ...], int]
"""Columns that are added up, and a row."""


def readings(question: Question, partner: Target, *, first: bool) -> Iterator[Candidate]:
    """The pairs that a number may be a part of.

    Args:
        question: The number.
        partner: The other number of its pair.
        first: Whether the number is the first of the two.
    """
    place, once = question.place, in_one(question.place)
    moved = once or is_moved(place.passage.words, place.first)
    for table, known in enumerate(question.catalogs):
        single = [s for s in question.scopes.get(table, ()) if s.size(known) == 1][:_SCOPES]
        if question.place.in_brackets:
            single = [s for s in single if s.link >= _NEAREST * single[0].link]
        linked = links(question, table) if known.sides else {}
        ended = any(ends(question.place.passage.words, p.noun) for p in known.parts.values())
        ahead = leads(question.place) if known.sides else None
        values = question.target.number.value, partner.number.value
        turned = ahead is not None and (values[0] > values[1]) is not (ahead is first)
        siblings = _siblings(known, first=first) if single else []
        said = len(siblings) == 1 and question.place.in_brackets
        for scope in single:
            row = 0 if scope.rows is None else int(scope.rows[0])
            for mine, other, link in _ordered(
                siblings, known, scope, linked, first=first, turned=turned
            ):
                told = scope._replace(link=link)
                running = [] if ended else _running(mine, other, known)
                for ours, theirs in ((mine,), (other,)), *running:
                    parts = (ours, row), (theirs, row)
                    for pair in _pair(question, partner, table, told, *parts, said=said):
                        yield pair._replace(siblings=True)
        if question.place.in_brackets or (moved and known.pivoted) or (once and known.has_periods):
            continue  # what moved is of one row
        rows, measured = _rows(known, single), list(_columns(question, known))
        for (a, one), (b, two) in permutations(rows, 2):
            scope = one._replace(link=(one.link + two.link) / 2)
            for columns in measured:
                halves = len(columns) > 1
                yield from _pair(
                    question, partner, table, scope, (columns, a), (columns, b), said=halves
                )


def _ordered(
    siblings: Sequence[tuple[ColumnFacts, ColumnFacts]],
    known: Catalog,
    scope: Scope,
    linked: Mapping[str, float],
    *,
    first: bool,
    turned: bool,
) -> Iterator[tuple[ColumnFacts, ColumnFacts, float]]:
    """Pairs of columns, those of two sides in both orders, and how strongly each is linked.

    Of two sides the one that is named comes first ("Rovers had 3-1"), unless it is ``turned``.
    """
    for mine, other in siblings:
        if mine.place not in known.sides:
            yield mine, other, scope.link
            continue
        for a, b in ((mine, other), (other, mine)):
            side = known.sides[(a if first != turned else b).place]
            yield a, b, row_of(scope.link, side, linked)


def _running(
    mine: ColumnFacts, other: ColumnFacts, known: Catalog
) -> Iterator[tuple[tuple[ColumnFacts, ...], tuple[ColumnFacts, ...]]]:
    """What two sides have together after a numbered part: "2-1 after the second period"."""
    part = known.parts.get(mine.place)
    if part is None or mine.place not in known.sides or part.number == "1":
        return
    sides = [
        [c for c in known.measures if known.sides.get(c.place) == known.sides[one.place]]
        for one in (mine, other)
    ]
    ours, theirs = (tuple(up_to(part, columns, known.parts)) for columns in sides)
    if len(ours) == len(theirs) > 1:
        yield ours, theirs


def _siblings(known: Catalog, *, first: bool) -> Sequence[tuple[ColumnFacts, ColumnFacts]]:
    return known.siblings if first else [(b, a) for a, b in known.siblings]


def _rows(known: Catalog, single: Sequence[Scope]) -> list[tuple[int, Scope]]:
    """The rows that may face each other: those that are linked, or the two of a table."""
    found = {(0 if s.rows is None else int(s.rows[0])): s for s in single[:4]}
    if known.rows == 2:
        whole = Scope(single[0].table, None, 0.2, ()) if single else None
        for row in range(2):
            if row not in found and whole is not None:
                found[row] = whole
    return list(found.items())


def _columns(question: Question, known: Catalog) -> Iterator[tuple[ColumnFacts, ...]]:
    """Each measure, and those of the parts of a named period together: halves of quarters."""
    yield from ((column,) for column in known.measures)
    named = [m.period for m in question.place.passage.periods if m.until is None]
    for period in dict.fromkeys(named):
        families = {tuple(known.family(column)) for column in known.pivoted}
        for family in sorted(families, key=lambda f: [c.place for c in f]):
            parts = tuple(c for c in family if period.covers(c.period))
            if 1 < len(parts) < len(family):
                yield parts


def _pair(
    question: Question,
    partner: Target,
    table: int,
    scope: Scope,
    mine: _Side,
    other: _Side,
    *,
    said: bool = False,
) -> Iterator[Candidate]:
    known = question.catalogs[table]
    lookups = question.lookups[table]
    own = _compare(question.target, lookups, known, *mine)
    theirs = None if own is None else _compare(partner, lookups, known, *other)
    if own is None or theirs is None:
        return
    columns = mine[0]
    column = columns[0]
    namings = [question.named.get((table, c.place), _NO) for c in (*columns, *other[0])]
    naming = max(namings, key=_RANK)
    agree = own[1].grade is not Grade.NONE or theirs[1].grade is not Grade.NONE
    if not agree and not said and naming.strength < _NAMED:
        return  # nothing tells that this pair is intended
    fits = question.target.fits(column)
    yield Candidate(
        kind=Kind.PAIR,
        agreement=own[1],
        row=scope.link,
        column=naming.strength,
        head=naming.head,
        unit=0 if fits is None else 1 if fits else -1,
        cue=said or theirs[1].grade is not Grade.NONE,
        period=naming.period,
        share=1.0,
        table=table,
        rows=(mine[1],),
        columns=tuple(c.place for c in columns),
        show=partial(show, question.target, known, column, own[0])
        if len(columns) == 1
        else partial(_sum, question, table, mine, own[1]),
    )


def _sum(question: Question, table: int, side: _Side, agreement: Agreement) -> Shown:
    columns, row = side
    places = tuple(f"data[{row}].{question.name(table, column)}" for column in columns)
    formula = " + ".join(places)
    return Shown(formula, agreement.value, formula, places)


def _compare(
    target: Target, lookups: Lookups, known: Catalog, columns: tuple[ColumnFacts, ...], row: int
) -> tuple[int, Agreement] | None:
    """Where the (first) cell of a side lies, and how the side compares."""
    places = [known.cells.at(column.place, row) for column in columns]
    first = places[0]
    if first is None or None in places:
        return None
    if len(columns) == 1:
        return lookups.hits(target).at(columns[0], row, first)
    values = (
        known.table.cells[column.place].values[place]
        for column, place in zip(columns, places, strict=True)
    )
    return first, target.linear(float(sum(values)), columns[0])
