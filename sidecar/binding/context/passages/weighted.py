"""Which mean is said: "weighted by beds", "volume-weighted", "the simple mean", "the median"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from sidecar.binding.context.passages.names import ColumnMention
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import Token, stem
from sidecar.text.vocabulary import one_of

_WEIGHTED = frozenset(map(stem, one_of("weighted weighting weights")))
_PLAIN = frozenset(map(stem, one_of("unweighted simple plain arithmetic straight crude")))
_MEDIANS = one_of("median medians midpoint")
_MEANS = one_of("mean means average averages averaged averaging avg")
_REACH = 5  # words between "weighted by" and the name of a column
_AFTER = 8  # words between a number and "weighted by", where nothing is said before it
_AT_ONCE = 2  # tokens from a number to the word that is its own: "12.6 (weighted by beds)"
_LEADING = frozenset(",(")
_CUTS = frozenset({",", ";", ":", "(", ")", "."})


class Weighting(NamedTuple):
    """How a mean is said to be taken.

    Attributes:
        plain: Whether it is said to be unweighted.
        by: The columns that it is weighted by, as far as they are named.
    """

    plain: bool
    by: tuple[ColumnMention, ...] = ()

    def named(self, table: int) -> frozenset[int]:
        """The columns of one table among them."""
        return frozenset(mention.column for mention in self.by if mention.table == table)


def weighting(place: Place) -> Weighting | None:
    """How the mean that a number states is said to be taken; None where nothing is said.

    What follows the number at once counts, or else what is said before it, or what follows closely.
    """
    words, passage = place.passage.words, place.passage
    if passage.stems.isdisjoint(_WEIGHTED | _PLAIN):
        return None
    before = range(place.first - 1, -1, -1)
    after = range(place.last, min(len(words), place.last + _AFTER))
    at_once = [at for at in after[:_AT_ONCE] if _is_own(words, at)]
    for at in (*at_once, *before, *after):
        if at >= place.last and (_is_cut(words, at) or words[at].word[0].isdigit()):
            break
        if words[at].stem in _PLAIN and _is_marked(passage, at):
            return Weighting(plain=True)
        if words[at].stem in _WEIGHTED and _is_marked(passage, at):
            named = [m for m in passage.columns if at in range(*_around(passage, m))]
            return Weighting(plain=False, by=tuple(named))
    return None


def _is_own(words: Sequence[Token], at: int) -> bool:
    """Whether a word behind a number tells of that one: "12.6 unweighted", and of no later one."""
    if words[at].stem not in _WEIGHTED | _PLAIN:
        return False
    rest = takewhile(lambda word: word.word not in _CUTS, words[at : at + _AFTER])
    return not any(word.word[0].isdigit() for word in rest)


def _is_cut(words: Sequence[Token], at: int) -> bool:
    """Whether a mark ends what is said of a number: not that of "9.3, weighted by beds"."""
    told = words[at].word in _LEADING and words[at + 1 : at + 2]
    return words[at].word in _CUTS and not (told and told[0].stem in _WEIGHTED | _PLAIN)


def asks_median(place: Place) -> bool | None:
    """Whether a median is asked for, and no mean; None where neither is, in the sentence itself.

    What is said last before the number decides, or else what is said first after it.
    """
    words = place.passage.words
    if _MEDIANS.isdisjoint(place.passage.unnamed):
        return None
    for at in (*range(place.first - 1, -1, -1), *range(place.last, len(words))):
        mean = words[at].word in _MEANS or words[at].stem in _WEIGHTED
        if (mean or words[at].word in _MEDIANS) and _is_marked(place.passage, at):
            return not mean
    return None


def is_plain(place: Place) -> bool:
    """Whether a mean that is stated may be the plain one."""
    said = weighting(place)
    return (said is None or said.plain) and not asks_median(place)


def weighs(passage: Passage, mention: ColumnMention) -> bool:
    """Whether a passage names a column only as what something is weighted by."""
    if passage.stems.isdisjoint(_WEIGHTED):
        return False
    start, end = _around(passage, mention)
    return any(passage.words[at].stem in _WEIGHTED for at in range(start, end))


def _around(passage: Passage, mention: ColumnMention) -> tuple[int, int]:
    """Where the word stands, if any, that tells that something is weighted by a column.

    Either right behind it ("bed-weighted") or before it ("weighted by the number of beds").
    """
    words = passage.words
    behind = words[mention.end : mention.end + 2]
    if (
        [w.stem for w in behind][:1] in (["-"], ["–"])
        and behind[1:]
        and behind[1].stem in _WEIGHTED
    ):
        return mention.end + 1, mention.end + 2
    for at in range(mention.start - 1, max(-1, mention.start - 1 - _REACH), -1):
        if words[at].word in _CUTS or words[at].word[0].isdigit():
            break
        if words[at].stem in _WEIGHTED:
            said = {word.word for word in words[at + 1 : mention.start]}
            return (at, at + 1) if said & {"by", "for", "with", "on"} else (0, 0)
    return 0, 0


def _is_marked(passage: Passage, at: int) -> bool:
    """Whether a word is not a part of the name of a column or of a row: "gross weight"."""
    return at not in passage.labelled and at not in passage.naming
