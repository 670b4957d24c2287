"""The pairs of values that a number may compare: they differ in one thing.

Two periods, two labels, two columns of the same rows, or a part and the group that it is part of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from sidecar.binding.context.operands.between import ends
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.over_time import over_spans, over_time
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.passages.choices import PERIODS, Choice
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope, shared
from sidecar.binding.context.said.cues import Cue
from sidecar.model.number import Form, Unit

_LEAST = 0.15  # of a name that is said
_UNIONS = 3
_BEST = 2  # scopes for columns that no word names
_MEASURES = 12  # of a table whose unnamed columns may be compared
_SEVERAL = 2  # rows, of several periods
_NO = Naming()


def comparisons(question: Question) -> Iterator[Comparison]:
    """Pairs of values that differ in one thing: period, label, column, or part and whole."""
    for operand in question.operands:
        yield from over_time(question, operand, question.periods)
        yield from _over_labels(question, operand)
        yield from over_wholes(question, operand)
    yield from _of_unions(question)
    moves = question.target.steps or Cue.COMPOUND in question.cues
    bare = moves and not question.operands
    for operand in unnamed(question) if bare or Cue.APART in question.cues else ():
        yield from over_time(question, operand, question.periods)
        yield from _over_labels(question, operand)
    if Cue.APART in question.cues and all(o.naming.typed for o in question.operands):
        told = {operand.table for operand in question.operands}
        yield from _of_unnamed(question, [o for o in unnamed(question) if o.table not in told])
    gathered = list(_gathered(question))
    for operand in gathered:
        yield from over_time(question, operand, question.periods)
        yield from over_wholes(question, operand)
    families: dict[tuple[int, int, int], Operand] = {}
    for operand in (*question.operands, *gathered):
        for first in question.catalogs[operand.table].family(operand.column)[:1]:
            families.setdefault((operand.table, first.place, id(operand.scope)), operand)
    for operand in families.values():
        yield from over_spans(question, operand)
    yield from _over_columns(question)


def unnamed(question: Question) -> Iterator[Operand]:
    """The columns of small tables that no word names, in the best scopes that words name."""
    known = {(operand.table, operand.column.place) for operand in question.operands}
    for table, catalog in enumerate(question.catalogs):
        scopes = [scope for scope in question.scopes.get(table, ())[:_BEST] if scope.choices]
        for column in catalog.measures if len(catalog.measures) <= _MEASURES else ():
            key = table, column.place
            for scope in scopes if key not in known else ():
                operand = question.operand(table, column, question.named.get(key, _NO), scope)
                if operand is not None:
                    yield operand


def _of_unnamed(question: Question, operands: Sequence[Operand]) -> Iterator[Comparison]:
    """Two columns that are measured alike, where no word names any: "they topped it up by £3m"."""
    for new, old in permutations(operands, 2):
        same = new.table == old.table and new.scope is old.scope
        if same and new.column.scaling is old.column.scaling and not _goes_back(question, old, new):
            yield Comparison(old, new, new.scope.link, False, "column")


def _is_told_of(question: Question) -> bool:
    """Whether the sentence names a row before the number."""
    place = question.place
    return any(labelled.mention.start < place.first for labelled in place.passage.labels)


def _gathered(question: Question) -> Iterator[Operand]:
    """The columns of all rows, or of several that are named together, where words ask for them.

    What neither is a percentage nor moves is the total itself, and no change of it.
    """
    number = question.target.number
    moves = number.unit is Unit.PERCENT or number.form is Form.MULTIPLE
    moves = moves or bool(number.direction) or Cue.APART in question.cues
    asked = Cue.TOTAL in question.cues or not _is_told_of(question)
    for table in question.scopes if moves and asked else ():
        whole = Scope(table, None, question.whole(table), ())
        columns = {o.column: o.naming for o in question.operands if o.table == table}
        for scope in (*([whole] if whole.link else []), *question.unions(table)[:_UNIONS]):
            for column, naming in columns.items():
                if column.level and naming.source is None:
                    continue  # a total is none of prices or rates that no word names
                operand = question.operand(table, column, naming, scope)
                if operand is not None:
                    yield operand


def _over_labels(question: Question, operand: Operand) -> Iterator[Comparison]:
    """Another label of the same dimension that the sentence names, the rest being equal."""
    if not operand.scope.choices:
        return
    mine = _narrowing(question, operand.scope)
    for other in question.scopes.get(operand.table, ()):
        if other is operand.scope or not other.choices:
            continue
        theirs = _narrowing(question, other)
        if mine.keys() != theirs.keys():
            continue
        differ = [
            d
            for d in mine
            if mine[d].value != theirs[d].value or mine[d].period != theirs[d].period
        ]
        if len(differ) != 1 or differ[0] == PERIODS:
            continue
        link = min(operand.scope.link, other.link)
        for pair in _lately(question, operand.scope, other):
            new, old = (
                question.operand(operand.table, operand.column, operand.naming, each)
                for each in pair
            )
            if new is not None and old is not None:
                yield Comparison(old, new, link, True, "label")


def _lately(question: Question, one: Scope, other: Scope) -> Iterator[tuple[Scope, Scope]]:
    """Two scopes, and their rows of the newest period where no word tells of which."""
    yield one, other
    known = question.catalogs[one.table]
    if question.periods or not known.has_periods or one.size(known) < _SEVERAL:
        return
    newest = known.period_order[-1]
    sides = [each._replace(rows=known.rows_at(newest, each.rows)) for each in (one, other)]
    if all(each.rows is not None and each.rows.size for each in sides):
        yield sides[0], sides[1]


def _narrowing(question: Question, scope: Scope) -> dict[int, Choice]:
    """The choices of a scope that narrow it, by dimension: a site's region does not."""
    kept = question.narrowed.get(id(scope))
    if kept is None:
        choices = scope.choices
        if len(choices) > 1 and scope.rows is not None:
            choices = tuple(c for c in choices if _size_without(c, choices) > scope.rows.size)
        kept = question.narrowed[id(scope)] = (
            scope,
            {c.dimension: c for c in choices or scope.choices},
        )
    return kept[1]


