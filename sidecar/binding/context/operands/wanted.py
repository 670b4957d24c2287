"""Which derivation the words right at a number ask for, so that hardly anything else is meant."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.language.words import stem
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.said import superlatives
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.model.number import Unit
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


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings, those of another kind than the words at the number ask for put aside."""
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
