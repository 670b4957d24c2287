"""Row sets: combinations of what is named of each dimension, and what they are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sidecar.binding.engine.evidence import Dimension, EngineEvidence, TableView
from sidecar.binding.engine.groups import BEFORE, BEHIND, LISTED, Groups
from sidecar.binding.engine.options import STRENGTH, STRENGTHS, Codes, Option, Options

_MOST_SETS, _MOST_SECONDS = 14, 30
_BEAM, _OF_VIEW = 12, 8
_MOST_NAMED, _MOST_ATTRIBUTES = 5, 2  # values of one dimension
_MOST_LEFT = 60  # values of a dimension of which some are left out
_ENDS = ("lowest", "highest")
_GROUPED = ("sum", "mean", "share", "count", "rest")
"""The cue classes of words that speak of several together."""
_NONE, _CLAUSE, _SENTENCE, _FAR = range(4)

Weigh = Callable[[tuple[str, ...]], float]
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
    is_group: bool = False


class UnnamedRows(NamedTuple):
    """What the words around a number say of rows that they do not name.

    Attributes:
        cues: Classes of words near that speak of all rows, or of others.
        role: What the words right before the number make of it.
        has_pronoun: Whether something is carried on from the sentence before.
        groups: What is named together before it, or in a list, of labels and of periods.
    """

    cues: Sequence[str]
    role: str
    has_pronoun: bool
    groups: Groups


def row_sets(
    evidence: EngineEvidence,
    views: Sequence[tuple[TableView, Sequence[str]]],
    named: tuple[Options, Options],
    asked: UnnamedRows,
    weigh: Weigh,
) -> list[RowSet]:
    """The row sets that a number may be of, the best first, and behind them what is compared.

    Args:
        evidence: The query results.
        views: Those worth a look, each with the features of its being intended.
        named: The values that the text names, of labels and of periods.
        asked: What the words say besides.
        weigh: Of many row sets only the best are kept.
    """
    found = [
        each for view, features in views for each in _of_view(view, features, named, asked, weigh)
    ]
    found.sort(key=lambda each: -each[0])
    main = [one for _, one in found[:_MOST_SETS]]
    return [*main, *_seconds(evidence, main)]


def _of_view(
    view: TableView,
    features: Sequence[str],
    named: tuple[Options, Options],
    asked: UnnamedRows,
    weigh: Weigh,
) -> list[tuple[float, RowSet]]:
    """The best combinations of what is named of each dimension of a view."""
    none = len(STRENGTHS)
    told = tuple(features)
    beam = [(weigh(told), RowSet(view.place, (), told, (), none, none))]
    for one in view.dimensions:
        labels, dates = named
        options = (labels if one.periods is None else dates).get(one.place, {})
        choices = [(choice, weigh(choice.features)) for choice in _choices(one, options, asked)]
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


def _choices(one: Dimension, named: Mapping[Codes, Option], asked: UnnamedRows) -> list[_Choice]:
    """What a row set may ask of a dimension: named values, implied ones, or nothing."""
    if len(one.labels) == 1:
        return [_Choice(None, (), (), _NONE)]
    ranked = _best(one, named)
    found = [_named(one, codes, option, asked) for codes, option in ranked]
    strongest = min((choice.strength for choice in found), default=_FAR)
    found += _joined(one, ranked)
    found += _extreme(one, asked)
    found += _grouped(one, asked)
    if one.periods is None and ("rest" in asked.cues or "not" in asked.cues):
        found += _left(one, found)
    found += _implied(one, strongest)
    if one.order and asked.role in _COMPARING:
        found += _before(one, ranked[0][0] if ranked else (one.order[-1],), asked.role)
    return [*_distinct(found), _unrestricted(one, strongest, asked)]


def _best(one: Dimension, named: Mapping[Codes, Option]) -> Sequence[tuple[Codes, Option]]:
    """The values that are named best; an attribute filters only where it is named near."""
    is_row = one.periods is not None or one.is_key
    some = [each for each in named.items() if is_row or each[1].is_near]
    some.sort(key=lambda each: -each[1].score)
    return some[: _MOST_NAMED if is_row else _MOST_ATTRIBUTES]


def _distinct(found: Iterable[_Choice]) -> Iterable[_Choice]:
    """Each choice once, with what tells that it is a group as well."""
    distinct: dict[Codes | None, _Choice] = {}
    for choice in found:
        known = distinct.setdefault(choice.codes, choice)
        if known is not choice and choice.is_group:
            both = known.features + choice.features, known.seconds + choice.seconds
            distinct[choice.codes] = known._replace(features=both[0], seconds=both[1])
    return distinct.values()


def _named(one: Dimension, codes: Codes, option: Option, asked: UnnamedRows) -> _Choice:
    strength, extra = STRENGTH[option.place], list[str]()
    if asked.has_pronoun and one.periods is None:
        extra.append(f"{option.features[0]} / pronoun")
    if one.periods is None and not one.is_key:
        extra.append("attribute named")
        extra.append(f"attribute in {STRENGTHS[strength]}")
    if one.totals.intersection(codes):
        extra.append("label of a total")
    return _Choice(codes, (*option.features, *extra), option.seconds, strength)


def _joined(one: Dimension, ranked: Sequence[tuple[Codes, Option]]) -> Iterator[_Choice]:
    """Several values together: those of the clause, those of the sentence, all from one to one."""
    kind = "labels" if one.periods is None else "periods"
    for most in (_CLAUSE, _SENTENCE):
        near = [codes for codes, option in ranked if STRENGTH[option.place] <= most]
        joined = tuple(sorted({code for codes in near for code in codes}))
        if len(near) > 1 and len(joined) > 1:
            feature = (f"{kind} joined in {STRENGTHS[most]}",)
            yield _Choice(joined, feature, feature, most)
        if one.periods is not None and len(near) > 1:
            ranks = sorted(one.rank[code] for code in joined)
            between = tuple(sorted(one.order[ranks[0] : ranks[-1] + 1]))
            if len(between) > len(joined):
                feature = (f"periods from first to last in {STRENGTHS[most]}",)
                yield _Choice(between, feature, feature, most)


def _extreme(one: Dimension, asked: UnnamedRows) -> Iterator[_Choice]:
    """The band or grade at an end: "the smallest", "at the top"."""
    if one.ends is not None and one.is_key:
        for cue, code in zip(_ENDS, one.ends, strict=True):
            if cue in asked.cues:
                feature = f"label at the {cue} end, implied"
                yield _Choice((code,), (feature,), (f"second {feature}",), _FAR)


def _grouped(one: Dimension, asked: UnnamedRows) -> Iterator[_Choice]:
    """What is named together before the number or in a list."""
    cues = [cue for cue in asked.cues if cue in _GROUPED]
    kind = "labels" if one.periods is None else "periods"
    for codes, where in asked.groups.get(one.place, {}).items():
        is_asked = cues or asked.has_pronoun or where in (BEFORE, BEHIND, LISTED)
        if is_asked and len(codes) < len(one.labels):
            feature = f"{kind} together {where}"
            told = [*cues, *(["pronoun"] if asked.has_pronoun else [])]
            features = (feature, *(f"{kind} together / {cue}" for cue in told))
            strength = _GROUP_STRENGTH.get(where, _FAR)
            yield _Choice(codes, features, (feature,), strength, is_group=True)


_GROUP_STRENGTH = {BEFORE: _CLAUSE, BEHIND: _CLAUSE}


def _left(one: Dimension, named: Sequence[_Choice]) -> Iterator[_Choice]:
    """What is left of a dimension without what is named: "the other five", "excluding Oslo"."""
    if not 2 < len(one.labels) <= _MOST_LEFT:
        return
    best = [choice for choice in named if choice.codes is not None]
    several = [choice for choice in best if len(choice.codes or ()) > 1]
    for what, some in (("several", several), ("one", best[:1])):
        for choice in some:
            out = {*(choice.codes or ()), *one.totals}
            codes = tuple(code for code in range(len(one.labels)) if code not in out)
            if len(codes) > 1:
                feature = f"labels but {what} named in {STRENGTHS[choice.strength]}"
                yield _Choice(codes, (feature,), (f"second {feature}",), choice.strength)


def _implied(one: Dimension, strongest: int) -> Iterator[_Choice]:
    """What is intended where nothing is named: the latest period, the total.

    The latest period also where another one is named, which may be what it is compared with.
    """
    if one.order and one.is_key:
        latest = "period is the latest, implied"
        features = [latest, f"{latest} / {one.grain}"]
        if strongest <= _SENTENCE:
            features.append(f"{latest} / another in {STRENGTHS[strongest]}")
        yield _Choice((one.order[-1],), tuple(features), (f"second {latest}",), _FAR)
    if one.totals and strongest > _SENTENCE:
        total = "total row, implied"
        yield _Choice((min(one.totals),), (total,), (f"second {total}",), _FAR)


_COMPARING = ("from", "against", "was", "after")


def _before(one: Dimension, codes: Codes, role: str) -> Iterator[_Choice]:
    """The period before the named one, and the year before: "from 12 to 15", "against 12"."""
    if len(codes) == 1:
        rank = one.rank[codes[0]]
        before = [(one.order[rank - 1], "period before")] if rank else []
        for code, what in (*before, *((c, "year before") for c in years_before(one, codes[0]))):
            feature = f"{what} the named, implied"
            yield _Choice((code,), (feature, f"{feature} / {role}"), (f"second {feature}",), _FAR)


def _unrestricted(one: Dimension, strongest: int, asked: UnnamedRows) -> _Choice:
    kind = "period" if one.periods is not None else "label" if one.is_key else "attribute"
    features = [f"{kind} not restricted"]
    if one.is_key:
        features.append(f"{kind} not restricted / {one.grain}")
    if strongest <= _SENTENCE:
        features.append(f"{kind} named in {STRENGTHS[strongest]}, ignored")
        features += [f"{kind} ignored / {cue}" for cue in asked.cues]
    else:
        features += [f"{kind} not restricted / {cue}" for cue in asked.cues]
    return _Choice(None, tuple(features), tuple(f"second {f}" for f in features[:2]), _NONE)


def _seconds(evidence: EngineEvidence, main: Sequence[RowSet]) -> list[RowSet]:
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
    evidence: EngineEvidence, main: Sequence[RowSet]
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
            for code in years_before(dimension, codes[0]):
                yield one, at, (code,), "year before"
            yield one, at, (dimension.order[0],), "first period"


def years_before(one: Dimension, code: int) -> Iterator[int]:
    """The same part of the year before."""
    told = one.periods or []
    period = told[code]
    for other, before in enumerate(told):
        if period.year is None or before.year != period.year - 1:
            continue
        if before._replace(year=period.year, weekday=period.weekday) == period:
            yield other
