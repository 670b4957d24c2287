"""Rows that a sentence picks by a condition: past a bound, the largest ones, those that moved.

"Four branches have fewer than four posts", "the three largest clubs", "five dealers sold fewer cars
than the year before". How many they are said to be tells which column is intended, if no word does.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

import numpy as np

from sidecar.binding.context.operands.levels import (
    Values,
    held,
    sides,
    spoken_of,
    tells_level,
    values_in,
)
from sidecar.binding.context.operands.most import COUNTED, GUESSED, IN_PART, NAMED, PLAINLY, most
from sidecar.binding.context.passages.naming import Naming, columns
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.said.stated import Stated, counted, is_band, is_bound
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import is_numeral, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.model.number import Form, Qualifier, Unit, is_integral
from sidecar.text.vocabulary import one_of

PAST: Mapping[Qualifier, tuple[str, Callable[[Any, float], Any]]] = {
    Qualifier.OVER: (">", operator.gt),
    Qualifier.AT_LEAST: (">=", operator.ge),
    Qualifier.UNDER: ("<", operator.lt),
    Qualifier.AT_MOST: ("<=", operator.le),
}
"""What is counted by the word before a bound."""

_CALENDAR = one_of("day week month quarter year")
_REACH = 12  # words from a count to the bound that tells what it counts
_NOUN = 2  # words after a count that may be what it counts
_BACK = 6  # numbers before a count that may be what its rows are compared with
_LED = 5  # words from a bound to its count behind a colon: "above 50 staff: four"
_CUTS = one_of("; : . ! ?")
_LESS = frozenset(
    map(stem, one_of("fewer less lower fell declined shrank lost dropped slipped down decrease"))
)
_MORE = frozenset(
    map(stem, one_of("more higher grew rose gained increased improved expanded up increase"))
)


class Pick(NamedTuple):
    """Rows that words pick.

    Attributes:
        rows: The rows.
        start: Index of the first of these words.
        end: Index past the last one.
        link: How plainly they are picked, from 0 to 1.
        each: Whether they are named, so that numbers beside them are attributed to each.
        column: The column that they are picked by, where their words tell one; else -1.
        leads: Whether these words take up what was stated, so that only what follows is attributed
            to it.
        apart: Whether they are named apart, so that only their number ("these three") means all.
    """

    rows: Rows
    start: int
    end: int
    link: float
    each: bool = False
    column: int = -1
    leads: bool = False
    apart: bool = False


def picked(
    passage: Passage,
    numbers: Sequence[Stated],
    before: Sequence[Stated],
    known: Catalog,
    table: int,
) -> Iterator[Pick]:
    """The rows of a query result that a sentence picks.

    Args:
        passage: The sentence.
        numbers: Its numbers, in order.
        before: Those of the sentences before.
        known: What is known of the query result.
        table: Its place.
    """
    counts = [one for one in numbers if _may_count(one, known)]
    bounds = [one for one in numbers if is_bound(one.target.number)]
    told = [_count_of(bound, counts, known) for bound in bounds]
    for bound, count in zip(bounds, told, strict=True):
        yield from _past(bound, count, known)
    for low, high in pairwise(numbers):
        if is_band(low, high) and (count := _count_of(low, counts, known)) is not None:
            yield from _inside(low, high, count, known)
    for at in range(len(passage.words)):
        yield from (Pick(*each) for each in most(passage, at, counts, numbers, known, table))
    for one in counts:
        for each in sides(one.place, known):
            if known.entities.count(each.rows) == one.target.number.value:
                ends = one.place.first, one.place.last
                yield Pick(each.rows, *ends, NAMED, column=each.column.place)
        yield from _of_kind(one, known)
        yield from _aimed(one, [*before, *numbers], known)
        if not any(one is count for count in told):
            yield from _moved(passage, one, known)


def _may_count(one: Stated, known: Catalog) -> bool:
    """Whether a number may say how many rows there are."""
    number = one.target.number
    counts = number.unit is Unit.COUNT or (known.has_periods and number.symbol in _CALENDAR)
    counts = counts and number.form in (Form.DIGITS, Form.WORDS)
    few = 1 < number.value < known.rows and is_integral(number.value)
    return counts and few and not is_bound(number)


def _count_of(bound: Stated, counts: Sequence[Stated], known: Catalog) -> Stated | None:
    """The count of what a bound tells: before it in its clause, or behind a colon, or of rows."""
    words, first, last = bound.place.passage.words, bound.place.first, bound.place.last
    for one in reversed(counts):
        between = words[one.place.last : first]
        if 0 <= first - one.place.last <= _REACH and all(w.word not in _CUTS for w in between):
            return one
        if last < one.place.first <= last + _LED and words[one.place.first - 1].word == ":":
            return one
        behind = [word.word for word in words[last : one.place.first]]
        rows = not known.label_names.isdisjoint(one.place.words_after(_NOUN))
        if rows and 0 < len(behind) <= _REACH and _CUTS.isdisjoint(behind):
            return one
    return None


def _inside(low: Stated, high: Stated, count: Stated, known: Catalog) -> Iterator[Pick]:
    """The rows between two bounds, of the columns that have as many of them as are told."""
    named = columns(low.place, [known], high.target.number.symbol)
    start, end = min(count.place.first, low.place.first), max(count.place.last, high.place.last)
    within = spoken_of(low.place, known)
    for column in known.measures:
        told = values_in(known, column, within)
        least, most = (float(one.target.number.value / factor(column)) for one in (low, high))
        rows = told.rows[(told.values >= least) & (told.values <= most)].astype(np.int64)
        if rows.size == count.target.number.value and high.target.fits(column) is not False:
            said = named.get((0, column.place), Naming()).strength >= IN_PART
            yield Pick(rows, start, end, NAMED if said else COUNTED, column=column.place)


def _past(bound: Stated, count: Stated | None, known: Catalog) -> Iterator[Pick]:
    """The rows past a bound, by the column that is named, or that has as many of them."""
    named = columns(bound.place, [known], bound.target.number.symbol)
    many = None if count is None else counted(count, known.rows)
    told = [bound.place] if count is None else [bound.place, count.place]
    start, end = min(place.first for place in told), max(place.last for place in told)
    _, past = PAST[bound.target.number.qualifier]
    found: list[Pick] = []
    within = spoken_of(bound.place, known)
    plain = {place for (_, place), naming in named.items() if naming.strength >= PLAINLY}
    for column in known.measures:
        rows = _beyond(bound, values_in(known, column, within), column, past)
        if rows is None or (plain and column.place not in plain):
            continue
        naming = named.get((0, column.place))
        said = naming is not None and naming.strength >= IN_PART and naming.period >= 0
        fits = many == rows.size  # of one period, if names recur
        if said or fits:
            link = NAMED if said and fits else COUNTED if fits else GUESSED
            found.append(Pick(rows, start, end, link, column=column.place))
    best = max((one.link for one in found), default=0.0)
    yield from (one for one in found if one.link == best)


def _of_kind(count: Stated, known: Catalog) -> Iterator[Pick]:
    """The rows whose names share a word, as many as are told: "all four presses"."""
    many, place = int(count.target.number.value), count.place
    nouns = place.passage.words[place.last : place.last + _NOUN]
    for labels in known.labels:
        for at, noun in enumerate(nouns, place.last + 1):
            numbers = labels.parts.of(noun.stem)
            if len(numbers) == many and noun.stem != noun.word:
                rows = np.unique(np.concatenate([labels.rows[number] for number in numbers]))
                yield Pick(rows, place.first, at, COUNTED)


def _aimed(count: Stated, numbers: Sequence[Stated], known: Catalog) -> Iterator[Pick]:
    """The rows on a side of an aim that a text states: "the goal is 50 days; three missed it"."""
    how, many = held(count.place), int(count.target.number.value)
    aims = [one for one in numbers if one.place.start < count.place.start] if how else []
    for aim in aims[-_BACK:]:
        if not tells_level(aim.place.passage) or is_bound(aim.target.number):
            continue
        within = spoken_of(count.place, known)
        named = columns(aim.place, [known], aim.target.number.symbol)
        for column in known.measures:
            naming = named.get((0, column.place))
            said = naming is not None and naming.strength >= IN_PART
            if not (said or aim.target.fits(column)) or (naming is not None and naming.period < 0):
                continue
            for past in how:
                rows = _beyond(aim, values_in(known, column, within), column, past)
                if rows is not None and rows.size == many:
                    ends = count.place.first, count.place.last
                    yield Pick(rows, *ends, COUNTED, column=column.place)


def _beyond(
    bound: Stated, told: Values, column: ColumnFacts, past: Callable[[Any, Any], Any]
) -> Rows | None:
    """The rows of a column past a bound; None where these are none or all."""
    if bound.target.fits(column) is False:
        return None
    limit = float(bound.target.number.value) / float(factor(column))
    rows = told.rows[past(told.values, limit)].astype(np.int64)
    return rows if 0 < rows.size < told.rows.size else None


def _moved(passage: Passage, one: Stated, known: Catalog) -> Iterator[Pick]:
    """The rows that gained, or lost, as many as are told: "five sold fewer cars than in 2023"."""
    words = passage.words[one.place.last : one.place.last + _REACH]
    clause = takewhile(lambda w: w.word not in _CUTS and not is_numeral(w.word), words)
    stems = [word.stem for word in clause]
    less, more = (not way.isdisjoint(stems) for way in (_LESS, _MORE))
    if less is more:
        return
    named = columns(one.place, [known], "")
    for old, new in _steps(known):
        before, after = (values_in(known, c, spoken_of(one.place, known)) for c in (old, new))
        if not np.array_equal(before.rows, after.rows):
            continue
        past = after.values < before.values if less else after.values > before.values
        rows = after.rows[past].astype(np.int64)
        if rows.size == one.target.number.value:
            naming = named.get((0, new.place))
            said = naming is not None and naming.strength >= IN_PART
            link = COUNTED if said else GUESSED
            yield Pick(rows, one.place.first, one.place.last, link, column=new.place)


def _steps(known: Catalog) -> Iterator[tuple[ColumnFacts, ColumnFacts]]:
    """The last two columns of each family of columns that hold the same for other periods."""
    families = {id(family): family for c in known.pivoted for family in [known.family(c)]}
    for family in families.values():
        yield from list(pairwise(family))[-1:]
