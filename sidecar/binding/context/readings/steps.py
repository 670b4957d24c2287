"""Counts of the periods in which something rose or fell: "sales grew in four of nine months"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.passages.scopes import Scope, shared
from sidecar.binding.context.readings.bounded import counted
from sidecar.binding.context.readings.movers import way
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.candidate import Candidate
from sidecar.binding.language.periods import Period
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of

_TIMES = one_of("time occasion comparison")
_CALENDAR = one_of("day week month quart quarter year")
_MOST = 400  # periods that are compared, each with the one before
_REACH = 5  # words from "four of" to what is counted
_OPERANDS = 4


def readings(question: Question, table: int, known: Catalog) -> Iterator[Candidate]:
    """How often what is linked went the way that words tell, and how often it was compared.

    Args:
        question: The number.
        table: The query result.
        known: What is known of it.
    """
    place = question.place
    whole = place.first > 0 and place.passage.words[place.first - 1].word == "of"
    told = int(Cue.CHANGE not in question.cues) if whole else way(place)
    if told is None or (whole and told) or not _counts(question):
        return
    found = [one for one in question.operands if one.table == table][:_OPERANDS]
    for operand in {(one.column.place, _others(one)): one for one in found}.values():
        for values in _series(question, known, operand):
            ways = [(new > old, new < old)[told] for old, new in pairwise(values)]
            many = len(ways) if whole else sum(ways)
            what = f"{'<' if told else '>'} the one before"
            formula = f"count({question.name(table, operand.column)}{'' if whole else f' {what}'})"
            yield counted(question, operand, many, formula)._replace(
                row=operand.scope.link or question.whole(table), explicit=True
            )


def _counts(question: Question) -> bool:
    """Whether a number may count times: "four months", "four times", "four of the nine months"."""
    heads = [question.target.number.symbol, *question.place.words_after(_REACH)]
    told = [head in _TIMES | _CALENDAR for head in heads]
    return any(told[:2]) or (heads[1:2] in (["of"], ["out"]) and any(told))


def _others(operand: Operand) -> tuple[tuple[int, int], ...]:
    """What restricts the rows of an operand beside a period."""
    choices = operand.scope.choices
    return tuple((c.dimension, c.value) for c in choices if c.dimension != PERIODS)


def _series(question: Question, known: Catalog, operand: Operand) -> Iterator[Sequence[float]]:
    """The values of an operand in all its periods, and in those that are named."""
    choices = tuple(c for c in operand.scope.choices if c.dimension != PERIODS)
    scope = Scope(operand.table, shared(choices), operand.scope.link, choices)
    if known.has_periods:
        inside = known.periods_of(scope.rows)
        rows = [known.rows_at(period, scope.rows) for period in inside[:_MOST]]
        parts = [scope._replace(rows=each) for each in rows]
        cells = [question.operand(operand.table, operand.column, operand.naming, p) for p in parts]
    else:
        family = known.family(operand.column)
        inside = [column.period for column in family]
        cells = [question.operand(operand.table, c, operand.naming, scope) for c in family]
    values = [cell.vector.sum for cell in cells if cell is not None]
    if len(values) < len(inside) or len(values) < 3:
        return
    yield values
    for first, last in _named(question, inside):
        yield values[first:last]
        if first:
            yield values[first - 1 : last]  # the first one is compared with the one before


def _named(question: Question, inside: Sequence[Period]) -> Iterator[tuple[int, int]]:
    """The stretches of periods that are named, as places of the first and past the last."""
    for period, _ in question.periods:
        within = [at for at, each in enumerate(inside) if period.covers(each)]
        if 1 < len(within) < len(inside):
            yield within[0], within[-1] + 1
