"""Which derivation the words right at a number ask for, so that hardly anything else is right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.said import losses, superlatives
from sidecar.binding.context.said.courses import differing
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.language.words import stem
from sidecar.model.number import Direction, Unit
from sidecar.text.vocabulary import one_of

_LASTING = one_of("s min h d day week month")
_OWN = 0.4  # how strongly a row is linked that is named, or was right before
_NAMED = 0.2  # how strongly a column is named that the words can ask it of
_WORDS = one_of("average averaged averages averaging mean median")
_CALLED = frozenset(map(stem, one_of("average mean median typical")))
_THE = one_of("the these those all its their")
_AT_MOST = 5  # words between "the median" and its number
_CUTS = one_of(", ; ( ) . and but while with per")
_MEANS = frozenset({Kind.MEAN, Kind.QUOTIENT})
_GROWTH = frozenset({Kind.GROWTH})
_EXTREMES = frozenset({Kind.EXTREME})
_WHOLE = 0.9  # how strongly a column is named by the noun that is counted
_PLAINLY = 0.6  # how strongly a row or a column is named that is plainly named
_TO = frozenset({Direction.UP_TO, Direction.DOWN_TO})
_MOVES = frozenset({Kind.CHANGE, Kind.GROWTH, Kind.SOME_CHANGE, Kind.SOME_GROWTH})
_LEVELS = frozenset({Kind.CELL, Kind.SOME_ROW})
_PARTS = frozenset({Kind.SHARE, Kind.SOME_SHARE, Kind.SOME_PART})
_NONE: frozenset[Kind] = frozenset()
_RATIOS = frozenset({Kind.SOME_RATIO})
_DIFFERENCES = frozenset({Kind.SOME_CHANGE})
_CHANCE = frozenset({Kind.SOME_RATIO, Kind.SOME_SUM, Kind.SOME_CHANGE})
_CHANGES = frozenset(
    map(
        stem,
        one_of("growth change increase decrease gain lead gap difference margin rate pace spread"),
    )
)
"""What may rise to a number itself, and is a move: "its growth rose to 5%"."""


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings, those of another kind than the words at the number ask for put aside."""
    plain = not question.beside and any(map(_is_named, found))
    chance = _RATIOS if plain else _NONE
    total = Cue.TOTAL in question.cues or any(map(_is_sum_of_time, found))
    if total and not differing(question.place):
        chance |= _DIFFERENCES
    if _is_level(question):
        chance = _CHANCE
    found = [one for one in found if not _is_no_level(one, question)]
    found = [
        one
        for one in found
        if not one.agrees
        or not (_is_of_another_way(one, question) or (one.kind in chance and not one.cue))
    ]
    if not question.place.passage.labels and any(_is_total_named(one, question) for one in found):
        found = [one for one in found if not (one.agrees and one.kind is Kind.SOME_SUM)]
    if Cue.STEADY in question.cues and any(map(_has_ends, found)):
        found = [one for one in found if one.kind is not Kind.GROWTH or _has_ends(one)]
    kinds = _asked(question)
    if not any(one.kind in kinds and max(one.column, one.period) >= _NAMED for one in found):
        return list(found)
    meant = [
        one.kind in kinds or (kinds is _MEANS and _is_mean_itself(one, question)) for one in found
    ]
    return [
        one if is_meant else one._replace(beside=True)
        for one, is_meant in zip(found, meant, strict=True)
    ]


def _is_named(one: Candidate) -> bool:
    """Whether a reading is a cell whose row and column are plainly named."""
    named = min(one.row, one.column) > _PLAINLY and one.unit >= 0
    return one.kind is Kind.CELL and named and not one.agrees


def _is_total_named(one: Candidate, question: Question) -> bool:
    """Whether a reading is the total that is asked of what a number counts: "272 deals in all".

    Or of what leads to it: "commitments total 275".
    """
    if one.kind is not Kind.SUM or one.agrees or not one.cue or one.column < _WHOLE:
        return False
    named = question.named.get((one.table, one.columns[0]))
    return one.head or (named is not None and named.leads)


