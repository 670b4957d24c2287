"""Rows compared with a level that each of them has: "six assays exceeded their limit".

The level is a column of plans, targets or limits that the sentence, or the one before, names; what
is compared with it is the column that is measured and called most as it is.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.apart import GAPS
from sidecar.binding.language.periods import NOTHING, order
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.language.words import Token, is_numeral, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.earlier import is_earlier
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

PLANS = frozenset(map(stem, one_of("plan planned budget budgeted forecast")))
_LIMITS = frozenset(
    map(stem, one_of("target limit quota standard norm threshold cap ceiling allowance"))
)
"""What levels are called: each of a kind may be meant by the others."""

LEVELS = PLANS | _LIMITS
_GOALS = frozenset(map(stem, one_of("goal guideline benchmark")))
"""What else a text calls them."""

_SPENT = {stem(verb): "budget" for verb in one_of("overspent underspent overspend underspend")}
"""Verbs that tell of a level by themselves."""

Pair = tuple[ColumnFacts, ColumnFacts]
"""What is compared with a level, and the level."""

Sides = tuple[Callable[[Any, Any], Any], ...]
_OVER, _UNDER, _WITHIN, _REACHED = (operator.gt,), (operator.lt,), (operator.le,), (operator.ge,)
_MET, _MISSED = (operator.ge, operator.le), (operator.lt, operator.gt)
_WORDS: Mapping[str, Sides] = {
    **dict.fromkeys(
        one_of("exceed exceeds exceeded exceeding above over beyond beat topped overspent overran"),
        _OVER,
    ),
    **dict.fromkeys(one_of("below under short underspent behind undershot"), _UNDER),
    **dict.fromkeys(one_of("within"), _WITHIN),
    **dict.fromkeys(one_of("met meet meets achieved hit reached kept respected observed"), _MET),
    **dict.fromkeys(one_of("missed miss failed breached"), _MISSED),
}
"""What holds rows against a level, and how: above it, below it, or as it should be."""

_NOT: Mapping[Sides, Sides] = {
    _OVER: _WITHIN, _WITHIN: _OVER, _UNDER: _REACHED, _REACHED: _UNDER, _MET: _MISSED, _MISSED: _MET
}  # fmt: skip
_OR_SO: Mapping[Sides, Sides] = {_OVER: _REACHED, _UNDER: _WITHIN}
_AT = one_of("at on")
_PASSED = one_of("in on at by for only just all but")
_ENDS = one_of("by ; : . ! ? and")
_NO = frozenset({"not", "t"})
_VERSUS = one_of("vs versus against to on than")
_CUTS = one_of("; : . ! ?")
_LEFT = stem("leaves")  # "on a budget of 90 that leaves 12"
_HEDGED, _UNIT = 3, 4  # words from "by" to a number, and from a number, its unit passed, to "over"
_SINCE = 16  # words from what tells of a level to a number
_REACH = 6  # words between a count and what it is asked to have done
_NEAR = 3  # words from a count to "not"
_TWO = 2
_ALIKE = 3.0  # times what a level is that what is compared with it is at most, on the whole


class Values(NamedTuple):
    """The numbers of a column in some rows.

    Attributes:
        values: The numbers.
        rows: Their rows.
    """

    values: NDArray[np.float64]
    rows: NDArray[np.uint32]


class Held(NamedTuple):
    """Rows on one side of their level.

    Attributes:
        rows: The rows.
        column: What is compared with the level.
        level: The level.
        sign: How it is compared with it: ">".
    """

    rows: Rows
    column: ColumnFacts
    level: ColumnFacts
    sign: str


_SIGNS = {operator.gt: ">", operator.lt: "<", operator.ge: ">=", operator.le: "<="}


def tells_level(passage: Passage) -> bool:
    """Whether a sentence speaks of a plan or limit."""
    return not (LEVELS | _GOALS).isdisjoint(passage.stems)


def spoken_of(place: Place, known: Catalog) -> Rows | None:
    """The rows of the period that a number belongs to, where names recur in several; else None."""
    entities = known.entities
    if entities.labels is None or not entities.recur:
        return None
    for source in place.sources():
        for named in source.passage.periods:
            rows = known.rows_in(named.period, named.until)
            if 1 < rows.size == entities.count(rows):
                return rows
    return known.rows_in(known.period_order[-1])


def values_in(known: Catalog, column: ColumnFacts, rows: Rows | None) -> Values:
    """The numbers of a column in some rows (None: in all), those that sum up others left out."""
    cells = known.table.cells[column.place]
    at = known.cells.of(column.place, known.totals.left_out(rows))
    return Values(cells.values[at], cells.rows[at])


def sides(place: Place, known: Catalog) -> list[Held]:
    """The rows that a count may tell of, where words hold them against a level."""
    how, within = held(place), spoken_of(place, known)
    said = _level(place) if how else frozenset[str]()
    return [
        Held(before.rows[past(before.values, after.values)].astype(np.int64), *pair, _SIGNS[past])
        for pair in (_pairs(known, said, place) if said else ())
        for before, after in [[values_in(known, column, within) for column in pair]]
        if np.array_equal(before.rows, after.rows)
        for past in how
    ]


def missed_by(place: Place, known: Catalog, *, apart: bool) -> list[Pair]:
    """What is compared with which levels where a number tells how far it is from them.

    Args:
        place: Where the number stands.
        known: The query result.
        apart: Whether words say at the number that it lies between two values.
    """
    words = place.passage.words
    before = words[max(0, place.first - _SINCE) : place.first]
    after = list(takewhile(lambda w: not is_numeral(w.word), words[place.last :]))
    gap = any(word.word in GAPS for word in before) or place.in_brackets  # "9 above plan (4%)"
    gap = gap or apart or any(word.stem == _LEFT for word in before[-_TWO:])
    if (
        (apart and _is_versus(after[:_UNIT], _VERSUS))
        or (gap and _is_versus(before, _VERSUS | _WORDS.keys()))
        or any(
            source.cell and _is_versus(source.passage.words, _VERSUS) for source in place.sources()
        )
    ):
        return list(_pairs(known, _level(place), place))
    if not place.passage.once(_holding):
        return []
    by = any(word.word == "by" for word in before[-_HEDGED:])
    told = by and any(_at(before, at) for at in range(len(before)))
    for at, word in enumerate(after[:_UNIT]):
        past = _WORDS.get(word.word) in (_OVER, _UNDER)
        told = told or (past and any(w.stem in LEVELS for w in after[at + 1 : at + 1 + _NEAR]))
    said = _level(place) if told else frozenset[str]()
    return list(_pairs(known, said, place)) if said else []


def _is_versus(words: Sequence[Token], joints: Container[str]) -> bool:
    """Whether words hold something against a level: "+9 vs plan", "(3%) against the budget"."""
    return any(
        word.word in joints and any(w.stem in LEVELS for w in words[at + 1 : at + 1 + _NEAR])
        for at, word in enumerate(words)
    )


def held(place: Place) -> Sides:
    """What a count is asked to have done to its level; nothing where no words say so."""
    words, holding = place.passage.words, place.passage.once(_holding)
    if not holding:
        return ()
    after, before = words[place.last :], words[: place.first]
    if told := _said(after):
        return told
    earlier = [how for at in holding if at < place.first and (how := _at(words, at))]
    if not earlier:
        return ()
    if any(word.word in _NO for word in after[:_NEAR]):
        return _NOT[earlier[-1]]  # "five met theirs and three did not"
    return earlier[-1] if _leads(before) else ()


def _holding(passage: Passage) -> list[int]:
    """Where the words of a passage stand that may hold rows against a level."""
    return [at for at, word in enumerate(passage.words) if word.word in _WORDS]


def _said(words: Sequence[Token]) -> Sides:
    """What words behind a count tell, unless a number follows that is itself the bound."""
    for at, word in enumerate(words[:_REACH]):
        if word.word in _CUTS or is_numeral(word.word):
            break
        if told := _at(words, at):
            rest = takewhile(lambda w: w.word not in _ENDS, words[at + 1 : at + 1 + _REACH])
            return () if any(is_numeral(w.word) for w in rest) else told
    return ()


def _at(words: Sequence[Token], at: int) -> Sides:
    """What a word tells, with those before it: "exceeded", "at or under"."""
    told = _WORDS.get(words[at].word, ())
    near = [word.word for word in words[max(0, at - 2) : at]]
    so = near[1:] == ["or"] and near[0] in _AT
    return _OR_SO.get(told, ()) if so else told


def _leads(before: Sequence[Token]) -> bool:
    """Whether a count follows what it tells of: "the plan was met in five"."""
    words = [word.word for word in before[-_NEAR:]]
    while words and words[-1] in _PASSED:
        words.pop()
    return bool(words) and words[-1] in _WORDS


def _level(place: Place) -> frozenset[str]:
    """What the level is called that words hold something against."""
    for source in place.sources():
        stems = source.passage.stems
        said = stems & LEVELS or {_SPENT[stem] for stem in stems & _SPENT.keys()}
        said = said or (_LIMITS if stems & _GOALS else frozenset())
        if said:
            return frozenset(said)
    return frozenset()


def _pairs(known: Catalog, said: frozenset[str], place: Place) -> Iterator[Pair]:
    """Each column of levels, with what is compared with it."""
    names = {c: {w for p in c.phrases if p.weight == 1 for w in p.words} for c in known.measures}
    levels = [column for column in known.measures if names[column] & LEVELS]
    called = [column for column in levels if names[column] & said]
    kinds = [kind for kind in (PLANS, _LIMITS) if said & kind]
    akin = [c for c in levels if any(names[c] & kind for kind in kinds)]
    for level in called or akin or levels:  # "under plan" where the data tell of targets alone
        others = [c for c in known.measures if c not in levels and _are_alike(c, level)]
        # what a plan is for came in the period of the plan, not in the one before
        others = [c for c in others if not is_earlier(c)] or others
        shared = {column: len(names[column] & names[level]) for column in others}
        best = max(shared.values(), default=0)
        alike = _of_period([column for column in others if shared[column] == best], place)
        found = alike[-1] if best else _nearest(alike, level, known)
        if found is not None:
            yield found, level


def _are_alike(one: ColumnFacts, other: ColumnFacts) -> bool:
    """Whether two columns may be measured alike, as far as they tell."""
    told = {one.unit.kind, other.unit.kind} - {None, Unit.COUNT}
    return len(told) < _TWO or one.unit == other.unit


def _of_period(columns: Sequence[ColumnFacts], place: Place) -> list[ColumnFacts]:
    """Of columns of several periods those of the one that is named nearest, or else the newest."""
    dated = [column for column in columns if column.period.known]
    for source in place.sources():
        periods = [m.period for m in source.passage.periods if m.until is None]
        if told := [c for c in dated if any(p.covers(c.period) for p in periods)]:
            return told
    newest = max((column.period for column in dated), key=order, default=NOTHING)
    return [column for column in columns if column.period in (NOTHING, newest)]


def _nearest(
    columns: Sequence[ColumnFacts], level: ColumnFacts, known: Catalog
) -> ColumnFacts | None:
    """The column whose values come to most nearly what its levels do; None where none does."""
    total = abs(float(known.table.cells[level.place].values.sum()))
    sums = {c: abs(float(known.table.cells[c.place].values.sum())) for c in columns}
    apart = {c: max(total, own) / min(total, own) for c, own in sums.items() if total and own}
    best = min(apart, key=apart.__getitem__, default=None)
    return best if best is not None and apart[best] <= _ALIKE else None
