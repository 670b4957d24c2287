"""A reading that no cell can have: the day that the text names is not among those of the data."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.context.language.periods import Period
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.tables.catalog import Catalog
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import NOWHERE, Candidate, Kind, Shown
from sidecar.model.report import Grade


def readings(question: Question) -> Iterator[Candidate]:
    """The day that is named nearest, where tables have days but none has this one."""
    dated = [t for t in question.scopes if _is_series(question.catalogs[t])]
    named = _named(question) if dated else None
    if named is None:
        return
    period, link = named
    if any(question.catalogs[table].rows_in(period).size for table in dated):
        return
    yield Candidate(
        kind=Kind.ABSENT,
        agreement=Agreement(Grade.NONE),
        row=link,
        column=0.0,
        head=False,
        unit=0,
        cue=False,
        period=0.0,
        share=0.0,
        table=dated[0],
        rows=(),
        columns=(),
        show=_show,
    )


def _is_series(known: Catalog) -> bool:
    """Whether a table has several days: the one day of an event need not be the one named."""
    return known.calendar is not None and len(known.calendar.days) > 1


def _named(question: Question) -> tuple[Period, float] | None:
    """The day that is named nearest to a number, and how near."""
    for source in question.place.sources():
        days = [m for m in source.passage.periods if m.until is None and source.periods]
        if days:
            nearest = max(days, key=lambda m: source.near(m.start, m.end))
            told = nearest.period.day is not None or nearest.period.weekday is not None
            return (nearest.period, source.near(nearest.start, nearest.end)) if told else None
    return None


def _show() -> Shown:
    return NOWHERE
