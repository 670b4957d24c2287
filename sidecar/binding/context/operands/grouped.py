"""Groups of cells that a number may sum up: scopes of many rows, rows named together, pivots."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.language.row_sets import row_key
from sidecar.binding.tables.across import Columns, together

_COLUMNS = 4
_UNIONS = 3
_NEAR = 3  # passages that may put names together
_TOGETHER = frozenset({"+", "together", "combin", "pair", "plu"})

_Places = tuple[int, ...]


def groups(question: Question) -> list[Operand]:
    """Groups of cells: scopes of many rows, what a single row is part of, rows of a pivot."""
    return question.once(_groups)


def _groups(question: Question) -> list[Operand]:
    return list(_grouped(question)) if question.operands else []


def _grouped(question: Question) -> Iterator[Operand]:
    """The groups of a number's operands: these themselves, and what they are a part of."""
    seen: set[tuple[int, tuple[int, ...], bytes | None]] = set()
    for operand, columns, places, scope in _taken(question):
        own = operand.table, places, row_key(scope.rows)
        group = None if own in seen else _group(question, operand, columns, scope)
        seen.add(own)
        if group is not None:
            yield group
    if question.cues & (Cue.TOTAL | Cue.MEAN) or _are_together(question):
        for table in question.scopes:
            yield from united_in(question, table)


def _are_together(question: Question) -> bool:
    """Whether names were put together right before: "A + B = 12. But of the sites it is 4"."""
    near = question.place.sources()[:_NEAR]
    return any(not _TOGETHER.isdisjoint(source.passage.stems) for source in near)


def _taken(question: Question) -> Iterator[tuple[Operand, Columns, _Places, Scope]]:
    """What groups may be made of: columns of one or several periods, in a scope or above it."""
    named, ranges = [period for period, _ in question.periods], question.ranges
    found: dict[tuple[int, int], list[tuple[Columns, _Places]]] = {}
    several: dict[tuple[int, int | None], list[Columns]] = {}
    for operand in question.operands:
        key = operand.table, operand.column.place
        if key not in found:
            family = question.catalogs[operand.table].family(operand.column)
            first = operand.table, family[0].place if family else None
            if first not in several:
                several[first] = list(together(family, named, ranges))
            taken = [(operand.column,), *several[first]]
            found[key] = [(columns, tuple(c.place for c in columns)) for columns in taken]
        own = operand.scope
        if own.rows is None:
            own = own._replace(link=max(own.link, question.whole(own.table)))
        for scope in (own, *question.parents(own)):
            for columns, places in found[key]:
                yield operand, columns, places, scope


def _group(question: Question, one: Operand, columns: Columns, scope: Scope) -> Operand | None:
    if len(columns) > 1:
        return question.across(one, columns, scope)
    return question.operand(one.table, one.column, one.naming, scope)


def united_in(question: Question, table: int) -> Iterator[Operand]:
    """The numbers of several labels together in the best of its columns."""
    best: dict[int, Operand] = {}
    for operand in question.operands:
        if operand.table == table:
            best.setdefault(operand.column.place, operand)
    for scope in question.unions(table)[:_UNIONS]:
        for one in list(best.values())[:_COLUMNS]:
            union = question.operand(table, one.column, one.naming, scope)
            if union is not None:
                yield union
