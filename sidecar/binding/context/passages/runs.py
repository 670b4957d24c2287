"""Numbers that belong to the periods of a range, one by one: "71, 83 and 95, Q1 through Q3"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.language import ranges
from sidecar.binding.language.lists import Span, lists
from sidecar.binding.language.periods import Period
from sidecar.binding.tables.catalog import Catalog

_SIGNS = frozenset("%$€£")
_LEAST = 3  # numbers of a list that may be stated so


def runs(passage: Passage, numbers: Sequence[Span]) -> dict[Span, PeriodMention]:
    """The period of each number of a list that has as many as a range that its sentence names."""
    spans = [m for m in passage.periods if m.until is not None and m.period.known and m.until.known]
    if not spans:
        return {}
    ends = _ends(passage, numbers, spans[0])
    return ends | {
        number: PeriodMention(period, mention.start, mention.end)
        for listed in lists(passage.words, numbers)
        if len(listed) >= _LEAST
        for mention in spans[:1]
        for inside in _between(passage.catalogs, mention)
        if len(inside) == len(listed)
        for number, period in zip(listed, inside, strict=True)
    }


def _ends(
    passage: Passage, numbers: Sequence[Span], mention: PeriodMention
) -> dict[Span, PeriodMention]:
    """The periods of two numbers that an arrow joins, behind a range: "July to May (31 → 28)"."""
    for one, other in pairwise(numbers):
        joint = [word.word for word in passage.words[one[1] : other[0]] if word.word not in _SIGNS]
        if mention.until is not None and joint == ["→"] and mention.end <= one[0]:
            first = mention._replace(until=None)
            return {one: first, other: first._replace(period=mention.until)}
    return {}


def _between(catalogs: Sequence[Catalog], mention: PeriodMention) -> Iterator[Sequence[Period]]:
    """The periods of a range, by the rows or the columns of each query result."""
    for known in catalogs:
        of_columns = list(dict.fromkeys(column.period for column in known.pivoted))
        for order in (known.period_order, of_columns):
            if mention.until is not None:
                yield ranges.between(order, mention.period, mention.until)
