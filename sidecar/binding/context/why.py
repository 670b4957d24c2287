"""What was weighed for a number, for a person who asks: each reading's part, links and reasons.

Nothing here decides anything, and nothing of it is done unless EXPLAIN is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isclose

from sidecar.binding.bound import Bound
from sidecar.binding.context import hints
from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.choices import Choice
from sidecar.binding.context.passages.naming import Naming, said_periods
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.passages.source import Source, Stretch
from sidecar.binding.context.refused import reading
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed, features, outside, shipped
from sidecar.binding.language.periods import Period
from sidecar.model.report import Considered, Reading
from sidecar.model.text import Span, Text
from sidecar.model.why import Link, Odds, Origin, Part, Reason, Why

_MOST = 20
_LOOKED_AT = 3 * _MOST
_LEAST = 0.001  # of the weight
_DIGITS = 4  # all machines agree on them
_ROWS = 2

_Told = tuple[Considered, Candidate]


def explained(
    bound: Bound, weighed: Weighed, question: Question, signs: Sequence[str], text: Text
) -> Bound:
    """A number that was bound, with all that was weighed for it and what would fix a mistake."""
    chosen, others = _found(weighed, question, bound.binding.reading, text)
    listed = [each for each, _ in others]
    rest = 1 - sum(mass for mass, _ in weighed.ranked)
    if rest >= _LEAST:
        listed.append(Considered(None, _outside(rest, signs)))
    listed.sort(key=_weight, reverse=True)
    if chosen is not None:
        listed.insert(0, chosen[0])
        others.insert(0, chosen)
    elif bound.binding.reading is not None:  # a name was found wrong, and its numbers right
        listed.insert(0, Considered(bound.binding.reading))
    binding = bound.binding._replace(
        considered=listed[:_MOST],
        odds=Odds(*(round(each, _DIGITS) for each in weighed[:3])),
        hints=hints.find(bound, others, question, text.string),
    )
    return bound._replace(binding=binding)


def _found(
    weighed: Weighed, question: Question, chosen: Reading | None, text: Text
) -> tuple[_Told | None, list[_Told]]:
    """The chosen reading, whatever it weighs, and the heaviest others; those alike as one."""
    tell = _Teller(question, text)
    found: dict[tuple[object, ...], _Told] = {}
    lead: tuple[object, ...] | None = None
    for rank, (mass, one) in enumerate(weighed.ranked):
        shown = reading(one, question.catalogs)
        leads = lead is None and _same(shown, chosen)
        if (rank >= _LOOKED_AT or mass < _LEAST) and not leads:
            continue
        why = tell.why(mass, one)
        names = tuple(link.name for link in why.links)
        place = shown[:3] if shown else (why.query_id, why.row, why.column, names)
        key = why.kind, *place
        lead = key if leads else lead
        if key in found:
            known, candidate = found[key]
            found[key] = _heavier(known, mass), candidate
        else:
            found[key] = Considered(shown, why), one
    winner = found.pop(lead) if lead is not None else None
    return winner, sorted(found.values(), key=lambda each: -_weight(each[0]))


def _heavier(one: Considered, mass: float) -> Considered:
    """A reading with the weight of one that is alike."""
    weight = round(_weight(one) + mass, _DIGITS)
    return one._replace(why=one.why._replace(weight=weight) if one.why else None)


def _weight(one: Considered) -> float:
    return one.why.weight if one.why else 0.0


def _same(one: Reading | None, other: Reading | None) -> bool:
    """Whether two readings are one place, however they were graded."""
    return one is not None and other is not None and one[:3] == other[:3]


def _outside(mass: float, signs: Sequence[str]) -> Why:
    """The reading as something that is in no query result: it agrees with every number."""
    kind = Kind.OUTSIDE.name.lower()
    return Why(kind, round(mass, _DIGITS), "", "", "", 1, 1.0, (), _reasons(outside(signs)))


def _reasons(found: Iterable[tuple[str, float]]) -> list[Reason]:
    scores = shipped().scores
    weights = ((name, scores.get(name, 0.0) * value) for name, value in found)
    return [Reason(name, round(weight, _DIGITS)) for name, weight in weights if weight]


class _Teller:
    """Tells what spoke for the readings of one number."""

    def __init__(self, question: Question, text: Text) -> None:
        self._question, self._place, self._text = question, question.place, text

    def why(self, mass: float, one: Candidate) -> Why:
        known = self._question.catalogs[one.table]
        names = (known.table.columns[column].name for column in one.columns)
        return Why(
            kind=one.kind.name.lower(),
            weight=round(mass, _DIGITS),
            query_id=known.table.query_id,
            row="; ".join(known.row_names.label(row) for row in one.rows[:_ROWS]),
            column=", ".join(names),
            cells=one.cells,
            agreeing=round(one.share, _DIGITS) if one.agrees else 0.0,
            links=list(dict.fromkeys((*self._rows(one), *self._columns(one)))),
            reasons=_reasons(features(one)),
        )

    def _rows(self, one: Candidate) -> Iterator[Link]:
        """What names the rows of a reading."""
        known = self._question.catalogs[one.table]
        for choice in self._choices(one):
            if choice.source is None or choice.mention is None or not choice.link:
                continue
            named = self._span(choice.source, choice.mention)
            said = self._text.slice(named)
            part, name = Part.PERIOD, said
            if choice.dimension >= 0:
                part = Part.ROW
                if choice.value >= 0:  # else several labels, or a group that the text picks out
                    name = known.labels_of(choice.dimension).values[choice.value]
            yield self._link(part, name, choice.link, choice.source, named)

    def _choices(self, one: Candidate) -> Iterator[Choice]:
        """The choices of the scopes that a reading was found in."""
        scopes = list(self._question.scopes.get(one.table, ()))
        scopes += [parent for scope in scopes for parent in self._question.parents(scope)]
        for row in one.rows or (None,):
            fitting = [s for s in scopes if row is None or _holds(s, row)]
            exact = [s for s in fitting if isclose(s.link, one.row)]
            scope = next(iter(exact or (fitting if row is not None else ())), None)
            yield from scope.choices if scope is not None else ()

    def _columns(self, one: Candidate) -> Iterator[Link]:
        """What names the columns of a reading."""
        known = self._question.catalogs[one.table]
        for column in one.columns:
            naming = self._question.named.get((one.table, column), Naming())
            name = known.table.columns[column].name
            if naming.source is not None and naming.mention is not None:
                named = self._span(naming.source, naming.mention)
                origin = Origin.COUNTED if naming.head else None
                yield self._link(Part.COLUMN, name, naming.strength, naming.source, named, origin)
            elif naming.strength > 0:
                sole = any(each.place == column for each in known.sole)
                origin = Origin.ALONE if sole else Origin.UNIT
                yield Link(Part.COLUMN, name, origin, round(naming.strength, _DIGITS))
            if naming.period > 0:
                yield from self._period(known.columns[column].period, naming.period)

    def _period(self, period: Period, strength: float) -> Iterator[Link]:
        """The words that name the period of a column."""
        source, said = said_periods(self._place) or (None, [])
        for named in said:
            if source is not None and named.period.covers(period):
                span = self._span(source, named)
                yield self._link(Part.PERIOD, self._text.slice(span), strength, source, span)
                return

    def _span(self, source: Source, mention: Stretch) -> Span:
        return self._text.span(*source.passage.span(mention.start, mention.end))

    def _link(
        self,
        part: Part,
        name: str,
        strength: float,
        source: Source,
        span: Span,
        origin: Origin | None = None,
    ) -> Link:
        where = self._place.origin(source) if origin is None else origin
        return Link(part, name, where, round(strength, _DIGITS), span)


def _holds(scope: Scope, row: int) -> bool:
    return scope.rows is None or bool((scope.rows == row).any())
