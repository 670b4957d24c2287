"""Which columns a number's words name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import NamedTuple

from sidecar.binding.context.passages.counted_nouns import is_counted, is_of_whole
from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.context.passages.leading import leads_to
from sidecar.binding.context.passages.names import ColumnMention
from sidecar.binding.context.passages.parts import parts_meant
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.source import Source, Stretch
from sidecar.binding.context.passages.weighted import weighs
from sidecar.binding.language.lists import Span
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.words import stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.numbered import spoken
from sidecar.binding.tables.quantities import measured
from sidecar.text.vocabulary import one_of

TYPED = 0.5  # of the only column that has the number's unit
_OWN = 0.5  # of a name that is the number's own
_SAID = 0.5  # of a name, where it is the noun that a number counts
_ELSEWHERE = 0.5  # how much other names count for a number that has its own
_MEASURED = 0.5  # of what the number's unit measures
_COMPARED = 0.95  # of how well the number is named that another is compared with
_LISTED = 0.6  # of a name that is an item of a list
_ENOUGH = 0.3  # of a name in a sentence that leaves nothing to those before it
_HEADED = 0.6  # of a name in a header, which does so too
_NOT_ITS_TURN = 0.1  # how much the other items count
_IN_LABEL = 0.3  # of a word that is a part of a row's label
_IMPLIED = 0.6  # of the only thing that a table measures
_AMONG = 0.55  # of it for a number with a unit that no table tells, where others measure as well
_OTHERWISE = 0.2  # of it, where a number counts something that it is not called
_OF_WHOLE = 0.3  # of the name of a whole, for its part
_ANYTHING = frozenset(map(stem, one_of("value amount number count total figure result quantity")))
_AS_NEAR = 0.8  # of how near a period stands that another one narrows
_UNNAMED = 0.3  # how much speaks against a part that no word names


_Key = tuple[int, int]
"""A query result and a column of it."""


class Naming(NamedTuple):
    """How a column is named for a number.

    Attributes:
        strength: From 0 to 1: how much of its name is said, and how near.
        head: Whether it is the noun that the number counts.
        period: How strongly the period in its own name is the one that is named; negative where
            another is.
        source: The passage that names it; None where none does.
        mention: The words there.
        typed: Whether nothing but the number's unit names it.
        left: Whether those words lead to another number, and others to this one.
        leads: Whether they lead to this number, and no other column has one of them in its name.
    """

    strength: float = 0.0
    head: bool = False
    period: float = 0.0
    source: Source | None = None
    mention: Stretch | None = None
    typed: bool = False
    left: bool = False
    leads: bool = False


def columns(
    place: Place, catalogs: Sequence[Catalog], symbol: str
) -> dict[tuple[int, int], Naming]:
    """The columns named for a number, by query result and column.

    Args:
        place: Where it stands.
        catalogs: The query results.
        symbol: Its unit, which may tell what it measures.
    """
    found = _named(place)
    if place.led_by is not None and not any(naming.head for naming in found.values()):
        _carry(_named(place.led_by), found)
    _leave(place, found)
    for mention in place.called(measured(symbol)):
        key = mention.table, mention.column
        implied = Naming(_MEASURED * mention.strength)
        found[key] = max(found.get(key, implied), implied, key=lambda n: (n.head, n.strength))
    head = "" if symbol else place.head()
    several = sum(bool(known.measures) for known in catalogs) > 1
    said = said_periods(place) if any(known.pivoted for known in catalogs) else None
    for table, known in enumerate(catalogs):
        for column in known.sole:
            untold = several and bool(symbol) and column.unit.kind is None
            weak = _AMONG if untold else _IMPLIED
            strength = weak if not head or _may_be(known, column, head) else _OTHERWISE
            found.setdefault((table, column.place), Naming(strength))
        for column, fit in _fits(place, known, said):
            key = table, column.place
            found[key] = found.get(key, Naming())._replace(period=fit)
        told = {noun: _told(place, noun) for noun in {p.noun for p in known.parts.values()}}
        for column_place, part in known.parts.items():
            number, link = told[part.noun]
            fit = link if number in (part.number, None) else -link
            key = table, column_place
            found[key] = found.get(key, Naming())._replace(period=fit)
    return found


def _carry(led: Mapping[_Key, Naming], found: MutableMapping[_Key, Naming]) -> None:
    """Add what names the first number of a list, in its own sentence, for another one of it."""
    for key, naming in led.items():
        if naming.source is not None and naming.source.first >= 0:
            carried = naming._replace(strength=_COMPARED * naming.strength, head=False)
            found[key] = max(found.get(key, carried), carried, key=lambda n: n.strength)


def _may_be(known: Catalog, column: ColumnFacts, head: str) -> bool:
    """Whether the only measure of a table may be of what a number counts."""
    words = {word for phrase in column.phrases for word in phrase.words}
    return not words.isdisjoint(_ANYTHING | known.title | {head}) or head in known.title


def _told(place: Place, noun: str) -> tuple[str | None, float]:
    """The number of a numbered thing that is said nearest, at once after or else before; how near.

    None, and what speaks against all of them, where none is said.
    """
    for source in place.sources():
        if noun not in source.passage.stems:
            continue
        told = list(spoken(source.passage.words, noun))
        if told:
            links = [
                1.0 if place.goes_on(source, t.start) else source.near(t.start, t.end) for t in told
            ]
            at = max(range(len(told)), key=links.__getitem__)
            return told[at].number, links[at]
    return None, -_UNNAMED


_Named = tuple[Source, list[PeriodMention]]
"""A passage, and the periods that it names for a number."""


def said_periods(place: Place) -> _Named | None:
    """The nearest passage that names periods for a number, and those that it names."""
    if place.period is not None:
        return place.own, [place.period]
    for source in place.sources():
        said = [m for m in source.passage.periods if m.until is None]
        said = [m for m in said if not m.edge or source.heads(m.end)]
        said = said if source.periods else []
        own = source.owned([(m.start, m.end) for m in said], place.turn, place.since)
        fits = [named for named in said if not own or (named.start, named.end) in own]
        fits = [
            named
            for named in fits
            if not place.is_of_left(source, named.start)
            and not source.is_of_compared(named.start, named.end)
            and not source.is_beside(named.start, named.end)
        ]
        spans = [m for named in source.passage.periods if (m := named.spanned) and source.periods]
        fits = [m for m in fits if not any(s.start <= m.start < s.end for s in spans)] + spans
        if fits:
            return source, fits
    return None


def _fits(
    place: Place, known: Catalog, named: _Named | None
) -> Iterator[tuple[ColumnFacts, float]]:
    """How the periods of columns fit the nearest that is named, where they do or clash."""
    if named is None:
        return
    source, said = named
    links: dict[int, list[tuple[float, Period]]] = {}  # by the first column of each family
    for column in known.pivoted:
        family = known.family(column)
        first = family[0].place
        if first not in links:
            links[first] = _links(known, family, source, said)
        period = column.period
        if place.is_left_for(source):  # what a value moved from is of the one before
            later = family[family.index(column) + 1 :]
            period = later[0].period if later else NOTHING
        covering = [link for link, told in links[first] if told.covers(period)]
        fit = max(covering) if covering else -max((link for link, _ in links[first]), default=0.0)
        if fit:
            yield column, fit


def _links(
    known: Catalog, family: Sequence[ColumnFacts], source: Source, said: Sequence[PeriodMention]
) -> list[tuple[float, Period]]:
    """What the periods that a passage names say of the columns of a family, and how near."""
    near = [(source.near(m.start, m.end), _of_column(m.period, known, family)) for m in said]
    near = [(link, told) for link, told in near if told.known]
    telling = [(link, p) for link, p in near if any(p.covers(c.period) for c in family)]
    return [one for one in near if not any(_narrows(other, one) for other in telling)]


def _of_column(said: Period, known: Catalog, family: Sequence[ColumnFacts]) -> Period:
    """What a period says of a column, where the rows tell the rest: "March 2024" of years."""
    if not known.has_periods or not known.rows_in(said).size:
        return said
    if any(said.covers(column.period) for column in family):
        return said
    by_year = all(column.period == Period(column.period.year) for column in family)
    return Period(said.year) if by_year else said


def _narrows(one: tuple[float, Period], other: tuple[float, Period]) -> bool:
    """Whether a period as near as another, such as a quarter, tells which part of it counts."""
    return one[0] >= _AS_NEAR * other[0] and one[1].narrows(other[1])


def _named(place: Place) -> dict[tuple[int, int], Naming]:
    found: dict[tuple[int, int], Naming] = {}
    settled = False  # by the sentence itself, or by the header of its column
    for source in place.sources():
        if settled and source.first < 0 and source.passage is not place.question:
            break
        if not source.passage.columns:
            continue
        own = source.first >= 0
        before = source.told_before if own and not place.head() else None
        said = source.passage.once(_said)
        its = _its_turn(place, source) if place.turn is not None else frozenset[Span]()
        heads = [own and is_counted(place, m) for m, _, _ in said]
        parts, wholes = parts_meant(place, source)
        heads = [
            (head or m in parts) and m not in wholes
            for head, (m, _, _) in zip(heads, said, strict=True)
        ]
        owner = own and any(
            head and m.strength >= _SAID for head, (m, _, _) in zip(heads, said, strict=True)
        )
        for (mention, inside, weighing), head in zip(said, heads, strict=True):
            if weighing:
                continue
            near = 1.0 if head else _near(place, source, before, mention)
            strength = mention.strength * near
            if inside:
                strength *= _IN_LABEL
            if owner and not head:
                strength *= _OF_WHOLE if mention in wholes else _ELSEWHERE
            if its:
                told = any(start < mention.end and mention.start < end for start, end in its)
                strength = mention.strength if told else strength * _NOT_ITS_TURN
            key = mention.table, mention.column
            old = found.get(key)
            if old is None or (head, strength) > (old.head, old.strength):
                found[key] = Naming(strength, head, 0.0, source, mention)
        enough = _ENOUGH if own else _HEADED if source.cell else 1.0
        settled = settled or any(n.strength > enough for n in found.values())
    return found


def _leave(place: Place, found: MutableMapping[_Key, Naming]) -> None:
    """Mark the names that lead to this number, and those that lead to others where it has one.

    In "the salary is 61,200, plus a bonus of 4,800" neither name is that of the other number.
    """
    own, others = list[_Key](), list[_Key]()
    for key, naming in found.items():
        mention = naming.mention if naming.source is place.own and not naming.head else None
        at = leads_to(place.passage.words, mention) if mention is not None else -1
        if at >= 0:
            (own if place.first <= at < place.last else others).append(key)
    if any(found[key].strength >= _OWN for key in own):
        found.update({key: found[key]._replace(left=True) for key in others})
    for key in own:
        found[key] = found[key]._replace(leads=getattr(found[key].mention, "only", False))


def _its_turn(place: Place, source: Source) -> frozenset[Span]:
    """Which of the columns that are listed is the number's own."""
    said = source.passage.once(_said)
    listed = [(m.start, m.end) for m, inside, _ in said if m.strength >= _LISTED and not inside]
    return source.owned(listed, place.turn)


def _said(passage: Passage) -> list[tuple[ColumnMention, bool, bool]]:
    """The columns that a passage names, with whether a label does it, and a weighted mean."""
    return [(m, passage.in_label(m), weighs(passage, m)) for m in passage.columns]


def _near(place: Place, source: Source, before: Source | None, mention: Stretch) -> float:
    """How near a name is; one of two numbers that are compared is named as the other one is."""
    near = source.near(mention.start, mention.end)
    if source.first >= 0 and is_of_whole(place, mention):
        return _OF_WHOLE * near
    if before is None or mention.start > source.first:
        return near
    return max(near, _COMPARED * before.near(mention.start, mention.end))
