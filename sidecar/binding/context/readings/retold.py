"""Readings of a number as a comparison of values that were derived, one of them stated before it.

"Costs per guest went from €14.20 to €16.90, a rise of 19%", "€16.90 a head, 1.3 times the €13 of
the Mill": two numbers are compared, by their values and not as they are written. "Its margin is
31%, 4 points above that of the Mill": what one number was derived from tells what the other value
is made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.operands.values import Value
from sidecar.binding.context.passages.place import WHOLE
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import COMPARING, Cue, asked_by
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import ELSEWHERE, Candidate, Kind, Shown
from sidecar.model.number import Direction, Form, Number, Unit, is_integral

_HERE, _BEFORE = 0.9, 0.7  # how strongly two numbers of its sentence are linked, and others
_ROWS, _COLUMNS, _SCOPES = 60, 12, 6
"""What a quotient is looked for in."""

_AS_WELL = 0.7  # of the rows that are linked best
_PLAINLY = 0.9  # the same of a row that is plainly named
_BEHIND = 2  # words from a number to the name it has: "95% in Travel"
_REACH = 5  # words before a number that may say that it is of all rows
_BY_CHANCE = 0.8  # how surely a quotient is intended that is one of other rows
_CLOSE = 1e-9
_NAMED = 0.5  # how strongly a column is named that leaves nothing to what was stated


_QUOTIENTS = frozenset(
    {Kind.QUOTIENT, Kind.SHARE, Kind.RATIO, Kind.SOME_RATIO, Kind.SOME_SHARE, Kind.SOME_PART}
)


class _Side(NamedTuple):
    """One of two values that are compared."""

    amount: float
    formula: str
    cells: tuple[str, ...]


def readings(question: Question) -> Iterator[Candidate]:
    """What values come to, as far as the words ask for a comparison."""
    place = question.place
    yield from _again(question)
    if not question.cues & (COMPARING | Cue.RATIO) or place.in_table or place.is_left:
        return
    pairs = [pair for pair in permutations(question.values, 2) if _is_alike(*pair)]
    for old, new in pairs:
        here = old.place.number == new.place.number == place.number
        sides = _side(old), _side(new)
        for one in _compared(question, new, *sides, _HERE if here else _BEFORE):
            yield one._replace(worded=True)
    for told in question.values[:1] if not pairs else ():
        for other, link in _elsewhere(question, told):
            if not _is_same(other, told):
                yield from _compared(question, told, other, _side(told), link)


def _is_alike(old: Value, new: Value) -> bool:
    """Whether two values are of one kind and unit."""
    units = [(each.number.unit, each.number.symbol) for each in (old, new)]
    return old.kind is new.kind and units[0] == units[1]


def _form(number: Number) -> tuple[object, ...]:
    moves = number.direction in (Direction.UP_BY, Direction.DOWN_BY) or bool(number.sign)
    return number.unit, number.symbol, number.form, moves


def _side(value: Value) -> _Side:
    return _Side(value.amount, value.formula, value.cells)


def _compared(
    question: Question, told: Value, old: _Side, new: _Side, link: float
) -> Iterator[Candidate]:
    """What two values come to, in the unit and form of the number."""
    target, cues = question.target, question.cues
    number, unit = target.number, told.number.unit
    if old.amount <= 0 or new.amount <= 0:
        return
    same = (unit, told.number.symbol) == (number.unit, number.symbol)
    apart = Cue.APART in cues and same and number.form is not Form.FRACTION
    if target.points if unit is Unit.PERCENT else apart:
        if target.way or new.amount > old.amount:
            found = target.change(new.amount - old.amount)
            yield _reading(told, old, new, Kind.CHANGE, "{new} - {old}", found, link)
    elif number.unit is Unit.PERCENT and Cue.APART in cues and not target.points:
        found = target.growth(new.amount / old.amount - 1)
        yield _reading(told, old, new, Kind.GROWTH, "{new} / {old} - 1", found, link)
    elif number.form is Form.MULTIPLE:
        found = target.plain(new.amount / old.amount)
        yield _reading(told, old, new, Kind.RATIO, "{new} / {old}", found, link)


def _again(question: Question) -> Iterator[Candidate]:
    """The quotient that the number before was, of the rows of this one: "31%, at the Mill 24%"."""
    target = question.target
    counts = target.number.unit is Unit.COUNT and is_integral(target.number.value)
    ends = question.cues & (Cue.HIGH | Cue.LOW)
    if target.steps or target.points or target.number.sign or counts or ends:
        return
    alike = (told for told in question.values[:2] if _form(told.number) == _form(target.number))
    told = next((one for one in alike if one.number.value != target.number.value), None)
    if told is None:  # of "one in nine" both numbers are the same
        return
    found = list(_elsewhere(question, told))
    own = max((link for other, link in found if _is_same(other, told)), default=0.0)
    least = max(own, _AS_WELL * max((link for _, link in found), default=0.0))
    for other, link in found:
        if link < least or _is_same(other, told) or _names_another(question, told, other):
            continue
        agreement = target.plain(other.amount)
        one = _reading(told, other, other, Kind.QUOTIENT, "{new}", agreement, link)
        sure = told.kind not in ELSEWHERE or told.place.number == question.place.number
        yield one._replace(explicit=sure and link >= _PLAINLY)


def _is_same(other: _Side, told: Value) -> bool:
    """Whether a value is the one that was stated, of its own row."""
    return abs(other.amount - told.amount) <= _CLOSE * told.amount


def _names_another(question: Question, told: Value, other: _Side) -> bool:
    """Whether words between two numbers name a column that is no part of the quotient."""
    passage = question.place.passage
    first = told.place.last if told.place.passage is passage else 0
    known = question.catalogs[told.table]
    return any(
        m.strength >= _NAMED
        and first <= m.start < question.place.first
        and m.table == told.table
        and not passage.in_label(m)
        and known.table.columns[m.column].name not in other.formula.split(" / ")
        for m in passage.columns
    )


def _elsewhere(question: Question, told: Value) -> Iterator[tuple[_Side, float]]:
    """The quotient that was stated, of other rows that are linked."""
    if told.kind not in _QUOTIENTS:
        return
    known = question.catalogs[told.table]
    measures = [column for column in known.measures if not column.level][:_COLUMNS]
    if known.rows > _ROWS or told.table not in question.scopes:
        return
    scopes = [s for s in question.scopes[told.table][:_SCOPES] if s.choices]
    scopes.append(Scope(told.table, None, _whole(question, told.table), ()))
    rows = [np.array([row]) for row in range(known.rows)]
    sums = question.sums(told.table, [(c,) for c in measures], [*rows, None])
    others = question.sums(told.table, [(c,) for c in measures], [s.rows for s in scopes])
    with np.errstate(all="ignore"):
        quotients = sums[:, :, None] / sums[:, None, :]
        scaled = np.log10(told.amount / quotients)
        here = np.argwhere(np.abs(scaled - np.round(scaled)) < _CLOSE).tolist()
    named = _rows_of(told)
    its = here if named is None else [one for one in here if one[0] in named]
    sure = 1.0 if its else _BY_CHANCE  # what other rows come to
    here = its or here
    called = [question.name(told.table, column) for column in measures]
    own = [one for one in here if _is_of(told.formula, called[one[1]], called[one[2]])]
    for row, above, below in own or here:
        if above == below:
            continue
        size = 10.0 ** round(float(scaled[row, above, below]))
        for scope, other in zip(scopes, others, strict=True):
            amount = float(other[above] / other[below] * size) if other[below] else 0.0
            if np.isfinite(amount):
                formula = f"{called[above]} / {called[below]}"
                yield _Side(amount, formula, ()), scope.link * sure


def _rows_of(told: Value) -> frozenset[int] | None:
    """The rows of the name right behind a number that was stated, or of the last one before it."""
    place = told.place
    labels = [m for m in place.passage.labels_of(told.table) if m.whole >= _PLAINLY]
    behind = [m for m in labels if 0 <= m.start - place.last <= _BEHIND]
    before = [m for m in labels if m.end <= place.first]
    last = max((m.end for m in before), default=-1)
    named = behind or [m for m in before if m.end == last]
    return frozenset(row for m in named for row in m.rows.tolist()) if named else None


def _is_of(formula: str, above: str, below: str) -> bool:
    """Whether what is known of a quotient is that it is one of these columns."""
    parts = [part.rstrip(")") for part in formula.split(" / ")]
    names = [f".{above}", f".{below}"]
    return len(parts) == len(names) and all(map(str.endswith, parts, names))


def _whole(question: Question, table: int) -> float:
    """How strongly all rows are linked: where words speak of them, or of no row."""
    place = question.place
    before = place.passage.words[max(0, place.first - _REACH) : place.first]
    told = any(word.stem in WHOLE or asked_by(word.stem) & Cue.TOTAL for word in before)
    return _PLAINLY if told else question.whole(table)


def _reading(
    told: Value, old: _Side, new: _Side, kind: Kind, what: str, agreement: Agreement, link: float
) -> Candidate:
    return Candidate(
        kind=kind, agreement=agreement, row=link, column=link, head=False, unit=0, cue=True,
        period=0.0, share=1.0, table=told.table, rows=(), columns=(),
        show=partial(_show, old, new, what, agreement),
    )  # fmt: skip


def _show(old: _Side, new: _Side, what: str, agreement: Agreement) -> Shown:
    formula = what.format(new=f"({new.formula})", old=f"({old.formula})")
    return Shown(formula, agreement.value, formula, new.cells + old.cells)
