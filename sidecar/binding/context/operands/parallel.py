"""Numbers stated one after the other: what one is of its row, the next is of its own.

"Harbour Street lost 5.2% and Oakfield 9.6%", "11,715 in 2024 against 5,310 in 2023": the second
number is read by the formula of the first. A reading of that formula, of the rows that are named
between the two, is intended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.in_step import Twin, counterpart, narrowed
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.cues import COMPARING, Cue
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.candidate import ELSEWHERE, Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.binding.language.row_sets import Rows
from sidecar.model.number import Direction, Number, Unit

_ROWS = re.compile(r"\[[^\]]*\]")
_SURE = 0.7  # how probably right a number is that tells how the next one is read
_RARE = 0.01  # the chance past which a value tells too little
_LINKED = 0.5  # how strongly its own rows must be linked
_BEHIND = 3  # words behind a number in which its row may be named
_MARKS = frozenset(",;")
_STEPS = frozenset({Direction.UP_BY, Direction.DOWN_BY})
_LEVELS = Cue.MEAN | Cue.MEDIAN | Cue.TOTAL
_VALUES = frozenset({Kind.CELL, Kind.SUM})
"""What one row has, and what several have together."""


class _Known(NamedTuple):
    """A number whose reading is sure."""

    question: Question
    reading: Candidate


class Parallel:
    """The numbers of a sentence that were read so far."""

    def __init__(self) -> None:
        self._known: list[_Known] = []
        self._asked: dict[Place, Cue] = {}

    def asked(self, one: Stated, own: Cue) -> Cue:
        """What words ask of a number: its own, and the verb of its list: "Ayr lost 12, Bute 9"."""
        place, number = one.place, one.target.number
        if place.led_by is None:
            self._asked = {}
        else:
            own |= self._asked.get(place.led_by, Cue.NONE)
        moves = not number.sign and (number.direction in _STEPS or Cue.APART in own)
        self._asked[place] = own & (COMPARING if moves else Cue.NONE) | own & _LEVELS
        if moves:
            self._asked[place] |= Cue.APART
        return own

    def add(self, question: Question, weighed: Weighed) -> None:
        """Take note of what a number surely is."""
        if self._known and self._known[-1].question.place.number != question.place.number:
            self._known = []
        best = next((one for _, one in weighed.ranked if one.agrees), None)
        judged = weighed.right + weighed.wrong
        if best is None or best.kind in ELSEWHERE or weighed.chance > _RARE:
            return
        if weighed.right >= _SURE * judged > 0:
            self._known.append(_Known(question, best))

    def told(self, found: Sequence[Candidate], question: Question) -> list[Candidate]:
        """The readings; those by the formula of the number before, of its own rows, are right."""
        twin = counterpart(question) if self._known else None
        known = [one for one in self._known if twin is None or one.question.place is twin.place]
        for before, same in reversed(known):
            start = before.place.last if twin is None else twin.start
            apart = same.kind in _VALUES and Cue.APART in question.cues  # "436, arts 276 less"
            if (
                apart
                or not _follows(question, before, twin)
                or _names_another(question, start, same)
            ):
                continue
            own = _own_rows(question, before, same, twin)
            meant = [bool(own) and _is_parallel(one, same, own) for one in found]
            if any(meant):
                return [
                    one._replace(explicit=True, beside=False)
                    if is_meant
                    else one._replace(explicit=False, beside=True)
                    for one, is_meant in zip(found, meant, strict=True)
                ]
        return list(found)


def _follows(question: Question, before: Question, twin: Twin | None) -> bool:
    """Whether a number stands behind another of its sentence, and counts what that counts."""
    one, other = question.place, before.place
    if one.header or one.number != other.number or one.first < other.last:
        return False
    number, known = question.target.number, before.target.number
    bare = twin is not None and number.unit is Unit.COUNT  # "12 cars in 40 hours, Bute 9 in 31"
    if (not bare and _form(number) != _form(known)) or not _goes_on(number, known):
        return False
    heads = {place.head() for place in (one, other)} - {""}
    return len(heads) < 2


def _form(number: Number) -> tuple[object, ...]:
    return number.unit, number.symbol, number.form


def _goes_on(one: Number, other: Number) -> bool:
    """Whether a number may move as the one before: what that does is said once for both."""
    moves = [each.direction in _STEPS or bool(each.sign) for each in (one, other)]
    return moves[1] or not moves[0]


def _own_rows(
    question: Question, before: Question, same: Candidate, twin: Twin | None
) -> list[Rows]:
    """The rows that are named between two numbers, or right behind the second one."""
    passage, known = question.place.passage, question.catalogs[same.table]
    last = question.place.last
    behind = passage.words[last : last + _BEHIND]
    ends = next((at for at, word in enumerate(behind) if word.word in _MARKS), _BEHIND)
    inside = range(before.place.last, last + ends)
    labels = [m for m in passage.labels_of(same.table) if m.start in inside]
    if twin is not None and same.rows:
        return [narrowed(m, same.rows[0], known) for m in labels]
    periods = [m for m in passage.periods if m.start in inside and m.until is None]
    periods = [m for m in periods if m.edge or not before.place.own.attached(m.start)]
    rows = [known.rows_in(m.period) for m in periods if known.has_periods]
    return [m.rows for m in labels] + rows


def _names_another(question: Question, start: int, same: Candidate) -> bool:
    """Whether another column is named before a number: "11.3% and returns of 6.1%"."""
    passage = question.place.passage
    inside = range(start, question.place.first)
    told = [m for m in passage.columns if m.start in inside and m.strength >= _LINKED]
    told = [m for m in told if m.table == same.table and not passage.in_label(m)]
    return bool(told) and all((m.column,) != same.columns for m in told)


def _is_parallel(one: Candidate, same: Candidate, own: Sequence[Rows]) -> bool:
    """Whether a reading is by a formula, and of rows that are named."""
    if one.table != same.table or one.columns != same.columns or one.row < _LINKED:
        return False
    kinds = {one.kind, same.kind}
    if not (kinds <= _VALUES or (len(kinds) == 1 and _shape(one) == _shape(same))):
        return False
    rows = np.array(one.rows) if one.rows or one.scope is None else one.scope.rows
    return rows is not None and rows.size > 0 and any(np.isin(rows, each).all() for each in own)


def _shape(one: Candidate) -> str:
    """The formula of a reading, its rows left out."""
    return _ROWS.sub("", one.show().formula)
