"""Counts of rows that went up or down ("five regions gained"), or have more of one than another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.readings.bounded import counted
from sidecar.binding.context.said.cues import COMPARING, Cue
from sidecar.binding.context.weighing.candidate import Candidate
from sidecar.binding.language.periods import Period, order
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import Token, is_numeral, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.text.vocabulary import one_of

_PLAINLY = 0.6  # how strongly a column is named that is plainly named
_MOST = 200  # rows of a period of which each is compared with its own before
_REACH = 8  # words from a count to what the counted became
_WHOLE = 4  # words in which "of the five" tells how many there are
_BECAME = one_of("got get gets became become becomes grew grow turned were are")
_MORE_SO = one_of("more less worse better")
_PERIODS = 3  # of the newest ones, or those that are named, that are compared

_IN_PART, _TWO = 0.3, 2  # how strongly columns are named that are compared with each other
_LESS = frozenset(map(stem, one_of("fewer less lower smaller")))
_UP = frozenset(
    map(
        stem,
        one_of(
            "grow grew growth rise rose increase gain climb jump surge soar expand expansion "
            "advance up more higher"
        ),
    )
)
_DOWN = frozenset(
    map(
        stem,
        one_of(
            "shrink shrank fall fell decrease decline drop slip slide plunge plummet tumble "
            "contract slump lose lost down less fewer lower"
        ),
    )
)
"""Words that tell which way the counted went."""

_CUTS = one_of("and but while whereas , ; . :")
_BEGUN, _ENDED = one_of("start begin open"), one_of("end close final")
"""What columns are called that tell the same at the beginning and at the end."""
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
        pairs, went = list(_pairs(question, known)), _later(question.place)
        named = _meant(question, table, pairs, went) if counting and changed else []
        for pair in pairs:
            for one in _compared(question, table, [pair]):
                told = one if went is None else one[went : went + 1]
                yield from (each._replace(explicit=pair[0].place in named) for each in told)


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


def way(place: Place, since: int = 0) -> int | None:
    """Which way the counted went: 0 up, 1 down; None where no word, or more than one, tells it.

    What follows the number in its clause, from ``since`` on, decides, or else what it follows.
    """
    words = place.passage.words
    sides = words[max(place.last, since) :][:_REACH], words[: place.first][: -_REACH - 1 : -1]
    for near in sides:
        told = {word.stem for word in takewhile(_is_inside, near)}
        ways = [not told.isdisjoint(each) for each in (_UP, _DOWN)]
        if any(ways):
            return None if all(ways) else int(ways[1])
    return None


def _later(place: Place) -> int | None:
    """Which way the later of two periods went, also where it is stated last: "than in June"."""
    words = place.passage.words
    after = words[place.last :][:_WHOLE]  # "three of the five sites": of how many cuts nothing
    of = [at for at, word in enumerate(after, 1) if after[0].word == "of" and is_numeral(word.word)]
    went = way(place, place.last + of[0] if of else 0)
    told = [m for m in place.passage.periods if m.until is None and m.start >= place.last]
    turned = any(
        order(one.period) < order(other.period)
        and any(word.word == "than" for word in words[one.end : other.start])
        for one, other in pairwise(told)
    )
    return 1 - went if went is not None and turned else went


def _is_inside(word: Token) -> bool:
    """Whether a word neither ends a clause nor is another number."""
    return word.word not in _CUTS and not is_numeral(word.word)


def _meant(
    question: Question, table: int, pairs: Sequence[_Pair], way: int | None
) -> Collection[int]:
    """The columns of a query result of which a count of what moved is plainly told.

    Those that words name, or else the only one that can have moved.
    """
    named = question.named.items()
    plain = {c for (t, c), naming in named if t == table and naming.strength >= _PLAINLY}
    moved = {new.place for new, _, _ in pairs}
    families = {min(c.place for c in question.catalogs[table].family(p[0]) or p[:2]) for p in pairs}
    return plain or (moved if way is not None and len(families) == 1 else ())


def _sides(question: Question, table: int, known: Catalog) -> list[_Pair]:
    """The two columns that a sentence compared with each other in each row: "A outnumber B"."""
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
    if one in known.family(other):
        return []  # "fewer cars than in 2023": one thing in two periods
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


def _ends(known: Catalog) -> Iterator[_Pair]:
    """The columns that tell the same at the end and at the beginning: ``stock_end`` is one."""
    names = {
        p.words: column for column in known.measures for p in column.phrases if len(p.words) > 1
    }
    for words, column in names.items():
        if words[-1] in _ENDED:
            begun = (names.get((*words[:-1], word)) for word in _BEGUN)
            yield from ((column, other, (None, None)) for other in begun if other is not None)


def _pairs(question: Question, known: Catalog) -> Iterator[_Pair]:
    """The columns and rows that are compared: of two periods, the later one first."""
    yield from _ends(known)
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
