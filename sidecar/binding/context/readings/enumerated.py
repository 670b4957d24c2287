"""Readings of a number as a count of names that the text told: "A, B and C lead. These three …"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from functools import partial

from sidecar.binding.context.language.labels import Mention
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.text.vocabulary import one_of

_TAKING_UP = one_of("these those same")
_ALL = one_of("the all")
_MOST = 12  # names that a text counts rather than calls many
_LINK = 0.9


def readings(question: Question, table: int) -> Iterator[Candidate]:
    """How many names of one column the nearest sentence tells that tells several of them."""
    place = question.place
    before = place.passage.words[place.first - 1].word if place.first else ""
    if before not in _TAKING_UP | _ALL or not 1 < question.target.number.value <= _MOST:
        return
    for source in place.sources():
        told: defaultdict[int, set[int]] = defaultdict(set)
        for mention in source.passage.labels_of(table):
            if mention.whole == 1 and _is_before(mention, source.first):
                told[mention.column].add(mention.value)
        counts = [len(values) for values in told.values() if len(values) > 1]
        for count in dict.fromkeys(counts):
            what = "count(names told)"
            yield Candidate(
                Kind.COUNT, question.target.plain(float(count)), _LINK, 0.0, False, 0, True, 0.0,
                1.0, table, (), (), partial(Shown, what, Decimal(count), what),
                explicit=before in _TAKING_UP,
            )  # fmt: skip
        if counts:
            return


def _is_before(mention: Mention, first: int) -> bool:
    """Whether a name stands before a number, or in another sentence."""
    return first < 0 or mention.end <= first
