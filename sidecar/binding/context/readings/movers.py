"""Counts of rows that went up or down ("five regions gained"), or have more of one than another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.language.labels import Rows
from sidecar.binding.context.language.periods import Period
from sidecar.binding.context.language.words import stem
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.readings.bounded import counted
from sidecar.binding.context.said.cues import COMPARING, Cue
from sidecar.binding.context.tables.catalog import Catalog
from sidecar.binding.context.tables.columns import ColumnFacts
from sidecar.binding.context.weighing.candidate import Candidate
from sidecar.text.vocabulary import one_of

_PLAINLY = 0.6  # how strongly a column is named that is plainly named
_MOST = 200  # rows of a period of which each is compared with its own before
_REACH = 8  # words from a count to what the counted became
_BECAME = one_of("got get gets became become becomes grew grow turned were are")
_MORE_SO = one_of("more less worse better")
_PERIODS = 3  # of the newest ones, or those that are named, that are compared

_IN_PART, _TWO = 0.3, 2  # how strongly columns are named that are held against each other
_LESS = frozenset(map(stem, one_of("fewer less lower smaller")))
_OVER = frozenset(
    map(stem, one_of("outnumber outweigh exceed beat top surpass outstrip overtake outsell than"))
)

_Pair = tuple[ColumnFacts, ColumnFacts, tuple[Rows | None, Rows | None]]


def readings(
    question: Question, table: int, known: Catalog, *, counting: bool
) -> Iterator[Candidate]:
    """The rows with more, or with less, in one period or column than in another.

    Args:
        question: The number.
        table: The query result whose rows it may count.
        known: What is known of it.
        counting: Whether the number plainly counts rows: "four of the ten", "four sites".
    """
    changed = Cue.CHANGE in question.cues or _became(question.place)
    if sides := _sides(question, table, known):
        less = not _LESS.isdisjoint(question.place.passage.stems)
        for one in _compared(question, table, sides):
            yield one[less]._replace(explicit=counting)
    elif changed or question.cues & COMPARING:
        named = _named(question, table) if counting and changed else []
        for pair in _pairs(question, known):
            for one in _compared(question, table, [pair]):
                yield from (each._replace(explicit=pair[0].place in named) for each in one)


def _compared(
    question: Question, table: int, pairs: Iterable[_Pair]
) -> Iterator[tuple[Candidate, Candidate]]:
    """The rows in which the first of two is more, and those in which it is less."""
    whole = question.scopes[table][-1]
    whole = whole._replace(link=max(whole.link, question.whole(table)))
    for column, other, rows in pairs:
        naming = question.named.get((table, column.place), Naming())
        new, old = (
            question.operand(table, each, naming, whole._replace(rows=among))
            for each, among in zip((column, other), rows, strict=True)
        )
        if new is not None and old is not None and _are_paired(new, old, rows[0]):
            yield _moved(question, new, old)


def _are_paired(new: Operand, old: Operand, rows: Rows | None) -> bool:
    """Whether each number stands beside its own: an empty cell would move all that follow."""
    if rows is None:
        return np.array_equal(new.vector.rows, old.vector.rows)
    return new.vector.values.size == old.vector.values.size == rows.size


def _became(place: Place) -> bool:
    """Whether what is counted is said to have become more so: "six regions got safer"."""
    words = place.passage.words[place.last : place.last + _REACH]
    return any(
        verb.word in _BECAME and (how.word in _MORE_SO or how.word.endswith("er"))
        for verb, how in pairwise(words)
    )


def _named(question: Question, table: int) -> list[int]:
    """The columns of a query result that words name plainly."""
    named = question.named.items()
    return [c for (t, c), naming in named if t == table and naming.strength >= _PLAINLY]


def _sides(question: Question, table: int, known: Catalog) -> list[_Pair]:
    """The two columns that a sentence holds against each other in each row: "A outnumber B"."""
    if _OVER.isdisjoint(question.place.passage.stems):
        return []
    own = sorted(
        (naming.mention.start, column)
        for (at, column), naming in question.named.items()
        if at == table
        and naming.strength >= _IN_PART
        and naming.source is not None
        and naming.source.first >= 0
        and naming.mention is not None
    )
    one, other = (known.columns[column] for _, column in own) if len(own) == _TWO else (None, None)
    if one is None or other is None or one.scaling is not other.scaling:
        return []
    return [(one, other, (None, None))]


def _moved(question: Question, new: Operand, old: Operand) -> tuple[Candidate, Candidate]:
    """The rows that went up, and those that went down."""
    more: NDArray[np.bool_] = new.vector.values > old.vector.values
    less: NDArray[np.bool_] = new.vector.values < old.vector.values
    first, second = question.range_of(new), question.range_of(old)
    return (
        counted(question, new, int(more.sum()), f"count({first} > {second})"),
        counted(question, new, int(less.sum()), f"count({first} < {second})"),
    )


def _pairs(question: Question, known: Catalog) -> Iterator[_Pair]:
    """The columns and rows that are compared: of two periods, the later one first."""
    families = {id(family): family for column in known.pivoted for family in [known.family(column)]}
    for family in families.values():
        for old, new in combinations(family[-_PERIODS:], 2):
            yield new, old, (None, None)
    if known.has_periods and known.labels:
        named = [period for period, _ in question.periods]
        told = [p for p in known.period_order if any(n.covers(p) for n in named)]
        among = told if len(told) > 1 else known.period_order
        for before, after in combinations(among[-_PERIODS:], 2):
            rows = _alike(known, after, before)
            for column in known.measures if rows is not None else ():
                yield column, column, rows or (None, None)


def _alike(known: Catalog, after: Period, before: Period) -> tuple[Rows, Rows] | None:
    """The rows of two periods, each beside its own; None where they are not of the same labels."""
    new, old = known.rows_in(after), known.rows_in(before)
    if new.size != old.size or not 1 < new.size <= _MOST:
        return None
    data = [known.table.data[labels.column] for labels in known.labels]
    if all(values[a] == values[b] for values in data for a, b in zip(new, old, strict=True)):
        return new, old
    return None
