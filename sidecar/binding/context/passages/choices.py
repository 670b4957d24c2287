"""The labels, periods and times of day that a number's words name, by dimension.

Each label column that is named, and the periods, are dimensions. Nearer words count more; what the
sentence does not name itself is carried over from its row in a table, the line that leads a list,
the sentences before and the headings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.passages import asides
from sidecar.binding.context.passages.moments import Moment, during, named_by, preceding
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.source import Source, Stretch
from sidecar.binding.context.passages.wholes import names_all, speaks_of_each
from sidecar.binding.language import subjects
from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.lists import Span
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.row_sets import Rows, row_key
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of

PERIODS = -1
"""The dimension of periods; others are label columns."""

TIMES = -2
"""The dimension of times of day."""

PARTIES = -1_000_000
"""The values of groups of rows that a text picks out, from there down."""

_DESCRIBES = 0.25  # a label in a table whose rows are told apart by their time

_THAN = 3  # words in which "than its neighbour" stands before a name
_COMPARED = subjects.SURPASSING | one_of("than versus vs against ahead behind after")
_OWN, _OTHERS = 0.95, 0.2  # a number's own name, how much others count beside it
_BESIDE = 4  # words after a number in which a time of day is its own: "4 °C in the evening"
_EXCEPTED = 0.1  # of one that is left out
_HOURS = 0.6  # of a time of day elsewhere: "clear by the evening, with temperatures up to 22 °C"
_BEHIND = 0.7  # of what a name counts before a group that a number is attributed to

_Key = int | tuple[Period, Period | None, bytes | None]


class Choice(NamedTuple):
    """One label or period that a scope may be restricted to.

    Attributes:
        dimension: The label column, or ``PERIODS``.
        rows: The rows that have it.
        link: How strongly the words link it, from 0 to 1.
        value: The label's number in its column; negative for several together, 0 for periods.
        period: The period, where it is one.
        start: Where it is named, in code points; -1 where it is not named in the sentence.
        end: Where that ends.
        source: The passage that names it.
        mention: The words there.
    """

    dimension: int
    rows: Rows
    link: float
    value: int = 0
    period: Period | None = None
    start: int = -1
    end: int = -1
    source: Source | None = None
    mention: Stretch | None = None

    @property
    def is_party(self) -> bool:
        """Whether it is a group of rows that the text picks out."""
        return self.value <= PARTIES


_Told = Callable[[int, int, int, float], float]
_Here = defaultdict[int, dict[_Key, Choice]]


def dimensions(
    place: Place, table: int, known: Catalog, parties: Sequence[Choice] = ()
) -> dict[int, list[Choice]]:
    """The choices of each dimension, strongest first; groups of rows that are picked among them."""
    found: dict[int, dict[_Key, Choice]] = {}
    sources = [*place.sources(), *place.topic]
    passages = [source.passage for source in sources]
    begun: set[int] = set()  # of what the sentence names only one end
    for at, source in enumerate(sources):
        if not (source.passage.labels or known.has_periods):
            continue
        here: _Here = defaultdict(dict)
        told = _told(place, source, table)
        _add_labels(here, place, source, table, known, told)
        named = _moments(place, source, known, passages[at:])
        _add_moments(here, source, named, told)
        for moment in during(source.passage, known) if source.first >= 0 else ():
            beside = 0 <= moment.start - source.last < _BESIDE
            link = source.near(moment.start, moment.end) * (1.0 if beside else _HOURS)
            span = source.span(moment.start, moment.end)
            choice = Choice(TIMES, moment.rows, link, 0, NOTHING, *span, source, moment)
            _keep(here[TIMES], moment.start, choice)
        for dimension, choices in here.items():
            several = place.speaks_of_several or place.carried(source) or dimension in begun
            if dimension in found and several and source.first < 0:
                found[dimension] = {**choices, **found[dimension]}
            found.setdefault(dimension, choices)  # the nearest source that names any decides
            begun.discard(dimension)
        if source.periods and source.passage.of(known, names_all):
            found.setdefault(PERIODS, {})
        for column in source.passage.of(known, speaks_of_each) if source.first >= 0 else ():
            found.setdefault(column, {})
        begun.update(_begun(source, here, named))
    if parties:
        _add_parties(found.setdefault(parties[0].dimension, {}), parties)
    return {d: sorted(c.values(), key=lambda x: -x.link) for d, c in sorted(found.items())}


def _moments(
    place: Place, source: Source, known: Catalog, passages: Sequence[Passage]
) -> Sequence[Moment]:
    """The periods that a source names for a number: its own one, where it has such a one."""
    if not (known.has_periods and source.periods):
        return []
    if place.period is not None and source.first >= 0:
        period, start, end = place.period[:3]
        return [Moment(known.rows_in(period), start, end, period)]
    named = named_by(place, source, passages, known)
    return list(preceding(named, known)) if place.is_left_for(source) else named


def _add_parties(choices: dict[_Key, Choice], parties: Sequence[Choice]) -> None:
    """Add groups of rows; a name before the one that a number belongs to counts less beside it."""
    best = max(parties, key=lambda one: one.link)
    for key, choice in choices.items():
        if choice.start < best.start:
            choices[key] = choice._replace(link=choice.link * (1 - best.link * _BEHIND))
    for one in parties:
        _keep(choices, one.value, one)


def _begun(
    source: Source, here: Mapping[int, Mapping[_Key, Choice]], named: Sequence[Moment]
) -> Iterator[int]:
    """The dimensions of which a sentence names only what the sentences before complete."""
    if source.first < 0:
        return
    if named and all(moment.open for moment in named):
        yield PERIODS
    yield from (d for d, choices in here.items() if _is_compared(source, choices))


def _is_compared(source: Source, choices: Mapping[_Key, Choice]) -> bool:
    """Whether a sentence names rows only to compare with: "12, against 9 in the north"."""
    words, last = source.passage.words, source.last
    named = [choice.mention.start for choice in choices.values() if choice.mention is not None]
    return bool(named) and all(
        _COMPARED.intersection(word.word for word in words[max(0, start - _THAN) : start])
        or (last <= start and asides.is_compared(words, start, last))
        for start in named
    )


def _add_labels(
    here: _Here, place: Place, source: Source, table: int, known: Catalog, told: _Told
) -> None:
    """The labels that a source names."""
    mentions = source.labels(table, several=place.speaks_of_several)
    if not mentions:
        return
    outside, taken_up = source.first < 0, place.carried(source)
    fade = 1.0
    if outside and not source.cell and (place.has_subject or place.speaks_of_all):
        fade = source.worth
    for mention in mentions:
        labels = known.labels_of(mention.column)
        if source.is_of_part(mention.start):
            if mention.whole == 1 and not labels.identifying:
                here.setdefault(mention.column, {})  # all of them are intended
            continue
        describes = known.timed and not labels.identifying
        if describes and (outside or (place.ranges and source.passage.periods)):
            continue
        near = fade * (source.worth if outside else source.nearness(mention))
        if taken_up:
            near = max(place.carried(source, mention), near)
        near = told(mention.column, mention.start, mention.end, near)
        near *= _left_out(source, mention.start)
        span = source.span(mention.start, mention.end)
        link = (_DESCRIBES if describes else 1.0) * mention.whole * near
        choice = Choice(
            mention.column, mention.rows, link, mention.value, None, *span, source, mention
        )
        _keep(here[mention.column], mention.value, choice)
    for column, choices in here.items() if not outside else ():
        here[column] = _united(choices, known.labels_of(column))


def _add_moments(here: _Here, source: Source, named: Sequence[Moment], told: _Told) -> None:
    """The periods that a source names."""
    for moment in named:
        compared = source.first < 0 and moment.open and moment.until is None
        if compared or source.is_beside(moment.start, moment.end):
            continue  # what was only compared with is not carried over
        near = source.near(moment.start, moment.end)
        worth = 1.0 if source.heads(moment.end) else moment.worth
        link = worth * told(PERIODS, moment.start, moment.end, near)
        link *= _left_out(source, moment.start)
        if not link:
            continue  # "374 (May)" is of no other month
        span = source.span(moment.start, moment.end)
        own = moment.period, moment.until, row_key(moment.rows)
        choice = Choice(PERIODS, moment.rows, link, 0, moment.period, *span, source, moment)
        _keep(here[PERIODS], own, choice)


def _united(choices: Mapping[_Key, Choice], labels: LabelIndex) -> dict[_Key, Choice]:
    """The choices with those that are several labels which share the words that are said.

    "Eastern" is each of two eastern regions, or both; "depots" are all that are called a depot.
    """
    unions = _unions(choices)
    all_of = {one.start for one in unions.values() if _is_plural(one, labels)}
    return {**{key: one for key, one in choices.items() if one.start not in all_of}, **unions}


def _is_plural(union: Choice, labels: LabelIndex) -> bool:
    """Whether a common noun names several labels in the plural, which they have in the singular."""
    if union.source is None or union.mention is None:
        return False
    said = union.source.passage.words[union.mention.end - 1]
    if said.capital or said.word == said.stem or not said.word.endswith("s"):
        return False
    return said.word not in labels.values[-1 - union.value].lower()


def _left_out(source: Source, start: int) -> float:
    """What counts of a name that is left out: "excluding the North"."""
    return _EXCEPTED if any(a <= start < b for a, b in source.passage.left_out) else 1.0


def _unions(choices: Mapping[_Key, Choice]) -> dict[_Key, Choice]:
    """All labels that share the words that are said, together."""
    spans: defaultdict[tuple[int, int], list[Choice]] = defaultdict(list)
    for choice in choices.values() if len(choices) > 1 else ():
        if choice.start >= 0:
            spans[choice.start, choice.end].append(choice)
    found: dict[_Key, Choice] = {}
    for several in spans.values():
        if len(several) > 1:
            rows = np.unique(np.concatenate([choice.rows for choice in several]))
            value = -1 - several[0].value
            found[value] = several[0]._replace(rows=rows, value=value)
    return found


def _told(place: Place, source: Source, table: int) -> _Told:
    """How strongly names are linked where a number may have one of its own: others hardly count.

    The function that is returned takes a dimension, where a name stands, and how near that is.
    """
    if source.first < 0:
        return lambda _dimension, _start, _end, near: near
    spans: defaultdict[int, list[Span]] = defaultdict(list)
    for labelled in source.passage.labels:
        if labelled.table == table:
            mention = labelled.mention
            spans[mention.column].append((mention.start, mention.end))
    spans[PERIODS] = [(m.start, m.end) for m in source.passage.periods if m.until is None]
    own = {
        dimension: source.owned(each, place.turn, place.since, place.until)
        for dimension, each in spans.items()
    }

    def told(dimension: int, start: int, end: int, near: float) -> float:
        its = own.get(dimension)
        if dimension == PERIODS and place.is_of_left(source, start):
            return _OTHERS * near
        if not its:
            return near
        dated = dimension == PERIODS
        if (start, end) in its or (dated and any(start == own_start for own_start, _ in its)):
            return _OWN
        return 0.0 if dated and any(map(source.is_glossed, its)) else _OTHERS * near

    return told


def _keep(choices: dict[_Key, Choice], key: _Key, choice: Choice) -> None:
    if key not in choices or choices[key].link < choice.link:
        choices[key] = choice
