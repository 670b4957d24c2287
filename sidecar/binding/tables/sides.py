"""Records that tell two sides in one row: home team, away team, home goals, away goals.

Which columns are of a side follows from their names alone: labels and measures that differ in the
same word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sidecar.binding.tables.columns import ColumnFacts, Role

_MOST = 200  # columns of a table that is looked at


class Side(NamedTuple):
    """One of two sides.

    Attributes:
        word: What its columns are called and those of the other side are not.
        other: The word of the other side.
    """

    word: str
    other: str


def sides(columns: Sequence[ColumnFacts]) -> dict[int, Side]:
    """The side of each column that is of one, by its place."""
    if len(columns) > _MOST:
        return {}
    labels = set(_opposites([c for c in columns if c.role is Role.LABEL]))
    pairs = labels & set(_opposites([c for c in columns if c.role is Role.MEASURE]))
    found: dict[int, Side] = {}
    for pair in sorted(pairs):
        for column in columns:
            said = {
                word for phrase in column.phrases if phrase.weight == 1 for word in phrase.words
            }
            both = said.intersection(pair)
            if len(both) == 1:
                word = both.pop()
                found.setdefault(column.place, Side(word, pair[pair[0] == word]))
    return found


def _opposites(columns: Sequence[ColumnFacts]) -> Iterator[tuple[str, str]]:
    """The words in which two names differ that are the same in all else."""
    for a, b in combinations(columns, 2):
        for mine in (p.words for p in a.phrases if p.weight == 1 and len(p.words) > 1):
            for theirs in (p.words for p in b.phrases if p.weight == 1):
                apart = [(x, y) for x, y in zip(mine, theirs, strict=False) if x != y]
                if len(mine) == len(theirs) and len(apart) == 1 and _are_words(*apart[0]):
                    yield min(apart[0]), max(apart[0])


def _are_words(a: str, b: str) -> bool:
    return a.isalpha() and b.isalpha()
