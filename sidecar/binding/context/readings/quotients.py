"""Readings of a number as a quotient whose parts the words name: "14.2 pupils per teacher".

What is divided stands in a column, and so does what it is divided by: one row's, or the totals of
several. The words then name the quotient, and no longer the columns that they are made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sidecar.binding.context.operands.numerators import Above, added, fit, numerators
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.shared_out import Told
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.readings.paced import shorter
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.sizes import step
from sidecar.binding.tables.across import together
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.model.number import Unit

_SCOPES = 6
PLAINLY = 0.6  # how near the words stand that leave little to other readings
_QUOTIENTS = frozenset({Kind.RATIO, Kind.SHARE, Kind.SOME_RATIO, Kind.SOME_SHARE, Kind.SOME_PART})
_TOGETHER = 0.7  # how well all rows are linked where words sum them up
GUESSED = 0.5  # how well the one of them is linked
_THEN = (["then"], ["initially"], ["originally"])
_BEYOND = 5000  # times another value, which is more than thousands that were forgotten
_AROUND, _BEHIND = 4, 2  # words around those of a quotient that may tell it for each month
_FADED = 0.3  # how much words name a column that they name as a part of a quotient


def readings(question: Question, quotients: Sequence[Told]) -> Iterator[Candidate]:
    """The quotients that are stated, in each linked scope."""
    for one in quotients:
        by = question.catalogs[one.divided.by.table].columns[one.divided.by.column]
        if fit(question, one.divided.by.table, by) < 0:
            continue
        single = numerators(question, one)
        several = list(added(question, single))
        alone = not several or Cue.TOTAL not in question.cues
        for above in (*several, *(single if alone else ())):
            for scopes in scopes_of(question, one, above.table):
                yield from _readings(question, one, above, by, *scopes)


def scopes_of(question: Question, one: Told, table: int) -> Iterator[tuple[Scope, Scope]]:
    """The rows of what is divided with those of what it is divided by: the same names link both."""
    below = one.divided.by.table
    summed = _TOGETHER if Cue.TOTAL in question.cues else 0.0
    wholes = [Scope(t, None, max(summed, question.whole(t)), ()) for t in (table, below)]
    yield wholes[0], wholes[1]
    scopes = question.scopes[below][:_SCOPES]
    if table == below:
        for scope in (wholes[1], *scopes):
            yield from ((end, end) for end in _end(question, scope))
        yield from ((scope, scope) for scope in scopes)
        return
    undated = not question.catalogs[below].has_periods
    for rows in question.scopes.get(table, ())[:_SCOPES]:
        own = _below(rows, scopes, undated=undated)
        if own is not None:
            yield rows, own._replace(link=rows.link)


def _below(rows: Scope, scopes: Sequence[Scope], *, undated: bool) -> Scope | None:
    """Of another query result, the rows with the names that link some of one.

    Without a period where it tells of none: the staff of no quarter in particular.
    """
    named = _spans(rows)
    dated = {(c.start, c.end) for c in rows.choices if undated and c.dimension == PERIODS}
    may_be = (s for s in scopes if s.choices and _spans(s) <= named <= _spans(s) | dated)
    return max(may_be, key=lambda s: len(s.choices), default=None)


def _end(question: Question, scope: Scope) -> Iterator[Scope]:
    """The rows of the newest period, or of the first one where a value moved from the number.

    Those of a series, or of what has several periods where a text names none.
    """
    known, rows = question.catalogs[scope.table], scope.rows
    order = known.periods_of(rows) if known.has_periods else []
    series = rows is None and len(order) == known.rows
    if scope.link and len(order) > 1 and (series or not question.periods):
        end = order[0 if question.place.is_left else -1]
        yield scope._replace(rows=known.rows_at(end, rows))


def _spans(scope: Scope) -> frozenset[tuple[int, int]]:
    """Where the names stand that a scope is restricted by."""
    return frozenset((choice.start, choice.end) for choice in scope.choices)


def _readings(
    question: Question, one: Told, divided_: Above, by: ColumnFacts, rows: Scope, scope: Scope
) -> Iterator[Candidate]:
    table, column, is_named, more = divided_
    if column.period.known and by.period.known and column.period != by.period:
        return
    near = one.near if is_named else GUESSED * one.near
    below = _parts(question, one.divided.by.table, by, scope)
    above = _parts(question, table, column, rows) if below else []
    if more:
        sums = (question.across(part, (column, *more), rows) for part in above[:1])
        above = [*filter(None, sums)]
    for part, periods in _paced(question, one, above):
        under = next((each for each in below if _is_of(question, part, each)), None)
        if under is None or not under.vector.sum:
            continue
        value = part.vector.sum / (under.vector.sum * float(factor(by))) * one.divided.base
        value /= periods
        if question.target.number.unit is Unit.PERCENT:
            agreement = question.target.ratio(value * float(factor(part.column)))
        elif _is_beyond(question, value, part.column):
            continue
        else:
            agreement = question.target.linear(value, part.column)
        show = partial(_show, question, part, under, agreement, value)
        yield question.derived(Kind.QUOTIENT, agreement, part, True, show)._replace(
            row=scope.link, column=near, head=False, explicit=near >= PLAINLY and scope.link > 0
        )


def _parts(question: Question, table: int, column: ColumnFacts, scope: Scope) -> list[Operand]:
    """The values of a column in a scope, and those of its periods that are taken together."""
    naming = question.named.get((table, column.place), Naming())
    single = question.operand(table, column, naming, scope)
    if single is None:
        return []
    named = [period for period, _ in question.periods]
    families = together(question.catalogs[table].family(column), named, question.ranges)
    several = (question.across(single, columns, scope) for columns in families)
    return [single, *filter(None, several)]


def _is_of(question: Question, above: Operand, below: Operand) -> bool:
    """Whether one value is of the periods of another; what has none is of all those of a year."""
    periods = [[c.period for c in one.across or (one.column,)] for one in (above, below)]
    if not below.column.period.known:
        return not below.across
    if above.column.period.known:
        return periods[0] == periods[1]
    family = question.catalogs[below.table].family(below.column)
    named = question.named.get((below.table, below.column.place), Naming()).period
    whole = not named and len({column.period.year for column in family}) == 1
    return len(below.across) == len(family) if whole else not below.across


def _paced(
    question: Question, one: Told, parts: Sequence[Operand]
) -> Iterator[tuple[Operand, float]]:
    """What is divided, with the months of its period where words tell a quotient for each."""
    words, told = one.source.passage.words, one.divided
    around = (*words[max(0, one.start - _AROUND) : told.at], *words[told.end : told.end + _BEHIND])
    said = [word.word for word in around]
    for part in parts:
        for periods in shorter(question, said, part) or (1.0,):
            yield part, periods


def _is_beyond(question: Question, value: float, column: ColumnFacts) -> bool:
    """Whether a quotient is so far from the number that nobody can have meant it."""
    number = question.target.number
    size = factor(column) * (step(column.unit.symbol, number.symbol) or 1)
    said, scaled = abs(float(number.value)), abs(value * float(size))
    return said > _BEYOND * scaled or scaled > _BEYOND * said > 0


def faded(
    found: Sequence[Candidate], quotients: Sequence[Told], question: Question
) -> list[Candidate]:
    """The readings, those of columns that are only named as a part of a quotient less linked.

    Where a quotient is plainly stated, no other one is intended: not the same upside down.
    """
    if not any(one.kind is Kind.QUOTIENT for one in found):
        return list(found)
    parts = {key for key, naming in question.named.items() if _is_part(naming, quotients)}
    parts |= {(one.divided.by.table, one.divided.by.column) for one in quotients if one.near == 1}
    plain = any(one.kind is Kind.QUOTIENT and one.explicit for one in found)
    return [
        one._replace(head=False, column=one.column * _FADED)
        if one.kind is not Kind.QUOTIENT
        and one.columns
        and all((one.table, column) in parts for column in one.columns)
        else one
        for one in found
        if not (plain and one.kind in _QUOTIENTS)
    ]


def _is_part(naming: Naming, quotients: Sequence[Told]) -> bool:
    """Whether the words that name a column name a part of a quotient."""
    source, mention = naming.source, naming.mention
    return (
        source is not None
        and mention is not None
        and any(
            one.source.passage is source.passage and one.start <= mention.start < one.divided.end
            for one in quotients
        )
    )


def _show(
    question: Question, above: Operand, below: Operand, agreement: Agreement, value: float
) -> Shown:
    what = f"{written(question, above)} / {written(question, below)}"
    places = question.places(above, 10) + question.places(below, 10)
    scaled = rounded(value * float(factor(above.column)))
    return Shown(what, scaled if agreement.value is None else agreement.value, what, places)