def _is_sum_of_time(one: Candidate) -> bool:
    """Whether a reading is what a period that is named came to, in a column that is."""
    if one.kind is not Kind.SUM or one.agrees or one.column < _NAMED:
        return False
    choices = () if one.scope is None else one.scope.choices
    return one.period > 0 or any(c.dimension == PERIODS and c.link > _PLAINLY for c in choices)


def _is_level(question: Question) -> bool:
    """Whether a number belongs to a column of levels in its unit, as speeds and pressures are.

    Nothing else adds up or divides to such a level.
    """
    if question.target.number.unit is not Unit.MEASURE:
        return False
    named = (
        question.catalogs[table].columns[place]
        for (table, place), naming in question.named.items()
        if naming.strength >= _NAMED
    )
    return any(column.level and question.target.fits(column) is not False for column in named)


def _is_no_level(one: Candidate, question: Question) -> bool:
    """Whether a number that is an end of a move is read as the move, or as a mean over time.

    "The average rate climbed from 2.2% in 2021 to 5.4%" tells of no growth of 5.4%, and of no mean
    of all years.
    """
    words, at = question.place.passage.words, question.place.first - 1
    to = question.target.number.direction in _TO
    if one.kind is Kind.MEAN and (to or (at > 0 and words[at].word == "from")):
        return question.catalogs[one.table].timed and len(one.rows) != 1
    return to and one.kind in _MOVES and _CHANGES.isdisjoint(question.place.passage.stems)


def _has_ends(one: Candidate) -> bool:
    """Whether a reading is the growth of what is named, between two periods that are named."""
    named = max(one.row, one.column) > _PLAINLY and one.column >= _NAMED
    return one.kind is Kind.GROWTH and one.period > 0 and named


def _is_of_another_way(one: Candidate, question: Question) -> bool:
    """Whether a reading is what moved by a number came to.

    Or which part something is, of a number that tells how far two values are apart.
    """
    place = question.place
    if one.kind in _PARTS:
        return _is_distance(question)
    if not question.target.steps or place.passage.words[place.first - 1].word != "by":
        return False
    known, rows = question.catalogs[one.table], np.array(one.rows) if one.rows else None
    columns = [known.units.of(known.columns[place], rows) for place in one.columns]
    return one.kind in _LEVELS and not any(column.change for column in columns)


def _is_distance(question: Question) -> bool:
    """Whether a percentage tells how far two values are apart: "12% above", no "12% of"."""
    number, place = question.target.number, question.place
    if number.unit is not Unit.PERCENT or question.target.points:
        return False
    if place.words_after(1) == ["of"] or losses.leads(place):  # what is lost may be a part
        return False
    return question.target.steps or Cue.APART in question.cues


def _is_mean_itself(one: Candidate, question: Question) -> bool:
    """Whether a reading is a cell of a column that is called a mean, ``avg_wait``, or must be one.

    What lasts so long "on average" for a row that is named is the mean of what that has.
    """
    if one.kind is not Kind.CELL:
        return False
    column = question.catalogs[one.table].columns[one.columns[0]]
    phrases = column.phrases
    if column.unit.kind is Unit.MEASURE and column.unit.symbol in _LASTING and one.row >= _OWN:
        return True
    return any(not _CALLED.isdisjoint(p.words) for p in phrases if p.weight == 1)


def _asked(question: Question) -> frozenset[Kind]:
    """The kinds of readings that the words at the number ask for; none where they ask for none."""
    if Cue.STEADY in question.cues:
        return _GROWTH
    if _is_mean(question):
        return _MEANS
    return _EXTREMES if superlatives.asked(question.place) else frozenset()


def _is_mean(question: Question) -> bool:
    """Whether a mean or median is asked for at once: "averaged 12", "12 on average"."""
    place = question.place
    words, naming = place.passage.words, place.passage.naming | place.passage.labelled
    after = [word.word for word in words[place.last : place.last + 3]]
    if after[:2] in (["on", "average"], ["in", "average"]):
        return True
    if place.first and words[place.first - 1].word in _THE:  # "the mean of the five years"
        return False
    for at in range(place.first - 1, max(-1, place.first - 2 - _AT_MOST), -1):
        if words[at].word in _CUTS or words[at].word[0].isdigit():
            return False
        if at not in naming and words[at].word in _WORDS:
            return True
    return False
