"""The rows with the most or the least of what a sentence names: "the three largest clubs"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.levels import spoken_of, values_in
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import Token
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.text.vocabulary import one_of

PLAINLY, IN_PART = 0.6, 0.3
"""How strongly a column is named."""

NAMED, COUNTED, GUESSED = 1.0, 0.9, 0.6
"""How plainly rows are picked: by a column that is named, as many as are given, by either alone."""

_NEAR, _COLUMNS = 3, 2  # words from a superlative to its count, columns that it may belong to
_MOST = one_of(
    "most largest biggest highest top best strongest busiest longest richest greatest leading "
    "larger bigger"
)
_MORE_SO = one_of("most least")
_LEAST = one_of(
    "smallest smaller lowest bottom worst weakest quietest shortest poorest least fewest tiniest"
)
_WITH, _HAVING = one_of("with having"), 3  # "the club with the": words from it to a superlative
_CALENDAR = one_of("day week month quarter year")
_EITHER = one_of("best worst")  # the most complaints are the worst


class Picked(NamedTuple):
    """Rows that words pick, where these begin and end, and how plainly they do."""

    rows: Rows
    start: int
    end: int
    link: float


def most(
    passage: Passage,
    at: int,
    counts: Sequence[Stated],
    numbers: Sequence[Stated],
    known: Catalog,
    table: int,
) -> Iterator[Picked]:
    """The rows that a superlative picks: as many as are stated beside it, or one.

    Args:
        passage: The sentence.
        at: A word of it, superlative or not.
        counts: Its numbers that may say how many rows there are.
        numbers: All its numbers.
        known: What is known of the query result.
        table: Its place.
    """
    if passage.words[at].word in _MOST or passage.words[at].word in _LEAST:
        yield from _several(passage, at, counts, known, table)
        yield from _single(passage, at, numbers, known, table)
        yield from _having(passage, at, numbers, known, table)


def _several(
    passage: Passage, at: int, counts: Sequence[Stated], known: Catalog, table: int
) -> Iterator[Picked]:
    """The rows with the most or the least of what a sentence names: "the three largest clubs"."""
    beside = [one for one in counts if -_NEAR <= one.place.first - at <= 1 + (_NEAR > 1)]
    for one in beside[:1]:
        ends = at, one.place.first, one.place.last - 1
        found = _rows(passage, at, int(one.target.number.value), one.place, known, table)
        for rows, link in found:
            yield Picked(rows, min(ends), max(ends) + 1, link)


def _single(
    passage: Passage, at: int, numbers: Sequence[Stated], known: Catalog, table: int
) -> Iterator[Picked]:
    """The row with the most or the least: "the largest club has 12% of all members".

    Not beside names, which tell what it is: "Elm, the smallest club by now, has 12".
    """
    if _names_rows(passage, known, table):
        return
    noun = passage.words[at + 1 : at + 2]
    plural = any(word.word != word.stem and word.word.endswith("s") for word in noun)
    if not plural and any(_is_row(word, known) for word in noun):
        for one in numbers[:1]:
            for rows, link in _rows(passage, at, 1, one.place, known, table):
                yield Picked(rows, at, at + 2, link)


def _having(
    passage: Passage, at: int, numbers: Sequence[Stated], known: Catalog, table: int
) -> Iterator[Picked]:
    """The row with the most or the least of a column: "the club with the most members has 12"."""
    words = passage.words
    noun = at - _HAVING
    if noun < 0 or words[at - 1].word != "the" or words[at - 2].word not in _WITH:
        return
    first = at + (3 if [w.word for w in words[at + 1 : at + 3]] == ["number", "of"] else 1)
    own = [m for m in passage.columns if m.table == table and m.start == first]
    if not own or not _is_row(words[noun], known) or _names_rows(passage, known, table):
        return
    column = known.columns[max(own, key=lambda m: m.strength).column]
    for one in numbers[:1]:
        for few, link in _extremes(words[at].word, column, 1, one.place, known):
            yield Picked(few, noun, max(m.end for m in own), link)


def _names_rows(passage: Passage, known: Catalog, table: int) -> bool:
    """Whether a sentence names rows, or the times that they have."""
    return bool(passage.labels_of(table)) or (known.timed and bool(passage.periods))


def _is_row(word: Token, known: Catalog) -> bool:
    """Whether a word calls what rows are, or the time that each has."""
    return word.stem in known.label_names or (known.timed and word.word in _CALENDAR)


def _rows(
    passage: Passage, at: int, many: int, place: Place, known: Catalog, table: int
) -> Iterator[tuple[Rows, float]]:
    """So many rows with the most or the least of what a sentence names, and how plainly."""
    for column in _by(passage, at, known, table):
        yield from _extremes(passage.words[at].word, column, many, place, known)


def _extremes(
    told: str, column: ColumnFacts, many: int, place: Place, known: Catalog
) -> Iterator[tuple[Rows, float]]:
    """So many rows with the most or the least of a column."""
    cells = values_in(known, column, spoken_of(place, known))
    if cells.values.size <= many:
        return
    order = np.argsort(cells.values, kind="stable")
    for least in (told in _LEAST, told not in _LEAST)[: 1 + (told in _EITHER)]:
        few = order[:many] if least else order[-many:]
        rows = np.sort(cells.rows[few]).astype(np.int64)
        yield rows, COUNTED if least is (told in _LEAST) else GUESSED


def _by(passage: Passage, at: int, known: Catalog, table: int) -> list[ColumnFacts]:
    """What a superlative belongs to: the column that it names itself, or else its sentence."""
    if passage.words[at].word in _MORE_SO:
        own = {m.column for m in passage.columns if m.table == table and m.start == at + 1}
        return [column for column in known.measures if column.place in own][:_COLUMNS]
    return _named(passage, known, table)


def _named(passage: Passage, known: Catalog, table: int) -> list[ColumnFacts]:
    """The columns that a sentence plainly names, of those alike the one of its period or newest."""
    said = [m for m in passage.columns if m.table == table and m.strength >= IN_PART]
    named = [m for m in said if m.strength >= PLAINLY] or said
    places = {mention.column for mention in sorted(named, key=lambda m: -m.strength)}
    found = [column for column in known.measures if column.place in places]
    found = found or known.sole
    periods = [named.period for named in passage.periods]
    of = [c for c in found if known.family(c) and any(p.covers(c.period) for p in periods)]
    newest = [c for c in found if c is (known.family(c) or [c])[-1] or len(known.family(c)) < 2]
    return (of or newest)[:_COLUMNS]
