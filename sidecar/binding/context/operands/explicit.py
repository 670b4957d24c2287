"""Which readings the words name plainly: what the counted noun and the words beside it say.

Two things make a reading explicit. Either its row and column are plainly named and nothing near
asks for a derivation, or the number counts just what its column is called, attributed to the
nearest subject ("Haddad had 12 sales"): then only words at the number itself make it anything else
("12 sales more", "up by 12 sales", "12 sales a day on average"). What is explicit leaves little to
all other readings.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.cues import COMPARING, DERIVING, Cue, asked_by
from sidecar.binding.context.weighing.candidate import ELSEWHERE, UNNAMED, Candidate, Kind
from sidecar.binding.language.alike import OVER
from sidecar.model.number import Direction, Form, Unit
from sidecar.text.vocabulary import one_of

_FROM = one_of("since versus")
_PLAINLY, _SURELY = 0.6, 0.9
"""How strongly a row or column is linked that is plainly, or surely, named."""

_AMONG = 0.5  # the same of a column, where several rows are named together
_TOLD_OF = 0.85  # how strongly a row is linked that a number belongs to: a name, or "the home team"
_IN_PART = 0.4  # how strongly a column must be named whose own period is surely named
_AS_PLAINLY = 0.8  # of the row that is named best, as well as which others must be named
_DISTANCES = frozenset({Kind.CHANGE, Kind.GROWTH, Kind.NET})
_VALUES = frozenset({Kind.CELL, Kind.SUM, Kind.MEAN, *UNNAMED})
"""Readings as the distance of two values, and as a value."""

_ALL = frozenset(Kind)
_ASKED = Cue.MEAN | Cue.MEDIAN | Cue.COMPOUND | Cue.RANK
_PAST = one_of("over above under below beyond past")
_FURTHER = one_of("by another additional further extra")
_LOSS = "loss"
_AMOUNTS_TO = one_of("totaled totalled totaling totalling")


def judged(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings with what the counted noun says of each, and which of them are explicit."""
    head = question.place.head() if question.target.number.unit is Unit.COUNT else ""
    counted = any(head in known.label_names for known in question.catalogs)
    if head:
        found = _counting(found, question)
    told = [
        one._replace(other_head=True)
        if head and (not one.head or (counted and one.column < _SURELY))
        else one
        for one in found
    ]
    if Cue.APART in question.cues:
        told = [_apart(one, question) for one in told]
    elif question.target.steps and not _is_lost(question.place):
        told = [one._replace(explicit=one.explicit or _is_step(one)) for one in told]
    if any(one.explicit for one in told):
        return [one._replace(beside=not one.explicit) for one in told]
    if Cue.APART in question.cues:
        return told
    bare, plain = is_bare(question), not question.cues & DERIVING
    counting = [_is_counted(one, bare=bare) for one in told]
    named = [_is_plain(one) for one in told]
    best = max((one.row for one, is_named in zip(told, named, strict=True) if is_named), default=0)
    explicit = [
        counts or (plain and is_named and one.row >= _AS_PLAINLY * best)
        for counts, is_named, one in zip(counting, named, told, strict=True)
    ]
    if any(counting):
        less = _ALL
    elif any(explicit):
        less = ELSEWHERE
    elif any(named):  # a derivation may be meant, but no cell that nothing names
        less = UNNAMED
    else:  # of rows that are named together, one is intended
        inside = [_is_plain(one, Kind.SOME_ROW, _AMONG) for one in told]
        less = UNNAMED if any(inside) else frozenset()
        return [
            one._replace(beside=True) if one.kind in less and not meant else one
            for meant, one in zip(inside, told, strict=True)
        ]
    return [
        one.judged(explicit=meant, beside=not meant) if meant or one.kind in less else one
        for meant, one in zip(explicit, told, strict=True)
    ]


def _apart(one: Candidate, question: Question) -> Candidate:
    """A reading of a number that is stated as the distance of two values, and is hardly a value."""
    if one.kind in _DISTANCES:
        return one._replace(worded=True)
    known = question.catalogs[one.table]
    rows = np.array(one.rows, np.int64)
    changes = any(known.units.of(known.columns[place], rows).change for place in one.columns)
    return one if one.kind not in _VALUES or changes else one._replace(beside=True)


def _is_lost(place: Place) -> bool:
    """Whether a number is stated as lost, which may be a value of its own: "having lost £17.7m"."""
    words = place.passage.words[max(0, place.first - 2) : place.first]
    return not place.head() and any(word.stem == _LOSS for word in words)


def _is_step(one: Candidate) -> bool:
    """Whether a reading is a change of what is plainly named: "its loans rose by 12"."""
    return (
        one.kind in (Kind.CHANGE, Kind.GROWTH)
        and one.cue
        and min(one.row, one.column) >= _PLAINLY
        and min(one.unit, one.period) >= 0
    )


def _counting(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings; cells of rows whose own label is the noun that is counted are what it counts.

    "10,804 households" counts the row of the indicator "number of households".
    """
    place = question.place
    rows = {
        (table, row)
        for table, scopes in question.scopes.items()
        for choice in {id(c): c for scope in scopes for c in scope.choices}.values()
        if choice.dimension >= 0 and place.counts(choice.start)
        for row in choice.rows.tolist()
    }
    return [
        one._replace(head=True)
        if one.kind is Kind.CELL and one.rows and (one.table, one.rows[0]) in rows
        else one
        for one in found
    ]


def _is_counted(one: Candidate, *, bare: bool) -> bool:
    """Whether a reading is just what the number counts, or the pair that it is a part of."""
    if one.period < 0 or one.unit < 0 or one.alone or one.row < _TOLD_OF:
        return False
    counts = one.head and one.column >= _SURELY
    counts = counts or (one.period >= _SURELY and one.column >= _IN_PART)
    if one.kind is Kind.PAIR:
        return one.siblings and (one.cue or counts or one.period >= _PLAINLY)
    return one.kind is Kind.CELL and counts and bare


def _is_plain(one: Candidate, kind: Kind = Kind.CELL, column: float = _PLAINLY) -> bool:
    """Whether row and column of a cell, or the rows of one of several, are plainly named."""
    return (
        one.kind is kind
        and not one.other_head
        and not one.alone
        and one.row >= _PLAINLY
        and one.column >= column
        and one.period >= 0
        and one.unit >= 0
    )


def _is_headed(place: Place) -> bool:
    """Whether the header of its column in a table tells a change: "Change on Q3"."""
    return any(
        asked_by(word.stem) & Cue.CHANGE and word.stem not in _FROM
        for source in place.sources()
        if source.cell
        for word in source.passage.words
    )


def is_bare(question: Question) -> bool:
    """Whether nothing at a number makes it anything else than the amount of what it counts."""
    place, number = question.place, question.target.number
    if question.cues & _ASKED or number.form is Form.MULTIPLE:
        return False
    if number.direction in (Direction.UP_BY, Direction.DOWN_BY) or _is_headed(place):
        return False
    if not OVER.isdisjoint(place.passage.stems):
        return False  # an overrun is of two columns
    words = place.passage.words
    if Cue.TOTAL in question.cues and not any(word.word in _AMOUNTS_TO for word in words):
        return False
    if any(word.word in _FURTHER for word in words[max(0, place.first - 2) : place.first]):
        return False
    after = [word for word in place.words_after(3) if word.isalpha()][:2]
    return not any(word in _PAST or asked_by(word) & COMPARING for word in after)
