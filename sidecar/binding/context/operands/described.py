"""Rows that a sentence describes by a cell: "the 2019 bond", "built in 2011", "the one with 14"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sidecar.binding.context.operands.picked import Pick
from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.context.passages.naming import columns
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.periods import Period
from sidecar.binding.language.words import STOP
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.report import Grade
from sidecar.text.vocabulary import one_of

_DEFINITE = one_of("the its their our his her")
_LINKING = one_of("in of from for during")
_WITH = one_of("with having")
_OF_TWO = one_of("former latter")
_WITH_NOUN = 3  # words of "the shop with"
_SAID = 0.3  # how strongly a column must be named
_PLAINLY = 1.0  # how plainly a row is described by one of its cells


def described(
    passage: Passage, numbers: Sequence[Stated], known: Catalog, table: int
) -> Iterator[Pick]:
    """The rows of a query result that a sentence describes.

    Args:
        passage: The sentence.
        numbers: Its numbers.
        known: What is known of the query result.
        table: Its place.
    """
    dated = [column for column in known.measures if column.dated]
    if dated:
        for mention in passage.periods:
            if mention.until is None and mention.period == Period(mention.period.year):
                yield from _of_year(passage, mention, dated, known, table)
    for one in numbers[:-1]:  # what follows is attributed to the row
        if _describes(passage, one.place.first):
            yield from _with_value(one, known)


def _describes(passage: Passage, first: int) -> bool:
    """Whether a number tells which row is intended: "the shop with 14 staff"."""
    before = [word.word for word in passage.words[max(0, first - 3) : first]]
    if len(before) < _WITH_NOUN or before[0] != "the" or before[2] not in _WITH:
        return False
    return before[1] not in _OF_TWO and first - 2 not in passage.labelled


def _of_year(
    passage: Passage,
    mention: PeriodMention,
    dated: Sequence[ColumnFacts],
    known: Catalog,
    table: int,
) -> Iterator[Pick]:
    """The rows of a year, where that is stated as an attribute or by the name of its column."""
    words, start = passage.words, mention.start
    before = start - 1 - (start > 1 and words[start - 1].word in _LINKING)
    named = {m.column for m in passage.columns if m.table == table and m.end == before + 1}
    definite = words[start - 1].word if start else ""
    owned = definite in _DEFINITE or definite.endswith(("'s", "’s"))
    noun = words[mention.end] if owned and mention.end < len(words) else None
    attribute = noun is not None and noun.word.isalpha() and noun.word not in STOP - {"one"}
    for column in dated:
        if column.place in named or (attribute and not named):
            cells = known.table.cells[column.place]
            rows = cells.rows[cells.values == mention.period.year].astype(np.int64)
            if rows.size:
                yield Pick(np.unique(rows), start, mention.end, _PLAINLY)


def _with_value(one: Stated, known: Catalog) -> Iterator[Pick]:
    """The only row that has a value in a column that is named."""
    named = columns(one.place, [known], one.target.number.symbol)
    for column in known.measures:
        naming = named.get((0, column.place))
        if naming is None or naming.strength < _SAID:
            continue
        rows = {row for row, value in _cells(known, column) if _is(one, value, column)}
        if len(rows) == 1:
            yield Pick(np.array([*rows], np.int64), one.place.first, one.place.last, _PLAINLY)


def _cells(known: Catalog, column: ColumnFacts) -> Iterator[tuple[int, float]]:
    cells = known.table.cells[column.place]
    return zip(cells.rows.tolist(), cells.values.tolist(), strict=True)


def _is(one: Stated, value: float, column: ColumnFacts) -> bool:
    return one.target.linear(value, column).grade is Grade.EXACT
