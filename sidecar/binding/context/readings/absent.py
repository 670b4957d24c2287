"""A reading that no cell can have: what a number is attributed to is in no row of the data.

That is a day, month, quarter or year past those that the data have, or a name of the kind that
their labels are. Where the data are only a part of the evidence, the rest may speak of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.choices import PERIODS, Choice
from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.context.passages.source import Source
from sidecar.binding.context.passages.strangers import told_of
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import ELSEWHERE, NOWHERE, Candidate, Kind, Shown
from sidecar.binding.language.periods import Period, find
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.report import Grade
from sidecar.text.vocabulary import one_of

_FIRST_YEAR = 1900
_CUTS = one_of(", ; and but while whereas")
_HALF, _QUARTER, _MONTH = 1, 2, 3
_CELLS = ELSEWHERE | {Kind.CELL, Kind.PAIR}
_BESIDE = one_of("as from since than before after until vs versus against over")
"""What stands before a period whose value a number is not: "as of 2024", "up 9 from Q3"."""


class Absent(NamedTuple):
    """What a number is attributed to that no row has.

    Attributes:
        table: A query result that lacks it.
        column: The label column that it would stand in, or ``PERIODS``.
        start: Where it is named, in code points.
        end: Where that ends.
        link: How strongly the number is linked with it.
        sure: Whether it is a name of a row by itself, wherever the number's value stands.
    """

    table: int
    column: int
    start: int
    end: int
    link: float
    sure: bool = True


def told(found: list[Candidate], question: Question) -> list[Candidate]:
    """All readings, and that there is none where the number's subject is in no row."""
    absent = of(question)
    if absent is None or (absent.column != PERIODS and _explained(found, absent, question)):
        return found
    if not absent.sure and not any(one.agrees for one in found):
        return found
    return [
        *found,
        Candidate(
            kind=Kind.ABSENT,
            agreement=Agreement(Grade.NONE),
            row=absent.link,
            column=max((n.strength for n in question.named.values()), default=0.0),
            head=False,
            unit=0,
            cue=False,
            period=0.0,
            share=0.0,
            table=absent.table,
            rows=(),
            columns=(),
            show=_show,
        ),
    ]


def of(question: Question) -> Absent | None:
    """What a number is attributed to that no row has; None where that is not so."""
    return _period(question) or _name(question)


def _explained(found: Sequence[Candidate], absent: Absent, question: Question) -> bool:
    """Whether a number is what some rows come to, of a row that is named, or in another result.

    The name may be that of the whole: a company among its departments.
    """
    scopes = question.scopes[absent.table]
    named = [s.rows for s in scopes if any(_is_other(one, absent) for one in s.choices)]
    rows = {row for some in named if some is not None for row in some.tolist()}
    return any(
        one.agrees
        and (one.kind not in _CELLS or one.table != absent.table or not rows.isdisjoint(one.rows))
        for one in found
    )


def _is_other(choice: Choice, absent: Absent) -> bool:
    """Whether a row is named by other words than those of which there is none."""
    return choice.dimension >= 0 and not absent.start <= choice.start < absent.end


def _name(question: Question) -> Absent | None:
    stranger = told_of(question.place)
    if stranger is None or stranger.table not in question.scopes:
        return None
    return Absent(
        stranger.table,
        stranger.column,
        stranger.start,
        stranger.end,
        stranger.link,
        stranger.sure,
    )


def _period(question: Question) -> Absent | None:
    """The period that is named nearest, where all tables have several, and none has this one."""
    catalogs = [question.catalogs[table] for table in question.scopes]
    dated = [list(_periods(known)) for known in catalogs]
    if not dated or not all(len(set(periods)) > 1 for periods in dated):
        return None
    named = _named(question)
    if named is None:
        return None
    mention, source = named
    if not all(_is_past(mention.period, periods) for periods in dated):
        return None
    span = source.passage.span(mention.start, mention.end)
    link = source.near(mention.start, mention.end)
    table, *_ = question.scopes
    return Absent(table, PERIODS, *span, link)


def _periods(known: Catalog) -> Iterator[Period]:
    """The periods of a query result: of its rows, and of its columns."""
    yield from known.period_order if known.has_periods else ()
    yield from (column.period for column in known.pivoted)


def _named(question: Question) -> tuple[PeriodMention, Source] | None:
    """The period that is named nearest to a number, unless it is but the edge of a stretch."""
    for source in question.place.sources():
        mentions = [m for m in source.passage.periods if source.periods]
        if not mentions:
            continue
        nearest = max(
            (m for m in mentions if m.until is None),
            key=lambda m: source.near(m.start, m.end),
            default=None,
        )
        own = source.cell or source.first >= 0
        if nearest is not None and not own and not _is_day(nearest.period):
            continue  # when a text was written is stated in headings, too
        if nearest is None or nearest.edge or source.is_beside(nearest.start, nearest.end):
            return None
        words = source.passage.words
        before = words[max(0, nearest.start - 2) : nearest.start]
        start, end = _within(source, nearest)
        said = find(source.passage.string[start:end])  # not "the year before"
        if (nearest.period.year or _FIRST_YEAR) < _FIRST_YEAR or _is_taken(question, nearest):
            return None
        spans = any(m.until is not None and _meet(m, nearest) for m in mentions)
        beside = any(word.word in _BESIDE for word in before)
        return None if spans or beside or not said else (nearest, source)
    return None


def _is_taken(question: Question, nearest: PeriodMention) -> bool:
    """Whether a period is the number itself ("1710 GWh"), or one of the data completes that."""
    place = question.place
    words = place.passage.words
    if nearest.start <= place.first < nearest.end:
        return True
    rest = takewhile(lambda at: words[at].word not in _CUTS, range(place.last, len(words)))
    behind = {*rest}
    others = (m for m in place.passage.periods if m.start in behind and m.start != nearest.start)
    known = [question.catalogs[table] for table in question.scopes]
    return any(not _is_past(m.period, list(_periods(k))) for m in others for k in known)


def _is_day(period: Period) -> bool:
    return period.day is not None or period.weekday is not None


def _within(source: Source, mention: PeriodMention) -> tuple[int, int]:
    start, end = source.passage.span(mention.start, mention.end)
    return start - source.passage.start, end - source.passage.start


def _meet(one: PeriodMention, other: PeriodMention) -> bool:
    return one.start < other.end and other.start < one.end


def _is_past(period: Period, periods: Sequence[Period]) -> bool:
    """Whether a period is none of some, as far as both are stated alike.

    A quarter is stated by quarters alone: which months it has depends on where a year begins.
    """
    told = [at for at, part in enumerate(period) if part is not None]
    finest = max(told, default=-1)
    if finest < 0 or not all(_tells(each, finest) for each in periods):
        return False
    return all(period.clashes(each) for each in periods)


def _tells(period: Period, finest: int) -> bool:
    """Whether a period of the data tells a part, by its own name rather than by what follows."""
    if period[finest] is None:
        return False
    return finest not in (_HALF, _QUARTER) or period[_MONTH] is None


def _show() -> Shown:
    return NOWHERE
