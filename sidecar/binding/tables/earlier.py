"""Columns that hold the same for the period before: ``prior_outturn``, ``points last season``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.binding.language.words import stem
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.text.vocabulary import one_of

_BEFORE = frozenset(map(stem, one_of("prior previous preceding last ly py lastyear ago")))
_NOW = frozenset(map(stem, one_of("current this latest ty cy actual outturn")))
_SPANS = frozenset(map(stem, one_of("year season month quarter week period term")))


def earlier(measures: Sequence[ColumnFacts]) -> Iterator[tuple[ColumnFacts, ColumnFacts]]:
    """Columns, each with the one of the period before it."""
    now: dict[frozenset[str], ColumnFacts] = {}
    for column in measures:
        for words in _words(column):
            if words.isdisjoint(_BEFORE):
                now.setdefault(_what(words), column)
    for column in measures:
        told = (now.get(_what(words)) for words in _words(column) if not words.isdisjoint(_BEFORE))
        found = next(filter(None, told), None)
        if found is not None and found.scaling is column.scaling:
            yield found, column


def is_earlier(column: ColumnFacts) -> bool:
    """Whether a column is called one of the period before: ``prior_year_eur``."""
    return any(not words.isdisjoint(_BEFORE) for words in _words(column))


def _words(column: ColumnFacts) -> Iterator[frozenset[str]]:
    return (frozenset(phrase.words) for phrase in column.phrases if phrase.weight == 1)


def _what(words: frozenset[str]) -> frozenset[str]:
    """The words of a name that tell no period."""
    return words - _BEFORE - _NOW - _SPANS
