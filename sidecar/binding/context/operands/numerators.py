"""What is divided where words tell a quotient: "14 pupils per teacher", "each doctor sees 31"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.operands.shared_out import Told
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_THAT = one_of("that this which it")
_LEAST = 0.2  # of the name of what is divided
_TOGETHER = 4  # columns that are added up
_UNNAMED = 10  # columns of a query result that may be divided where none is named


class Above(NamedTuple):
    """What is divided.

    Attributes:
        table: A query result.
        column: Its column.
        named: Whether anything names it.
        more: The columns that are added to it, where words tell of all together.
    """

    table: int
    column: ColumnFacts
    named: bool = True
    more: tuple[ColumnFacts, ...] = ()


def numerators(question: Question, one: Told) -> list[Above]:
    """What the words name, what the number counts or its unit says, or else what is linked."""
    may_be = [
        Above(table, column)
        for table in question.scopes
        for column in question.catalogs[table].measures
        if question.target.fits(column) is not False
    ]
    by = question.catalogs[one.divided.by.table].columns[one.divided.by.column]
    may_be = [
        above
        for above in may_be
        if _is_amount(above, one)
        and (above.column.period == by.period or not _is_older(question, above))
    ]
    if one.divided.of:
        named = {(m.table, m.column) for m in one.divided.of}
        return [above for above in may_be if (above.table, above.column.place) in named]
    if question.target.number.unit is Unit.CURRENCY:
        may_be = _money(question, by, one.divided.by.table, may_be)
    linked, counted = _linked(question, one, may_be)
    if counted:
        return linked
    others = [above for above in _unnamed(question, one, may_be) if above not in linked]
    return linked + others


def added(question: Question, several: list[Above]) -> Iterator[Above]:
    """All that is measured alike, added up: "electricity and gas come to 680 kWh per m²".

    And where no word names one of them: "energy per m²: 680 kWh".
    """
    first = next(iter(several), None)
    if first is None or question.target.number.unit is not Unit.MEASURE:
        return
    columns = dict.fromkeys(a.column for a in several if a.table == first.table)
    alike = [c for c in columns if c.unit == first.column.unit and c.period == first.column.period]
    namings = [question.named.get((first.table, c.place), Naming()) for c in alike]
    told = Cue.TOTAL in question.cues or all(n.typed or n.source is None for n in namings)
    if told and 1 < len(alike) <= _TOGETHER:
        yield first._replace(more=tuple(alike[1:]))


def _money(question: Question, by: ColumnFacts, table: int, may_be: list[Above]) -> list[Above]:
    """What an amount of money may be a part of; money for money is of columns in a currency."""
    money = [above for above in may_be if question.target.fits(above.column)]
    own = [above for above in may_be if above.table == table]
    if by.unit.kind is Unit.CURRENCY or any(above in own for above in money):
        return money
    return own + money or may_be


def fit(question: Question, table: int, column: ColumnFacts) -> float:
    """How the period of a column fits: where none is named, the newest is intended."""
    named = question.named.get((table, column.place), Naming()).period
    family = question.catalogs[table].family(column)
    return named or (0.0 if not family or column is family[-1] else -1.0)


def _is_amount(above: Above, one: Told) -> bool:
    """Whether a column may be divided by another: not by what is called the same; no rate is."""
    by = one.divided.by
    called = {(m.table, m.column) for m in one.source.passage.columns if m.end == by.end}
    itself = (above.table, above.column.place) in {*called, (by.table, by.column)}
    return above.column.role is Role.MEASURE and not above.column.level and not itself


def _is_older(question: Question, above: Above) -> bool:
    """Whether a column is of another period than the newest, and none is named."""
    named = question.named.get((above.table, above.column.place), Naming()).period
    return not named and fit(question, above.table, above.column) < 0


def _linked(question: Question, one: Told, may_be: list[Above]) -> tuple[list[Above], bool]:
    """The columns that are linked: of the same table or counted by the number, or all.

    And whether the number counts one of them.
    """
    namings = [question.named.get((a.table, a.column.place), Naming()) for a in may_be]
    table = one.divided.by.table
    linked = [
        (above, naming)
        for above, naming in zip(may_be, namings, strict=True)
        if (naming.strength >= _LEAST and (above.table == table or not naming.typed))
        or naming.period > 0
    ]
    own = [a for a, n in linked if n.head or a.table == table]
    return own or [a for a, _ in linked], any(n.head for _, n in linked)


def _unnamed(question: Question, one: Told, may_be: list[Above]) -> Iterator[Above]:
    """What the number before stated ("1,015 in all. That is 2 for every ride"), or any column."""
    for operand in question.told[:1] if question.place.passage.words[0].word in _THAT else ():
        told = Above(operand.table, operand.column)
        if told in may_be:
            yield told
            return
    table = one.divided.by.table
    for above in may_be:
        measures = question.catalogs[above.table].measures[:_UNNAMED]
        fits = question.target.fits(above.column) or above.table == table
        if fits and above.column in measures:
            yield above._replace(named=False)
