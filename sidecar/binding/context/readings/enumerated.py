"""Readings of a number as a count of names that the text told: "A, B and C lead. These three …"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from itertools import starmap

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.labels import Mention
from sidecar.text.vocabulary import one_of

_TAKING_UP = one_of("these those same")
_ALL = one_of("the all")
_OTHER = one_of("other remaining")
_MOST = 12  # names that a text counts rather than calls many
_LINK = 0.9


def readings(question: Question, table: int) -> Iterator[Candidate]:
    """How many names of one column the nearest sentences tell, or how many others it has.

    "These two" are those of the nearest sentence that tells several, or of those before together.
    """
    place = question.place
    before = place.passage.words[place.first - 1].word if place.first else ""
    if before not in _TAKING_UP | _ALL | _OTHER or not 1 < question.target.number.value <= _MOST:
        return
    together: defaultdict[int, set[int]] = defaultdict(set)
    for source in place.sources():
        told: defaultdict[int, set[int]] = defaultdict(set)
        for mention in source.passage.labels_of(table):
            ahead = before in _OTHER or _is_before(mention, source.first)
            if mention.whole == 1 and ahead:
                told[mention.column].add(mention.value)
                together[mention.column].add(mention.value)
        sets = [(column, each[column]) for each in (told, together) for column in told]
        counts = [
            count for count in starmap(partial(_count, question, table, before), sets) if count
        ]
        if before in _OTHER:
            counts += _periods(question, table, source.passage)
        for count in dict.fromkeys(counts):
            what = "count(other names)" if before in _OTHER else "count(names told)"
            yield Candidate(
                Kind.COUNT, question.target.plain(float(count)), _LINK, 0.0, False, 0, True, 0.0,
                1.0, table, (), (), partial(Shown, what, Decimal(count), what),
                explicit=before in _TAKING_UP,
            )  # fmt: skip
        if counts:
            return


def _count(question: Question, table: int, before: str, column: int, told: set[int]) -> int:
    """How many names are given, or how many it has besides; 0 where it tells nothing."""
    if before not in _OTHER:
        return len(told) if len(told) > 1 else 0
    labels = question.catalogs[table].labels_of(column)
    return len(labels.values) - len(told) if labels.identifying else 0


def _periods(question: Question, table: int, passage: Passage) -> list[int]:
    """How many periods of a table there are besides those that a sentence names."""
    number, known = question.target.number, question.catalogs[table]
    rows = known.period_order if known.has_periods else []
    told = {m.period for m in passage.periods if m.until is None}
    named = {p for p in rows if any(period.covers(p) for period in told)}
    counted = number.symbol or question.place.words_after(1)
    return [len(rows) - len(named)] if counted and 0 < len(named) < len(rows) else []


def _is_before(mention: Mention, first: int) -> bool:
    """Whether a name stands before a number, or in another sentence."""
    return first < 0 or mention.end <= first
