"""The rows that a text names, and those that remain: "the other six", "the rest (3)"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.picked import Pick
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.number import is_integral
from sidecar.text.vocabulary import one_of

OTHERS = one_of("other others remaining rest remainder ones")
"""Words for all but what was mentioned."""

DEFINITE = one_of("the these those all")
_NOUNS = one_of("others rest remainder ones")
_HANDS = one_of("hand side words way day")
_ASIDE = 2  # words from "other" to the bracket in which is stated how many they are
_PLAINLY = 0.95  # how plainly all others are intended


class Name(NamedTuple):
    """A row that a sentence names, and where."""

    start: int
    end: int
    rows: Rows


def dimension(known: Catalog) -> int | None:
    """The label column, or the periods, that tell rows apart; None where nothing does."""
    if known.entities.labels is not None:
        return known.entities.labels.column
    return PERIODS if known.rows == len(known.period_order) > 1 else None


def names(passage: Passage, table: int, known: Catalog) -> list[Name]:
    """The rows that a sentence names, in order."""
    column = dimension(known)
    if column == PERIODS:
        told = [(m, known.rows_in(m.period, m.until)) for m in passage.periods]
        return [Name(m.start, m.end, rows) for m, rows in told if rows.size == 1]
    mentions = [m for m in passage.labels_of(table) if m.column == column]
    return [Name(m.start, m.end, m.rows) for m in mentions if known.entities.count(m.rows) == 1]


def groups(passage: Passage, table: int) -> list[Name]:
    """The rows of the labels of one column that a sentence names, in order."""
    mentions = passage.labels_of(table)
    last = max((m.start, m.column) for m in mentions)[1] if mentions else None
    return [Name(m.start, m.end, m.rows) for m in mentions if m.column == last]


def many_at(counts: Mapping[int, Stated], at: int, most: int) -> int:
    """How many are stated right there; 0 where no number of them is: "their 540 employees"."""
    one = counts.get(at)
    number = None if one is None else one.target.number
    few = number is not None and is_integral(number.value) and number.value <= most
    return int(number.value) if number is not None and few else 0


def remaining(
    passage: Passage,
    at: int,
    counts: Mapping[int, Stated],
    near: Sequence[Pick],
    names: Sequence[Name],
    known: Catalog,
) -> Iterator[Pick]:
    """All rows but those that were mentioned: as many as are stated, if a number of them is.

    Args:
        passage: The sentence.
        at: Where it says that others are intended.
        counts: Its numbers by their places.
        near: The groups that were picked before.
        names: The rows, or groups, that were named before.
        known: What is known of the query result.
    """
    words = passage.words
    after = words[at + 1].word if at + 1 < len(words) else ""
    definite = bool(at) and words[at - 1].word in DEFINITE
    if words[at].word == "ones":  # "conventional ones"
        definite = bool(at) and not definite and at - 1 not in passage.labelled
    if after in _HANDS or (at and not definite):
        return
    many, end = _count(passage, at, counts, known.rows)
    named = [name.rows for name in names if name.end <= at]
    told = [(one.rows, one.column) for one in reversed(near)]
    if named:
        told.insert(0 if not near or near[-1].end > at else len(told), (np.concatenate(named), -1))
    for rows, column in told:
        rest = np.setdiff1d(known.totals.parts, rows)
        if rest.size and (not many or known.entities.count(rest) == many):
            yield Pick(rest, at, end, _PLAINLY, column=column, leads=True)
            return


def _count(passage: Passage, at: int, counts: Mapping[int, Stated], most: int) -> tuple[int, int]:
    """How many others there are, where that is stated, and where their words end.

    It may stand in brackets: "the rest (3)", "the other shops (4)". "The others 34" tells what
    they have.
    """
    told = 0 if passage.words[at].word in _NOUNS else many_at(counts, at + 1, most)
    if told:
        return told, at + 2
    words = [word.word for word in passage.words[at + 1 : at + 1 + _ASIDE]]
    first = at + 2 + words.index("(") if "(" in words else 0
    return (many_at(counts, first, most), first + 1) if first in counts else (0, at + 1)
