"""Cells of another period than the one that is named for a number.

Rows whose labels are left out still link a number where its column is named. But where its sentence
names a period that has rows, a cell of another one is hardly meant: "On 6 May it came to 26.7" is
no value of 4 May, though that has just this one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.choices import PERIODS, Choice
from sidecar.binding.context.passages.moments import Moment
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.language.words import is_numeral
from sidecar.text.vocabulary import one_of

_PLAINLY = 0.3  # how strongly a period is linked, at least
_CLAUSES = one_of(", ; ( : but so while")
_CELLS = frozenset({Kind.CELL, Kind.SOME_ROW, Kind.SOME_COLUMN, Kind.ANYWHERE})


def told(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings; cells that agree in rows of no period that is named count as of another."""
    named = {table: _named(question, table) for table in question.scopes}
    return [_of_other(one, named.get(one.table, ())) for one in found]


def _of_other(one: Candidate, named: Sequence[Choice]) -> Candidate:
    if not named or not one.agrees or one.kind not in _CELLS or one.period or not one.rows:
        return one
    if any(np.isin(one.rows, choice.rows).any() for choice in named):
        return one
    return one._replace(period=-max(choice.link for choice in named))


def _named(question: Question, table: int) -> Sequence[Choice]:
    """The periods that a number's clause names; none where it may be attributed to others."""
    place = question.place
    choices = {
        (c.start, c.period): c
        for scope in question.scopes[table]
        for c in scope.choices
        if c.dimension == PERIODS and c.start >= 0
    }
    led = not place.is_left and all(_leads(choice, place) for choice in choices.values())
    return list(choices.values()) if led else ()


def _leads(choice: Choice, place: Place) -> bool:
    """Whether a period is stated outright before a number, and no other clause begins after it."""
    start, end = place.passage.at(choice.start), place.passage.at(choice.end)
    words = place.passage.words[end : place.first]
    named = any(map(is_numeral, (word.word for word in place.passage.words[start:end])))
    said = [at for at, word in enumerate(words) if is_numeral(word.word)]
    after = words[said[0] :] if said else []
    return (
        (named or (choice.period is not None and choice.period.month is not None))
        and choice.end <= place.start
        and choice.link >= _PLAINLY
        and not (isinstance(choice.mention, Moment) and choice.mention.open)
        and not any(word.word in _CLAUSES for word in after)
    )