def _size_without(one: Choice, choices: Sequence[Choice]) -> int:
    rows = shared([choice for choice in choices if choice is not one])
    return 0 if rows is None else rows.size


def over_wholes(question: Question, operand: Operand) -> Iterator[Comparison]:
    """A part, and the group that it is part of."""
    for parent in question.parents(operand.scope):
        whole = question.operand(operand.table, operand.column, operand.naming, parent)
        if whole is not None and whole.vector.values.size > operand.vector.values.size:
            yield Comparison(whole, operand, operand.scope.link, True, "whole")


def _of_unions(question: Question) -> Iterator[Comparison]:
    """Several rows that are named together, where a number is said to be their part of all."""
    for table in question.scopes if Cue.SHARE in question.cues else ():
        columns = {o.column: o.naming for o in question.operands if o.table == table}
        for scope in question.unions(table)[:_UNIONS]:
            for column, naming in columns.items():
                part = question.operand(table, column, naming, scope)
                if part is not None:
                    yield from over_wholes(question, part)


def _over_columns(question: Question) -> Iterator[Comparison]:
    """Two columns of the same rows, at least one of which is named."""
    for new in question.operands:
        for old in question.operands:
            if (
                old.table == new.table
                and old.scope is new.scope
                and old.column is not new.column
                and not _goes_back(question, old, new)
                and not _has_other_ends(question, old, new)
                and max(old.naming.strength, new.naming.strength) >= _LEAST
            ):
                both = min(old.naming.strength, new.naming.strength) >= _LEAST
                yield Comparison(old, new, new.scope.link, both, "column")


def _has_other_ends(question: Question, old: Operand, new: Operand) -> bool:
    """Whether two columns hold the same for others than the two periods that are named."""
    told = question.place.passage.once(ends)
    if not told.told or old.column.place not in _family(question, new):
        return False
    return not (told.old.covers(old.column.period) and told.new.covers(new.column.period))


def _goes_back(question: Question, old: Operand, new: Operand) -> bool:
    """Whether two columns hold the same for two periods, the later one first."""
    family, at = _family(question, new), old.column.place
    return at in family and family.index(at) > family.index(new.column.place)


def _family(question: Question, operand: Operand) -> list[int]:
    """The places of the columns that hold the same as a value for other periods, in order."""
    return [c.place for c in question.catalogs[operand.table].family(operand.column)]
