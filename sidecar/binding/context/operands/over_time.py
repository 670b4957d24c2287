"""The same value in two periods: rows of two periods, columns of two, halves made of months.

Periods that are coarser than those of the data are sums of these, where words name them: "the
second half beat the first by 12" of a table by month.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from sidecar.binding.context.operands.between import bases, between
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.passages.choices import PERIODS
from sidecar.binding.context.passages.scopes import Scope, shared
from sidecar.binding.context.said import superlatives
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.language.periods import Period
from sidecar.binding.language.picks import Pick, pick

_MOST = 400  # periods of which two are compared
_TOLD = 0.3  # how strongly a row is linked that is mentioned
_YEAR, _HALF, _QUARTER = 1, 2, 3
"""How many parts of a period these know at most."""

Named = Sequence[tuple[Period, float]]
"""Periods with how near they stand."""


def over_time(question: Question, operand: Operand, named: Named) -> Iterator[Comparison]:
    """The same in two periods, which ``pick`` picks by those that are named."""
    yield from over_periods(question, operand, named)
    yield from over_pivot(question, operand, named)


def over_periods(question: Question, operand: Operand, named: Named) -> Iterator[Comparison]:
    """The same in the rows of two periods, or of two that these make."""
    known = question.catalogs[operand.table]
    if not known.has_periods:
        return
    others = tuple(c for c in operand.scope.choices if c.dimension != PERIODS)
    if not others and _names_rows(question, operand.table):
        return  # "the North added 12 between May and June" tells no change of all
    rows = shared(others)
    inside = known.periods_of(rows)
    if not 2 <= len(inside) <= _MOST:
        return
    scope = Scope(operand.table, rows, sum(c.link for c in others), others)
    coarsely, based = [*named, *question.spans], question.place.passage.once(bases)
    told, single = between(question.place), {period: [period] for period in inside}
    whole = list(spanned(inside, coarsely))
    meant = told.new.known and _finest(told.new) < _finest(inside[0])  # "H2 beat H1 by 12"
    for spans in whole if meant and whole else (single, *whole):
        first, *_ = spans
        coarse = first.month is None
        picked = told.among(pick(list(spans), coarsely if coarse else named, based))
        yield from _compared(picked, partial(_in_rows, question, operand, scope, spans), scope.link)


def _names_rows(question: Question, table: int) -> bool:
    """Whether the sentence tells of rows by what they are called, and not of all of them."""
    place = question.place
    if question.cues & (Cue.TOTAL | Cue.SHARE) or place.speaks_of_all or superlatives.asked(place):
        return False
    return any(
        (choice.dimension >= 0 and choice.link >= _TOLD and 0 <= choice.start < place.start)
        and not (choice.is_party or place.is_done(choice.start) or place.is_others(choice.start))
        for scope in question.scopes.get(table, ())
        for choice in scope.choices
    )


def _compared(
    picked: Iterable[Pick], value: Callable[[Period], Operand | None], link: float
) -> Iterator[Comparison]:
    """The values of two periods, that of each found once."""
    known: dict[Period, Operand | None] = {}
    for old, new, both, strength in picked:
        for each in (old, new):
            if each not in known:
                known[each] = value(each)
        before, after = known[old], known[new]
        if before is not None and after is not None:
            yield Comparison(before, after, link + strength, both, "period")


def _in_rows(
    question: Question,
    operand: Operand,
    scope: Scope,
    spans: Mapping[Period, Sequence[Period]],
    span: Period,
) -> Operand | None:
    """The same in those rows of a scope that are of the periods of a span."""
    known = question.catalogs[operand.table]
    found = [known.rows_at(period, scope.rows) for period in spans[span]]
    at = found[0] if len(found) == 1 else np.sort(np.concatenate(found))
    part = Scope(scope.table, at, scope.link, scope.choices)
    return question.operand(operand.table, operand.column, operand.naming, part)


def over_pivot(question: Question, operand: Operand, named: Named) -> Iterator[Comparison]:
    """The same in two columns of a table that has its periods side by side."""
    table, scope = operand.table, operand.scope
    by_period = {
        column.period: column for column in question.catalogs[table].family(operand.column)
    }
    if len(by_period) < 2:
        return

    def value(period: Period) -> Operand | None:
        return question.operand(table, by_period[period], operand.naming, scope)

    picked = pick(list(by_period), named, question.place.passage.once(bases))
    picked = between(question.place).among(picked)
    yield from _compared(picked, value, scope.link)


def over_spans(question: Question, operand: Operand) -> Iterator[Comparison]:
    """Two years, or halves, of a table that has their parts side by side."""
    by_period = {c.period: c for c in question.catalogs[operand.table].family(operand.column)}
    years = [(Period(year=period.year), 0.0) for period in by_period]
    link = operand.scope.link or question.whole(operand.table)
    for spans in spanned(list(by_period), [*question.periods, *years]):

        def value(span: Period, spans: Mapping[Period, Sequence[Period]] = spans) -> Operand | None:
            parts = tuple(by_period[period] for period in spans[span])
            return question.across(operand, parts, operand.scope)

        yield from _compared(pick(list(spans), question.periods), value, link)


def spanned(inside: Sequence[Period], named: Named) -> Iterator[dict[Period, list[Period]]]:
    """The years, halves and quarters that finer periods make, where such are named."""
    asked = {_finest(period) for period, _ in named}
    for parts in (_YEAR, _HALF, _QUARTER):
        if parts not in asked or _finest(inside[0]) <= parts:
            continue
        spans: defaultdict[Period, list[Period]] = defaultdict(list)
        for period in inside:
            spans[Period(*period[:parts])].append(period)
        size = max(map(len, spans.values()))
        whole = {span: members for span, members in spans.items() if len(members) == size}
        if len(whole) > 1 and size > 1:
            yield whole


def _finest(period: Period) -> int:
    """How many parts of a period are known at most: 1 of a year, 2 of a half, 3 of a quarter."""
    return max((at + 1 for at, part in enumerate(period[:5]) if part is not None), default=0)
