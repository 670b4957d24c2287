"""Row sets: combinations of what is named of each dimension, and what they are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sidecar.binding.engine.evidence import Dimension, Evidence, View
from sidecar.binding.engine.options import STRENGTH, STRENGTHS, Codes, Option, Options

_MOST_SETS, _MOST_SECONDS = 14, 30
_BEAM, _OF_VIEW = 12, 8
_MOST_NAMED = 5  # values of one dimension
_NONE, _CLAUSE, _SENTENCE, _FAR = range(4)

Weigh = Callable[[Iterable[str]], float]
"""What features weigh together."""


class RowSet(NamedTuple):
    """Rows that a number may be of.

    Attributes:
        view: The view.
        options: Of each dimension the values that its rows have; None for any.
        features: How it is linked.
        seconds: The same as the second operand of a formula.
        entity: How strongly rows are named, an index into ``STRENGTHS``.
        period: The same of periods.
        is_second: Whether it is only what another is compared with.
    """

    view: int
    options: tuple[Codes | None, ...]
    features: tuple[str, ...]
    seconds: tuple[str, ...]
    entity: int
    period: int
    is_second: bool = False


class _Choice(NamedTuple):
    """What a row set may ask of a dimension."""

    codes: Codes | None
    features: tuple[str, ...]
    seconds: tuple[str, ...]
    strength: int


def row_sets(
    evidence: Evidence,
    views: Sequence[tuple[View, Sequence[str]]],
    named: tuple[Options, Options],
    weigh: Weigh,
) -> list[RowSet]:
    """The row sets that a number may be of, the best first, and behind them what is compared.

    Args:
        evidence: The query results.
        views: Those worth a look, each with the features of its being meant.
        named: The values that the text names, of labels and of periods.
        weigh: Of many row sets only the best are kept.
    """
    found = [each for view, features in views for each in _of_view(view, features, named, weigh)]
    found.sort(key=lambda each: -each[0])
    main = [one for _, one in found[:_MOST_SETS]]
    return [*main, *_seconds(evidence, main)]


def _of_view(
    view: View, features: Sequence[str], named: tuple[Options, Options], weigh: Weigh
) -> list[tuple[float, RowSet]]:
    """The best combinations of what is named of each dimension of a view."""
    none = len(STRENGTHS)
    beam = [(weigh(features), RowSet(view.place, (), tuple(features), (), none, none))]
    for one in view.dimensions:
        labels, dates = named
        options = (labels if one.periods is None else dates).get(one.place, {})
        choices = [(choice, weigh(choice.features)) for choice in _choices(one, options)]
        grown = [
            (score + more, _grown(known, one, choice))
            for score, known in beam
            for choice, more in choices
        ]
        grown.sort(key=lambda each: -each[0])
        beam = grown[:_BEAM]
    return [
        (score, one._replace(entity=one.entity % none, period=one.period % none))
        for score, one in beam[:_OF_VIEW]
    ]


def _grown(known: RowSet, one: Dimension, choice: _Choice) -> RowSet:
    dated = one.periods is not None
    strength = choice.strength or len(STRENGTHS)
    return RowSet(
        known.view,
        (*known.options, choice.codes),
        known.features + choice.features,
        known.seconds + choice.seconds,
        known.entity if dated else min(known.entity, strength),
        min(known.period, strength) if dated else known.period,
    )


def _choices(one: Dimension, named: Mapping[Codes, Option]) -> list[_Choice]:
    """What a row set may ask of a dimension: named values, implied ones, or nothing."""
    if len(one.labels) == 1:
        return [_Choice(None, (), (), _NONE)]
    dated = one.periods is not None
    if not dated and not one.is_key:  # an attribute filters only where it is named beside
        named = {codes: option for codes, option in named.items() if option.is_in_sentence}
    ranked = sorted(named.items(), key=lambda each: -each[1].score)
    ranked = ranked[: _MOST_NAMED if dated or one.is_key else 1]
    found = [_named(one, codes, option) for codes, option in ranked]
    strongest = min((choice.strength for choice in found), default=_FAR)
    if not dated:
        found += _joined(ranked)
    if strongest > _SENTENCE:
        found += _implied(one)
    distinct = {choice.codes: choice for choice in reversed(found)}
    return [*reversed(distinct.values()), _unrestricted(one, strongest)]


def _named(one: Dimension, codes: Codes, option: Option) -> _Choice:
    strength, extra = STRENGTH[option.place], list[str]()
    if one.periods is None and not one.is_key:
        extra.append("attribute named")
        if strength == _CLAUSE:
            extra.append("attribute in clause")
    if one.totals.intersection(codes):
        extra.append("label of a total")
    return _Choice(codes, (*option.features, *extra), option.seconds, strength)


def _joined(ranked: Sequence[tuple[Codes, Option]]) -> Iterator[_Choice]:
    """Several labels together: those of the clause, those of the sentence."""
    for most in (_CLAUSE, _SENTENCE):
        near = (codes for codes, option in ranked if STRENGTH[option.place] <= most)
        joined = tuple(sorted({code for codes in near for code in codes}))
        if len(joined) > 1:
            feature = (f"labels joined in {STRENGTHS[most]}",)
            yield _Choice(joined, feature, feature, most)


def _implied(one: Dimension) -> Iterator[_Choice]:
    """What is meant where nothing is named: the latest period, the total."""
    if one.order:
        latest = "period is the latest, implied"
        yield _Choice((one.order[-1],), (latest,), (f"second {latest}",), _FAR)
    if one.totals:
        total = "total row, implied"
        yield _Choice((min(one.totals),), (total,), (f"second {total}",), _FAR)


def _unrestricted(one: Dimension, strongest: int) -> _Choice:
    kind = "period" if one.periods is not None else "label" if one.is_key else "attribute"
    features = [f"{kind} not restricted"]
    if strongest <= _SENTENCE:
        features.append(f"{kind} named in {STRENGTHS[strongest]}, ignored")
    return _Choice(None, tuple(features), tuple(f"second {f}" for f in features), _NONE)


def _seconds(evidence: Evidence, main: Sequence[RowSet]) -> list[RowSet]:
    """What row sets may be compared with: the period before, a year before, the first, wholes."""
    known = {(one.view, one.options) for one in main}
    found: list[RowSet] = []
    wholes = [
        (one, at, None, "the whole")
        for one in main
        for at, codes in enumerate(one.options)
        if codes is not None
    ]
    for one, at, codes, what in (*_earlier(evidence, main), *wholes):
        options = (*one.options[:at], codes, *one.options[at + 1 :])
        if (one.view, options) not in known and len(found) < _MOST_SECONDS:
            known.add((one.view, options))
            seconds = (f"second: {what}, implied",)
            found.append(RowSet(one.view, options, (), seconds, 0, 0, is_second=True))
    return found


def _earlier(
    evidence: Evidence, main: Sequence[RowSet]
) -> Iterator[tuple[RowSet, int, Codes, str]]:
    """Row sets with another period in the place of theirs."""
    for one in main:
        for at, dimension in enumerate(evidence.views[one.view].dimensions):
            codes = one.options[at]
            if codes is None or dimension.periods is None or len(codes) != 1:
                continue
            rank = dimension.rank.get(codes[0], 0)
            if rank > 0:
                yield one, at, (dimension.order[rank - 1],), "period before"
            for code in _years_before(dimension, codes[0]):
                yield one, at, (code,), "year before"
            yield one, at, (dimension.order[0],), "first period"


def _years_before(one: Dimension, code: int) -> Iterator[int]:
    told = one.periods or []
    period = told[code]
    for other, before in enumerate(told):
        if period.year is None or before.year != period.year - 1:
            continue
        if before._replace(year=period.year, weekday=period.weekday) == period:
            yield other
